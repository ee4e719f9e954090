/**
 * The disk, in a process of its own: whoever touches a FUSE file waits for its server, so the server touches nothing
 * else. Usage: `disk-process.ts FILE FOLDER BYTES`: FILE exists and becomes the disk, FOLDER is where its file system is
 * mounted. Commands come one at a time over Bun's IPC, and each has an answer.
 */
import { runCommand } from "./file-system.ts";
import { serveFile } from "./fuse.ts";
import { createVolatileDisk, type Media, type Moment } from "./volatile-disk.ts";

export type DiskCommand =
  | { name: "hold"; moment: Moment; nth: number }
  | { name: "makeMedia"; media: Media }
  | { name: "load"; path: string }
  | { name: "ignoreFlushes" };

const [path = "", folder = "", bytes] = process.argv.slice(2);
const disk = createVolatileDisk(Number(bytes));
const mounted = await serveFile(path, disk);

// A signal to the whole process group reaches the disk too, and others still need it then.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
// Whoever started this process is gone, and the server ends with it. The kernel unmounts when nobody needs the disk any
// more; that the folder is gone too, and the mounts with it, is no error.
process.on("disconnect", () => {
  disk.resume();
  runCommand(["umount", "--lazy", folder, path]).catch(() => {});
});
process.on("message", async (command: DiskCommand) => process.send?.((await perform(command)) ?? null));
process.send?.(null);
await mounted.ended;
process.exit();

async function perform(command: DiskCommand): Promise<unknown> {
  switch (command.name) {
    case "hold":
      return disk.hold(command.moment, command.nth);
    case "makeMedia":
      disk.makeMedia(command.media);
      return disk.resume();
    case "load":
      return disk.load(command.path);
    case "ignoreFlushes":
      return disk.ignoreFlushes();
  }
}
