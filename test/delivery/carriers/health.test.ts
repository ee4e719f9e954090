import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callError } from "../../../src/delivery/carriers/call-error.ts";
import type { Carrier } from "../../../src/delivery/carriers/carrier.ts";
import { circuitStore } from "../../../src/delivery/carriers/circuit-store.ts";
import { recordCircuit } from "../../../src/delivery/carriers/failing.ts";
import { beginAsk, carrierStates, healthOf, isFailing } from "../../../src/delivery/carriers/health.ts";
import { unsavedHealth } from "../../../src/delivery/carriers/saving.ts";
import { carrierStore } from "../../../src/delivery/carriers/store.ts";
import type { DueRow } from "../../../src/infra/db/due-rows.ts";
import { type Deps, write } from "../../../src/infra/deps.ts";
import { never, offers, type PlayedCarrier, playCarrier } from "../../support/carriers.ts";
import { createClock, jobsAtRest, type TestClock } from "../../support/clock.ts";
import { createShipment, platform } from "../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";

/** What carriers do when Waybill asks them for quotes decides whether it asks them again, and what their owner hears. */

const clock = createClock();
let carriers: Carrier[] = [];
let server: TestServer;
let sandbox: Client;
beforeAll(async () => {
  server = await startServer({ replacements: { carriers: () => carriers, clock } });
  ({ sandbox } = await server.account());
});
afterAll(() => server.stop());

const down = () => Promise.reject(new Error("connection refused"));

/** Asks for quotes. @returns why each carrier made no offer */
async function ask(client: Client = sandbox, change = {}): Promise<Record<string, string>> {
  const { id } = await createShipment(client, change);
  const { body } = await client.get(`${platform}/shipments/${id}/quotes?wait_seconds=30`);
  expect(body.status).toBe("complete");
  return Object.fromEntries(
    body.unavailable.map((entry: { carrier: { code: string }; code: string }) => [
      entry.carrier.code,
      entry.code,
    ]),
  );
}

async function askTimes(times: number, client: Client = sandbox): Promise<void> {
  for (let asked = 0; asked < times; asked += 1) await ask(client);
}

const health = ({ identity }: Carrier) => healthOf(server.deps, "sandbox", identity.id);

