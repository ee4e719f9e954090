import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { changeAccount } from "../../../../src/access/accounts/operator/administration.ts";
import { write } from "../../../../src/infra/deps.ts";
import { appendEvent } from "../../../../src/messaging/events/service.ts";
import { webhookRate } from "../../../../src/messaging/webhooks/deliveries/pace.ts";
import { createClock, type TestClock, wakeJobs } from "../../../support/clock.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

const bodyBytes = 170 * 1024;
const endpoints = 50;

interface Taken {
  /** By the clock of the tests. */
  at: number;
  path: string;
  bytes: number;
  /** Which of an endpoint's events it is. */
  number: number;
}

let server: TestServer;
let clock: TestClock;
let taken: Taken[] = [];

const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const body = await request.text();
    const { number } = JSON.parse(body).data;
    taken.push({ at: clock.now(), path: new URL(request.url).pathname, bytes: body.length, number });
    return new Response();
  },
});

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ config: { webhookConcurrency: 200 }, replacements: { clock } });
});
beforeEach(() => {
  taken = [];
});
afterAll(async () => {
  await server.stop();
  await receiver.stop(true);
});

/** From here on the account has limits. */
const limit = ({ accountId }: TestAccount) => changeAccount(server.deps, accountId, { tier: "free" });

/** An event of the shipment, to every endpoint of the account. */
function tell({ accountId }: TestAccount, shipmentId: string, number: number): Promise<unknown> {
  return write(server.deps, "sandbox", (writing) => {
    const data = { number, filler: "a".repeat(bodyBytes) };
    appendEvent(writing, {
      type: "shipment.updated",
      accountId,
      shipmentId,
      sequence: 100 + number,
      data,
      at: writing.now,
    });
  });
}

/** Endpoints whose paths are `/0`, `/1` and so on. */
async function registerMany({ sandbox }: TestAccount, count: number, change: object = {}): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const url = `${receiver.url}${index}`;
    const input = { url, events: ["shipment.updated"], ...change };
    expect((await sandbox.post(`${platform}/webhooks`, input)).status).toBe(201);
  }
}

const bytesTaken = () => taken.reduce((sum, { bytes }) => sum + bytes, 0);
const arrived = (bytes: number) =>
  eventually(`${bytes} bytes`, () => (bytesTaken() >= bytes ? true : undefined));

test("an account's webhooks are sent no faster than their bytes may be, all of them and in order", async () => {
  const account = await server.account();
  const other = await server.account();
  await registerMany(account, endpoints, { ordering: "per_shipment" });
  await registerMany(other, 1);
  const shipment = await createShipment(account.sandbox);
  for (const each of [account, other]) await limit(each);
  const beganAt = clock.now();
  for (const number of [0, 1]) await tell(account, shipment.id, number);
  await arrived(webhookRate.burst);

  // Another account is sent to at once, while the first one has to wait.
  await tell(other, (await createShipment(other.sandbox)).id, 2);
  const others = await eventually("the other account's", () => taken.find(({ number }) => number === 2));
  expect(others.at).toBe(beganAt);
  taken = taken.filter(({ number }) => number !== 2);
  expect(taken.length).toBeLessThan(endpoints);

  const bodies = endpoints * 2;
  for (let seconds = 1; taken.length < bodies; seconds += 1) {
    clock.advance(1);
    await wakeJobs(server.deps);
    await arrived(Math.min(bodies * bodyBytes, webhookRate.burst + seconds * webhookRate.perSecond));
  }

  let sum = 0;
  for (const { at, bytes } of taken) {
    sum += bytes;
    const allowed = webhookRate.burst + ((at - beganAt) / 1000) * webhookRate.perSecond;
    // The last body may begin when there is room for a byte.
    expect(sum).toBeLessThan(allowed + bytes);
  }
  const ofPath = Map.groupBy(taken, ({ path }) => path);
  expect(ofPath.size).toBe(endpoints);
  for (const received of ofPath.values()) expect(received.map(({ number }) => number)).toEqual([0, 1]);
});

test("an account without limits is sent everything at once", async () => {
  const account = await server.account();
  await registerMany(account, endpoints);
  await tell(account, (await createShipment(account.sandbox)).id, 0);
  await arrived(endpoints * bodyBytes);
  expect(new Set(taken.map(({ at }) => at))).toEqual(new Set([clock.now()]));
});

test("a clock that is set back holds nobody up for longer than before", async () => {
  const account = await server.account();
  await registerMany(account, endpoints);
  const shipment = await createShipment(account.sandbox);
  await limit(account);
  await tell(account, shipment.id, 0);
  await arrived(webhookRate.burst);
  // What waits is due by this clock too.
  await write(server.deps, "sandbox", ({ tx, now }) => {
    tx.run(sql`UPDATE webhook_deliveries SET due_at = ${now - 3_600_000} WHERE status = 'pending'`);
  });
  clock.advance(-3600);
  for (let seconds = 0; taken.length < endpoints && seconds < 10; seconds += 1) {
    clock.advance(1);
    await wakeJobs(server.deps);
    await arrived(Math.min(endpoints * bodyBytes, webhookRate.burst + seconds * webhookRate.perSecond));
  }
  expect(taken).toHaveLength(endpoints);
});
