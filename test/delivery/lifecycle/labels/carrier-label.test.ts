import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Carrier } from "../../../../src/delivery/carriers/carrier.ts";
import { labelTypeOf } from "../../../../src/delivery/carriers/label-type.ts";
import { type CarrierLabel, labelBytesMax } from "../../../../src/delivery/carriers/tracked.ts";
import { sha256Hex } from "../../../../src/infra/ids.ts";
import { type BookingWorld, startBookingWorld } from "../../../support/bookings.ts";
import { booked, gate, never, playCarrier } from "../../../support/carriers.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { createAssigned, platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer } from "../../../support/harness.ts";

/** Labels that a carrier makes: fetched after the booking, kept as they are, and erased with the rest. */
let world: BookingWorld;
beforeAll(async () => {
  world = await startBookingWorld();
});
afterAll(() => world.server.stop());

type Answering = NonNullable<Carrier["label"]>;

/** A carrier with labels of its own, and the bookings for which it was asked. */
function labeling(label: Answering, code = "parcel") {
  const asked: string[] = [];
  const carrier: Carrier = {
    ...playCarrier(code),
    label(booking, signal) {
      asked.push(`${booking.idempotencyKey} ${booking.bookingReference}`);
      return label(booking, signal);
    },
  };
  return { carrier, asked };
}

const pdf = (text = "label"): CarrierLabel => ({
  contentType: "application/pdf",
  content: new TextEncoder().encode(`%PDF-1.4\n${text}\xff`),
});
const labelOf = (id: string, query = "", client = world.sandbox) =>
  client.get(`${platform}/shipments/${id}/label${query}`);
const statusOf = async (id: string) => (await world.shipmentOf(id)).assignment.label_status;
const becomes = (id: string, status: string) =>
  eventually(`label ${status}`, async () => ((await statusOf(id)) === status ? true : undefined));
const rowsOf = (assignmentId: string) =>
  world.server.deps.stores
    .platform("sandbox")
    .db.all<{ attempts: number; sha256: string | null; due_at: number | null }>(
      sql`SELECT attempts, sha256, due_at FROM carrier_labels WHERE assignment_id = ${assignmentId}`,
    );
const attempted = (assignmentId: string, times: number) =>
  eventually(`${times} attempts`, () => rowsOf(assignmentId)[0]?.attempts === times || undefined);

