import type { AccountIds } from "./account-ids.ts";
import type { Backups } from "./backups/process.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { StorageMeter } from "./db/observers.ts";
import type { Store, Stores, Sync, Tx } from "./db/store.ts";
import type { Environment } from "./environment.ts";
import type { AppendedEvent, EventDefinition } from "./event.ts";
import type { Played, SessionPrincipal } from "./http/principal.ts";
import type { Ids } from "./ids.ts";
import type { Calendar } from "./jobs/calendar.ts";
import type { JobLoop } from "./jobs/loop.ts";
import type { Log } from "./log/log.ts";
import type { Mailer } from "./mail/smtp.ts";
import type { Transport } from "./net/transport.ts";
import type { Vault } from "./secrets/vault.ts";
import type { StoredLinks } from "./stored-links.ts";
import type { AccountClocks } from "./test-clock/clocks.ts";

/** Counts events as they happen. Gauges are read when somebody requests the metrics. */
export interface Meter extends StorageMeter {
  /** A request was answered. `route` is the operation's id; undefined if the path does not exist. */
  request(route: string | undefined, status: number, durationMs: number): void;
  /** Entries of the request log were dropped. */
  droppedRequests(count: number): void;
  /** A webhook delivery attempt was recorded. */
  delivery(environment: Environment, result: string): void;
}

/** What features use. Nothing else reaches outside the process. */
export interface Deps {
  readonly config: Config;
  readonly stores: Stores;
  /** The time of the account's sandbox where code runs in it, else real time. */
  readonly clock: Clock;
  /** Real time, for what concerns the world outside: networks, sessions, the process. */
  readonly realClock: Clock;
  /** Clocks of accounts' sandboxes; undefined where no account can have one. */
  readonly clocks: AccountClocks | undefined;
  readonly ids: Ids;
  /** Accounts with ids of their own; undefined where no account can have any. */
  readonly accountIds: AccountIds | undefined;
  readonly log: Log;
  readonly transport: Transport;
  /** Sends mail; undefined without an SMTP server. */
  readonly mailer: Mailer | undefined;
  /** Backups of the databases; a separate process makes each. */
  readonly backups: Backups;
  /** Stores secrets that must be readable later. */
  readonly vault: Vault;
  /** The key pair by which push services know this installation; null where push is off. */
  readonly pushKeys: { readonly publicKey: string; readonly privateKey: string } | null;
  /** Tracking links in stored texts. */
  readonly links: StoredLinks;
  /** Called for every event, inside the transaction that writes it. */
  readonly eventSubscribers: readonly EventSubscriber[];
  readonly madeWebhooks: MadeWebhooks;
  /** The data and example of an event type, as its feature defines them. @throws Error for an unknown type */
  readonly eventDefinition: (type: string) => EventDefinition;
  /** Signs the cursors of lists. It belongs to the installation, so cursors survive a restart. */
  readonly cursorKey: Uint8Array;
  /** The loops that run the jobs; empty until the server runs. */
  readonly loops: readonly JobLoop[];
  /** Runs work at times of day; undefined until the server runs. */
  calendar(): Calendar | undefined;
  /** When the data folder was opened, in real time. */
  readonly startedAt: number;
  /** Counts what happens; undefined without metrics. */
  readonly meter?: Meter | undefined;
  /** Aborts when the server stops: open streams and running work end themselves. */
  readonly stopping: AbortSignal;
  /**
   * Answers a request of the public API as the server does, without a socket. Waybill itself makes it, as `principal`.
   * @throws Error before the server runs
   */
  handle(request: Request, principal: Played): Promise<Response>;
  /** Origin at which callers reach this installation, without a trailing slash. */
  publicUrl(): string;
}

/** One function's share of a transaction over an environment's database. */
export interface Writing<D extends Deps = Deps> {
  readonly deps: D;
  readonly tx: Tx;
  readonly environment: Environment;
  readonly now: number;
  /** Calls `then` when the transaction is durable, and never if it fails. */
  afterCommit(then: () => void): void;
}

/** An enabled webhook endpoint, for a list of what a person created. */
export interface MadeWebhook {
  id: string;
  environment: Environment;
  url: string;
  description: string | null;
  createdAt: number;
}

/** Webhook endpoints by who created them, for the people of an account: endpoints are in a room above theirs. */
export interface MadeWebhooks {
  /** Enabled ones, newest first. */
  list(deps: Deps, accountId: string, userId: string): MadeWebhook[];
  disable(deps: Deps, session: SessionPrincipal, userId: string): Promise<void>;
}

/** Reacts to an event with rows of its own. If it throws, the event is undone too. */
export type EventSubscriber = (writing: Writing, event: AppendedEvent) => void;

/**
 * Runs `change` inside a transaction of the environment's database and resolves once that is durable. Reads, decisions
 * and writes all belong inside, so that no check is outdated when its write happens.
 */
export function write<T, D extends Deps = Deps>(
  deps: D,
  environment: Environment,
  change: (writing: Writing<D>) => Sync<T>,
): Promise<T> {
  return writeTo(deps.stores.platform(environment), (tx, afterCommit) =>
    change({ deps, tx, environment, now: deps.clock.now(), afterCommit }),
  );
}

/** Runs a change in one transaction of any store. */
export async function writeTo<T>(
  store: Store,
  change: (tx: Tx, afterCommit: Writing["afterCommit"]) => Sync<T>,
): Promise<T> {
  const later: (() => void)[] = [];
  const result = await store.write<T>((tx) => change(tx, (then) => void later.push(then)));
  for (const then of later) then();
  return result;
}

/** A value that a feature keeps in memory, one for each installation, made at its first use. */
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
 * A cache for rows of the accounts' store that every request needs, under the feature's own keys. Each write to that
 * store empties it before the writer gets its answer, so a change holds from then on.
 */
export function accountsCache<T>(): (deps: Deps) => Map<string, T> {
  return inMemory((deps) => {
    const rows = new Map<string, T>();
    deps.stores.accounts.onSynced(() => rows.clear());
    return rows;
  });
}
