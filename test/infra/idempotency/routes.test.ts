import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { acceptsIdempotencyKey } from "../../../src/api/idempotency.ts";
import { createApp } from "../../../src/app/app.ts";
import { fleet } from "../../../src/delivery/carriers/kinds/simulated/fleet.ts";
import type { Environment } from "../../../src/infra/environment.ts";
import { operationOf } from "../../../src/infra/http/operation.ts";
import { forgetRows } from "../../../src/infra/jobs/jobs.ts";
import { refuses } from "../../api/problem.ts";
import { raiseAttention } from "../../support/attention.ts";
import { carrierClient } from "../../support/carrier-client.ts";
import { addCarrier, addFleet } from "../../support/carrier-rows.ts";
import { createClock, jobsAtRest } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { databaseRows } from "../../support/database.ts";
import { addDriver, driverClient } from "../../support/drivers.ts";
import {
  advance,
  createAssigned,
  createQuoted,
  createShipment,
  platform,
  shipmentBody,
} from "../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../support/fleets.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { addHook } from "../../support/hooks.ts";
import { pictures } from "../../support/images.ts";
import { createOperator, type TestOperator } from "../../support/operator.ts";
import { createForm, customer, newForm, order, place } from "../../support/order-forms.ts";
import { csvOf, importsPath, orderCells, upload, uploadAs } from "../../support/order-lists.ts";
import { playKind } from "../../support/played-kind.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

const clock = createClock();
const shipments = `${platform}/shipments`;
const webhooks = `${platform}/webhooks`;
const standing = {
  name: "Bread",
  shipment: shipmentBody(),
  days: ["mon"],
  pickup_window: { from: "09:00", to: "11:00" },
  paused: true,
};
let server: TestServer;
let account: TestAccount;
let operator: TestOperator;
let receiver: Receiver;
/** Only such instances have stages. */
let ephemeral: TestServer;

beforeAll(async () => {
  ephemeral = await startServer({ config: { ephemeral: true } });
  server = await startServer({ replacements: { clock, kinds: playKind().kinds } });
  account = await server.account();
  operator = await createOperator(server);
  receiver = startReceiver();
});
afterAll(async () => {
  await server.stop();
  await ephemeral.stop();
  await receiver.stop();
});

let keys = 0;
const newKey = () => ({ "idempotency-key": `key ${++keys}` });
const isReplay = (answer: Answer) => answer.headers.get("idempotent-replayed") === "true";

/** Where to call goods back that a fleet has, the account's own or the installation's. */
async function recallOf(owner: string | null): Promise<string> {
  const carrierId = await addOpenFleet(server, owner);
  const { id, assignmentId } = await acceptFleet(account.sandbox, carrierId);
  const report = { id: "r", at: new Date(clock.now()).toISOString(), assignment_id: assignmentId };
  const picked = [{ ...report, type: "progress", substatus: "picked_up" }];
  const path = `/carriers/${carrierId}/reports`;
  const answer = await (owner === null
    ? operator.session.post(onOperatorSide(`${platform}${path}`), picked)
    : account.sandbox.post(`${platform}${path}`, picked));
  expect(answer.body.results[0].result).toBe("applied");
  return `${shipments}/${id}/recall`;
}

const onOperatorSide = (path: string) => `${path.replace("/platform/", "/operator/")}?environment=sandbox`;

/** What a repeated request must say again, apart from its own id and date. */
function told({ status, text, headers }: Answer) {
  const names = ["location", "etag", "content-type", "cache-control"];
  return { status, text, headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])) };
}

async function count(client: Client, path = shipments): Promise<number> {
  const { body } = await client.get(`${path}?limit=100`);
  return body.data.length;
}

