import { afterAll, beforeAll, expect, test } from "bun:test";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { type Environment, environments } from "../../../../src/infra/environment.ts";
import { createLog } from "../../../../src/infra/log/log.ts";
import { carrierClient } from "../../../support/carrier-client.ts";
import { addFleet } from "../../../support/carrier-rows.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { platform, shipmentBody } from "../../../support/fixtures.ts";
import { acceptFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  eventually,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { type Receiver, startReceiver } from "../../../support/receiver.ts";
import { cardOf } from "../../carriers/kinds/fleet/support.ts";

/** A margin is the operator's: an account sees its prices and fees, wherever it looks, and nothing of what is in them. */

/** What the fleet takes, and what the operator adds. No other number of the test contains them. */
const cost = 104_729;
const margin = { percent: 29.92, amount: { amount: 702_077, currency: "EUR" } };
const price = cost + 31_335 + 702_077;
/** The first of the fleet's two lines; the other adds what is left of its cost. */
const base = 80_000;
/** 40 % of both. */
const feeCost = 41_892;
const fee = Math.round((feeCost * price) / cost);
const hidden = [cost, base, cost - base, 31_335, 702_077, price - cost, feeCost, 29.92, fee - feeCost];
const secret = new RegExp(`(?<![0-9a-z])(${hidden.join("|").replaceAll(".", "\\.")})(?![0-9a-z])`, "i");
const named = /"(margin|cost)"/;
const card = cardOf({
  service: {
    price: { base, minimum: cost },
    cancellation: [
      { until: "en_route_to_pickup", percent: 0 },
      { until: "at_pickup", percent: 40 },
    ],
  },
});

const logged: string[] = [];
let server: TestServer;
let operator: TestOperator;
let receiver: Receiver;
beforeAll(async () => {
  const note = (...said: unknown[]) => void logged.push(Bun.inspect(said));
  const notes = { debug: note, info: note, line: note, warn: note, error: note, fatal: note };
  server = await startServer({ replacements: { log: { ...createLog("silent"), ...notes } } });
  operator = await createOperator(server);
  receiver = startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const operatorPath = (id: string, environment: Environment, rest = "") =>
  `/api/v1/operator/carriers/${id}${rest}?environment=${environment}`;

async function createFleet(environment: Environment): Promise<string> {
  const id = await addFleet(server, environment, null, { status: "active", name: "City Riders" }, card);
  const patched = await operator.session.patch(operatorPath(id, environment), { margin });
  expect([patched.status, patched.body.margin]).toEqual([200, margin]);
  return id;
}

/** Ids by the noun before them in a path. */
type Ids = Record<string, string>;

/** One delivery that goes on, and one that is cancelled for a fee. */
async function deliver(account: TestAccount, environment: Environment, carrierId: string): Promise<Ids> {
  const client = account[environment];
  const endpoint = { url: environment === "live" ? "https://192.0.2.1/hook" : receiver.url, events: ["*"] };
  const webhook = await client.post(`${platform}/webhooks`, endpoint);
  const { id, assignmentId } = await acceptFleet(client, carrierId);
  const ended = await acceptFleet(client, carrierId);
  await jobsAtRest(server.deps);
  await write(server.deps, environment, (writing) =>
    applyReport(writing, ended.id, {
      assignmentId: ended.assignmentId,
      by: "carrier",
      at: writing.now,
      update: { kind: "progress", substatus: "en_route_to_pickup" },
    }),
  );
  expect((await client.post(`${platform}/shipments/${ended.id}/cancellation`)).status).toBe(200);
  const { data: events } = (await client.get(`${platform}/events?type=charge.created`)).body;
  const { data: requests } = (await client.get(`${platform}/requests`)).body;
  return {
    shipments: id,
    tracking: id,
    assignments: assignmentId,
    carriers: carrierId,
    webhooks: webhook.body.id,
    events: events[0].id,
    requests: requests[0].id,
    statements: events[0].data.charge.created_at.slice(0, 7),
  };
}

/** Every response that a key or a signed-in person of the account can read. */
async function readEverything(account: TestAccount, environment: Environment, ids: Ids): Promise<Answer[]> {
  const { paths } = await readDocument(server.url);
  const found: Answer[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined || /\/(operator|carrier|driver)\//.test(path)) continue;
    const filled = path.replace(/(\w+)\/\{\w+\}/g, (_, noun: string) => `${noun}/${ids[noun] ?? "none"}`);
    const client = path.startsWith(platform) ? account[environment] : account.session;
    const types = Object.keys((get.responses["200"] as { content?: object } | undefined)?.content ?? {});
    for (const accept of types.includes("text/csv") ? ["*/*", "text/csv"] : ["*/*"])
      found.push(await client.get(filled, { accept }));
  }
  return found;
}

test.each(environments)(
  "in %s, no response, event, webhook, export or log line shows a margin",
  async (environment) => {
    const account = await server.account();
    const client: Client = account[environment];
    const carrierId = await createFleet(environment);
    const ids = await deliver(account, environment, carrierId);
    const found = await readEverything(account, environment, ids);
    expect(found.filter(({ status }) => status === 200).length).toBeGreaterThan(30);
    const draft = shipmentBody();
    const estimate = await client.post(`${platform}/estimates`, draft);
    expect(
      estimate.body.data.find(({ carrier }: Answer["body"]) => carrier.id === carrierId).price.amount,
    ).toBe(price);
    const explained = await client.post(`${platform}/carriers/${carrierId}/quote-explanation`, draft);
    expect(explained.status).toBe(404);
    const page = await server
      .client()
      .get(new URL((await client.get(`${platform}/shipments/${ids.shipments}`)).body.tracking_url).pathname);
    found.push(estimate, explained, page);
    if (environment === "sandbox") {
      await eventually(
        "all events",
        () =>
          receiver.received.filter(({ event }) => event.type === "charge.created").length === 4 || undefined,
      );
    }
    const texts = [...found.map(({ text }) => text), ...receiver.received.map(({ body }) => body), ...logged];
    expect(texts.join("\n")).toContain(String(price));
    for (const text of texts) expect(secret.exec(text)?.[0]).toBeUndefined();
    for (const { headers, text } of found) {
      const isDocument = text.startsWith('{"openapi"');
      if (!isDocument && headers.get("content-type")?.includes("json"))
        expect(named.exec(text)?.[0]).toBeUndefined();
    }
  },
);

test("prices, lines, fees and charges hold the margin; the carrier and the operator see what it takes", async () => {
  const account = await server.account();
  const carrierId = await createFleet("live");
  const ids = await deliver(account, "live", carrierId);
  const { data: quotes } = (await account.live.get(`${platform}/shipments/${ids.shipments}/quotes`)).body;
  const quote = quotes.find(({ carrier }: Answer["body"]) => carrier.id === carrierId);
  expect(quote.price).toEqual({ amount: price, currency: "EUR" });
  expect(quote.price_breakdown).toEqual([{ code: "price", name: "Price", amount: price }]);
  expect(quote.cancellation.map(({ fee }: Answer["body"]) => fee.amount)).toEqual([0, fee]);
  const { data: charges } = (await account.live.get(`${platform}/charges`)).body;
  expect(charges.map(({ kind, amount }: Answer["body"]) => [kind, amount.amount])).toEqual([
    ["cancellation", fee],
    ["adjustment", -price],
    ["delivery", price],
    ["delivery", price],
  ]);

  const carrier = await carrierClient(server, account, carrierId, null, "live");
  const job = await carrier.get(`/api/v1/carrier/assignments/${ids.assignments}`);
  expect(job.body.price).toEqual({ amount: cost, currency: "EUR" });
  const explained = await operator.session.post(operatorPath(carrierId, "live", "/quote-explanation"), {
    shipment_id: ids.shipments,
  });
  expect(explained.body.quotes[0].price.amount).toBe(cost);
  const month = `/api/v1/operator/statements/${ids.statements}`;
  const { data: lines } = (await operator.session.get(month)).body;
  const line = lines.find(({ account: { id } }: Answer["body"]) => id === account.accountId);
  expect(line).toMatchObject({
    carrier: { id: carrierId, name: "City Riders" },
    charges: 4,
    total: price + fee,
    cost: cost + feeCost,
    margin: price + fee - cost - feeCost,
  });
});

test("only the operator sets a margin, and the operator's audit log says so", async () => {
  const account = await server.account();
  const carrierId = await createFleet("live");
  const refused = await account.live.post(`${platform}/carriers`, {
    kind: "fleet",
    code: "own",
    name: "Own",
    settings: {},
    margin,
  });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "#/margin"]);
  const { data } = (await operator.session.get("/api/v1/audit?action=carrier.changed")).body;
  expect(data[0]).toMatchObject({
    action: "carrier.changed",
    target: { type: "carrier", id: carrierId },
    details: { changed: ["margin"] },
  });
  const path = operatorPath(carrierId, "live");
  const set = async (change: unknown) => (await operator.session.patch(path, { margin: change })).body.margin;
  expect(await set({ percent: 5 })).toEqual({ ...margin, percent: 5 });
  expect(await set({ amount: null })).toEqual({ percent: 5, amount: null });
  expect(await set({ percent: null })).toBeNull();
  expect(await set({ amount: margin.amount })).toEqual({ percent: null, amount: margin.amount });
  expect(await set(null)).toBeNull();
  for (const [wrong, pointer, code] of [
    [{ percent: 1.005 }, "#/margin/percent", "decimals"],
    [{ percent: -1 }, "#/margin/percent", "minimum"],
    [{ percent: 1000.01 }, "#/margin/percent", "maximum"],
    [{ amount: { amount: 1, currency: "EURO" } }, "#/margin/amount/currency", "format"],
    [{ amount: { amount: 0.5, currency: "EUR" } }, "#/margin/amount/amount", "type"],
  ] as const) {
    const answer = await operator.session.patch(path, { margin: wrong });
    expect([answer.status, answer.body.errors]).toEqual([422, [expect.objectContaining({ pointer, code })]]);
  }
  expect((await operator.session.get(path)).body.margin).toBeNull();
});
