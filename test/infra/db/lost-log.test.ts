import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeBackup } from "../../../src/infra/backups/taking.ts";
import { openDatabase } from "../../../src/infra/db/connection.ts";
import { databaseFiles } from "../../../src/infra/db/databases.ts";
import { installationSecret } from "../../../src/infra/db/installation.ts";
import { acceptLostLogs } from "../../../src/infra/db/lost-log.ts";
import { asMigration } from "../../../src/infra/db/migrations.macro.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import { addItem, itemSets, itemStores, silentLog, spawnWriter, temporaryFolder } from "./support.ts";

/** Whoever removes a log removes what was acknowledged last. A start says so, and changes nothing. */

/** So many items need more than one log. */
const pastCheckpoint = 25_000;
/** A database is as small as that before its first checkpoint. */
const emptyBytesMax = 100_000;

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data");
});
afterEach(() => folder[Symbol.dispose]());

const pathOf = (name: string) => join(dataDir, name);
const marks = () => readdirSync(dataDir).filter((name) => name.endsWith("-open"));
const databases = () =>
  readdirSync(dataDir)
    .filter((name) => !name.startsWith("lock"))
    .sort();
const start = async () => (await itemStores(dataDir))[Symbol.asyncDispose]();
const remove = (name: string) => {
  for (const file of [`${name}.db-wal`, `${name}.db-shm`]) rmSync(pathOf(file), { force: true });
};

async function itemsNow(): Promise<number> {
  await using stores = await itemStores(dataDir);
  const { found } = stores.platform("live").db.get<{ found: number }>("SELECT count(*) AS found FROM items");
  return found;
}

/** Has a process write, and ends it in the middle; returns what it had acknowledged. */
async function killWriter(acknowledgedMin = 20): Promise<number> {
  const writer = spawnWriter(dataDir);
  const reader = writer.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let lines = 0;
  while (lines < acknowledgedMin) lines += ((await reader.read()).value ?? "").split("\n").length - 1;
  writer.kill("SIGKILL");
  await writer.exited;
  return lines;
}

async function expectRefusal(log: string): Promise<void> {
  const before = databases();
  const refusal = await openStores({ dataDir, log: silentLog, migrations: itemSets }).catch((error) => error);
  expect(refusal).toMatchObject({ fault: "damaged" });
  expect(refusal.message).toContain(`${pathOf(log)} is missing, and the server did not shut down cleanly`);
  expect(refusal.message).toContain(`waybill accept-lost-log --data ${dataDir}`);
  expect(databases()).toEqual(before);
}

describe("after a kill", () => {
  test.each(["live", "accounts"])("the log of %s is missed, again and again", async (name) => {
    await killWriter();
    remove(name);
    await expectRefusal(`${name}.db-wal`);
    await expectRefusal(`${name}.db-wal`);
  });

  test("the log is missed after checkpoints too", async () => {
    await killWriter(pastCheckpoint);
    expect(statSync(pathOf("live.db")).size).toBeGreaterThan(emptyBytesMax);
    remove("live");
    await expectRefusal("live.db-wal");
  });

  test("a log that is put back brings all of it back", async () => {
    const acknowledged = await killWriter();
    copyFileSync(pathOf("live.db-wal"), pathOf("kept"));
    remove("live");
    await expectRefusal("live.db-wal");
    copyFileSync(pathOf("kept"), pathOf("live.db-wal"));
    expect(await itemsNow()).toBeGreaterThanOrEqual(acknowledged);
  });

  test("accepting the loss continues, once", async () => {
    await killWriter();
    remove("live");
    expect(acceptLostLogs(databaseFiles({ dataDir }))).toEqual(["live.db-wal"]);
    expect(acceptLostLogs(databaseFiles({ dataDir }))).toEqual([]);
    await start();
    await killWriter();
    remove("live");
    await expectRefusal("live.db-wal");
  });

  test("with its logs the folder starts, and so it does after that", async () => {
    const acknowledged = await killWriter();
    expect(marks().sort()).toEqual(["accounts.db-open", "live.db-open"]);
    expect(await itemsNow()).toBeGreaterThanOrEqual(acknowledged);
    expect(marks()).toEqual([]);
    await start();
  });

  test.each(["soon", "after checkpoints"])(
    "a log that another program merged is not missed: %s",
    async (when) => {
      const acknowledged = await killWriter(when === "soon" ? 20 : pastCheckpoint);
      for (const name of ["accounts", "live"]) {
        const connection = openDatabase(pathOf(`${name}.db`), undefined);
        connection.prepare("SELECT count(*) FROM items").get();
        connection.close();
      }
      expect(databases().filter((name) => name.endsWith("-wal"))).not.toContain("live.db-wal");
      expect(marks()).toHaveLength(2);
      expect(await itemsNow()).toBeGreaterThanOrEqual(acknowledged);
    },
  );

  test("the logs of sandbox and telemetry may go", async () => {
    await killWriter();
    remove("sandbox");
    remove("telemetry");
    await start();
  });

  test("a log that a checkpoint has just emptied is not missed", async () => {
    await killWriter();
    await start();
    for (const name of ["accounts", "live"]) {
      writeFileSync(pathOf(`${name}.db-open`), "");
      writeFileSync(pathOf(`${name}.db-wal`), "");
    }
    await start();
  });
});