describe("the same request again", () => {
  test("gets the same answer, byte for byte, and changes nothing", async () => {
    const key = newKey();
    const first = await account.sandbox.post(shipments, shipmentBody(), key);
    await account.sandbox.get(`${shipments}/${first.body.id}/quotes`);
    const rows = databaseRows(server);
    const second = await account.sandbox.post(shipments, shipmentBody(), key);
    expect(told(second)).toEqual(told(first));
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(databaseRows(server)).toEqual(rows);
  });

  test("also if the key is quoted", async () => {
    const bare = await account.sandbox.post(shipments, shipmentBody(), {
      "idempotency-key": "quoted-or-not",
    });
    const quoted = await account.sandbox.post(shipments, shipmentBody(), {
      "idempotency-key": '"quoted-or-not"',
    });
    expect(told(quoted)).toEqual(told(bare));
    expect(isReplay(quoted)).toBe(true);
  });

  test("also when the shipment has moved on since", async () => {
    const key = newKey();
    const body = shipmentBody({ simulation: { speed: "instant" } });
    const first = await account.sandbox.post(shipments, body, key);
    await account.sandbox.get(`${shipments}/${first.body.id}/quotes`);
    await account.sandbox.post(`${shipments}/${first.body.id}/cancellation`);
    expect(told(await account.sandbox.post(shipments, body, key))).toEqual(told(first));
  });

  test("also when it would no longer be accepted", async () => {
    const key = newKey();
    const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
    const body = shipmentBody({
      pickup: { ...(shipmentBody().pickup as object), window: { start: at(5), end: at(60) } },
    });
    const first = await account.sandbox.post(shipments, body, key);
    clock.advance(2 * 3600);
    const again = await account.sandbox.post(shipments, body, key);
    expect(told(again)).toEqual(told(first));
    expect((await account.sandbox.post(shipments, body)).status).toBe(422);
  });

  test("50 at once make one shipment and 50 equal answers", async () => {
    const own = await server.account();
    const key = newKey();
    const body = shipmentBody({ metadata: { b: "2", a: "1", "10": "x", "9": "y" } });
    const answers = await Promise.all(Array.from({ length: 50 }, () => own.live.post(shipments, body, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(isReplay).length).toBe(49);
    expect(await count(own.live)).toBe(1);
    expect((await own.live.get(`${platform}/events?type=shipment.created`)).body.data.length).toBe(1);
  });

  test("50 accepts at once make one assignment and 50 equal answers", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const key = newKey();
    const path = `${shipments}/${shipment.id}/assignments`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => account.sandbox.post(path, { strategy: "cheapest" }, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await count(account.sandbox, path)).toBe(1);
  });

  test("of quotes at once starts one round, and all get its offers", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const key = newKey();
    const path = `${shipments}/${shipment.id}/quotes`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.sandbox.post(path, undefined, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
    expect(answers[0]?.body.data.length).toBeGreaterThan(0);
    const rounds = databaseRows(server)["sandbox.quote_rounds"] ?? [];
    expect(rounds.filter((round) => round.shipment_id === shipment.id).length).toBe(2);
    const later = await account.sandbox.post(path, undefined, key);
    expect(told(later)).toEqual(told(answers[0] as Answer));
  });

  test("gets the answer that quoting gave before, also when the offers have expired since", async () => {
    const { shipment } = await createQuoted(account.sandbox);
    const key = newKey();
    const path = `${shipments}/${shipment.id}/quotes`;
    const first = await account.sandbox.post(path, undefined, key);
    clock.advance(901);
    expect((await account.sandbox.get(path)).body.data[0].status).toBe("expired");
    expect(told(await account.sandbox.post(path, undefined, key))).toEqual(told(first));
  });

  test("after a restart", async () => {
    const dataDir = await makeDataFolder();
    const key = newKey();
    const before = await startServer({ dataDir });
    const own = await before.account();
    const first = await own.live.post(shipments, shipmentBody(), key);
    await before.stop();
    const after = await startServer({ dataDir });
    const client = after.client({ "x-api-key": own.liveKey });
    const second = await client.post(shipments, shipmentBody(), key);
    const { tracking_url, ...rest } = first.body;
    expect(second.body).toEqual({ ...rest, tracking_url });
    expect([second.status, isReplay(second), await count(client)]).toEqual([201, true, 1]);
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe("every POST outside /auth accepts the key", () => {
  const sent: Record<string, () => Promise<{ path: string; body?: unknown; client?: Client }>> = {
    createShipment: async () => ({ path: shipments, body: shipmentBody() }),
    cancelShipment: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      return { path: `${shipments}/${shipment.id}/cancellation`, body: { message: "no more" } };
    },
    redactShipment: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      await account.sandbox.post(`${shipments}/${shipment.id}/cancellation`);
      return { path: `${shipments}/${shipment.id}/redaction` };
    },
    createImport: async () => ({ path: importsPath, client: uploadingList(account.sandbox) }),
    confirmImport: async () => {
      const { id } = await uploadAs(account.sandbox, csvOf([orderCells(9)]));
      return { path: `${importsPath}/${id}/confirmation`, body: { rows: 1 } };
    },
    createContact: async () => ({ path: `${platform}/contacts`, body: { name: "Alex" } }),
    redactContact: async () => {
      const { body } = await account.sandbox.post(`${platform}/contacts`, { name: "Alex" });
      return { path: `${platform}/contacts/${body.id}/redaction`, body: { shipments: 0 } };
    },
    copyShipments: async () => {
      const { id } = await createShipment(account.sandbox);
      const to_date = new Date(clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      return { path: `${shipments}/copies`, body: { shipment_ids: [id], to_date } };
    },
    createOrderForm: async () => ({ path: `${platform}/order-forms`, body: newForm }),
    rotateOrderForm: async () => {
      const { id } = await createForm(account.sandbox);
      return { path: `${platform}/order-forms/${id}/rotation` };
    },
    approveOrderRequest: async () => ({ path: `${await requestPath()}/approval` }),
    placeOrder: async () => {
      const form = await createForm(account.sandbox);
      return { path: "/api/v1/order-form/orders", body: order, client: customer(server, form.token) };
    },
    refuseOrderRequest: async () => ({ path: `${await requestPath()}/refusal` }),
    createSchedule: async () => ({ path: `${platform}/schedules`, body: standing }),
    redactSchedule: async () => {
      const { body } = await account.sandbox.post(`${platform}/schedules`, standing);
      return { path: `${platform}/schedules/${body.id}/redaction` };
    },
    correctShipment: async () => {
      const { shipment } = await createAssigned(account.sandbox);
      await advance(account.sandbox, shipment.id, "delivered");
      const body = { status: "failed", reason: "The wrong job was tapped." };
      return { path: `${shipments}/${shipment.id}/correction`, body };
    },
    moveDeliveryWindows: async () => {
      const { shipment } = await createAssigned(account.sandbox);
      return { path: `${shipments}/windows/batch`, body: { shipment_ids: [shipment.id], delay_minutes: 30 } };
    },
    moveOperatorDeliveryWindows: async () => {
      const { id } = await acceptFleet(account.sandbox, await addOpenFleet(server, null));
      const body = { shipment_ids: [id], delay_minutes: 30 };
      return { path: inSandbox("/shipments/windows/batch"), body, client: operator.session };
    },
    addCharge: async () => {
      const { shipment, assignment } = await createAssigned(account.sandbox);
      const body = { kind: "waiting", amount: assignment.price, reason: "He waited." };
      return { path: `${shipments}/${shipment.id}/charges`, body };
    },
    correctOperatorShipment: async () => {
      const carrierId = await addOpenFleet(server, null);
      const { id, assignmentId } = await acceptFleet(account.sandbox, carrierId);
      const report = { id: "r", at: new Date(clock.now()).toISOString(), assignment_id: assignmentId };
      await operator.session.post(`/api/v1/operator/carriers/${carrierId}/reports?environment=sandbox`, [
        { ...report, type: "undeliverable", reason_code: "lost" },
      ]);
      const body = { status: "returned", reason: "It was found." };
      const path = `/api/v1/operator/shipments/${id}/correction?environment=sandbox`;
      return { path, body, client: operator.session };
    },
    requestRecall: async () => ({
      path: await recallOf(account.accountId),
      body: { reason: "Wrong goods." },
    }),
    confirmRecall: async () => {
      const path = await recallOf(account.accountId);
      await account.sandbox.post(path, { reason: "Wrong goods." });
      return { path: `${path}/seen`, body: {} };
    },
    requestOperatorRecall: async () => ({
      path: onOperatorSide(await recallOf(null)),
      body: { reason: "Wrong goods." },
      client: operator.session,
    }),
    confirmOperatorRecall: async () => {
      const path = await recallOf(null);
      await operator.session.post(onOperatorSide(path), { reason: "Wrong goods." });
      return { path: onOperatorSide(`${path}/seen`), body: {}, client: operator.session };
    },
    addOperatorCharge: async () => {
      const { id } = await acceptFleet(account.sandbox, await addOpenFleet(server, null));
      const body = { kind: "discount", amount: { amount: 1, currency: "EUR" }, reason: "It was late." };
      return {
        path: `/api/v1/operator/shipments/${id}/charges?environment=sandbox`,
        body,
        client: operator.session,
      };
    },
    createReturn: async () => {
      const { shipment } = await createAssigned(account.sandbox);
      await advance(account.sandbox, shipment.id, "delivered");
      return { path: `${shipments}/${shipment.id}/return` };
    },
    renewTrackingLink: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      return { path: `${shipments}/${shipment.id}/tracking-link` };
    },
    requestQuotes: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      return { path: `${shipments}/${shipment.id}/quotes` };
    },
    acceptQuote: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      return { path: `${shipments}/${shipment.id}/assignments`, body: { strategy: "fastest" } };
    },
    registerWebhook: async () => ({ path: webhooks, body: endpoint() }),
    rotateWebhookSecret: async () => ({ path: `${webhooks}/${await register()}/rotate-secret` }),
    testWebhook: async () => ({ path: `${webhooks}/${await register()}/test`, body: {} }),
    retryDelivery: async () => {
      const { webhookId, deliveryId } = await delivered();
      return { path: `${webhooks}/${webhookId}/deliveries/${deliveryId}/retry` };
    },
    recoverDeliveries: async () => ({
      path: `${webhooks}/${await register()}/recover`,
      body: { from: new Date(clock.now() - 60_000).toISOString() },
    }),
    replayEvents: async () => ({
      path: `${webhooks}/${await register()}/replay`,
      body: { from: new Date(clock.now() - 60_000).toISOString() },
    }),
    discardDeliveries: async () => ({ path: `${webhooks}/${await register()}/discard` }),
    makeEvent: async () => ({ path: `${platform}/sandbox/events`, body: { type: "shipment.expired" } }),
    // One runs at a time in an account.
    startRushHour: async () => ({
      path: `${platform}/sandbox/rush-hour`,
      body: { shipments: 1, minutes: 1 },
      client: (await server.account()).sandbox,
    }),
    startPractice: async () => {
      const firm = await server.account();
      const carrierId = await addOpenFleet(server, firm.accountId, {}, "live");
      await addDriver(server, "live", firm.accountId, { carrierId });
      return {
        path: `${platform}/sandbox/rush-hour/practice`,
        body: { own_carrier_id: carrierId, shipments: 1 },
        client: inEnvironment(firm.session, "sandbox"),
      };
    },
    createStage: async () => ({
      path: `${platform}/sandbox/stages`,
      client: (await ephemeral.account()).sandbox,
    }),
    resendEvent: async () => {
      const shipment = await createShipment(account.sandbox);
      const { body } = await account.sandbox.get(`${shipments}/${shipment.id}/events`);
      return { path: `${platform}/events/${body.data[0].id}/resend` };
    },
    advanceShipment: async () => {
      const { shipment } = await createAssigned(account.sandbox);
      await advance(account.sandbox, shipment.id, "confirmed");
      return { path: `${platform}/sandbox/shipments/${shipment.id}/advance` };
    },
    acceptCarrierAssignment: async () => ({
      path: `${await bookedJob()}/acceptance`,
      client: await carrier(),
    }),
    rejectCarrierAssignment: async () => ({
      path: `${await bookedJob()}/rejection`,
      body: { reason_code: "no_supply" },
      client: await carrier(),
    }),
    uploadCarrierImage: async () => ({
      path: "/api/v1/carrier/images",
      client: uploading(await carrier()),
    }),
    uploadImageForCarrier: async () => ({
      path: `${await fleetPath()}/images`,
      client: uploading(account.sandbox),
    }),
    estimateShipment: async () => ({ path: `${platform}/estimates`, body: shipmentBody() }),
    explainCarrierQuote: async () => ({
      path: `${await fleetPath()}/quote-explanation`,
      body: shipmentBody(),
    }),
    explainOperatorCarrierQuote: async () => ({
      path: ofOperator(`/${await addFleet(server, "sandbox", null)}/quote-explanation`),
      body: shipmentBody(),
      client: operator.session,
    }),
    createCarrier: async () => ({ path: `${platform}/carriers`, body: carrierBody() }),
    checkCarrier: async () => ({ path: `${platform}/carriers/${await setUpCarrier()}/check` }),
    uploadImageForOperatorCarrier: async () => ({
      path: ofOperator(`/${await addFleet(server, "sandbox", null)}/images`),
      client: uploading(operator.session),
    }),
    createOperatorCarrier: async () => ({
      path: ofOperator(),
      body: carrierBody(),
      client: operator.session,
    }),
    checkOperatorCarrier: async () => ({
      path: ofOperator(`/${await install()}/check`),
      client: operator.session,
    }),
    issueOperatorCarrierToken: async () => ({
      path: ofOperator(`/${await install()}/tokens`),
      body: { name: "CI" },
      client: operator.session,
    }),
    rotateOperatorCarrierToken: async () => {
      const id = await install();
      const { body } = await operator.session.post(ofOperator(`/${id}/tokens`), { name: "CI" });
      return { path: ofOperator(`/${id}/tokens/${body.id}/rotation`), client: operator.session };
    },
    handCarrierOver: async () => {
      const id = await addOpenFleet(server, operator.accountId, { dispatch: "manual" }, "live");
      return {
        path: `${platform}/carriers/${id}/handover`,
        body: {},
        client: inEnvironment(operator.session, "live"),
      };
    },
    issueCarrierToken: async () => ({ path: await tokensOfCarrier(), body: { name: "CI" } }),
    rotateCarrierToken: async () => {
      const path = await tokensOfCarrier();
      const { body } = await account.sandbox.post(path, { name: "CI" });
      return { path: `${path}/${body.id}/rotation` };
    },
    issueKey: async () => ({
      path: "/api/v1/keys",
      body: { name: "CI", environment: "sandbox" },
      client: account.session,
    }),
    rotateKey: async () => {
      const { body } = await account.session.post("/api/v1/keys", { name: "CI", environment: "sandbox" });
      return { path: `/api/v1/keys/${body.id}/rotation`, client: account.session };
    },
    createShipments: async () => ({ path: `${shipments}/batch`, body: { shipments: [shipmentBody()] } }),
    acceptQuotes: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      const items = [{ shipment_id: shipment.id, strategy: "cheapest" }];
      return { path: `${platform}/assignments/batch`, body: { items } };
    },
    cancelShipments: async () => {
      const { shipment } = await createQuoted(account.sandbox);
      return { path: `${platform}/cancellations/batch`, body: { items: [{ shipment_id: shipment.id }] } };
    },
    assignCarrierDriver: async () => {
      const { id, body } = await jobAndDriver(account.accountId);
      return { path: `${platform}/assignments/${id}/driver`, body };
    },
    assignOperatorCarrierDriver: async () => {
      const { id, body } = await jobAndDriver(null);
      return { path: inSandbox(`/assignments/${id}/driver`), body, client: operator.session };
    },
    assignCarrierDrivers: async () => {
      const { id, body } = await jobAndDriver(account.accountId);
      return { path: `${platform}/assignments/driver/batch`, body: { ...body, assignment_ids: [id] } };
    },
    assignOperatorCarrierDrivers: async () => {
      const { id, body } = await jobAndDriver(null);
      return {
        path: inSandbox("/assignments/driver/batch"),
        body: { ...body, assignment_ids: [id] },
        client: operator.session,
      };
    },
    createDriver: async () => ({
      path: `${platform}/drivers`,
      body: driverBody(await addFleet(server, "sandbox", account.accountId)),
    }),
    createOperatorTier: async () => ({
      path: "/api/v1/operator/tiers",
      body: { name: "startup", limits: null },
      client: operator.session,
    }),
    createOperatorDriver: async () => ({
      path: inSandbox("/drivers"),
      body: driverBody(await addFleet(server, "sandbox", null)),
      client: operator.session,
    }),
    writeDriverNote: async () => ({
      path: `${platform}/drivers/${(await addDriver(server, "sandbox", account.accountId)).id}/notes`,
      body: { text: "Use the side door." },
    }),
    writeOperatorDriverNote: async () => {
      const carrierId = await addFleet(server, "sandbox", null);
      const { id } = await addDriver(server, "sandbox", null, { carrierId });
      return {
        path: inSandbox(`/drivers/${id}/notes`),
        body: { text: "Use the side door." },
        client: operator.session,
      };
    },
    issueDriverToken: async () => ({
      path: `${platform}/drivers/${(await addDriver(server, "sandbox", account.accountId)).id}/tokens`,
      body: { name: "Phone", kind: "positions" },
    }),
    issueOperatorDriverToken: async () => ({
      path: inSandbox(`/drivers/${(await addDriver(server, "sandbox", null)).id}/tokens`),
      body: { name: "Phone", kind: "positions" },
      client: operator.session,
    }),
    rotateDriverToken: async () => {
      const path = `${platform}/drivers/${(await addDriver(server, "sandbox", account.accountId)).id}/tokens`;
      const { body } = await account.sandbox.post(path, { name: "Phone", kind: "positions" });
      return { path: `${path}/${body.id}/rotation` };
    },
    rotateOperatorDriverToken: async () => {
      const path = `/drivers/${(await addDriver(server, "sandbox", null)).id}/tokens`;
      const { body } = await operator.session.post(inSandbox(path), { name: "Phone", kind: "positions" });
      return { path: inSandbox(`${path}/${body.id}/rotation`), client: operator.session };
    },
    uploadDriverImage: async () => {
      const driver = await addDriver(server, "sandbox", account.accountId);
      return {
        path: "/api/v1/driver/images",
        client: uploading(await driverClient(server, driver, account.accountId)),
      };
    },
    dismissCarrierHook: async () => ({ path: `${await hookPath()}/dismiss` }),
    retryCarrierHook: async () => ({ path: `${await hookPath()}/retry` }),
    dismissOperatorCarrierHook: async () => ({
      path: ofOperator(`${await installedHook()}/dismiss`),
      client: operator.session,
    }),
    retryOperatorCarrierHook: async () => ({
      path: ofOperator(`${await installedHook()}/retry`),
      client: operator.session,
    }),
    dismissAttention: async () => ({ path: `${platform}/attention/${await attentionItem()}/dismissal` }),
    dismissOperatorAttention: async () => ({
      path: inSandbox(`/attention/${await attentionItem()}/dismissal`),
      client: operator.session,
    }),
  };
  /** Of a session, which names its environment with each request. */
  const inEnvironment = (client: Client, environment: Environment): Client => ({
    ...client,
    post: (path, body, headers) => client.post(path, body, { "x-environment": environment, ...headers }),
  });
  /** Posts an image, whatever the body. */
  const uploading = (client: Client): Client => ({
    ...client,
    post: (path, _body, headers) =>
      client.send(path, {
        method: "POST",
        body: pictures.png,
        headers: { "content-type": "image/png", ...headers },
      }),
  });
  const uploadingList = (client: Client): Client => ({
    ...client,
    post: (_path, _body, headers) => upload(client, csvOf([orderCells(8)]), { ...(headers && { headers }) }),
  });
  const fleetPath = async () =>
    `${platform}/carriers/${await addFleet(server, "sandbox", account.accountId)}`;
  const carrierId = fleet[0]?.id ?? "";
  const carrier = () => carrierClient(server, account, carrierId);
  const bookedJob = async () => {
    const { shipment, quotes } = await createQuoted(account.sandbox, { simulation: { speed: "manual" } });
    const quote = quotes.find((each: { carrier: { id: string } }) => each.carrier.id === carrierId);
    const path = `${shipments}/${shipment.id}/assignments`;
    return `/api/v1/carrier/assignments/${(await account.sandbox.post(path, { quote_id: quote.id })).body.id}`;
  };
  let carriersMade = 0;
  const carrierBody = () => {
    carriersMade += 1;
    const settings = { base_url: "https://example.com/waybill" };
    return { kind: "played", code: `made_${carriersMade}`, name: "Made", settings };
  };
  const setUpCarrier = async () =>
    (await account.sandbox.post(`${platform}/carriers`, carrierBody())).body.id as string;
  const inSandbox = (rest: string) => `/api/v1/operator${rest}?environment=sandbox`;
  const ofOperator = (rest = "") => inSandbox(`/carriers${rest}`);
  const install = async () => (await operator.session.post(ofOperator(), carrierBody())).body.id as string;
  const hookPath = async () => {
    const id = await setUpCarrier();
    return `${platform}/carriers/${id}/hooks/${await addHook(server, "sandbox", id, account)}`;
  };
  const installedHook = async () => {
    const id = await install();
    return `/${id}/hooks/${await addHook(server, "sandbox", id, { accountId: null })}`;
  };
  const driverBody = (carrier_id: string) => ({ carrier_id, name: "Kim", vehicle: { type: "bicycle" } });
  /** A job of a fleet of `owner`, and who is to get it. */
  const jobAndDriver = async (owner: string | null) => {
    const carrierId = await addOpenFleet(server, owner);
    const { assignmentId } = await acceptFleet(account.sandbox, carrierId);
    const { driverId } = await addDriver(server, "sandbox", owner, { carrierId });
    return { id: assignmentId, body: { driver_id: driverId } };
  };
  /** Of a job of the installation's fleet, so that its account and the operator see it. */
  const attentionItem = async () => {
    const { id } = await acceptFleet(account.sandbox, await addOpenFleet(server, null));
    await raiseAttention(server, "sandbox", id);
    return eventually("an item of attention", async () => {
      const { body } = await account.sandbox.get(`${platform}/attention`);
      return body.data.find((item: { shipment_id: string }) => item.shipment_id === id)?.id as string;
    });
  };
  const tokensOfCarrier = async () =>
    `${platform}/carriers/${await addCarrier(server, "sandbox", account.accountId)}/tokens`;
  const requestPath = async () => {
    const form = await createForm(account.sandbox);
    const { body } = await place(customer(server, form.token));
    return `${platform}/order-requests/${body.id}`;
  };
  const endpoint = () => ({ url: receiver.url, events: ["webhook.test"] });
  const register = async () => (await account.sandbox.post(webhooks, endpoint())).body.id as string;
  const delivered = async () => {
    const webhookId = await register();
    const { body } = await account.sandbox.post(`${webhooks}/${webhookId}/test`, {});
    const path = `${webhooks}/${webhookId}/deliveries/${body.id}`;
    await eventually("a delivery", async () => (await account.sandbox.get(path)).body.status === "delivered");
    return { webhookId, deliveryId: body.id as string };
  };

  test("none is left out here", () => {
    const accepting = createApp(server.deps)
      .routes.map(({ method, path, hooks }) => ({
        method,
        path,
        operation: operationOf({ method, path, hooks }),
      }))
      .filter(acceptsIdempotencyKey)
      .map(({ operation }) => operation.operationId);
    expect(accepting.sort()).toEqual(Object.keys(sent).sort());
  });

  test.each(Object.entries(sent))("%s", async (_operation, prepare) => {
    const { path, body, client = account.sandbox } = await prepare();
    const key = newKey();
    const first = await client.post(path, body, key);
    expect(first.status).toBeLessThan(300);
    await jobsAtRest(server.deps);
    const second = await client.post(path, body, key);
    const secret = (first.body.secret ?? first.body.url) as string | undefined;
    const expected = secret === undefined ? first.text : first.text.replace(`"${secret}"`, "null");
    expect(told(second)).toEqual({ ...told(first), text: expected });
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
  });

  test("reports repeat by their own ids: they ignore the key and store no response", async () => {
    const client = await carrier();
    const { db } = server.deps.stores.platform("sandbox");
    const countKeys = () => db.get<{ n: number }>(sql`SELECT count(*) AS n FROM idempotency_keys`)?.n;
    const at = new Date(clock.now()).toISOString();
    const report = { id: "r-1", assignment_id: "asg_none", at, type: "signal_lost" };
    const key = newKey();
    const before = countKeys();
    for (const [sender, path] of [
      [client, "/api/v1/carrier/reports"],
      [account.sandbox, `${await fleetPath()}/reports`],
    ] as const) {
      for (const id of ["r-1", "r-2"]) {
        const answer = await sender.post(path, [{ ...report, id }], key);
        expect([answer.status, answer.body.results[0].id, isReplay(answer)]).toEqual([200, id, false]);
      }
    }
    expect(countKeys()).toBe(before);
  });

  test("no row contains a secret", async () => {
    const made = await account.sandbox.post(webhooks, endpoint(), newKey());
    const key = await account.session.post("/api/v1/keys", { name: "k", environment: "sandbox" }, newKey());
    const rows = databaseRows(server);
    const kept = JSON.stringify([rows["sandbox.idempotency_keys"], rows["accounts.idempotency_keys"]]);
    expect(kept).toContain(made.body.id);
    expect(kept).toContain(key.body.id);
    expect(kept).not.toContain(made.body.secret);
    expect(kept).not.toContain(key.body.secret);
  });

  test("one of /auth does not", async () => {
    const key = newKey();
    const body = { email: account.email, password: account.password };
    const first = await server.client().post("/api/v1/auth/sign-in", body, key);
    const second = await server.client().post("/api/v1/auth/sign-in", body, key);
    expect([first.status, second.status, isReplay(second)]).toEqual([200, 200, false]);
    expect(second.headers.get("set-cookie")).not.toBe(first.headers.get("set-cookie"));
  });

  test("reading with a key is just reading", async () => {
    const key = newKey();
    await account.sandbox.get(shipments, key);
    const answer = await account.sandbox.get(`${platform}/events`, key);
    expect([answer.status, isReplay(answer)]).toEqual([200, false]);
  });
});

