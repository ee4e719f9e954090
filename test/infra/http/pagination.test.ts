import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Store } from "../../../src/infra/db/store.ts";
import { readPage } from "../../../src/infra/http/pagination.ts";
import { expectProblem } from "../../api/problem.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";

let server: TestServer;
let account: TestAccount;
let webhookId: string;

const shipments = `${platform}/shipments`;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  const hook = { url: "http://127.0.0.1:9999/", events: ["shipment.created"] };
  webhookId = (await account.sandbox.post(`${platform}/webhooks`, hook)).body.id;
  await createShipment(account.sandbox, { simulation: { outcome: "no_carriers" } });
  // What is sent and quoted by now changes nothing any more.
  await account.sandbox.patch(`${platform}/webhooks/${webhookId}`, { enabled: false });
});
afterAll(() => server.stop());

describe("a cursor", () => {
  let cursor: string;
  beforeAll(async () => {
    for (let count = 0; count < 2; count += 1) await createShipment(account.sandbox);
    cursor = (await account.sandbox.get(`${shipments}?limit=1`)).body.next_cursor;
  });

  const refused = { status: 400, code: "cursor_invalid", at: { cursor: "cursor" } } as const;
  const read = (text: string, client: Client = account.sandbox) =>
    client.get(`${shipments}?cursor=${encodeURIComponent(text)}`);

  test("is refused when any of its characters is another", async () => {
    expect((await read(cursor)).status).toBe(200);
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === "A" ? "B" : "A";
      expectProblem(server, await read(cursor.slice(0, index) + other + cursor.slice(index + 1)), refused);
    }
  });

  test("is refused when it is spelled otherwise", async () => {
    const spellings = [
      `${cursor}=`,
      `${cursor}A`,
      ` ${cursor}`,
      `${cursor} `,
      cursor.slice(0, -1),
      cursor.slice(1),
    ];
    for (const spelling of spellings) expectProblem(server, await read(spelling), refused);
  });

  test("is refused in another account, and in the other environment of its own", async () => {
    const other = await server.account();
    expectProblem(server, await read(cursor, other.sandbox), refused);
    expectProblem(server, await read(cursor, account.live), refused);
    expect((await account.session.get(`${shipments}?environment=sandbox&cursor=${cursor}`)).status).toBe(200);
  });

  test("of keys is refused in another account", async () => {
    const page = await account.session.get("/api/v1/keys?limit=1");
    const path = `/api/v1/keys?cursor=${page.body.next_cursor}`;
    expect((await account.session.get(path)).body.data).toHaveLength(1);
    expectProblem(server, await (await server.account()).session.get(path), refused);
  });

  test("is refused for the same list of another object", async () => {
    const [one, other] = [await createShipment(account.sandbox), await createShipment(account.sandbox)];
    await account.sandbox.post(`${shipments}/${one.id}/cancellation`);
    const page = await account.sandbox.get(`${shipments}/${one.id}/events?limit=1`);
    const rest = `events?cursor=${page.body.next_cursor}`;
    expect((await account.sandbox.get(`${shipments}/${one.id}/${rest}`)).status).toBe(200);
    expectProblem(server, await account.sandbox.get(`${shipments}/${other.id}/${rest}`), refused);
  });
});

test("a cursor of the list of shipments that was in the order of their ids is refused", async () => {
  const { accountId } = account;
  const { next_cursor } = readPage(
    server.deps,
    { name: "shipments", of: { accountId, environment: "sandbox" } },
    { limit: 1 },
    { read: () => ["shp_2", "shp_1"], placeOf: (id) => id, view: (id) => id },
  );
  expectProblem(server, await account.sandbox.get(`${shipments}?cursor=${next_cursor}`), {
    status: 400,
    code: "cursor_invalid",
    at: { cursor: "cursor" },
  });
});

test("a cursor is good after a restart", async () => {
  const dataDir = await makeDataFolder();
  const before = await startServer({ dataDir });
  const { sandbox, sandboxKey } = await before.account();
  const [first] = [await createShipment(sandbox), await createShipment(sandbox)];
  const { next_cursor } = (await sandbox.get(`${shipments}?limit=1`)).body;
  await before.stop();
  const after = await startServer({ dataDir });
  const page = await after.client({ "x-api-key": sandboxKey }).get(`${shipments}?cursor=${next_cursor}`);
  expect(ids(page)).toEqual([first.id]);
  await after.stop();
  rmSync(dataDir, { recursive: true });
});