describe("a start that is refused for something else leaves a folder that starts later", () => {
  const later = [...itemSets.platform, asMigration("0002_broken", "SELECT nonsense;")];

  test("a migration that fails", async () => {
    await killWriter();
    const migrations = { ...itemSets, platform: later };
    expect(openStores({ dataDir, log: silentLog, migrations })).rejects.toThrow(/0002_broken failed/);
    await start();
  });

  test("a database that is damaged", async () => {
    await killWriter();
    copyFileSync(pathOf("telemetry.db"), pathOf("kept"));
    rmSync(pathOf("telemetry.db-wal"));
    writeFileSync(pathOf("telemetry.db"), "no database");
    expect(openStores({ dataDir, log: silentLog, migrations: itemSets })).rejects.toThrow(/telemetry\.db is/);
    copyFileSync(pathOf("kept"), pathOf("telemetry.db"));
    await start();
  });
});

test("a log that another process still reads is not treated as closed", async () => {
  const stores = await itemStores(dataDir);
  await stores.platform("live").write((tx) => addItem(tx, "read"));
  const reading = spawnReader();
  await reading.ready;
  await stores[Symbol.asyncDispose]();
  expect(marks()).toEqual(["live.db-open"]);
  expect(existsSync(pathOf("live.db-wal"))).toBe(true);
  await reading.end();
  await start();
  expect(marks()).toEqual([]);
});

describe("folders without marks", () => {
  test("databases from before the marks start without a log", async () => {
    await killWriter();
    for (const mark of marks()) rmSync(pathOf(mark));
    remove("live");
    await start();
  });

  test("an ephemeral one has none", async () => {
    const stores = await openStores({ dataDir, log: silentLog, migrations: itemSets, durable: false });
    expect(marks()).toEqual([]);
    await stores.close();
  });
});

describe("backups", () => {
  const backUp = () => {
    const folderOfBackups = join(folder.path, "backups");
    const order = { dataDir, folder: folderOfBackups, keep: null, minFreeMb: 0, now: Date.now, onCopy() {} };
    return takeBackup(order);
  };
  const stored = async () => {
    const stores = await openStores({ dataDir, log: silentLog });
    await installationSecret(stores.accounts, "cursor_key", () => new Uint8Array(32));
    return stores;
  };

  test("have no marks, and start, also in the place of databases that lost their logs", async () => {
    const stores = await stored();
    const { backup } = await backUp();
    expect(readdirSync(backup.path).filter((name) => name.endsWith("-open"))).toEqual([]);
    for (const name of ["accounts", "live", "sandbox", "telemetry"]) {
      mkdirSync(join(folder.path, "killed"), { recursive: true });
      copyFileSync(join(backup.path, `${name}.db`), join(folder.path, "killed", `${name}.db`));
    }
    for (const mark of marks()) copyFileSync(pathOf(mark), join(folder.path, "killed", mark));
    await stores.close();
    const restored = await openStores({ dataDir: join(folder.path, "killed"), log: silentLog });
    await restored.close();
  });

  test("are not made of a database that lost its log", async () => {
    const stores = await stored();
    const killed = join(folder.path, "killed");
    mkdirSync(killed);
    for (const name of readdirSync(dataDir)) copyFileSync(pathOf(name), join(killed, name));
    await stores.close();
    dataDir = killed;
    remove("accounts");
    expect(backUp()).rejects.toThrow(/accounts\.db-wal is missing/);
    expect(existsSync(pathOf("accounts.db-wal"))).toBe(false);
  });
});

/** Another process that holds what live.db holds now, until it is told to end. */
function spawnReader() {
  const code = `
    import { openReader } from ${JSON.stringify(import.meta.resolve("../../../src/infra/db/connection.ts"))};
    const reader = openReader(${JSON.stringify(pathOf("live.db"))}, undefined);
    reader.exec("BEGIN; SELECT * FROM items");
    reader.prepare("SELECT * FROM items").all();
    console.log("reading");
    for await (const _ of process.stdin);
    reader.close();
  `;
  const child = Bun.spawn([process.execPath, "-e", code], { stdin: "pipe", stdout: "pipe" });
  return {
    ready: child.stdout.getReader().read(),
    async end() {
      child.stdin.end();
      await child.exited;
    },
  };
}
