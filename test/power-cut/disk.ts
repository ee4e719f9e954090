import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiskCommand } from "./disk-process.ts";
import { type FileSystem, makeFileSystem, mountImage, unmount } from "./file-system.ts";
import type { Media, Moment, Unflushed } from "./volatile-disk.ts";

/** A disk whose power can be cut, with a file system that is mounted at `folder`. */
export interface Disk extends AsyncDisposable {
  folder: string;
  /**
   * Cuts the power at the `nth` such moment from now. All I/O is held while `note` runs and the media are made; then
   * the disk goes on, so that whoever uses it can be ended. @returns what `note` gave
   */
  cut<T>(moment: Moment, nth: number, media: Media, note: (unflushed: Unflushed) => Promise<T>): Promise<T>;
  /** Unmounts, and takes the content of an untouched medium of the last cut. Nobody may have a file open. */
  powerOff(medium: string): Promise<void>;
  powerOn(): Promise<void>;
  ignoreFlushes(): Promise<void>;
}

/** XFS wants at least 300 MB. */
const diskBytes = 384 << 20;

/** @param place an empty folder for the disk */
export async function startDisk(place: string, fileSystem: FileSystem): Promise<Disk> {
  const [image, folder] = [join(place, "disk"), join(place, "mounted")];
  writeFileSync(image, "");
  mkdirSync(folder);
  let answer = Promise.withResolvers<unknown>();
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "disk-process.ts"), image, folder, String(diskBytes)],
    {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message) => answer.resolve(message),
      onExit: (_child, exitCode) =>
        answer.reject(new Error(`the disk's process ended with exit code ${exitCode}`)),
    },
  );
  await answer.promise;
  const perform = (command: DiskCommand) => {
    answer = Promise.withResolvers();
    child.send(command);
    return answer.promise;
  };

  let isMounted = false;
  const mount = async () => {
    await mountImage(fileSystem, image, folder);
    isMounted = true;
  };

  await makeFileSystem(fileSystem, image);
  await mount();
  return {
    folder,
    async cut(moment, nth, media, note) {
      const unflushed = (await perform({ name: "hold", moment, nth })) as Unflushed;
      const noted = await note(unflushed);
      await perform({ name: "makeMedia", media });
      return noted;
    },
    async powerOff(medium) {
      await unmount(folder);
      isMounted = false;
      await perform({ name: "load", path: medium });
    },
    powerOn: mount,
    ignoreFlushes: async () => void (await perform({ name: "ignoreFlushes" })),
    async [Symbol.asyncDispose]() {
      if (isMounted) await unmount(folder);
      await unmount(image);
      await child.exited;
    },
  };
}
