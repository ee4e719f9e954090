import { dayMs, hourMs } from "../durations.ts";
import { bytesPerMb } from "../sizes.ts";

/** Copies of the databases in a folder of their own, by which an installation can be brought back. */

const markCharacters = 16;

/** What a backup says of itself, in `backup.json`; its other files are what a data folder needs. */
export interface Manifest {
  /** The version that made it. */
  readonly waybill: string;
  /** Whose it is: several installations may use one folder. */
  readonly installation: string;
  /** What was acknowledged before this time is in it. RFC 3339. */
  readonly taken_at: string;
  readonly finished_at: string;
  readonly databases: readonly { file: string; bytes: number; schema: string }[];
}

export interface Backup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** What a backup came to, as `waybill backup --json` prints it. */
export interface BackupReport extends Manifest {
  readonly path: string;
  /** Old ones, by their paths. */
  readonly removed: readonly string[];
}

const namePattern = /^waybill-\d{4}-\d\d-\d\dT\d{6}Z$/;

/** `waybill-2026-11-21T040000Z`: names sort by time. */
export function backupName(takenAt: string): string {
  return `waybill-${takenAt.slice(0, 19).replaceAll(":", "")}Z`;
}

export function isBackupName(name: string): boolean {
  return namePattern.test(name);
}

export const unfinishedSuffix = ".unfinished";

/** What an interrupted backup, or an interrupted removal of one, has left. */
export function isUnfinished(name: string): boolean {
  return name.endsWith(unfinishedSuffix) && isBackupName(name.slice(0, -unfinishedSuffix.length));
}

/** Tells one installation from another, and nothing of the key itself. */
export function installationFingerprint(cursorKey: Uint8Array): string {
  const hash = new Bun.CryptoHasher("sha256", cursorKey).update("waybill installation");
  return hash.digest("hex").slice(0, markCharacters);
}

/** Whether a day's backup is missing. @param hour of the day, UTC, from which on it is wanted */
export function isDue(newest: Backup | undefined, hour: number, now: number): boolean {
  const wantedSince = now - ((now - hour * hourMs) % dayMs);
  return newest === undefined || Date.parse(newest.manifest.taken_at) < wantedSince;
}

export function bytesOf({ databases }: Manifest): number {
  return databases.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** As people read it, `0.8 MB`. */
export function toMegabytes(bytes: number): string {
  return `${(bytes / bytesPerMb).toFixed(1)} MB`;
}
