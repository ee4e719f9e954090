import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { verifyProofFile } from "../../../src/delivery/proof-file/verifying.ts";
import { addDriver, driverClient, giveJob } from "../../support/drivers.ts";
import { berlinMitte, kreuzberg, platform } from "../../support/fixtures.ts";
import { addOpenFleet } from "../../support/fleets.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { exifData, pictures, withSegment } from "../../support/images.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

/** A redaction leaves none of a shipment's personal data: not in what the API shows, and not in any file. */

/** Stands in every text of the shipment; no word of Waybill has it. */
const marker = "zq7xk";
const said = (what: string) => `${what} ${marker}`;
/** What has no place for the marker. */
const phones = ["+4930771177101", "+4930771177102", "+4930771177103"];
const [senderPhone, recipientPhone, driverPhone] = phones as [string, string, string];
const plate = "B-QX 7351";
/** As the account sees the driver, whose own row stays. */
const driverName = "Kimdrvq B.";
const postalCodes = ["10997-X7", "10119-X7"] as const;
const places = [52.5009137, 13.4202891, 52.5291413, 13.4014397, 52.5009553, 13.4203177] as const;

const body = {
  reference: said("ORD"),
  pickup: {
    contact: {
      name: said("Sender"),
      company: said("Shop"),
      phone: senderPhone,
      email: `a.${marker}@example.com`,
    },
    address: {
      ...berlinMitte,
      line1: said("Torstr. 1"),
      line2: said("Yard"),
      postal_code: postalCodes[1],
      latitude: places[2],
      longitude: places[3],
    },
    instructions: said("Ring twice"),
  },
  delivery: {
    contact: {
      name: said("Recipient"),
      company: said("Office"),
      phone: recipientPhone,
      email: `b.${marker}@example.com`,
    },
    address: {
      ...kreuzberg,
      line1: said("Oranienstr. 25"),
      line2: said("Third floor"),
      postal_code: postalCodes[0],
      latitude: places[0],
      longitude: places[1],
    },
    instructions: said("The key is under the mat"),
    requirements: { signature: true, photo: true, pin: true },
  },
  parcels: [{ description: said("A gift for"), reference: said("Box of"), weight_grams: 1200 }],
  metadata: { [`customer_${marker}`]: said("Customer") },
};

const dataDir = mkdtempSync(join(tmpdir(), "waybill-redaction-"));
let server: TestServer;
let account: TestAccount;
let client: Client;
let healthy: Receiver;
let failing: Receiver;
beforeAll(async () => {
  server = await startServer({ dataDir, config: { webhookSchedule: [0, 600] } });
  account = await server.account();
  client = account.sandbox;
  healthy = startReceiver();
  failing = startReceiver();
  // Both repeat what they got, as receivers under development do.
  healthy.answer = (number) => new Response(healthy.received[number]?.body);
  failing.answer = (number) => new Response(failing.received[number]?.body, { status: 500 });
  await client.post(`${platform}/webhooks`, { url: healthy.url, events: ["*"] });
  await client.post(`${platform}/webhooks`, {
    url: failing.url,
    events: ["*", "tracking.position_updated"],
  });
});
afterAll(async () => {
  await server.stop();
  await healthy.stop();
  await failing.stop();
  rmSync(dataDir, { recursive: true });
});

const timeOf = (ms = 0) => new Date(Date.now() + ms).toISOString();
const once = (key: string) => ({ "idempotency-key": key });
const picture = (text: string) =>
  new Uint8Array(
    withSegment(pictures.jpeg, 0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exifData(6, text)])),
  );

interface Trip {
  id: string;
  assignmentId: string;
  phone: Client;
  pin: string;
}

/** A shipment through its whole life: quotes, a driver, positions, scans, a wrong PIN, a proof with pictures. */
async function deliver(name: string): Promise<Trip> {
  const carrierId = await addOpenFleet(server, account.accountId);
  const created = await client.post(`${platform}/shipments`, body, once(`create-${name}`));
  expect(created.status).toBe(201);
  const { id } = created.body;
  await eventually("the quotes", async () => {
    const { body } = await client.get(`${platform}/shipments/${id}/quotes`);
    return body.data.length > 0 || undefined;
  });
  const { body: quotes } = await client.get(`${platform}/shipments/${id}/quotes`);
  const quote = quotes.data.find((one: { carrier: { id: string } }) => one.carrier.id === carrierId);
  const accepting = { quote_id: quote.id };
  const path = `${platform}/shipments/${id}/assignments`;
  const accepted = await client.post(path, accepting, once(`accept-${name}`));
  const assignmentId = accepted.body.id;
  const driver = await addDriver(server, "sandbox", account.accountId, {
    carrierId,
    onDuty: true,
    name: "Kimdrvq Bergqx",
    phone: driverPhone,
    vehicle: { type: "van", plate },
  });
  const assigned = await client.post(`${platform}/assignments/${assignmentId}/driver`, {
    driver_id: driver.id,
  });
  expect(assigned.status).toBe(200);
  await giveJob(server, driver, { id, assignmentId });
  const phone = await driverClient(server, driver, account.accountId);
  const { body: pinned } = await client.get(`${platform}/shipments/${id}/pin`);
  const patch = { delivery: { instructions: said("Mind the dog") } };
  expect((await client.patch(`${platform}/shipments/${id}`, patch)).status).toBe(200);
  const refused = { pickup: { address: { line1: said("Other street") } } };
  expect((await client.patch(`${platform}/shipments/${id}`, refused)).status).toBe(409);
  const upload = async (content: Uint8Array<ArrayBuffer>) => {
    const headers = { "content-type": "application/octet-stream" };
    const sent = await phone.send("/api/v1/driver/images", { method: "POST", body: content, headers });
    expect(sent.status).toBe(201);
    return sent.body.id as string;
  };
  const of = { assignment_id: assignmentId };
  const at = timeOf();
  const wrong = { pin: "0", recipient_name: said("Somebody") };
  const proof = {
    pin: pinned.pin,
    recipient_name: said("Neighbor"),
    handed_to: "neighbour",
    note: said("Blue door of"),
    location: { latitude: places[4], longitude: places[5] },
    signature_image_id: await upload(pictures.png),
    image_ids: [await upload(picture(name))],
  };
  const reports = [
    { ...of, id: "there", at, type: "position", latitude: 52.5153771, longitude: 13.4133771 },
    { ...of, id: "picked", at, type: "progress", substatus: "picked_up" },
    {
      ...of,
      id: "scan",
      at,
      type: "scan",
      message: said("Seen by"),
      location: { latitude: 52.51, longitude: 13.41 },
    },
    {
      ...of,
      id: "missed",
      at,
      type: "attempt_failed",
      reason_code: "recipient_unavailable",
      message: said("No"),
    },
    { ...of, id: "wrong", at, type: "delivered", proof: wrong },
    { ...of, id: "done", at: timeOf(1), type: "delivered", proof },
  ];
  const sent = await phone.post(
    "/api/v1/driver/reports",
    { sent_at: timeOf(), reports },
    once(`report-${name}`),
  );
  const results = sent.body.results.map(({ result }: { result: string }) => result);
  expect(results).toEqual(["applied", "applied", "applied", "applied", "refused", "applied"]);
  return { id, assignmentId, phone, pin: pinned.pin };
}

