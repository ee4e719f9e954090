import { statfs } from "node:fs/promises";
import { bytesPerMb } from "../units.ts";
import type { StorageLog } from "./observers.ts";

const lookEveryMs = 1_000;
/** With less than this even the smallest writes are refused: closing needs some space. */
const lastReserveBytes = 16 * bytesPerMb;

/** The state of the storage. Reading it costs nothing. */
export interface Condition {
  /** The disk has less free space than the operator wants: writes are refused, reads continue. */
  readonly spaceIsLow: boolean;
  /** The reserve is nearly used up too: writes that may use it are refused as well. */
  readonly reserveIsLow: boolean;
  /** Free space on the disk at the last look; null if it could not be read. */
  readonly freeBytes: number | null;
  /** The databases are readable and have the schema they were opened with. */
  readonly schemaIsCurrent: boolean;
  /** Age of the oldest running sync of all stores; 0 if none is running. */
  readonly syncRunningMs: number;
}

interface Probes {
  /** Space that the operator wants to keep free. */
  minFreeBytes: number;
  freeBytes(): Promise<number>;
  /** Whether a statement has met damage, which never heals. */
  isDamaged(): boolean;
  isSchemaCurrent(): boolean;
  syncRunningMs(): number;
}

/** Free space for this user on the disk of a folder. The main thread does not wait for the disk. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Looks about once a second and logs changes. `stop` frees the reserve for closing. */
export async function watchCondition(probes: Probes, log: StorageLog): Promise<Condition & { stop(): void }> {
  const { minFreeBytes } = probes;
  let timer: Timer | undefined;
  let stopped = false;
  let spaceIsLow = false;
  let reserveIsLow = false;
  let freeBytes: number | null = null;
  let schemaIsCurrent = true;
  let failed = false;

  async function look(): Promise<void> {
    noteSchema(probes.isSchemaCurrent());
    await probes.freeBytes().then(noteSpace, noteFailure);
    if (stopped) return;
    timer = setTimeout(look, lookEveryMs);
    timer.unref();
  }

  function noteSpace(free: number): void {
    failed = false;
    freeBytes = free;
    const isLow = free < minFreeBytes;
    if (stopped) return;
    reserveIsLow = isLow && free < lastReserveBytes;
    if (isLow === spaceIsLow) return;
    spaceIsLow = isLow;
    const fields = { free_bytes: free, min_free_bytes: minFreeBytes };
    if (isLow) log.warn(fields, "Disk nearly full: writes are refused until space is freed");
    else log.info(fields, "Disk space is available again: writes resume");
  }

  function noteFailure(error: unknown): void {
    if (!failed) log.warn({ err: error }, "Reading the free disk space failed");
    failed = true;
    freeBytes = null;
  }

  function noteSchema(isCurrent: boolean): void {
    if (!isCurrent && schemaIsCurrent)
      log.error({}, "A database cannot be read, or another program changed it");
    schemaIsCurrent = isCurrent;
  }

  await look();
  return {
    get spaceIsLow() {
      return spaceIsLow;
    },
    get reserveIsLow() {
      return reserveIsLow;
    },
    get freeBytes() {
      return freeBytes;
    },
    get schemaIsCurrent() {
      return schemaIsCurrent && !probes.isDamaged();
    },
    get syncRunningMs() {
      return probes.syncRunningMs();
    },
    stop() {
      stopped = true;
      spaceIsLow = false;
      reserveIsLow = false;
      clearTimeout(timer);
    },
  };
}
