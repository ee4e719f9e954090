import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../../src/infra/db/connection.ts";
import { installationSecret } from "../../../src/infra/db/installation.ts";
import { openStores } from "../../../src/infra/db/open-stores.ts";
import { addItem, itemSets, silentLog, temporaryFolder } from "./support.ts";

const names = ["accounts.db", "live.db", "sandbox.db", "telemetry.db"];

/** A data folder as a server leaves it. */
let whole: ReturnType<typeof temporaryFolder>;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  whole = temporaryFolder();
  const stores = await openStores({ dataDir: whole.path, log: silentLog });
  await installationSecret(stores.accounts, "cursor_key", () => new Uint8Array(32));
  await stores.close();
});
afterAll(() => whole[Symbol.dispose]());
beforeEach(() => {
  folder = temporaryFolder();
  cpSync(whole.path, folder.path, { recursive: true });
});
afterEach(() => folder[Symbol.dispose]());

const open = () => openStores({ dataDir: folder.path, log: silentLog });
const pathOf = (name: string) => join(folder.path, name);
const contents = () =>
  Object.fromEntries(readdirSync(folder.path).map((name) => [name, Bun.hash(readFileSync(pathOf(name)))]));

function overwrite(name: string, at: number, bytes: Uint8Array | string): void {
  const content = readFileSync(pathOf(name));
  content.set(typeof bytes === "string" ? Buffer.from(bytes) : bytes, at);
  writeFileSync(pathOf(name), content);
}

/** The folder is refused in one line about the file, and left as it is. */
async function expectRefusal(name: string, what: RegExp, fault = "damaged"): Promise<void> {
  const before = contents();
  const error = await open().then(
    async (stores) => {
      await stores.close();
      throw new Error(`${name} was taken for a database`);
    },
    (refusal) => refusal,
  );
  expect(error).toMatchObject({ fault });
  expect(error.message).toContain(name);
  expect(error.message).toMatch(what);
  expect(error.message).toMatch(/^[ -~]+$/);
  expect(contents()).toEqual(before);
}

test("a folder that is whole is opened, again and again", async () => {
  const before = contents();
  await (await open()).close();
  await (await open()).close();
  expect(Object.keys(contents())).toEqual(Object.keys(before));
});

describe("a file is damaged", () => {
  test.each(names)("%s: its header", async (name) => {
    overwrite(name, 0, "not a database");
    await expectRefusal(name, /is damaged \(file is not a database\): check the disk/);
  });

  test.each(names)("%s: its end is missing", async (name) => {
    truncateSync(pathOf(name), statSync(pathOf(name)).size / 2);
    await expectRefusal(name, /is damaged/);
  });

  test.each(names)("%s: it is empty", async (name) => {
    truncateSync(pathOf(name), 0);
    await expectRefusal(name, /is empty: check the disk/);
  });

  test.each(names)("%s: a page in its midst", async (name) => {
    const { size } = statSync(pathOf(name));
    for (let page = 4096; page < size; page += 4096) overwrite(name, page, new Uint8Array(64).fill(0xa5));
    await expectRefusal(name, /is damaged/);
  });

  test.each(names)("%s: a letter in the definition of a table", async (name) => {
    const text = readFileSync(pathOf(name)).toString("latin1");
    // Pages that are not in use any more have it too.
    const places = [...text.matchAll(/applied_at INTEGER/g)];
    for (const { index } of places) overwrite(name, index, "applied_ax");
    await expectRefusal(name, /its tables differ from its migrations/);
  });

  test("a header that forbids writing", async () => {
    overwrite("live.db", 18, Uint8Array.of(3));
    await expectRefusal("live.db", /is damaged \(attempt to write a readonly database\)/);
  });

  test("it says whether anything has to be restored", async () => {
    overwrite("sandbox.db", 0, "nothing");
    await expectRefusal("sandbox.db", /move it away, and Waybill creates a new one$/);
    rmSync(pathOf("sandbox.db"));
    await (await open()).close();
    overwrite("live.db", 0, "nothing");
    await expectRefusal("live.db", /restore the newest backup into an empty data folder$/);
  });
});

describe("a file is missing", () => {
  test.each(["accounts.db", "live.db"])("%s: it is not made anew beside the others", async (name) => {
    rmSync(pathOf(name));
    await expectRefusal(name, /is missing, although the other databases exist/);
  });

  test.each(["sandbox.db", "telemetry.db"])("%s: a new one is made", async (name) => {
    rmSync(pathOf(name));
    await (await open()).close();
    expect(statSync(pathOf(name)).size).toBeGreaterThan(0);
  });

  test("an interrupted first start is completed", async () => {
    rmSync(pathOf("accounts.db"));
    for (const name of names.slice(1)) rmSync(pathOf(name));
    writeFileSync(pathOf("accounts.db"), "");
    await (await open()).close();
    expect(statSync(pathOf("live.db")).size).toBeGreaterThan(0);
  });
});

describe("a file is in another's place", () => {
  const swap = (one: string, other: string) => {
    renameSync(pathOf(one), pathOf("swapped"));
    renameSync(pathOf(other), pathOf(one));
    renameSync(pathOf("swapped"), pathOf(other));
  };

  test.each([
    ["live.db", "sandbox.db"],
    ["accounts.db", "live.db"],
    ["accounts.db", "telemetry.db"],
  ])("%s and %s are exchanged", async (one, other) => {
    swap(one, other);
    await expectRefusal(
      one,
      new RegExp(`holds what belongs in ${other}: put each file back where it belongs`),
      "misplaced",
    );
    swap(one, other);
    await (await open()).close();
  });

  test("one is a copy of another", async () => {
    copyFileSync(pathOf("live.db"), pathOf("sandbox.db"));
    await expectRefusal("sandbox.db", /holds what belongs in live\.db/, "misplaced");
  });

  test("it is another program's", async () => {
    const connection = openConnection(pathOf("telemetry.db"), undefined);
    connection.pragma("application_id = 1");
    connection.close();
    await expectRefusal("telemetry.db", /holds the database of another program/, "misplaced");
  });

  test("an unmarked one counts as what its name says, and is marked from then on", async () => {
    const connection = openConnection(pathOf("live.db"), undefined);
    connection.pragma("application_id = 0");
    connection.close();
    await (await open()).close();
    copyFileSync(pathOf("live.db"), pathOf("sandbox.db"));
    await expectRefusal("sandbox.db", /holds what belongs in live\.db/, "misplaced");
  });
});

test("a newer version's file is refused before any other is migrated", async () => {
  const connection = openConnection(pathOf("telemetry.db"), undefined);
  connection.exec("INSERT INTO migrations (name, sha256) VALUES ('9999_from_the_future', '')");
  connection.close();
  await expectRefusal("telemetry.db", /9999_from_the_future.*newer.*Use that version/, "newer");
});

test("the log of a killed process is read, and is not treated as damage", async () => {
  using other = temporaryFolder();
  const stores = await openStores({ dataDir: other.path, log: silentLog, migrations: itemSets });
  await stores.platform("live").write((tx) => addItem(tx, "kept"));
  using killed = temporaryFolder();
  for (const name of readdirSync(other.path)) copyFileSync(join(other.path, name), join(killed.path, name));
  await stores.close();
  expect(statSync(join(killed.path, "live.db-wal")).size).toBeGreaterThan(0);
  const again = await openStores({ dataDir: killed.path, log: silentLog, migrations: itemSets });
  expect(again.platform("live").db.all("SELECT body FROM items")).toEqual([{ body: "kept" }]);
  await again.close();
});
