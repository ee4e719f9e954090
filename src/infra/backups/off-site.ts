import type { Config } from "../config.ts";
import type { S3Object } from "../s3/answers.ts";
import type { S3Outside, S3Storage } from "../s3/storage.ts";
import { type Backup, type Erasure, isBackupName, type Manifest } from "./backup.ts";
import { erasuresIn, erasuresText, unknownSince } from "./erasure-list.ts";
import { manifestFile, toManifest } from "./folder.ts";

/**
 * Backups in S3-compatible storage, as `waybill/<installation>/<backup>/<file>`. Several installations may use one bucket.
 * A backup is one once its description is there, which comes last and goes first, and each file has its whole size.
 */

const root = "waybill/";

export interface OffSiteBackup extends Backup {
  /** Its objects, by the name of the file. */
  readonly objects: ReadonlyMap<string, S3Object>;
}

/** The storage that the settings name; null if they name none. */
export async function openOffSite(
  { backupS3Endpoint, backupS3Bucket, backupS3KeyId, backupS3Key, backupS3Region }: OffSiteSettings,
  outside: S3Outside,
): Promise<S3Storage | null> {
  if (!backupS3Endpoint || !backupS3Bucket || !backupS3KeyId || !backupS3Key) return null;
  const { createS3Storage } = await import("../s3/storage.ts");
  const place = {
    endpoint: backupS3Endpoint,
    bucket: backupS3Bucket,
    keyId: backupS3KeyId,
    key: backupS3Key,
    region: backupS3Region,
  };
  return createS3Storage(place, outside);
}

export type OffSiteSettings = Pick<
  Config,
  "backupS3Endpoint" | "backupS3Bucket" | "backupS3KeyId" | "backupS3Key" | "backupS3Region"
>;

/** Whether the settings name a storage. */
export function hasOffSite({ backupS3Endpoint }: Pick<Config, "backupS3Endpoint">): boolean {
  return backupS3Endpoint !== null;
}

/** `s3://bucket`, or what is in it. */
export function addressOf({ bucket }: Pick<S3Storage, "bucket">, key = ""): string {
  return `s3://${bucket}${key && `/${key}`}`;
}

/** The key of a backup, or of a file of it. */
export function keyOf(installation: string, name: string, file?: string): string {
  return `${root}${installation}/${name}${file === undefined ? "" : `/${file}`}`;
}

/** Whole backups, newest first, and the objects of those without a description: interrupted uploads and removals. */
export interface OffSiteContent {
  readonly backups: readonly OffSiteBackup[];
  readonly unfinished: readonly S3Object[];
}

/** Descriptions by key: they never change, and each costs a request. */
export type KnownManifests = Map<string, Manifest | undefined>;

/** @param installation default: all of them @throws DataFolderError if the storage cannot be read */
export async function findOffSite(
  storage: S3Storage,
  installation?: string,
  known: KnownManifests = new Map(),
): Promise<OffSiteContent> {
  const prefix = installation === undefined ? root : `${root}${installation}/`;
  const objects = await storage.list(prefix);
  const folders = Map.groupBy(objects, ({ key }) => key.slice(0, key.lastIndexOf("/")));
  const backups: OffSiteBackup[] = [];
  const unfinished: S3Object[] = [];
  for (const [folder, members] of folders) {
    if (!isBackupName(folder.slice(folder.lastIndexOf("/") + 1))) continue;
    const described = members.find(({ key }) => key === `${folder}/${manifestFile}`)?.key;
    if (described === undefined) {
      unfinished.push(...members);
      continue;
    }
    // A later version may have described it, so what cannot be read is not removed either.
    const backup = await backupIn(storage, { folder, members, described }, known);
    if (backup !== undefined) backups.push(backup);
  }
  const takenAt = ({ manifest }: Backup) => manifest.taken_at;
  backups.sort((one, other) => (takenAt(one) < takenAt(other) ? 1 : -1));
  return { backups, unfinished };
}

async function backupIn(
  storage: S3Storage,
  { folder, members, described }: { folder: string; members: readonly S3Object[]; described: string },
  known: KnownManifests,
): Promise<OffSiteBackup | undefined> {
  const objects = new Map(members.map((each) => [each.key.slice(folder.length + 1), each]));
  if (!known.has(described)) known.set(described, toManifest((await storage.readText(described)) ?? ""));
  const manifest = known.get(described);
  const isWhole = manifest?.databases.every(({ file, bytes }) => objects.get(file)?.bytes === bytes);
  if (manifest === undefined || !isWhole) return undefined;
  return { path: addressOf(storage, folder), manifest, objects };
}

/** What the storage knows of what was erased; undefined if it has no list. @throws DataFolderError */
export async function readOffSiteErasures(
  storage: S3Storage,
  installation: string,
): Promise<Erasure[] | undefined> {
  const key = erasuresKey(installation);
  const text = await storage.readText(key);
  return text === undefined ? undefined : erasuresIn(addressOf(storage, key), text);
}

/** Writes the list beside the backups. @returns what only the list there had @throws DataFolderError */
export async function saveOffSiteErasures(
  storage: S3Storage,
  installation: string,
  erasures: readonly Erasure[],
  since: string,
): Promise<Erasure[]> {
  const listed = (await readOffSiteErasures(storage, installation)) ?? [];
  const others = unknownSince(listed, erasures, since);
  const content = new TextEncoder().encode(erasuresText([...erasures, ...others]));
  await storage.write(erasuresKey(installation), content);
  return others;
}

function erasuresKey(installation: string): string {
  return `${root}${installation}/erasures.json`;
}