const ids = (answer: Answer): string[] => answer.body.data.map((entry: { id: string }) => entry.id);

/** A list whose rows a test makes and removes: each a copy of one that the API made. */
interface ChangingList {
  name: string;
  path(): string;
  client(): Client;
  store(): Store;
  table: string;
  /** The members of a copy that may not be the template's. */
  copy(id: string, template: Row): Row;
}
type Row = Record<string, unknown>;

const sandboxStore = () => server.deps.stores.platform("sandbox");
const lists: ChangingList[] = [
  {
    name: "shipments",
    path: () => shipments,
    client: () => account.sandbox,
    store: sandboxStore,
    table: "shipments",
    copy: (id) => ({ id, tracking_number: id, tracking_hash: id, created_at: server.deps.clock.now() }),
  },
  {
    name: "events",
    path: () => `${platform}/events`,
    client: () => account.sandbox,
    store: sandboxStore,
    table: "events",
    copy: (id, { body }) => ({
      id,
      position: null,
      sequence: null,
      body: JSON.stringify({ ...JSON.parse(String(body)), id }),
    }),
  },
  {
    name: "deliveries",
    path: () => `${platform}/webhooks/${webhookId}/deliveries`,
    client: () => account.sandbox,
    store: sandboxStore,
    table: "webhook_deliveries",
    copy: (id) => ({ id, status: "delivered", due_at: null, created_at: server.deps.clock.now() }),
  },
  {
    name: "keys",
    path: () => "/api/v1/keys",
    client: () => account.session,
    store: () => server.deps.stores.accounts,
    table: "api_keys",
    copy: (id) => ({ id, secret_hash: id }),
  },
];
const prefixes = { shipments: "shp", events: "evt", webhook_deliveries: "dlv", api_keys: "key" } as const;

/** Inserts `count` rows and returns their ids, oldest first. */
function insertRows(list: ChangingList, count: number): Promise<string[]> {
  return list.store().write((tx) =>
    Array.from({ length: count }, () => {
      const template = tx.get<Row>(sql.raw(`SELECT * FROM ${list.table} ORDER BY rowid LIMIT 1`));
      const id = server.deps.ids.make(prefixes[list.table as keyof typeof prefixes]);
      const row = { ...template, ...list.copy(id, template) };
      const columns = sql.raw(Object.keys(row).join());
      const values = sql.join(
        Object.values(row).map((value) => sql`${value}`),
        sql`, `,
      );
      tx.run(sql`INSERT INTO ${sql.raw(list.table)} (${columns}) VALUES (${values})`);
      return id;
    }),
  );
}

function removeRows(list: ChangingList, removed: readonly string[]): Promise<void> {
  return list.store().write((tx) => {
    for (const id of removed) tx.run(sql`DELETE FROM ${sql.raw(list.table)} WHERE id = ${id}`);
  });
}

const walk = fc.record({
  rows: fc.integer({ min: 0, max: 20 }),
  // What happens before each page but the first; then nothing any more.
  steps: fc.array(
    fc.record({
      limit: fc.integer({ min: 1, max: 6 }),
      inserted: fc.integer({ min: 0, max: 3 }),
      removed: fc.array(fc.nat(40), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

describe("paging while rows are added and deleted shows each remaining row once, newest first", () => {
  test.each(lists.map((list) => [list.name, list] as const))("%s", async (_name, list) => {
    const base = ids(await list.client().get(`${list.path()}?limit=100`));
    const property = fc.asyncProperty(walk, async ({ rows, steps }) => {
      let present = await insertRows(list, rows);
      let staying = [...base.toReversed(), ...present];
      const seen: string[] = [];
      let cursor: string | null = "";
      for (let page = 0; cursor !== null; page += 1) {
        const { limit, inserted, removed } = steps[page] ?? { limit: 7, inserted: 0, removed: [] };
        if (page > 0) {
          const gone = removed.flatMap((index) => present[index] ?? []);
          await removeRows(list, gone);
          staying = staying.filter((id) => !gone.includes(id));
          present = [...present.filter((id) => !gone.includes(id)), ...(await insertRows(list, inserted))];
        }
        const from: string = cursor === "" ? "" : `&cursor=${cursor}`;
        const answer = await list.client().get(`${list.path()}?limit=${limit}${from}`);
        expect(ids(answer).length).toBeLessThanOrEqual(limit);
        seen.push(...ids(answer));
        cursor = answer.body.next_cursor;
      }
      await removeRows(list, present);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => staying.includes(id))).toEqual(staying.toReversed());
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
