import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Backup, type BackupFile, nameOf } from "./backup.ts";
import { checksumsFile, manifestFile } from "./folder.ts";

/** A backup as one file: a tar archive whose only folder is the backup. */

export const archiveType = "application/x-tar";

/** @throws Error if the backup cannot be read */
export async function filesOf({ path, manifest }: Backup): Promise<BackupFile[]> {
  const sums = new Map(
    (await readFile(join(path, checksumsFile), "utf8"))
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const names = [...manifest.databases.map(({ file }) => file), checksumsFile, manifestFile];
  return Promise.all(
    names.map(async (name) => ({
      name,
      bytes: (await stat(join(path, name))).size,
      sha256: sums.get(name) ?? null,
    })),
  );
}

/** Reads the files as the reader takes them, so memory stays bounded. `end` is called once, however it ends. */
export async function archiveOf(
  backup: Backup,
  files: readonly BackupFile[],
  end: (error?: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const { path, manifest } = backup;
  const [{ createTarPacker }, { Readable }] = await Promise.all([
    import("modern-tar"),
    import("node:stream"),
  ]);
  const { readable, controller } = createTarPacker();
  const mtime = new Date(manifest.taken_at);
  async function pack(): Promise<void> {
    for (const { name, bytes } of files) {
      const header = { name: `${nameOf(backup)}/${name}`, size: bytes, mode: 0o600, mtime };
      const content = Readable.toWeb(createReadStream(join(path, name)));
      await (content as unknown as ReadableStream<Uint8Array>).pipeTo(controller.add(header));
    }
    controller.finalize();
  }
  pack().then(
    () => end(),
    (error) => {
      controller.error(error);
      end(error);
    },
  );
  return readable;
}
