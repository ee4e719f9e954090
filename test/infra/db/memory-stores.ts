import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { groupCommit } from "../../../src/infra/db/group-commit.ts";
import type { MigrationSets } from "../../../src/infra/db/migrate.ts";
import { readMigrations } from "../../../src/infra/db/migrations.macro.ts" with { type: "macro" };
import { type Bound, createStore } from "../../../src/infra/db/open-store.ts";
import type { Store, Stores, WorkerStore } from "../../../src/infra/db/store.ts";
import { migrate } from "./support.ts";

const templates = new Map<keyof MigrationSets, Buffer>();

/**
 * Stores of their own for one test, migrated and empty, in memory: writes take the same way as in a file, their
 * syncs succeed at once. Made in about 2 ms, as copies of databases that were migrated once.
 */
export function memoryStores(): Stores {
  const connections: Connection[] = [];
  const open = (name: Store["name"], set: keyof MigrationSets): Store => {
    const { store, connection } = memoryStore(name, set);
    connections.push(connection);
    return store;
  };
  const accounts = open("accounts", "accounts");
  const writer = open("telemetry", "telemetry");
  const telemetry: WorkerStore = { ...writer, run: ({ work }, input) => work(writer, input) };
  const platforms = { live: open("live", "platform"), sandbox: open("sandbox", "platform") };
  return {
    accounts,
    telemetry,
    platform: (environment) => platforms[environment],
    condition: {
      spaceIsLow: false,
      reserveIsLow: false,
      freeBytes: null,
      schemaIsCurrent: true,
      syncRunningMs: 0,
    },
    noteDamage() {},
    damaged: () => [],
    footprints: () => [],
    freeReserve: () => {},
    close: async () => {
      for (const connection of connections) connection.close();
    },
  };
}

/** One of them; a test of what a Worker does with its store gives it one. */
export function memoryStore(
  name: Store["name"],
  set: keyof MigrationSets,
): { store: Store; connection: Connection } {
  const connection = openConnection(templateOf(set), undefined);
  return { store: storeOver(connection, name), connection };
}

/** A store over a connection. Its writes share transactions as in a file. */
export function storeOver(connection: Connection, name: Store["name"] = "live", bound?: Bound): Store {
  const log = { sync: async () => {}, checkpoint: async () => true, sizeBytes: () => 0 };
  const onBroken = () => {};
  const commits = groupCommit({ connection, log, waits: true, logLimitBytes: 1, onBroken });
  return createStore(name, connection, commits, { bound });
}

function templateOf(set: keyof MigrationSets): Buffer {
  const existing = templates.get(set);
  if (existing !== undefined) return existing;
  const connection = openConnection(":memory:", undefined);
  migrate(connection, ":memory:", readMigrations()[set]);
  const template = connection.serialize();
  connection.close();
  templates.set(set, template);
  return template;
}
