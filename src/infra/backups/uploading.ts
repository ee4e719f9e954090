import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { S3Storage } from "../s3/storage.ts";
import { abandon, uploadFile } from "../s3/uploading.ts";
import { type Backup, bytesOf, nameOf, replacedBy } from "./backup.ts";
import { checksumsFile, manifestFile } from "./folder.ts";
import { addressOf, findOffSite, keyOf, type OffSiteBackup, type OffSiteContent } from "./off-site.ts";

export interface UploadOptions {
  storage: S3Storage;
  /** Of how many days backups stay there. */
  keep: number;
  /** Called with a file, its size and the share of all bytes that are there, 0 to 1. */
  onUpload(file: string, bytes: number, share: number): void;
}

/**
 * Copies a backup into the storage, then removes old ones of its installation as those of the folder are removed, and
 * what an interrupted upload left. Only for the process that has locked the backup's folder.
 * @returns addresses of the old ones @throws DataFolderError; then it is not listed there
 */
export async function uploadBackup(
  backup: Backup,
  { storage, keep, onUpload }: UploadOptions,
): Promise<string[]> {
  const { manifest, path } = backup;
  const { installation, databases } = manifest;
  const name = nameOf(backup);
  const { backups, unfinished } = await findOffSite(storage, installation);
  await removeUnfinished(storage, installation, unfinished);
  if (!backups.some((each) => nameOf(each) === name)) {
    const total = bytesOf(manifest);
    let done = 0;
    for (const { file, bytes } of databases) {
      const share = (more: number) => (done + more) / total;
      onUpload(file, bytes, share(0));
      await uploadFile(storage, keyOf(installation, name, file), join(path, file), bytes, (more) =>
        onUpload(file, bytes, share(more)),
      );
      done += bytes;
    }
    // The description comes last: without it nothing there is a backup.
    for (const file of [checksumsFile, manifestFile]) {
      const from = join(path, file);
      await uploadFile(storage, keyOf(installation, name, file), from, (await stat(from)).size, () => {});
    }
  }
  return removeOld(storage, backup, backups, keep);
}

async function removeUnfinished(
  storage: S3Storage,
  installation: string,
  unfinished: OffSiteContent["unfinished"],
): Promise<void> {
  for (const { key } of unfinished) await storage.remove(key);
  // Storage that lists no uploads keeps none either, or ends them by a rule of its own.
  const uploads = await storage.listUploads(keyOf(installation, "")).catch(() => []);
  for (const { key, id } of uploads) await abandon(storage, key, id);
}

async function removeOld(
  storage: S3Storage,
  { manifest, path }: Backup,
  others: readonly OffSiteBackup[],
  keep: number,
): Promise<string[]> {
  const name = nameOf({ path });
  const earlier = others.filter((each) => nameOf(each) !== name);
  const old = replacedBy(manifest.taken_at, earlier, keep) as OffSiteBackup[];
  for (const { objects } of old) {
    const described = objects.get(manifestFile);
    const files = [...objects.values()].filter((each) => each !== described);
    for (const each of described === undefined ? files : [described, ...files])
      await storage.remove(each.key);
  }
  return old.map((each) => addressOf(storage, keyOf(manifest.installation, nameOf(each))));
}
