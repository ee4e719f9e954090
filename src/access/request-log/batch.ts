import type { Environment } from "../../infra/environment.ts";
import { type Bodies, type LogEntry, refusedFrom } from "./request.ts";

/** The size of a batch limits the cost of a page of the list. */
const batchLimits: BatchLimits = { requestsMax: 250, charactersMax: 1024 * 1024 };

/** Requests of one account and environment that are written together, as JSON in the order of the answers. */
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

interface BatchLimits {
  requestsMax: number;
  charactersMax: number;
}

/** A request as the log shows it. */
export interface LoggedRequest {
  accountId: string;
  environment: Environment;
  entry: LogEntry;
  /** Null if the log has no bodies of such requests. */
  bodies: Bodies | null;
}

/** Batches of these requests, oldest first. A batch is full at either limit. */
export function inBatches(requests: readonly LoggedRequest[], limits = batchLimits): Batch[] {
  const batches: Batch[] = [];
  /** The open batch of each account and environment. */
  const open = new Map<string, Batch>();
  for (const { accountId, environment, entry, bodies } of requests) {
    const key = `${accountId} ${environment}`;
    let batch = open.get(key);
    if (batch === undefined || isFull(batch, limits)) {
      batch = newBatch(accountId, environment, entry);
      open.set(key, batch);
      batches.push(batch);
    }
    fill(batch, entry, bodies);
  }
  return batches;
}

function isFull({ entries, characters }: Batch, { requestsMax, charactersMax }: BatchLimits): boolean {
  return entries.length >= requestsMax || characters >= charactersMax;
}

function newBatch(accountId: string, environment: Environment, { id, createdAt }: LogEntry): Batch {
  const ends = { firstId: id, lastId: id, oldestAt: createdAt, newestAt: createdAt };
  return { accountId, environment, ...ends, refused: 0, characters: 0, entries: [], bodies: [] };
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