async function bytesOf(id: string, key: string): Promise<Uint8Array> {
  const answer = await fetch(`${world.server.url}${platform}/shipments/${id}/label`, {
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const confirmed = async (client?: Client) => {
  const accepted = await world.accept(client);
  await eventually("confirmed", async () => {
    const { body } = await (client ?? world.sandbox).get(`${platform}/shipments/${accepted.id}`);
    return body.assignment.status === "confirmed" || undefined;
  });
  return accepted;
};

test("a label that comes late is asked for again, told by an event, and served byte for byte", async () => {
  const account = await world.server.account();
  let answer: Answering = () => Promise.reject(new Error("out of paper"));
  const { carrier, asked } = labeling((...about) => answer(...about));
  world.play(carrier);
  const { id, assignment } = await confirmed(account.sandbox);
  await attempted(assignment.id, 1);
  const early = await labelOf(id, "", account.sandbox);
  expect([early.status, early.body.code, early.headers.get("retry-after")]).toEqual([
    409,
    "label_not_ready",
    "5",
  ]);
  expect(early.body.detail).toBe(
    "The shipment is assigned. Waybill fetches the label of parcel after the booking.",
  );

  // What is no label is a failure, whatever it calls itself.
  for (const content of ["<html>", "", "%PDF", `%PDF-${"x".repeat(labelBytesMax)}`]) {
    answer = async () => ({ contentType: "application/pdf", content: new TextEncoder().encode(content) });
    world.clock.advance(900);
    await attempted(assignment.id, asked.length + 1);
  }
  const told = await account.sandbox.get(`${platform}/shipments/${id}`);
  expect(told.body.assignment.label_status).toBe("pending");

  answer = async () => pdf();
  world.clock.advance(3_600);
  await eventually(
    "the label",
    async () => (await labelOf(id, "", account.sandbox)).status === 200 || undefined,
  );
  expect(await bytesOf(id, account.sandboxKey)).toEqual(pdf().content);
  expect(new Set(asked)).toEqual(new Set([`${assignment.id} ref-${assignment.id}`]));
  const served = await labelOf(id, "?format=pdf&size=a6", account.sandbox);
  expect([served.headers.get("content-type"), served.headers.get("content-disposition")]).toEqual([
    "application/pdf",
    `inline; filename="${told.body.tracking_number}.pdf"`,
  ]);
  const other = await labelOf(id, "?format=png", account.sandbox);
  expect([other.status, other.body.code, other.body.available_format]).toEqual([
    406,
    "label_format_unavailable",
    "pdf",
  ]);
  for (const client of [(await world.server.account()).sandbox, account.live])
    expect((await labelOf(id, "", client)).status).toBe(404);

  const { body: events } = await account.sandbox.get(`${platform}/shipments/${id}/events?limit=100`);
  const { type, data } = events.data.at(-1);
  expect([type, data.shipment.assignment.label_status]).toEqual(["shipment.updated", "ready"]);
});

test("a label of another format is better than none: ZPL and SVG are served as they came, and in no file with others", async () => {
  for (const [contentType, text, ending, how] of [
    ["application/zpl", "\n^XA^FO50,50^FDWB1^FS^XZ", "zpl", "inline"],
    ["image/svg+xml", '<?xml version="1.0"?><!-- a --><svg viewBox="0 0 1 1"></svg>', "svg", "attachment"],
  ] as const) {
    const content = new TextEncoder().encode(text);
    world.play(labeling(async () => ({ contentType, content })).carrier);
    const { id } = await confirmed();
    await becomes(id, "ready");
    const served = await labelOf(id);
    expect([served.status, served.headers.get("content-type"), served.text]).toEqual([
      200,
      contentType,
      text,
    ]);
    expect(served.headers.get("content-disposition")).toMatch(
      new RegExp(`^${how}; filename="\\w+\\.${ending}"$`),
    );
    expect(served.headers.get("content-security-policy")).toBe("default-src 'none'");
    const asPdf = await labelOf(id, "?format=pdf");
    expect([asPdf.status, asPdf.body.available_format]).toEqual([406, ending]);
    expect((await labelOf(id, `?format=${ending}`)).status).toBe(200);
    const together = await world.sandbox.post(`${platform}/labels/batch`, { shipment_ids: [id] });
    expect([together.status, together.body.errors[0].code]).toEqual([409, "label_unusable"]);
  }
});

test("a label is what its first bytes say", () => {
  const typeOf = (text: string) => labelTypeOf(Buffer.from(text, "latin1"));
  expect(typeOf("%PDF-1.7\n")).toBe("application/pdf");
  expect(typeOf("\x89PNG\r\n\x1a\n...")).toBe("image/png");
  expect(typeOf("CT~~CD,~CC^~CT~\n^XA")).toBe("application/zpl");
  expect(typeOf("~CD,~CC^~CT~\n^XA^XZ")).toBe("application/zpl");
  expect(typeOf("\xef\xbb\xbf<svg xmlns=''>")).toBe("image/svg+xml");
  for (const text of ["", "<html><svg>", "<svgx>", "{}", "GIF89a", "XA", "<p>^XA"])
    expect(typeOf(text)).toBeUndefined();
});

test("nobody asks for the label of a booking that was cancelled, nor of one that the carrier refused", async () => {
  const { carrier, asked } = labeling(() => Promise.reject(new Error("not yet")));
  world.play(carrier);
  const { id, assignment } = await confirmed();
  await attempted(assignment.id, 1);
  expect((await world.sandbox.post(`${platform}/shipments/${id}/cancellation`)).status).toBe(200);
  world.clock.advance(60);
  await eventually("no row", () => rowsOf(assignment.id).length === 0 || undefined);
  expect(asked).toHaveLength(1);
  const late = await labelOf(id);
  expect([late.status, late.body.shipment_status]).toEqual([409, "cancelled"]);

  world.play({
    ...labeling(() => Promise.resolve(pdf())).carrier,
    book: async () => ({ kind: "rejected", reason: "carrier_rejected", message: "No." }),
  });
  const refused = await world.accept();
  await world.becomes(refused, "rejected");
  expect(rowsOf(refused.assignment.id)).toEqual([]);
});

test("a carrier that never gives a label is given up after days, and the shipment says so", async () => {
  const { carrier, asked } = labeling(() => Promise.reject(new Error("never")));
  world.play(carrier);
  const { id, assignment } = await confirmed();
  await attempted(assignment.id, 1);
  const { db } = world.server.deps.stores.platform("sandbox");
  db.run(sql`UPDATE carrier_labels SET attempts = 74 WHERE assignment_id = ${assignment.id}`);
  world.clock.advance(60);
  await becomes(id, "missing");
  expect(asked).toHaveLength(2);
  const { body } = await labelOf(id);
  expect([body.code, body.detail]).toEqual([
    "label_not_ready",
    "The shipment is assigned. parcel gave no label, or it was erased.",
  ]);
});

test("a carrier that hangs delays no other carrier's labels", async () => {
  const over = gate<CarrierLabel>();
  const hung = labeling(() => over.promise, "hung");
  world.play(hung.carrier);
  const waiting = [];
  for (let count = 0; count < 53; count += 1) waiting.push(await confirmed());
  await eventually("as many asks as one carrier may have", () => hung.asked.length === 10 || undefined);
  const quick = labeling(async () => pdf("quick"), "quick");
  world.play(hung.carrier, { ...quick.carrier, quote: playCarrier("cheap", { quote: cheap }).quote });
  const { id } = await confirmed();
  await becomes(id, "ready");
  expect(hung.asked).toHaveLength(10);
  // Those that wait keep their turn: nothing writes their rows again.
  const postponed = waiting.filter(
    ({ assignment }) => (rowsOf(assignment.id)[0]?.due_at ?? 0) > world.clock.now(),
  );
  expect(postponed).toEqual([]);
  await world.sandbox.delete(`${platform}/sandbox/data`);
  over.resolve(pdf("too late"));
  await jobsAtRest(world.server.deps);
  expect(waiting.flatMap(({ assignment }) => rowsOf(assignment.id))).toEqual([]);
});

const cheap: Carrier["quote"] = async () => ({
  kind: "offers",
  offers: [
    {
      service: { code: "standard", name: "Standard" },
      currency: "EUR",
      priceLines: [{ code: "base", name: "Base fare", amount: 1 }],
      estimatedPickupAt: null,
      estimatedDeliveryAt: null,
    },
  ],
});

test("a label counts as storage, is exported, and goes with the shipment's personal data", async () => {
  const account = await world.server.account();
  const { db } = world.server.deps.stores.platform("sandbox");
  const sums = () => [
    db.values(sql`SELECT bytes FROM storage_use WHERE account_id = ${account.accountId}`),
    db.values(sql`SELECT sum(bytes) FROM stored_rows WHERE account_id = ${account.accountId}`),
  ];
  const { carrier } = labeling(async () => pdf("x".repeat(100_000)));
  world.play(carrier);
  const { id, assignment } = await confirmed(account.sandbox);
  await eventually("the label", () => rowsOf(assignment.id)[0]?.sha256 || undefined);
  const sha256 = sha256Hex(pdf("x".repeat(100_000)).content);
  expect(rowsOf(assignment.id)).toEqual([{ attempts: 0, sha256, due_at: null }]);
  expect(sums()[0]).toEqual(sums()[1]);
  expect(Number(sums()[0]?.[0])).toBeGreaterThan(100_000);

  const exported = async () => {
    const { text } = await account.sandbox.get(`${platform}/export`);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    return lines.filter(({ type }) => type === "label").map(({ data }) => data);
  };
  const [line] = await exported();
  expect(line).toMatchObject({
    shipment_id: id,
    assignment_id: assignment.id,
    content_type: "application/pdf",
    sha256,
  });
  expect(sha256Hex(Buffer.from(line.content_base64, "base64"))).toBe(sha256);

  await account.sandbox.post(`${platform}/shipments/${id}/cancellation`);
  const redacted = await account.sandbox.post(`${platform}/shipments/${id}/redaction`);
  expect([redacted.status, redacted.body.assignment.label_status]).toEqual([200, "missing"]);
  expect([rowsOf(assignment.id), await exported()]).toEqual([[], []]);
  await jobsAtRest(world.server.deps);
  expect(sums()[0]).toEqual(sums()[1]);
  expect(Number(sums()[0]?.[0])).toBeLessThan(100_000);
});

test("a label that a stop interrupted is fetched after the next start", async () => {
  const dataDir = await makeDataFolder();
  const begun = gate();
  const hung = labeling(() => {
    begun.resolve();
    return never();
  });
  const first = await startServer({ dataDir, replacements: { carriers: () => [hung.carrier] } });
  const { sandbox, sandboxKey } = await first.account();
  const { shipment } = await createAssigned(sandbox, { simulation: null });
  await begun.promise;
  await first.stop();
  const good = labeling(async () => pdf("second start"));
  const second = await startServer({ dataDir, replacements: { carriers: () => [good.carrier] } });
  const client = second.client({ "x-api-key": sandboxKey });
  await eventually(
    "the label",
    async () => (await labelOf(shipment.id, "", client)).status === 200 || undefined,
  );
  expect(good.asked).toHaveLength(1);
  await second.stop();
});

test("a booking that stays open until a report has its label afterwards, and our own label needs none", async () => {
  const plain = playCarrier("plain");
  world.play(plain);
  const own = await confirmed();
  expect(await statusOf(own.id)).toBe("ready");
  expect((await labelOf(own.id)).status).toBe(200);
  expect(rowsOf(own.assignment.id)).toEqual([]);
  const { carrier } = labeling(async () => pdf());
  world.play({ ...carrier, book: async (request) => ({ ...booked(request), confirmed: false }) });
  const open = await world.accept();
  await becomes(open.id, "ready");
});