describe("a circuit", () => {
  test("opens after five failures: the carrier is not asked, until one ask goes through after the wait", async () => {
    let isDown = true;
    const odd = playCarrier("odd", {
      quote: () => (isDown ? down() : Promise.resolve(offers({ amount: 500 }))),
    });
    carriers = [odd, playCarrier("quick")];
    await askTimes(5);
    expect([odd.calls.length, health(odd).circuit]).toEqual([5, "open"]);
    expect(await ask()).toEqual({ odd: "carrier_error" });
    const quick = carriers.pop();
    const writes = spyOn(server.deps.stores.platform("sandbox"), "write");
    expect(await ask()).toEqual({ odd: "carrier_error" });
    expect(writes).toHaveBeenCalledTimes(1);
    writes.mockRestore();
    carriers = [odd, quick as Carrier];
    clock.advance(29.9);
    expect(await ask()).toEqual({ odd: "carrier_error" });
    expect(odd.calls).toHaveLength(5);

    clock.advance(0.1);
    expect(health(odd).circuit).toBe("half_open");
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect([odd.calls.length, health(odd).circuit]).toEqual([6, "open"]);
    clock.advance(59.9);
    await ask();
    expect(odd.calls).toHaveLength(6);
    clock.advance(0.1);
    isDown = false;
    expect(await ask()).toEqual({});
    expect(await ask()).toEqual({});
    expect([odd.calls.length, health(odd).circuit]).toEqual([8, "closed"]);
    expect(health(odd)).toMatchObject({
      asked: 8,
      answered: 2,
      last_error: { message: "The request failed." },
    });
  });

  test("lets the next ask through when Waybill itself failed before it asked the carrier", async () => {
    let isDown = true;
    const own = playCarrier("own", {
      quote: () => (isDown ? down() : Promise.resolve(offers({ amount: 500 }))),
    });
    carriers = [own];
    await askTimes(5);
    clock.advance(30);
    isDown = false;
    const isTrying = () =>
      carrierStates(server.deps, "sandbox").get(own.identity.id)?.circuit.opened?.isTrying === true;
    let hasFailed = false;
    spyOn(carriers, "find").mockImplementation((isWanted: Parameters<typeof carriers.find>[0]) => {
      if (hasFailed || !isTrying()) return [own].find(isWanted);
      hasFailed = true;
      throw new Error("disk I/O error");
    });
    const { id } = await createShipment(sandbox);
    await eventually("the failure", () => hasFailed || undefined);
    clock.advance(1);
    await jobsAtRest(server.deps);
    const { body } = await sandbox.get(`${platform}/shipments/${id}/quotes?wait_seconds=30`);
    expect(body).toMatchObject({ status: "complete", unavailable: [], data: [{ carrier: own.identity }] });
    expect([own.calls.length, health(own).circuit]).toEqual([6, "closed"]);
  });

  const kinds: [string, PlayedCarrier["quote"], "open" | "closed"][] = [
    ["refuses the credentials", () => Promise.reject(callError("status", "HTTP 401", 401)), "open"],
    ["has no such path", () => Promise.reject(callError("status", "HTTP 404", 404)), "open"],
    ["fails", () => Promise.reject(callError("status", "HTTP 503", 503)), "open"],
    ["redirects", () => Promise.reject(callError("status", "HTTP 307", 307)), "open"],
    ["says nothing", () => Promise.reject(callError("status", "HTTP 204", 204)), "open"],
    ["cannot be reached", () => Promise.reject(callError("unreachable", "no route")), "open"],
    ["exceeds its time", () => Promise.reject(callError("timeout", "no answer")), "open"],
    ["answers nonsense", () => Promise.resolve({ kind: "offers", offers: [] }), "open"],
    ["refuses one request", () => Promise.reject(callError("status", "HTTP 422", 422)), "closed"],
    ["asks for patience", () => Promise.reject(callError("status", "HTTP 429", 429)), "closed"],
    [
      "has no driver",
      () => Promise.resolve({ kind: "unavailable", code: "no_drivers", message: "Nobody is free." }),
      "closed",
    ],
  ];
  test.each(kinds)("of a carrier that %s", async (how, quote, circuit) => {
    const odd = playCarrier(how, { quote });
    carriers = [odd, playCarrier("quick")];
    const answers = [];
    for (let asked = 0; asked < 5; asked += 1) answers.push((await ask())[how]);
    const why = { "exceeds its time": "carrier_timeout", "has no driver": "no_drivers" }[how];
    expect(answers).toEqual(Array(5).fill(why ?? "carrier_error"));
    expect([odd.calls.length, health(odd).circuit]).toEqual([5, circuit]);
    expect(health(odd).answered).toBe(how === "has no driver" ? 5 : 0);
    // Its owner reads why, whatever the circuit makes of it.
    if (how === "has no driver") expect(health(odd).last_error).toBeNull();
    else expect(health(odd).last_error?.message).toBeString();
  });

  test("opens for carriers that do not answer by the deadline", async () => {
    const silent = playCarrier("silent", { quote: never });
    const patient = await startServer({
      // On a busy machine asks begin late, and a short rest of the time proves nothing about a carrier.
      config: { quotingDeadlineSeconds: 4 },
      replacements: { carriers: () => [silent, playCarrier("quick")] },
    });
    const { sandbox } = await patient.account();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(sandbox)));
    expect(answers).toEqual(Array(5).fill({ silent: "carrier_timeout" }));
    const found = healthOf(patient.deps, "sandbox", silent.identity.id);
    expect(found).toMatchObject({ asked: 5, answered: 0, p95_ms: null, circuit: "open" });
    expect(found.last_error?.message).toMatch(/^No response within \d+ ms\.$/);
    expect(await ask(sandbox)).toEqual({ silent: "carrier_error" });
    await patient.stop();
  });
});

test("what the job hears of health to store is the time that it reads, however fast time passes", () => {
  const now = () => {
    clock.advance(0.001);
    return clock.now();
  };
  const deps = { ...server.deps, realClock: { ...clock, now } };
  const rows = unsavedHealth(deps, "sandbox");
  const heard: DueRow[] = [];
  rows.watch((id, at) => heard.push({ id, at }));
  beginAsk(deps, "sandbox", "car_new").answered();
  expect(heard).toHaveLength(1);
  expect(rows.read(Number.NEGATIVE_INFINITY, 10)).toEqual(heard);
});

test("health covers the last 24 hours", async () => {
  const steady = playCarrier("steady");
  carriers = [steady];
  await askTimes(3);
  clock.advance(12 * 3600);
  await askTimes(2);
  expect(health(steady)).toMatchObject({ asked: 5, answered: 5, circuit: "closed", last_error: null });
  expect(health(steady).p95_ms).toBeNumber();
  clock.advance(12 * 3600);
  expect(health(steady)).toMatchObject({ asked: 2, answered: 2 });
  clock.advance(12 * 3600);
  expect(health(steady)).toMatchObject({ asked: 0, answered: 0, p95_ms: null });
});

