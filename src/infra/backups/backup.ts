import type { Environment } from "../environment.ts";
import { bytesPerMb, dayMs, hourMs } from "../units.ts";

/** A backup is a folder with copies of the databases. An installation can be restored from it. */

const markCharacters = 16;

/** The content of `backup.json`, which describes the backup. Its other files make up a data folder. */
export interface Manifest {
  /** The Waybill version that made it. */
  readonly waybill: string;
  /** The installation it belongs to: several may use one folder. */
  readonly installation: string;
  /** The backup has everything acknowledged before this time. RFC 3339. */
  readonly taken_at: string;
  readonly finished_at: string;
  /**
   * About when newer daily backups have replaced it. Until then it holds what is erased meanwhile. Null for a backup that
   * nobody replaces; missing in those of earlier versions.
   */
  readonly ends_at?: string | null;
  readonly databases: readonly {
    file: string;
    bytes: number;
    schema: string;
    /** The copy is of this moment or later. Missing in backups of earlier versions. */
    taken_at?: string;
  }[];
}

export interface Backup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** The name of its folder. */
export function nameOf({ path }: Pick<Backup, "path">): string {
  return path.slice(1 + Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")));
}

/** A file of a backup. */
export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  /** Null for the files that describe the backup. */
  readonly sha256: string | null;
}

/** A backup that is being taken. */
export interface RunningBackup {
  readonly startedAt: number;
  /** The database that is being copied or uploaded; null before the first. */
  readonly file: string | null;
  readonly isUpload: boolean;
  /** Of all bytes, 0 to 1. */
  readonly share: number;
}

/** The result of a backup, as `waybill backup --json` prints it. */
export interface BackupReport extends Manifest {
  readonly path: string;
  /** Old backups that were removed: paths, and addresses in S3-compatible storage. */
  readonly removed: readonly string[];
}

/** What restoring a backup for a check showed. `failed`: it cannot be relied on. */
export const restoreResults = ["ok", "warning", "failed"] as const;
export type RestoreResult = (typeof restoreResults)[number];

const namePattern = /^waybill-\d{4}-\d\d-\d\dT\d{6}Z$/;

/** `waybill-2026-11-21T040000Z`: names sort by time. */
export function backupName(takenAt: string): string {
  return `waybill-${takenAt.slice(0, 19).replaceAll(":", "")}Z`;
}

export function isBackupName(name: string): boolean {
  return namePattern.test(name);
}

export const unfinishedSuffix = ".unfinished";

/** Left by an interrupted backup, or by an interrupted removal. */
export function isUnfinished(name: string): boolean {
  return name.endsWith(unfinishedSuffix) && isBackupName(name.slice(0, -unfinishedSuffix.length));
}

/** Distinguishes installations without revealing the key. */
export function installationFingerprint(cursorKey: Uint8Array): string {
  const hash = new Bun.CryptoHasher("sha256", cursorKey).update("waybill installation");
  return hash.digest("hex").slice(0, markCharacters);
}

/** Whether the backup of the day is missing. @param hour of the day, UTC, from which it is due */
export function isDue(newest: Backup | undefined, hour: number, now: number): boolean {
  const wantedSince = now - ((now - hour * hourMs) % dayMs);
  return newest === undefined || Date.parse(newest.manifest.taken_at) < wantedSince;
}

/** Whether a wrong clock dated it: it says nothing of when the next one is due. */
export function isAhead({ manifest }: Backup, now: number): boolean {
  return Date.parse(manifest.taken_at) > now + hourMs;
}

export function bytesOf({ databases }: Manifest): number {
  return databases.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** For people: `0.8 MB`. */
export function toMegabytes(bytes: number): string {
  return `${(bytes / bytesPerMb).toFixed(1)} MB`;
}

/**
 * About when newer daily backups have replaced a backup.
 * @param newestAt when the newest was taken
 * @param newer on how many later days backups were taken; `keep` or more for one that is not the newest of its day
 */
export function endsAt(newestAt: string, newer: number, keep: number): number {
  return Date.parse(newestAt) + Math.max(1, keep - newer) * dayMs;
}

/**
 * The backups that a new one replaces. Those of its own day stay, so that whoever takes many in a day loses no history;
 * of each of the `keep - 1` days before, the newest one stays. Days that lie ahead, as a wrong clock dated them, count
 * last.
 * @param others newest first, without the new one
 */
export function replacedBy(newAt: string, others: readonly Backup[], keep: number): Backup[] {
  const ofOtherDays = others.filter(({ manifest }) => dayOf(manifest.taken_at) !== dayOf(newAt));
  const newestOfDays = ofOtherDays.filter((_, index) => isNewestOfDay(ofOtherDays, index));
  const liesAhead = ({ manifest }: Backup) => Number(manifest.taken_at > newAt);
  const inOrder = newestOfDays.toSorted((one, other) => liesAhead(one) - liesAhead(other));
  const kept = new Set(inOrder.slice(0, keep - 1));
  return ofOtherDays.filter((backup) => !kept.has(backup));
}

/** @param backups newest first */
export function isNewestOfDay(backups: readonly Backup[], index: number): boolean {
  const day = (at: number) => dayOf(backups[at]?.manifest.taken_at ?? "");
  return day(index) !== day(index - 1);
}

/** `2026-11-21`, in UTC. */
function dayOf(takenAt: string): string {
  return takenAt.slice(0, 10);
}

/** Something that was erased, by id and without personal data. */
export interface Erasure {
  readonly kind: "shipment" | "contact" | "schedule" | "order_form" | "order_request" | "user" | "account";
  readonly id: string;
  /** Null for a user and for an account. */
  readonly environment: Environment | null;
  /** RFC 3339. */
  readonly erased_at: string;
}
