import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { requestDeletion } from "../../../src/access/accounts/deletion/deletion.ts";
import { deleteAccount } from "../../../src/delivery/privacy/account/removal.ts";
import { createSeededIds } from "../../../src/infra/ids.ts";
import { expectProblem } from "../../api/problem.ts";
import { databaseRows } from "../../support/database.ts";
import { createAssigned, createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import {
  type Client,
  eventually,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";

const stages = `${platform}/sandbox/stages`;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer({ config: { ephemeral: true, testClock: true, simulationSpeed: "instant" } });
  account = await server.account();
});
afterAll(() => server.stop());

interface Stage {
  id: string;
  sandbox: Client;
  live: Client;
}

async function open(by: Client = account.sandbox, body?: object): Promise<Stage> {
  const answer = await by.post(stages, body);
  expect(answer.status).toBe(201);
  const { account_id: id, keys } = answer.body;
  const client = (key: string) => server.client({ "x-api-key": key });
  return { id, sandbox: client(keys.sandbox), live: client(keys.live) };
}

const remove = (id: string, by = account.sandbox) => by.delete(`${stages}/${id}`);
const listed = async (by = account.sandbox): Promise<string[]> =>
  (await by.get(`${stages}?limit=100`)).body.data.map((each: { account_id: string }) => each.account_id);

describe("what a person would set", () => {
  const clock = `${platform}/sandbox/clock`;
  const dayMs = 86_400_000;

  test("is a stage's retention: personal data ends as many days after the shipment", async () => {
    const stage = await open(account.sandbox, { retention_days: 3 });
    const without = await open();
    for (const { sandbox } of [stage, without]) {
      const { shipment } = await createAssigned(sandbox, { simulation: { speed: "instant" } });
      const read = async () => (await sandbox.get(`${platform}/shipments/${shipment.id}`)).body;
      await eventually("the end", async () => (await read()).status === "delivered");
      expect((await sandbox.patch(clock, { advance_seconds: 2 * 86_400 })).status).toBe(200);
      expect((await read()).redacted_at).toBeNull();
      expect((await sandbox.patch(clock, { advance_seconds: 2 * 86_400 })).status).toBe(200);
      const { redacted_at, delivery } = await read();
      expect([redacted_at !== null, delivery.contact.name === "[redacted]"]).toEqual([
        sandbox === stage.sandbox,
        sandbox === stage.sandbox,
      ]);
    }
    const own = await Promise.all([stage, without].map(({ sandbox }) => sandbox.get(`${platform}/account`)));
    expect(own.map(({ body }) => body.retention_days)).toEqual([3, null]);
    await remove(stage.id);
    await remove(without.id);
  });

  test("are the scopes and the end of its keys", async () => {
    const end = new Date(server.deps.realClock.now() + dayMs).toISOString();
    const stage = await open(account.sandbox, {
      scopes: ["shipments:read", "sandbox:write"],
      key_expires_at: end,
    });
    for (const client of [stage.sandbox, stage.live]) {
      expect((await client.get(`${platform}/shipments`)).status).toBe(200);
      expectProblem(server, await client.post(`${platform}/shipments`, shipmentBody()), {
        status: 403,
        code: "scope_missing",
      });
      expect((await client.get(`${platform}/account`)).body.key).toMatchObject({
        scopes: ["shipments:read", "sandbox:write"],
        expires_at: end,
      });
    }
    await stage.sandbox.patch(clock, { advance_seconds: 90_000 });
    expectProblem(server, await stage.sandbox.get(`${platform}/shipments`), {
      status: 401,
      code: "api_key_expired",
    });
    // Its time is the real one.
    expect((await stage.live.get(`${platform}/shipments`)).status).toBe(200);
    expect((await remove(stage.id)).status).toBe(204);
  });

  test("is refused where it says nothing, and no stage is opened", async () => {
    const before = await listed();
    const wrong: [string, object][] = [
      ["#/key_expires_at", { key_expires_at: new Date(server.deps.realClock.now()).toISOString() }],
      ["#/key_expires_at", { key_expires_at: "tomorrow" }],
      ["#/retention_days", { retention_days: 0 }],
      ["#/scopes", { scopes: [] }],
      ["#/scopes/0", { scopes: ["shipments"] }],
      ["#/brand", { brand: {} }],
    ];
    for (const [pointer, body] of wrong) {
      const { status, body: problem } = await account.sandbox.post(stages, body);
      expect([pointer, status, problem.errors?.[0]?.pointer]).toEqual([pointer, 422, pointer]);
    }
    expect(await listed()).toEqual(before);
    const open = await account.sandbox.post(stages, { retention_days: null, key_expires_at: null });
    expect(open.status).toBe(201);
    await remove(open.body.account_id);
  });
});