describe("another request with the same key is refused", () => {
  const key = { "idempotency-key": "taken" };
  beforeAll(async () => {
    await account.sandbox.post(shipments, shipmentBody(), key);
  });
  refuses(
    () => server,
    [
      {
        name: "another body",
        send: () => account.sandbox.post(shipments, shipmentBody({ reference: "B" }), key),
        status: 422,
        code: "idempotency_key_reused",
      },
      {
        name: "the same body in other bytes",
        send: () =>
          account.sandbox.send(shipments, {
            method: "POST",
            body: JSON.stringify(shipmentBody(), null, 1),
            headers: { "content-type": "application/json", ...key },
          }),
        status: 422,
        code: "idempotency_key_reused",
      },
      {
        name: "another path",
        send: () => account.sandbox.post(webhooks, shipmentBody(), key),
        status: 422,
        code: "idempotency_key_reused",
      },
      {
        name: "another query",
        send: () => account.sandbox.post(`${shipments}?`, shipmentBody(), key),
        status: 422,
        code: "idempotency_key_reused",
      },
      ...["", '""', "ä", "x".repeat(256)].map((value) => ({
        name: `a key that is none: ${value.slice(0, 3)}`,
        send: () => account.sandbox.post(shipments, shipmentBody(), { "idempotency-key": value }),
        status: 400,
        code: "idempotency_key_invalid" as const,
      })),
    ],
  );

  test("two different ones at once: one is done, the other refused", async () => {
    const both = await Promise.all(
      ["A", "B"].map((reference) =>
        account.sandbox.post(shipments, shipmentBody({ reference }), { "idempotency-key": "raced" }),
      ),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
  });
});

describe("a key is free", () => {
  test("in another environment and in another account", async () => {
    const key = newKey();
    const other = await server.account();
    const clients = [account.sandbox, account.live, other.sandbox];
    const answers = await Promise.all(clients.map((client) => client.post(shipments, shipmentBody(), key)));
    expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual(
      answers.map(() => [201, false]),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3);
  });

  test("after a refusal", async () => {
    const key = newKey();
    expect((await account.sandbox.post(shipments, {}, key)).status).toBe(422);
    const { shipment } = await createQuoted(account.sandbox, { simulation: { outcome: "no_carriers" } });
    const path = `${shipments}/${shipment.id}/assignments`;
    expect((await account.sandbox.post(path, { strategy: "cheapest" }, key)).status).toBe(409);
    expect((await account.sandbox.post(shipments, shipmentBody(), key)).status).toBe(201);
  });

  test("after a day, when they are deleted", async () => {
    const key = newKey();
    const first = await account.sandbox.post(shipments, shipmentBody(), key);
    clock.advance(24 * 3600 - 1);
    await forgetRows(server.deps).run(clock.now());
    expect(isReplay(await account.sandbox.post(shipments, shipmentBody(), key))).toBe(true);
    clock.advance(1);
    const second = await account.sandbox.post(shipments, shipmentBody(), key);
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    expect(second.body.id).not.toBe(first.body.id);
    clock.advance(24 * 3600);
    await forgetRows(server.deps).run(clock.now());
    const rows = databaseRows(server);
    const stores = ["sandbox", "live", "accounts"];
    expect(stores.flatMap((store) => rows[`${store}.idempotency_keys`])).toEqual([]);
  });

  test("after the sandbox was emptied", async () => {
    const key = newKey();
    const first = await account.sandbox.post(shipments, shipmentBody(), key);
    await account.sandbox.delete(`${platform}/sandbox/data`);
    const second = await account.sandbox.post(shipments, shipmentBody(), key);
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

test("a key of an object that survives a sandbox reset still protects it", async () => {
  const own = await server.account();
  const key = newKey();
  const body = { url: receiver.url, events: ["webhook.test"] };
  const first = await own.sandbox.post(webhooks, body, key);
  await own.sandbox.delete(`${platform}/sandbox/data`);
  const second = await own.sandbox.post(webhooks, body, key);
  expect([second.body.id, isReplay(second)]).toEqual([first.body.id, true]);
  expect(await count(own.sandbox, webhooks)).toBe(1);
});
