import { DataFolderError } from "../db/data-folder-error.ts";
import type { S3Storage } from "../s3/storage.ts";
import { type Erasure, nameOf } from "./backup.ts";
import type { Container } from "./container.ts";
import { checksumsFile, manifestFile } from "./folder.ts";
import { findOffSite, type OffSiteBackup, readOffSiteErasures } from "./off-site.ts";
import { type BackupSource, sourceIn } from "./source.ts";

const scheme = "s3:";
const newest = "newest";

/** `s3:newest`, `s3:` and the name of a backup, or its whole address as the list has it. */
export function isOffSiteName(named: string): boolean {
  return named.startsWith(scheme);
}

/** @throws DataFolderError if there is no such backup, or more than one */
export async function openOffSiteBackup(storage: S3Storage, named: string): Promise<BackupSource> {
  const { backups } = await findOffSite(storage);
  const found = choose(storage, backups, named.slice(scheme.length));
  const { manifest, objects, path } = found;
  const erasures = await erasuresBeside(storage, manifest.installation);
  const texts = new Map<string, string>();
  for (const name of [manifestFile, checksumsFile]) {
    const object = objects.get(name);
    const text = object && (await storage.readText(object.key));
    if (text !== undefined) texts.set(name, text);
  }
  const container: Container = {
    files: new Map([...objects].map(([name, { bytes }]) => [name, bytes])),
    text: (name) => texts.get(name) ?? "",
    read(name) {
      const object = objects.get(name);
      if (object === undefined) throw new Error(`${path} has no ${name}`);
      return storage.read(object);
    },
  };
  return sourceIn(path, container, () => erasures);
}

/** A list that cannot be read is none, as beside a folder. */
function erasuresBeside(storage: S3Storage, installation: string): Promise<Erasure[] | undefined> {
  return readOffSiteErasures(storage, installation).catch(() => undefined);
}

function choose(storage: S3Storage, backups: readonly OffSiteBackup[], named: string): OffSiteBackup {
  const refuse = (why: string) =>
    new DataFolderError("unusable", `${why}: name one that \`waybill restore --list\` shows`);
  const place = `s3://${storage.bucket}`;
  if (named === newest) {
    const [first] = backups;
    if (first === undefined) throw new DataFolderError("unusable", `${place} has no backup`);
    const others = new Set(backups.map(({ manifest }) => manifest.installation));
    if (others.size > 1) throw refuse(`${place} has backups of ${others.size} installations`);
    return first;
  }
  const found = backups.filter((each) => [each.path, nameOf(each)].includes(asPath(named)));
  const [first] = found;
  if (first === undefined) throw refuse(`${place} has no backup ${named}`);
  if (found.length > 1) throw refuse(`${place} has ${found.length} backups ${named}`);
  return first;
}

function asPath(named: string): string {
  return named.startsWith("//") ? `${scheme}${named}` : named;
}
