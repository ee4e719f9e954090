import type { Environment } from "../../infra/environment.ts";
import { type Bodies, type LogEntry, refusedFrom } from "./request.ts";

/**
 * Requests of one account and environment that are written together, as JSON in the order of the answers. While they
 * wait, texts in a few lists cost a fraction of what objects cost.
 */
export interface Batch {
  readonly accountId: string;
  readonly environment: Environment;
  /** The smallest and the greatest id. */
  firstId: string;
  lastId: string;
  /** When the first and the last of them arrived. */
  oldestAt: number;
  newestAt: number;
  refused: number;
  characters: number;
  /** Each a `LogEntry`. */
  readonly entries: string[];
  /** Each a member of an object, id → `Bodies`. */
  readonly bodies: string[];
}

interface BacklogLimits {
  requestsMax: number;
  charactersMax: number;
}

/**
 * Batches that are not written yet, oldest first. A batch is full at either limit of `batch`. Above the limits of `all`
 * the oldest batches are dropped, so that memory stays constant if the disk is too slow.
 */
export function createBacklog(limits: { batch: BacklogLimits; all: BacklogLimits }) {
  const waiting: Batch[] = [];
  /** The open batch of each account and environment. */
  const open = new Map<string, Batch>();
  let requests = 0;
  let characters = 0;
  let dropped = 0;

  function openBatch(accountId: string, environment: Environment, first: LogEntry): Batch {
    const key = `${accountId} ${environment}`;
    const existing = open.get(key);
    if (existing !== undefined && isBelow(limits.batch, existing.entries.length, existing.characters)) {
      return existing;
    }
    const { id, createdAt } = first;
    const ends = { firstId: id, lastId: id, oldestAt: createdAt, newestAt: createdAt };
    const batch = { accountId, environment, ...ends, refused: 0, characters: 0, entries: [], bodies: [] };
    open.set(key, batch);
    waiting.push(batch);
    return batch;
  }

  function takeOldest(): Batch | undefined {
    const batch = waiting.shift();
    if (batch === undefined) return undefined;
    const key = `${batch.accountId} ${batch.environment}`;
    if (open.get(key) === batch) open.delete(key);
    requests -= batch.entries.length;
    characters -= batch.characters;
    return batch;
  }

  function keepWithinLimits(): void {
    while (!isBelow(limits.all, requests - 1, characters - 1)) dropped += takeOldest()?.entries.length ?? 0;
  }

  return {
    /** Number of batches. */
    get length(): number {
      return waiting.length;
    },
    add(accountId: string, environment: Environment, entry: LogEntry, bodies: Bodies | null): void {
      const batch = openBatch(accountId, environment, entry);
      const before = batch.characters;
      fill(batch, entry, bodies);
      requests += 1;
      characters += batch.characters - before;
      keepWithinLimits();
    },
    /** Removes and returns the oldest batches, at most `count`. */
    take(count: number): Batch[] {
      return Array.from({ length: Math.min(count, waiting.length) }, takeOldest).filter(
        (batch) => batch !== undefined,
      );
    },
    /** Returns batches that could not be written. */
    putBack(taken: readonly Batch[]): void {
      waiting.unshift(...taken);
      for (const batch of taken) {
        requests += batch.entries.length;
        characters += batch.characters;
      }
      keepWithinLimits();
    },
    /** How many requests were dropped since the last call. */
    takeDropped(): number {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

function isBelow(limits: BacklogLimits, requests: number, characters: number): boolean {
  return requests < limits.requestsMax && characters < limits.charactersMax;
}

function fill(batch: Batch, entry: LogEntry, bodies: Bodies | null): void {
  if (entry.id < batch.firstId) batch.firstId = entry.id;
  if (entry.id > batch.lastId) batch.lastId = entry.id;
  batch.oldestAt = Math.min(batch.oldestAt, entry.createdAt);
  batch.newestAt = Math.max(batch.newestAt, entry.createdAt);
  if (entry.status >= refusedFrom) batch.refused += 1;
  const text = JSON.stringify(entry);
  batch.entries.push(text);
  batch.characters += text.length;
  if (bodies === null) return;
  const member = `${JSON.stringify(entry.id)}:${JSON.stringify(bodies)}`;
  batch.bodies.push(member);
  batch.characters += member.length;
}
