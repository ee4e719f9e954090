import { dirname, resolve } from "node:path";
import { version } from "../../../package.json";
import { asBackupFolderError, DataFolderError } from "../db/data-folder-error.ts";
import { storeNames } from "../db/database.ts";
import { schemaVersions } from "../db/databases.ts";
import type { Erasure, Manifest } from "./backup.ts";
import { type Container, NoArchiveError, openContainer } from "./container.ts";
import { readErasureList } from "./erasure-list.ts";
import { checksumsFile, manifestFile, toManifest } from "./folder.ts";

/** A backup to read from: its manifest and its databases. */
export interface BackupSource {
  readonly path: string;
  readonly manifest: Manifest;
  /** The databases, with the checksums that they had when they were written. */
  readonly files: readonly { name: string; bytes: number; sha256: string }[];
  read(name: string): AsyncIterable<Uint8Array>;
  /** The list of what was erased that stands beside it; undefined without one. @throws DataFolderError if it is damaged */
  erasures(): Erasure[] | undefined;
}

const sumPattern = /^([\da-f]{64}) [ *](\S+)$/;

/**
 * Reads what a backup says of itself, before anything is copied.
 * @throws DataFolderError if it is none, incomplete, or newer than this version
 */
export function openBackup(named: string): BackupSource {
  const path = resolve(named);
  return sourceIn(path, openOrRefuse(path), (installation) => readErasureList(dirname(path), installation));
}

/**
 * The backup in a container that has a manifest.
 * @param path in messages @throws DataFolderError as `openBackup`
 */
export function sourceIn(
  path: string,
  container: Container,
  erasuresOf: (installation: string) => Erasure[] | undefined,
): BackupSource {
  const manifest = readManifest(path, container);
  refuseNewer(path, manifest);
  const sums = readSums(path, container);
  const files = manifest.databases.map(({ file: name, bytes }) => {
    const sha256 = sums.get(name);
    const found = container.files.get(name);
    if (sha256 === undefined) throw spoilt(path, `${checksumsFile} has no checksum of ${name}`);
    if (found === undefined) throw spoilt(path, `${name} is missing`);
    if (found !== bytes) throw spoilt(path, `${name} has ${found} bytes instead of ${bytes}`);
    return { name, bytes, sha256 };
  });
  return {
    path,
    manifest,
    files,
    read: container.read,
    erasures: () => erasuresOf(manifest.installation),
  };
}

/** The refusal of a backup that cannot be restored. */
export function spoilt(path: string, what: string): DataFolderError {
  return new DataFolderError(
    "damaged",
    `the backup ${path} is damaged: ${what}. Restore another backup, and check the disk of this one (dmesg, smartctl)`,
  );
}

function openOrRefuse(path: string): Container {
  try {
    const container = openContainer(path);
    if (container.files.has(manifestFile)) return container;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") throw new DataFolderError("unusable", `there is no backup ${path}`);
    if (!(error instanceof NoArchiveError)) throw asBackupFolderError(error, path);
  }
  throw new DataFolderError(
    "unusable",
    `${path} is no backup: name a folder such as waybill-2026-11-21T040000Z, with ${manifestFile} in it, or the archive of one`,
  );
}

function readManifest(path: string, container: Container): Manifest {
  const manifest = toManifest(container.text(manifestFile));
  if (manifest !== undefined) return manifest;
  throw spoilt(path, `${manifestFile} does not describe a backup`);
}

function readSums(path: string, container: Container): Map<string, string> {
  if (!container.files.has(checksumsFile)) throw spoilt(path, `${checksumsFile} is missing`);
  const lines = container.text(checksumsFile).trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [, sum = "", name = ""] = sumPattern.exec(line) ?? [];
      return [name, sum];
    }),
  );
}

/** Refuses a backup of a newer version: its rows may say what this version does not understand. @throws DataFolderError */
function refuseNewer(path: string, { waybill, databases }: Manifest): void {
  const schemas = schemaVersions();
  const isBeyond = databases.some(({ file, schema }) =>
    storeNames.some((name) => file === `${name}.db` && schema > schemas[name]),
  );
  if (!isBeyond && Bun.semver.order(waybill, version) <= 0) return;
  throw new DataFolderError(
    "newer",
    `the backup ${path} was made by Waybill ${waybill} and is newer than this version (${version}): use that version or a newer one`,
  );
}
