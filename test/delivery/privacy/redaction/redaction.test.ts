import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { expectProblem } from "../../../api/problem.ts";
import { run } from "../../../cli/run.ts";
import { carrierClient } from "../../../support/carrier-client.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { advance, createAssigned, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  readDocument,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";
import { type Receiver, startReceiver, verify } from "../../../support/receiver.ts";
import {
  deliverMarked,
  driverName,
  expectClean,
  holding,
  type MarkedTrip,
  markedBody,
  marker,
  once,
  pictureBytes,
  said,
  valuesOf,
} from "../../../support/redaction.ts";
import { follow } from "../../../support/stream.ts";

/** A redaction leaves none of a shipment's personal data: not in what the API shows, and not in any file. */

type Event = Answer["body"];

const dataDir = await makeDataFolder();
let server: TestServer;
let account: TestAccount;
let client: Client;
let healthy: Receiver;
let failing: Receiver;
let endpoint: { id: string; secret: string };
let trip: MarkedTrip;
let before: { shipment: Answer["body"]; log: Event[]; head: string };
let redacted: Answer["body"];

const logOf = async (id: string): Promise<Event[]> =>
  (await client.get(`${platform}/shipments/${id}/events?limit=100`)).body.data;
const idsOf = (log: readonly Event[]) => log.map(({ id }) => id);
const redact = (id: string, headers = {}) =>
  client.post(`${platform}/shipments/${id}/redaction`, undefined, headers);

beforeAll(async () => {
  server = await startServer({ dataDir, config: { webhookSchedule: [0, 600] } });
  account = await server.account();
  client = account.sandbox;
  healthy = startReceiver();
  failing = startReceiver();
  // Both repeat what they got, as receivers under development do.
  healthy.answer = (number) => new Response(healthy.received[number]?.body);
  failing.answer = (number) => new Response(failing.received[number]?.body, { status: 500 });
  const made = await client.post(`${platform}/webhooks`, { url: healthy.url, events: ["*"] });
  endpoint = made.body;
  const events = ["*", "tracking.position_updated"];
  await client.post(`${platform}/webhooks`, { url: failing.url, events });

  trip = await deliverMarked(server, account, "first");
  await client.get(`${platform}/shipments?q=${encodeURIComponent(said("Recipient"))}`);
  const { body: shipment } = await client.get(`${platform}/shipments/${trip.id}`);
  const log = await logOf(trip.id);
  const head = log.find(({ type }) => type === "shipment.delivered")?.data.proof_head;
  before = { shipment, log, head };
  await eventually("the attempts", () => {
    const { db } = server.deps.stores.platform("sandbox");
    const attempts = db.get<{ n: number }>(sql`SELECT count(*) AS n FROM webhook_attempts`)?.n ?? 0;
    return attempts >= 2 * log.length || undefined;
  });
  // Reading the log writes what waits.
  await client.get(`${platform}/requests`);
});
afterAll(async () => {
  await server.stop();
  await healthy.stop();
  await failing.stop();
  rmSync(dataDir, { recursive: true });
});

test("everything personal leaves every file", async () => {
  expect(holding(dataDir, [marker, driverName, pictureBytes]).length).toBeGreaterThanOrEqual(3);
  const answer = await redact(trip.id, once("redact"));
  expect(answer.status).toBe(200);
  redacted = answer.body;
  await expectClean(dataDir, valuesOf(trip));
});