/** Files of the data folder that hold one of the texts, with the text. */
function holding(texts: readonly (string | Uint8Array)[]): string[] {
  return readdirSync(dataDir)
    .filter((name) => !name.endsWith(".node") && statSync(join(dataDir, name)).isFile())
    .flatMap((name) => {
      const bytes = readFileSync(join(dataDir, name));
      const lower = Buffer.from(bytes.toString("latin1").toLowerCase(), "latin1");
      return texts
        .filter((text) =>
          typeof text === "string" ? lower.includes(text.toLowerCase()) : bytes.includes(Buffer.from(text)),
        )
        .map((text) => `${name}: ${typeof text === "string" ? text : "a picture"}`);
    });
}

/** Each place is stored as eight bytes, or as text. */
const placeForms = places.flatMap((place) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(place);
  return [String(place), new Uint8Array(bytes)];
});
const pictureBytes = pictures.png.subarray(-100);

test("nothing personal is left, wherever it was", async () => {
  const trip = await deliver("first");
  const { id, pin } = trip;
  await client.get(`${platform}/shipments?q=${encodeURIComponent(said("Recipient"))}`);
  await client.get(`${platform}/requests`);
  const { body: before } = await client.get(`${platform}/shipments/${id}`);
  const { body: logBefore } = await client.get(`${platform}/shipments/${id}/events?limit=100`);
  const head = logBefore.data.find(({ type }: { type: string }) => type === "shipment.delivered").data
    .proof_head;
  await eventually("the attempts", () => {
    const { db } = server.deps.stores.platform("sandbox");
    const attempts = db.get<{ n: number }>(sql`SELECT count(*) AS n FROM webhook_attempts`)?.n ?? 0;
    return attempts >= 2 * logBefore.data.length || undefined;
  });
  expect(holding([marker])).toContain(`telemetry.db-wal: ${marker}`);
  expect(holding([driverName, recipientPhone, pictureBytes]).length).toBeGreaterThanOrEqual(3);

  const redacted = await client.post(`${platform}/shipments/${id}/redaction`, undefined, once("redact"));
  expect(redacted.status).toBe(200);
  const { body: after } = redacted;
  expect(after.redacted_at).toBeString();
  expect(after).toMatchObject({ status: "delivered", reference: null, metadata: {}, price: before.price });
  expect(after.delivery).toMatchObject({
    contact: { name: "[redacted]", company: null, phone: null, email: null },
    address: {
      line1: "[redacted]",
      line2: null,
      city: "Berlin",
      country: "DE",
      postal_code: null,
      latitude: null,
    },
    instructions: null,
  });

  const { body: log } = await client.get(`${platform}/shipments/${id}/events?limit=100`);
  expect(log.data.slice(0, -1).map(({ id: event }: { id: string }) => event)).toEqual(
    logBefore.data.map(({ id: event }: { id: string }) => event),
  );
  expect(log.data.at(-1).type).toBe("shipment.redacted");
  const sequences = log.data.map((event: { data: { sequence: number | null } }) => event.data.sequence);
  const numbered = sequences.filter((sequence: number | null) => sequence !== null);
  expect(numbered).toEqual(numbered.map((_: unknown, index: number) => index + 1));

  const gone = [
    marker,
    ...phones.slice(0, 2),
    driverName,
    ...postalCodes,
    ...placeForms,
    pictureBytes,
    `"${pin}"`,
  ];
  await eventually("clean files", () => (holding(gone).length === 0 ? true : undefined)).catch(() => {
    expect(holding(gone)).toEqual([]);
  });

  const again = await client.post(`${platform}/shipments/${id}/redaction`);
  expect(again.body).toEqual(after);
  expect((await client.get(`${platform}/shipments/${id}/events?limit=100`)).body.data).toHaveLength(
    log.data.length,
  );

  const replayed = await client.post(`${platform}/shipments`, body, once("create-first"));
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  expect(replayed.text).not.toContain(marker);
  const { body: file } = await client.get(`${platform}/shipments/${id}/proof.json`);
  const verified = verifyProofFile(file, head);
  expect(verified.problems).toEqual([]);
  expect(verified.redacted).toContain("the proof of delivery: the name recipient_name");
});
