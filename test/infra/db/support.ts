import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Connection } from "../../../src/infra/db/connection.ts";
import type { Migration, MigrationSets } from "../../../src/infra/db/migrate.ts";
import { asMigration } from "../../../src/infra/db/migrations.macro.ts";
import type { StorageLog } from "../../../src/infra/db/observers.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import type { Stores, Tx } from "../../../src/infra/db/store.ts";
import { upgrade } from "../../../src/infra/db/upgrading.ts";

/** A schema of one table, for every store. */
const items = [asMigration("0001_items", "CREATE TABLE items (body TEXT NOT NULL UNIQUE) STRICT;")];
export const itemSets: MigrationSets = { accounts: items, platform: items, telemetry: items };

export const silentLog: StorageLog = { info() {}, warn() {}, error() {}, fatal() {} };

/** A folder that is there until the block ends: `using folder = temporaryFolder()`. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "waybill-db-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** Migrates a single database. @returns the names of what was applied */
export function migrate(connection: Connection, path: string, migrations: Migration[]): string[] {
  return upgrade([{ connection, path, migrations, waits: true }]).flatMap(({ applied }) => applied);
}

export const itemWorker = new URL("./fixtures/item-worker.ts", import.meta.url);

/** Stores of items in a folder, closed when the block ends. */
export async function itemStores(dataDir: string, log = silentLog): Promise<Stores & AsyncDisposable> {
  const stores = await openStores({ dataDir, log, migrations: itemSets, telemetryWorker: itemWorker });
  return { ...stores, [Symbol.asyncDispose]: stores.close };
}

export function addItem(tx: Tx, body: string): void {
  tx.run(sql`INSERT INTO items (body) VALUES (${body})`);
}

/** One item in the live store of a folder that nobody has open. */
export async function writeItem(dataDir: string, body: string): Promise<void> {
  await using stores = await itemStores(dataDir);
  await stores.platform("live").write((tx) => addItem(tx, body));
}

/** The items of its live store, after a start with these migrations. One that is not durable syncs nothing. */
export async function bodiesIn(dataDir: string, migrations = itemSets, durable = true): Promise<unknown[]> {
  const stores = await openStores({ dataDir, log: silentLog, migrations, durable });
  const bodies = stores.platform("live").db.all("SELECT body FROM items ORDER BY body");
  await stores.close();
  return bodies;
}

/** Runs `fixtures/writer.ts` on a folder, with another fixture preloaded into it where one is named. */
export function spawnWriter(dataDir: string, preloaded?: string) {
  const fixture = (file: string) => join(import.meta.dir, "fixtures", file);
  const preload = preloaded === undefined ? [] : ["--preload", fixture(preloaded)];
  return Bun.spawn([process.execPath, ...preload, fixture("writer.ts"), dataDir], {
    stdout: "pipe",
    stderr: "pipe",
  });
}

export const textOf = (output: ReadableStream<Uint8Array>) => new Response(output).text();

/** Reads a subprocess's standard output line by line. */
export async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