test("states, prices, towns and the order of the log stay", async () => {
  const { shipment, log } = before;
  const { status, price, delivered_at, parcels } = shipment;
  expect(redacted).toMatchObject({ status, price, delivered_at, reference: null, metadata: {} });
  expect(redacted.parcels[0]).toEqual({ ...parcels[0], description: null, reference: null });
  expect(redacted.delivery).toMatchObject({
    contact: { name: "[redacted]", company: null, phone: null, email: null, language: null },
    address: { line1: "[redacted]", line2: null, city: "Berlin", country: "DE", postal_code: null },
    instructions: null,
    requirements: shipment.delivery.requirements,
  });
  expect(redacted.redacted_at).toBeString();
  const after = await logOf(trip.id);
  expect(idsOf(after.slice(0, -1))).toEqual(idsOf(log));
  expect(after.at(-1)).toMatchObject({ type: "shipment.redacted", data: { shipment: redacted } });
  const numbers = after.flatMap(({ data }) => data.sequence ?? []);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test("a second redaction changes nothing, and nothing else can be changed", async () => {
  const log = await logOf(trip.id);
  expect((await redact(trip.id)).body).toEqual(redacted);
  expect((await redact(trip.id, once("redact"))).body).toEqual(redacted);
  expect(await logOf(trip.id)).toEqual(log);
  const patch = { metadata: { name: said("Again") } };
  const refused = await client.patch(`${platform}/shipments/${trip.id}`, patch);
  expectProblem(server, refused, {
    status: 409,
    code: "shipment_not_editable",
    members: ["shipment_status"],
  });
});

test("only finished shipments of one's own can be redacted", async () => {
  const { shipment } = await createAssigned(client);
  expectProblem(server, await redact(shipment.id), {
    status: 409,
    code: "shipment_not_final",
    members: ["shipment_status"],
  });
  const stranger = await server.account();
  for (const one of [stranger.sandbox, account.live]) {
    expectProblem(server, await one.post(`${platform}/shipments/${trip.id}/redaction`), {
      status: 404,
      code: "not_found",
    });
  }
  await advance(client, shipment.id, "delivered");
  const foreign = await stranger.sandbox.post(`${platform}/shipments/${shipment.id}/redaction`);
  expectProblem(server, foreign, { status: 404, code: "not_found" });
  expect((await client.get(`${platform}/shipments/${shipment.id}`)).body.redacted_at).toBeNull();
});

test("every operation that reads shows the redacted form", async () => {
  const { paths } = await readDocument(server.url);
  const operator = await createOperator(server);
  const { body: deliveries } = await client.get(`${platform}/webhooks/${endpoint.id}/deliveries?limit=100`);
  const { body: requests } = await client.get(`${platform}/requests?limit=100`);
  const values: Record<string, string[]> = {
    shipments: [trip.id],
    tracking: [trip.id],
    assignments: [trip.assignmentId],
    assignmentId: [trip.assignmentId],
    webhooks: [endpoint.id],
    carriers: [trip.carrierId],
    deliveryId: idsOf(deliveries.data),
    events: idsOf(await logOf(trip.id)),
    requests: idsOf(requests.data),
    track: [redacted.tracking_url.split("/").at(-1)],
  };
  const carrier = await carrierClient(server, account, trip.carrierId, account.accountId);
  const clientOf = (path: string): Client => {
    if (path.includes("/operator/")) return operator.session;
    if (path.includes("/carrier/")) return carrier;
    if (path.includes("/driver/")) return trip.phone;
    return path.startsWith(platform) ? client : account.session;
  };
  const read: string[] = [];
  const showing: string[] = [];
  for (const [template, { get }] of Object.entries(paths)) {
    if (get === undefined || template.endsWith("/stream")) continue;
    for (const path of filled(template, values)) {
      const environment = template.includes("/operator/") ? "?environment=sandbox" : "";
      const { status, text } = await clientOf(path).get(`${path}${environment}`);
      if (status === 200) read.push(get.operationId);
      if (text.includes(marker) || text.includes(driverName)) showing.push(path);
    }
  }
  expect(showing).toEqual([]);
  const needed = ["getShipment", "listShipments", "getTracking", "listPositions", "getProofFile", "getEvent"];
  const others = ["listQuotes", "listAssignments", "getDelivery", "getRequest", "getPublicTracking"];
  expect([...needed, ...others].filter((name) => !read.includes(name))).toEqual([]);
});

/** The path with each id that is known for the noun before it, or for the parameter. */
function filled(template: string, values: Record<string, string[]>): string[] {
  const part = /(\w+)\/\{(\w+)\}/.exec(template);
  if (part === null) return [template];
  const [text, noun = "", name = ""] = part;
  const ids = values[name] ?? values[noun] ?? [];
  return ids.flatMap((id) => filled(template.replace(text, `${noun}/${id}`), values));
}

test("a resend and a retry carry the redacted body, with a signature that fits", async () => {
  const sentBefore = healthy.received.length;
  const [created] = before.log;
  const resent = await client.post(`${platform}/events/${created.id}/resend`, { webhook_id: endpoint.id });
  expect(resent.status).toBe(202);
  await eventually("the resend", () => healthy.received.length > sentBefore || undefined);
  const received = healthy.received.slice(sentBefore).find(({ event }) => event.id === created.id);
  if (!received) throw new Error("the event was not sent");
  verify(endpoint.secret, received);
  expect(received.event).toMatchObject({ id: created.id, type: "shipment.created" });
  expect(received.body).not.toContain(marker);
  expect(received.event.data.shipment.redacted_at).toBe(redacted.redacted_at);

  const failedBefore = failing.received.length;
  const { body: failed } = await client.get(`${platform}/events/${created.id}/deliveries`);
  const waiting = failed.data.find((one: { webhook_id: string }) => one.webhook_id !== endpoint.id);
  expect(waiting.status).toBe("pending");
  await client.post(`${platform}/webhooks/${waiting.webhook_id}/deliveries/${waiting.id}/retry`);
  await eventually("the retry", () => failing.received.length > failedBefore || undefined);
  expect(failing.received.at(-1)?.event.id).toBe(created.id);
  expect(failing.received.at(-1)?.body).not.toContain(marker);
  await expectClean(dataDir, valuesOf(trip));
});

test("a stream that resumes before it shows the redacted bodies", async () => {
  const headers = { "x-api-key": account.sandboxKey, "last-event-id": before.log[0].id };
  const reader = await follow(`${server.url}${platform}/events/stream`, headers);
  const told: string[] = [];
  for (let frame = await reader.next(); frame; frame = await reader.next()) {
    told.push(frame.text);
    if (frame.event === "shipment.redacted") break;
  }
  reader.leave();
  expect(told.length).toBeGreaterThan(5);
  expect(told.join()).not.toContain(marker);
});

/** What the list tells of when the goods arrive, and what keeps them. */
const withoutTimes = ({
  eta: _eta,
  promised_delivery_at: _promised,
  late_seconds: _late,
  due_at: _due,
  setback: _setback,
  ...shipment
}: Record<string, unknown>) => shipment;

test("repeated requests get the redacted form, and search finds the number only", async () => {
  const replayed = await client.post(`${platform}/shipments`, markedBody, once("create-first"));
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  expect(replayed.body).toMatchObject({ id: trip.id, redacted_at: redacted.redacted_at, reference: null });
  const found = async (query: string) => (await client.get(`${platform}/shipments?${query}`)).body.data;
  for (const q of [said("Recipient"), said("Oranienstr. 25"), marker])
    expect(await found(`q=${encodeURIComponent(q)}`)).toEqual([]);
  expect(await found(`reference=${encodeURIComponent(said("ORD"))}`)).toEqual([]);
  const listed = await found(`q=${redacted.tracking_number}`);
  expect(listed.map(withoutTimes)).toEqual([redacted]);
});

test("the response to the request for a return names both: each is redacted in it with itself", async () => {
  const { shipment } = await createAssigned(client, markedBody);
  await advance(client, shipment.id, "delivered");
  const repeat = () =>
    client.post(`${platform}/shipments/${shipment.id}/return`, undefined, once("bring-back"));
  const { status, body: back, text } = await repeat();
  expect([status, text]).toEqual([201, expect.stringContaining(said("Recipient"))]);
  await client.post(`${platform}/shipments/${back.id}/cancellation`);
  expect((await redact(shipment.id)).status).toBe(200);
  expect((await redact(back.id)).status).toBe(200);
  await expectClean(dataDir, valuesOf(trip));
  expect((await repeat()).text).not.toContain(marker);
});

test("the proof still verifies, and names what was redacted", async () => {
  const path = join(dataDir, "..", `${trip.id}.json`);
  await Bun.write(path, (await client.get(`${platform}/shipments/${trip.id}/proof.json`)).text);
  const verified = await run(["proof", "verify", path, "--head", before.head]);
  rmSync(path);
  expect([verified.exitCode, verified.stderr]).toEqual([0, ""]);
  expect(verified.stdout).toContain("redacted  the proof of delivery: the name recipient_name");
  expect(verified.stdout).toContain("redacted  the proof of delivery: the picture photo-1.jpg");
  expect(verified.stdout).toContain("Proven:");
});

test("what is reported later is not kept, not even in the request log", async () => {
  const { log, entries } = { log: await logOf(trip.id), entries: await entriesOf(trip.id) };
  const late = {
    id: "late",
    assignment_id: trip.assignmentId,
    at: new Date().toISOString(),
    type: "scan",
    message: said("Late words of"),
  };
  const sent = await trip.phone.post("/api/v1/driver/reports", { sent_at: late.at, reports: [late] });
  expect(sent.body.results[0].result).toBe("late");
  const carrier = await carrierClient(server, account, trip.carrierId, account.accountId);
  const reported = await carrier.post("/api/v1/carrier/reports", [{ ...late, id: "later" }]);
  expect(reported.body.results[0].result).toBe("late");
  const byHand = await client.post(`${platform}/shipments/${trip.id}/redaction`, { note: said("Nothing") });
  expect(byHand.status).toBeGreaterThanOrEqual(400);
  const { body: requests } = await client.get(`${platform}/requests?limit=20`);
  for (const { id } of requests.data) {
    expect((await client.get(`${platform}/requests/${id}`)).text).not.toContain(marker);
  }
  expect(await entriesOf(trip.id)).toEqual(entries);
  expect(await logOf(trip.id)).toEqual(log);
  await expectClean(dataDir, valuesOf(trip));
});

test("a response that comes after the redaction is not kept", async () => {
  const gate = Promise.withResolvers<void>();
  const sentBefore = healthy.received.length;
  healthy.answer = async (number) => {
    await gate.promise;
    return new Response(healthy.received[number]?.body);
  };
  const { body: shipment } = await client.post(`${platform}/shipments`, markedBody);
  await client.post(`${platform}/shipments/${shipment.id}/cancellation`, { message: said("No use for") });
  await eventually("the deliveries", () => healthy.received.length > sentBefore || undefined);
  expect((await redact(shipment.id)).body.cancellation).toMatchObject({ message: null });
  await expectClean(dataDir, valuesOf(trip));
  gate.resolve();
  const attempted = async () => {
    const { body } = await client.get(`${platform}/webhooks/${endpoint.id}/deliveries?status=pending`);
    return body.data.length === 0 || undefined;
  };
  await eventually("the responses", attempted);
  const { db } = server.deps.stores.platform("sandbox");
  expect(db.all(sql`SELECT number FROM webhook_attempts WHERE instr(response_body, ${marker}) > 0`)).toEqual(
    [],
  );
  // A pass over the files comes a second after the one before.
  await expectClean(dataDir, [marker]);
});

test("another reader of the files delays the end of a redaction, and does not prevent it", async () => {
  const { body: shipment } = await client.post(`${platform}/shipments`, markedBody);
  await client.post(`${platform}/shipments/${shipment.id}/cancellation`);
  const reader = new Database(join(dataDir, "sandbox.db"), { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM shipments").get();
  expect((await redact(shipment.id)).status).toBe(200);
  const { db } = server.deps.stores.platform("sandbox");
  const postponed = () =>
    db.get(sql`SELECT 1 FROM redactions WHERE stage = 'files' AND due_at > ${Date.now()}`) !== undefined;
  await eventually("a pass in vain", () => postponed() || undefined);
  reader.close();
  await expectClean(dataDir, valuesOf(trip));
  await eventually("the end", () => db.get(sql`SELECT 1 FROM redactions`) === undefined || undefined);
});

const entriesOf = async (id: string) => (await client.get(`${platform}/tracking/${id}`)).body.entries;
