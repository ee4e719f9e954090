import type { Backups } from "./backups/process.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Stores, Sync, Tx } from "./db/store.ts";
import type { Environment } from "./environment.ts";
import type { AppendedEvent, EventDefinition } from "./event.ts";
import type { Ids } from "./ids.ts";
import type { Calendar } from "./jobs/calendar.ts";
import type { JobLoop } from "./jobs/loop.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/smtp.ts";
import type { Meter } from "./metrics/meter.ts";
import type { Transport } from "./net/transport.ts";
import type { Vault } from "./vault.ts";

/** What a feature may use; nothing else reaches outside the process. */
export interface Deps {
  readonly config: Config;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly transport: Transport;
  /** Sends mail, where the operator has named a server for it. */
  readonly mailer: Mailer | undefined;
  /** Copies of the databases, each made by a process of its own. */
  readonly backups: Backups;
  /** Keeps secrets that have to be read again. */
  readonly vault: Vault;
  /** Act on every event, inside the transaction that writes it. */
  readonly eventSubscribers: readonly EventSubscriber[];
  /** What events of a type carry, as its feature defines them. @throws Error for a type that does not exist */
  readonly eventDefinition: (type: string) => EventDefinition;
  /** Signs the cursors of lists; the installation's own, so that they survive a restart. */
  readonly cursorKey: Uint8Array;
  /** What runs the jobs, once the server does. */
  readonly loops: readonly JobLoop[];
  /** What runs at times of day, once the server does. */
  calendar(): Calendar | undefined;
  /** When the data folder was opened, by `clock`. */
  readonly startedAt: number;
  /** Is told what goes on, where somebody asked for metrics. */
  readonly meter?: Meter | undefined;
  /** Aborted when the server stops: what is open ends by itself. */
  readonly stopping: AbortSignal;
  /** Where callers reach this installation, without a trailing slash. */
  publicUrl(): string;
}

/** One function's share of a transaction over an environment's database. */
export interface Writing {
  readonly deps: Deps;
  readonly tx: Tx;
  readonly environment: Environment;
  readonly now: number;
  /** Calls `then` when the transaction is durable, and never if it fails. */
  afterCommit(then: () => void): void;
}

/** Acts on an event with rows of its own. What it throws undoes the event too. */
export type EventSubscriber = (writing: Writing, event: AppendedEvent) => void;

/**
 * Runs `change` inside a transaction of the environment's database and answers once that is durable. Reads,
 * decisions and writes all belong inside, so that nothing is checked before and written after.
 */
export async function write<T>(
  deps: Deps,
  environment: Environment,
  change: (writing: Writing) => Sync<T>,
): Promise<T> {
  const later: (() => void)[] = [];
  const afterCommit = (then: () => void) => void later.push(then);
  const result = await deps.stores
    .platform(environment)
    .write<T>((tx) => change({ deps, tx, environment, now: deps.clock.now(), afterCommit }));
  for (const then of later) then();
  return result;
}

/** What a feature keeps in memory for the installation, made when it is first asked for. */
export function inMemory<T>(make: (deps: Deps) => T): (deps: Deps) => T {
  const made = new WeakMap<Deps, T>();
  return (deps) => {
    const existing = made.get(deps);
    if (existing !== undefined) return existing;
    const value = make(deps);
    made.set(deps, value);
    return value;
  };
}

/**
 * Rows of the accounts' store that are asked for at every request, by a key of the feature's own. Whatever is
 * written there empties it before the writer is answered, so that a change holds from then on.
 */
export function accountsCache<T>(): (deps: Deps) => Map<string, T> {
  return inMemory((deps) => {
    const rows = new Map<string, T>();
    deps.stores.accounts.onSynced(() => rows.clear());
    return rows;
  });
}
