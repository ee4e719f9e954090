import { join } from "node:path";
import { openReader } from "../../src/infra/db/connection.ts";
import type { Serving } from "../slow/executable.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";

/** Writers to a primary, and what a standby has of what they wrote. */

export interface Account {
  keys: { sandbox: string; live: string };
  cookie: string;
}

/** An acknowledged write, by the clock of `performance.now()`. */
interface Write {
  id: string;
  acknowledgedAt: number;
}

/** Waits for each answer before it writes again: its writes stand in its database in their order. */
export interface Writer {
  database: keyof typeof kinds;
  writes: Write[];
}

interface Kind {
  writers: number;
  path: string;
  table: string;
  /** Between two writes. */
  restMs: number;
  writesMax: number;
}

/** An account may have a hundred keys. */
const kinds = {
  accounts: { writers: 1, path: "/api/v1/keys", table: "api_keys", restMs: 60, writesMax: 90 },
  live: { writers: 4, path: `${platform}/shipments`, table: "shipments", restMs: 1, writesMax: 5_000 },
  sandbox: { writers: 2, path: `${platform}/shipments`, table: "shipments", restMs: 5, writesMax: 5_000 },
} as const satisfies Record<string, Kind>;

/** Writes until the server is gone or the load is stopped; `ended` resolves then. */
export function startLoad({ url, gone }: Serving, account: Account) {
  let stopping = false;
  const writers: Writer[] = Object.entries(kinds).flatMap(([database, kind]) =>
    Array.from({ length: kind.writers }, () => ({ database: database as keyof typeof kinds, writes: [] })),
  );
  const write = async ({ database, writes }: Writer) => {
    const { restMs, writesMax } = kinds[database];
    while (!stopping && writes.length < writesMax) {
      const id = await create(url, gone, account, database);
      if (id === undefined) return;
      writes.push({ id, acknowledgedAt: performance.now() });
      await Bun.sleep(restMs);
    }
  };
  const ended = Promise.all(writers.map(write));
  return {
    writers,
    async stop() {
      stopping = true;
      await ended;
    },
  };
}

/** The id of what was acknowledged; undefined without an answer. */
async function create(
  url: string,
  signal: AbortSignal,
  { keys, cookie }: Account,
  database: keyof typeof kinds,
) {
  const isKey = database === "accounts";
  const credentials = isKey ? { cookie, "sec-fetch-site": "same-origin" } : { "x-api-key": keys[database] };
  const answer = await fetch(url + kinds[database].path, {
    method: "POST",
    signal,
    headers: { ...credentials, "content-type": "application/json" },
    body: JSON.stringify(isKey ? { name: "load", environment: "sandbox" } : shipmentBody()),
  }).catch(() => undefined);
  if (answer === undefined) return undefined;
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return undefined;
  // A primary that stops refuses what comes too late to be kept.
  if (answer.status === 503 && text.includes('"shutting_down"')) return undefined;
  if (answer.status !== 201) throw new Error(`the load was refused: ${answer.status} ${text}`);
  return (JSON.parse(text) as { id: string }).id;
}

/** How many of its first writes are in a data folder. @throws Error if there is a later one too: a gap */
export function keptOf({ database, writes }: Writer, dataDir: string): number {
  const connection = openReader(join(dataDir, `${database}.db`), undefined);
  const all = connection.prepare(`SELECT id FROM ${kinds[database].table}`).pluck().all();
  connection.close();
  const there = new Set(all);
  const kept = writes.filter(({ id }) => there.has(id)).length;
  if (writes.slice(0, kept).some(({ id }) => !there.has(id)))
    throw new Error(`${database}.db has later writes and lacks earlier ones`);
  return kept;
}