describe("a stage", () => {
  test("is an account with a key for each environment", async () => {
    const answer = await account.sandbox.post(stages, { name: "checkout.test.ts" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: "checkout.test.ts", seed: null });
    for (const environment of ["sandbox", "live"]) {
      const own = await server
        .client({ "x-api-key": answer.body.keys[environment] })
        .get(`${platform}/account`);
      expect(own.body).toMatchObject({ id: answer.body.account_id, name: "checkout.test.ts", environment });
    }
    const { data } = (await account.sandbox.get(stages)).body;
    const { keys: _keys, ...stage } = answer.body;
    expect(data[0]).toEqual(stage);
    await remove(stage.account_id);
  });

  test("plays a whole life, whose webhooks come to its own inbox", async () => {
    const stage = await open();
    await stage.sandbox.post(`${platform}/webhooks`, {
      url: "waybill:inbox",
      events: ["shipment.delivered"],
    });
    const { shipment } = await createAssigned(stage.sandbox, { simulation: { speed: "instant" } });
    const { body } = await stage.sandbox.get(`${platform}/sandbox/inbox?wait_seconds=30`);
    expect(body.data.map((message: { shipment_id: string }) => message.shipment_id)).toEqual([shipment.id]);
    await remove(stage.id);
  });

  test("that is opened again with the same Idempotency-Key is the same one, with its keys", async () => {
    const key = { "idempotency-key": "a retry" };
    const [first, second] = [
      await account.sandbox.post(stages, {}, key),
      await account.sandbox.post(stages, {}, key),
    ];
    expect([second.body, second.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    await remove(first.body.account_id);
  });

  test("is not told to others, and cannot be deleted by them", async () => {
    const other = await server.account();
    const [own, sibling] = [await open(), await open()];
    for (const stranger of [other.sandbox, own.sandbox, sibling.sandbox]) {
      expect(await listed(stranger)).toEqual([]);
      expectProblem(server, await remove(own.id, stranger), { status: 404, code: "not_found" });
      expectProblem(server, await remove(account.accountId, stranger), { status: 404, code: "not_found" });
    }
    expect(await listed()).toEqual([sibling.id, own.id]);
    const page = (await account.sandbox.get(`${stages}?limit=1`)).body;
    expect(page.data[0].account_id).toBe(sibling.id);
    const next = (await account.sandbox.get(`${stages}?limit=1&cursor=${page.next_cursor}`)).body;
    expect([next.data[0].account_id, next.has_more]).toEqual([own.id, false]);
    for (const { id } of [own, sibling]) expect((await remove(id)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  test("is opened with sandbox keys only", async () => {
    expectProblem(server, await account.live.post(stages, {}), { status: 403, code: "sandbox_only" });
  });
});

test("many stages at once see only their own in every list", async () => {
  const count = 12;
  const { paths } = await readDocument(server.url);
  const lists = Object.entries(paths)
    .filter(
      ([path, { get }]) =>
        path.startsWith(platform) && /^list/.test(get?.operationId ?? "") && !path.includes("{"),
    )
    .map(([path]) => path);
  const opened = await Promise.all(Array.from({ length: count }, () => open()));
  const seen = await Promise.all(
    opened.map(async ({ sandbox }) => {
      await sandbox.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["shipment.*"] });
      await open(sandbox);
      await createAssigned(sandbox, { simulation: { speed: "instant" } });
      await sandbox.get(`${platform}/sandbox/inbox?type=shipment.delivered&wait_seconds=30`);
      const texts = await Promise.all(lists.map(async (path) => (await sandbox.get(path)).text));
      // The simulated carriers are everybody's.
      return new Set(texts.join().match(/\b(?!car_)[a-z]{3,4}_[0-9a-z]{26}\b/g));
    }),
  );
  const kinds = new Set([...(seen[0] ?? [])].map((id) => id.split("_")[0]));
  for (const kind of ["shp", "evt", "whe", "inb", "acct", "req"]) expect(kinds).toContain(kind);
  expect(new Set(seen.flatMap((ids) => [...ids])).size).toBe(seen.reduce((sum, { size }) => sum + size, 0));
  await Promise.all(opened.map(({ id }) => remove(id)));
  expect(await listed()).toEqual([]);
});

describe("a deleted stage", () => {
  test("leaves no row, and its keys end at once, also with open shipments", async () => {
    const before = databaseRows(server);
    const stage = await open();
    await createShipment(stage.sandbox);
    expect((await stage.live.post(`${platform}/shipments`, shipmentBody())).status).toBe(201);
    await stage.sandbox.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["*"] });
    await stage.sandbox.post(`${platform}/sandbox/events`, { type: "shipment.delivered" });
    await eventually("a message", async () => {
      const { body } = await stage.sandbox.get(`${platform}/sandbox/inbox`);
      return body.data.length > 0;
    });
    expect((await stage.sandbox.patch(`${platform}/sandbox/clock`, { advance_seconds: 86_400 })).status).toBe(
      200,
    );
    expect((await remove(stage.id)).status).toBe(204);
    expect((await stage.sandbox.get(`${platform}/account`)).status).toBe(401);
    expectProblem(server, await remove(stage.id), { status: 404, code: "not_found" });
    expect(databaseRows(server)).toEqual(before);
  });

  test("takes the stages with it that it opened", async () => {
    const stage = await open();
    const inner = await open(stage.sandbox);
    expect(await listed(stage.sandbox)).toEqual([inner.id]);
    const removed = await Promise.all([remove(stage.id), remove(stage.id)]);
    expect(removed.map(({ status }) => status)).toEqual([204, 204]);
    expect((await inner.sandbox.get(`${platform}/account`)).status).toBe(401);
  });
});

test.each([
  ["rev-a", "rev-b"],
  ["rev-c", "rev-d"],
  ["rev-e", "rev-f"],
])("a reset stage goes on after what is gone, whatever ids another has: %s, %s", async (seed, otherSeed) => {
  const [one, other] = [await open(undefined, { seed }), await open(undefined, { seed: otherSeed })];
  const lists = [`${platform}/events`, `${platform}/sandbox/inbox`];
  const newestOf = async ({ sandbox }: Stage) => {
    await createShipment(sandbox, { simulation: { speed: "manual" } });
    const found = lists.map((list) => sandbox.get(`${list}?type=shipment.created&wait_seconds=30&limit=1`));
    return (await Promise.all(found)).map(({ body }) => body.data[0].id as string);
  };
  for (const { sandbox } of [one, other]) {
    const inbox = { url: "waybill:inbox", events: ["shipment.created"] };
    expect((await sandbox.post(`${platform}/webhooks`, inbox)).status).toBe(201);
  }
  const gone = await newestOf(one);
  expect((await one.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  const kept = await newestOf(one);
  await newestOf(other);
  for (const [index, list] of lists.entries()) {
    const { body } = await one.sandbox.get(`${list}?type=shipment.created&after=${gone[index]}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([kept[index]]);
  }
  for (const { id } of [one, other]) await remove(id);
});

describe("the seed of a stage", () => {
  /** Prefix and milliseconds of an id: all seeded ids are of the same day. */
  const timePlaces = "evt_".length + 10;
  /** Everything with an id or a secret that a life makes, in an order of its own. */
  async function live(server: TestServer, by: Client, seed?: string) {
    const { body: stage } = await by.post(stages, { seed });
    const sandbox = server.client({ "x-api-key": stage.keys.sandbox });
    const { body: webhook } = await sandbox.post(`${platform}/webhooks`, {
      url: "waybill:inbox",
      events: ["shipment.*"],
    });
    const { shipment, assignment } = await createAssigned(sandbox, { simulation: { speed: "instant" } });
    const delivered = `${platform}/sandbox/inbox?type=shipment.delivered&wait_seconds=30`;
    expect((await sandbox.get(delivered)).body.data.length).toBe(1);
    const { body: quotes } = await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`);
    const { body: events } = await sandbox.get(`${platform}/events?limit=100`);
    const { body: inbox } = await sandbox.get(`${platform}/sandbox/inbox?limit=100`);
    const { body: inner } = await sandbox.post(stages);
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort();
    return {
      account: stage.account_id,
      keys: stage.keys,
      secret: webhook.secret,
      link: new URL(shipment.tracking_url).pathname,
      ids: [webhook.id, shipment.id, assignment.id],
      quotes: idsOf(quotes.data),
      events: idsOf(events.data),
      inbox: idsOf(inbox.data),
      inner: [inner.account_id, inner.keys],
    };
  }

  test("makes the same ids, keys and secrets in every run, whatever others do; below --seed every stage has one", async () => {
    const runs = [];
    for (const [seed, others] of [["a", 0] as const, ["a", 4] as const, ["b", 0] as const]) {
      const own = await startServer({ config: { ephemeral: true, seed, simulationSpeed: "instant" } });
      const { sandbox } = await own.account();
      const first = await live(own, sandbox);
      const noise = Array.from({ length: others }, (_, index) =>
        live(own, sandbox, index % 2 === 0 ? `noise ${index}` : undefined),
      );
      const all = [live(own, sandbox, "one"), live(own, sandbox, "other"), ...noise];
      const [one, other] = await Promise.all(all);
      runs.push({ first, one, other });
      await own.stop();
    }
    expect(runs[1]).toEqual(runs[0] as never);
    const ids = runs.map((run): string[] => JSON.stringify(run).match(/\b[a-z]{3,4}_[0-9a-z]{26}\b/g) ?? []);
    expect(new Set(ids[0]).size).toBe(ids[0]?.length as number);
    expect(ids[2]?.filter((id) => ids[0]?.includes(id))).toEqual([]);
  });

  test("stays short however deep stages are nested", async () => {
    const depth = 12;
    let by = account.sandbox;
    const opened: Stage[] = [];
    for (let count = 0; count < depth; count += 1) {
      opened.push(await open(by, { seed: `"${count}"` }));
      ({ sandbox: by } = opened.at(-1) as Stage);
    }
    const { db } = server.deps.stores.accounts;
    const [{ longest } = { longest: 0 }] = db.all<{ longest: number }>(
      sql`SELECT max(length(ids_seed)) AS longest FROM stages`,
    );
    expect(longest).toBe(64);
    await remove(opened[0]?.id as string);
  });

  test("is forgotten if the stage could not be stored, and once the operator's deletion has taken its row", async () => {
    const { deps } = server;
    const { accounts } = deps.stores;
    const seeded = createSeededIds("").make("evt").slice(0, timePlaces);
    const idsOf = (id: string) => deps.clocks?.times.run(id, () => deps.ids.make("evt")).slice(0, timePlaces);
    const stage = await open(account.sandbox, { seed: "forgotten" });
    expect(idsOf(stage.id)).toBe(seeded);
    await requestDeletion(deps, stage.id, null, { isDueNow: true });
    await deleteAccount(deps, stage.id);
    expect(idsOf(stage.id)).not.toBe(seeded);

    const key = { seed: "not stored" };
    const { id } = await open(account.sandbox, key);
    await remove(id);
    await accounts.write((tx) => {
      tx.run(sql`CREATE TRIGGER refuse BEFORE INSERT ON stages BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    });
    expect((await account.sandbox.post(stages, key)).status).toBe(500);
    await accounts.write((tx) => void tx.run(sql`DROP TRIGGER refuse`));
    expect(idsOf(id)).not.toBe(seeded);
  });

  test("is free again once the stage is deleted, and belongs to one stage until then", async () => {
    const first = await live(server, account.sandbox, "again");
    expectProblem(server, await account.sandbox.post(stages, { seed: "again" }), {
      status: 409,
      code: "stage_seed_taken",
    });
    expect((await remove(first.account)).status).toBe(204);
    expect(await live(server, account.sandbox, "again")).toEqual(first);
    await remove(first.account);
  });
});

test("a stage is an account as any other for the operator, who can delete it", async () => {
  const own = await startServer({ config: { ephemeral: true } });
  const operator = await createOperator(own);
  const { sandbox } = await own.account();
  const { body: stage } = await sandbox.post(stages, { name: "checkout.test.ts", seed: "checkout" });
  const accounts = "/api/v1/operator/accounts";
  const { data } = (await operator.session.get(`${accounts}?q=checkout`)).body;
  expect(data.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
    [stage.account_id, "checkout.test.ts"],
  ]);
  await operator.session.post("/api/v1/auth/confirmation", { password: "a long enough passphrase" });
  const deletion = await operator.session.post(`${accounts}/${stage.account_id}/deletion`);
  expect(deletion.status).toBe(200);
  const key = { "x-api-key": stage.keys.sandbox };
  expectProblem(own, await own.client(key).get(stages), { status: 403, code: "account_closing" });
  expectProblem(own, await sandbox.post(stages, { seed: "checkout" }), {
    status: 409,
    code: "stage_seed_taken",
  });
  expect((await sandbox.delete(`${stages}/${stage.account_id}`)).status).toBe(204);
  expect((await sandbox.post(stages, { seed: "checkout" })).body).toEqual({
    ...stage,
    name: "Stage",
    created_at: expect.any(String),
  });
  await own.stop();
});
