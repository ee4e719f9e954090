import { statfs } from "node:fs/promises";
import { bytesPerMb } from "../sizes.ts";
import type { StorageLog } from "./observers.ts";

const lookEveryMs = 1_000;
/** With less than this even the smallest writes are refused: closing needs some. */
const lastReserveBytes = 16 * bytesPerMb;

/** How the storage is; kept, so that asking costs nothing. */
export interface Condition {
  /** The disk has less space left than is kept free: writes are refused, reads go on. */
  readonly spaceIsLow: boolean;
  /** What is kept free is nearly used up too: what may use it is refused as well. */
  readonly reserveIsLow: boolean;
  /** Space on the disk when it was looked at last; null while it cannot be asked for. */
  readonly freeBytes: number | null;
  /** The databases can be read, and have the schema they were opened with. */
  readonly schemaIsCurrent: boolean;
  /** How long the sync that is running has been: the longest of all stores, 0 where none is. */
  readonly syncRunningMs: number;
}

interface Looks {
  /** What the operator wants kept free. */
  minFreeBytes: number;
  freeBytes(): Promise<number>;
  /** Whether a statement has met a damage; what is damaged does not heal. */
  isDamaged(): boolean;
  isSchemaCurrent(): boolean;
  syncRunningMs(): number;
}

/** Space for this user on the disk of a folder; does not wait for the disk on the main thread. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Looks about once a second, and says in the log when something changes. `stop` frees the reserve for closing. */
export async function watchCondition(looks: Looks, log: StorageLog): Promise<Condition & { stop(): void }> {
  const { minFreeBytes } = looks;
  let timer: Timer | undefined;
  let stopped = false;
  let spaceIsLow = false;
  let reserveIsLow = false;
  let freeBytes: number | null = null;
  let schemaIsCurrent = true;
  let failed = false;

  async function look(): Promise<void> {
    tellSchema(looks.isSchemaCurrent());
    await looks.freeBytes().then(tellSpace, tellFailure);
    if (stopped) return;
    timer = setTimeout(look, lookEveryMs);
    timer.unref();
  }

  function tellSpace(free: number): void {
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

  function tellFailure(error: unknown): void {
    if (!failed) log.warn({ err: error }, "Reading the free disk space failed");
    failed = true;
    freeBytes = null;
  }

  function tellSchema(isCurrent: boolean): void {
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
      return schemaIsCurrent && !looks.isDamaged();
    },
    get syncRunningMs() {
      return looks.syncRunningMs();
    },
    stop() {
      stopped = true;
      spaceIsLow = false;
      reserveIsLow = false;
      clearTimeout(timer);
    },
  };
}