describe("the owner hears of a carrier that fails for an hour", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "waybill-failing-"));
  let running: TestServer | undefined;
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  /** A carrier's row, as its owner set it up. */
  function setUp(deps: Deps, carrier: Carrier, accountId: string | null): Promise<void> {
    const { id, code, name } = carrier.identity;
    const now = deps.clock.now();
    return write(deps, "sandbox", ({ tx }) =>
      carrierStore(tx).insert({
        ...{ id, code, name, accountId, accounts: null, kind: "played", status: "active" },
        ...{ settings: {}, secrets: {}, version: 1, createdAt: now, updatedAt: now },
        ...{ margin: null, load: null, deletedAt: null, unsettled: false },
      }),
    );
  }

  async function start(clock: TestClock, ...played: Carrier[]): Promise<TestServer> {
    running = await startServer({ dataDir, replacements: { carriers: () => played, clock } });
    return running;
  }

  async function carrierEvents(client: Client): Promise<[string, unknown][]> {
    const { body } = await client.get(`${platform}/events?type=carrier.failing,carrier.recovered`);
    return body.data.map((event: { type: string; data: unknown }) => [event.type, event.data]).reverse();
  }

  test("once, also across restarts, and once that it answers again", async () => {
    const clock = createClock();
    const openedAt = clock.now();
    let isDown = true;
    const quote = () => (isDown ? down() : Promise.resolve(offers({ amount: 500 })));
    const own = playCarrier("own", { quote });
    const shared = playCarrier("shared", { quote });
    const first = await start(clock, own, shared);
    const account = await first.account();
    await setUp(first.deps, own, account.accountId);
    await setUp(first.deps, shared, null);
    await askTimes(5, account.sandbox);
    clock.advance(3599);
    await jobsAtRest(first.deps);
    expect(await carrierEvents(account.sandbox)).toEqual([]);
    expect(isFailing(first.deps, "sandbox", own.identity.id)).toBe(false);
    await first.stop();

    // A restart does not forget since when it fails, nor how it answered.
    clock.advance(1);
    const second = await start(clock, own, shared);
    expect(healthOf(second.deps, "sandbox", own.identity.id)).toMatchObject({
      asked: 5,
      answered: 0,
      last_error: { message: expect.any(String) },
    });
    const reader = second.client({ "x-api-key": account.sandboxKey });
    await jobsAtRest(second.deps);
    const since = new Date(openedAt).toISOString();
    const failing = ["carrier.failing", { carrier: own.identity, since }];
    expect(await carrierEvents(reader)).toEqual([failing as never]);
    expect([own, shared].map(({ identity }) => isFailing(second.deps, "sandbox", identity.id))).toEqual([
      true,
      true,
    ]);
    await recordCircuit(second.deps, "sandbox", own.identity.id);
    expect(await carrierEvents(reader)).toHaveLength(1);
    const calls = own.calls.length;
    await ask(reader);
    expect(own.calls).toHaveLength(calls + 1);
    clock.advance(3600);
    await jobsAtRest(second.deps);
    await second.stop();

    const third = await start(clock, own, shared);
    const last = third.client({ "x-api-key": account.sandboxKey });
    await jobsAtRest(third.deps);
    expect(await carrierEvents(last)).toHaveLength(1);
    isDown = false;
    expect(await ask(last)).toEqual({});
    await jobsAtRest(third.deps);
    await eventually("recovered", async () => (await carrierEvents(last)).length > 1 || undefined);
    expect(await carrierEvents(last)).toEqual([failing, ["carrier.recovered", failing[1]]] as never);
    expect(isFailing(third.deps, "sandbox", own.identity.id)).toBe(false);
    clock.advance(7200);
    await jobsAtRest(third.deps);
    expect(await carrierEvents(last)).toHaveLength(2);
  });

  test("and a deleted carrier leaves neither a row nor a state behind", async () => {
    const clock = createClock();
    const own = playCarrier("deleted", { quote: down });
    const { deps, ...world } = await start(clock, own);
    const account = await world.account();
    await setUp(deps, own, account.accountId);
    await askTimes(5, account.sandbox);
    clock.advance(3600);
    await jobsAtRest(deps);
    const { id } = own.identity;
    const kept = () => [
      circuitStore(deps.stores.platform("sandbox").db)
        .list()
        .some(({ carrierId }) => carrierId === id),
      carrierStates(deps, "sandbox").has(id),
    ];
    expect([isFailing(deps, "sandbox", id), ...kept()]).toEqual([true, true, true]);
    expect((await account.sandbox.delete(`${platform}/carriers/${id}`)).status).toBe(204);
    await jobsAtRest(deps);
    expect(kept()).toEqual([false, false]);
  });

  test("not of one that is paused meanwhile, which starts again with a closed circuit", async () => {
    const clock = createClock();
    const own = playCarrier("paused", { quote: down });
    const { deps, ...world } = await start(clock, own);
    const account = await world.account();
    await setUp(deps, own, account.accountId);
    await askTimes(5, account.sandbox);
    await jobsAtRest(deps);
    await write(deps, "sandbox", ({ tx }) => {
      const row = carrierStore(tx).find(own.identity.id);
      if (row) carrierStore(tx).update({ ...row, status: "paused" });
    });
    clock.advance(3600);
    await jobsAtRest(deps);
    expect(await carrierEvents(account.sandbox)).toEqual([]);
    expect(healthOf(deps, "sandbox", own.identity.id).circuit).toBe("closed");
  });
});
