import { expect } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readApart, valuesInFiles } from "./bytes.ts";
import { carrierClient } from "./carrier-client.ts";
import { addDriver, driverClient, giveJob } from "./drivers.ts";
import { berlinMitte, kreuzberg, platform } from "./fixtures.ts";
import { addOpenFleet } from "./fleets.ts";
import { type Client, eventually, type TestAccount, type TestServer } from "./harness.ts";
import { addHook } from "./hooks.ts";
import { pictures } from "./images.ts";
import { addCarrierLabel } from "./labels.ts";

/** Shipments whose personal data can be told from everything else, for tests that erase it. */

/** Stands in every text of the shipment; no word of Waybill has it. */
export const marker = "zq7xk";
export const said = (what: string) => `${what} ${marker}`;
/** What has no place for the marker. */
const phones = ["+4930771177101", "+4930771177102", "+4930771177103"];
const [senderPhone, recipientPhone, driverPhone] = phones as [string, string, string];
const plate = "B-QX 7351";
/** As the account sees the driver, whose own row stays. */
export const driverName = "Kimdrvq B.";
const postalCodes = ["10997-X7", "10119-X7"] as const;
const places = [52.5009137, 13.4202891, 52.5291413, 13.4014397, 52.5009553, 13.4203177] as const;

/** The body of a request: the marker stands wherever a text fits. */
export const markedBody = {
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

const timeOf = (ms = 0) => new Date(Date.now() + ms).toISOString();
export const once = (key: string) => ({ "idempotency-key": key });

export interface MarkedTrip {
  id: string;
  assignmentId: string;
  carrierId: string;
  phone: Client;
  pin: string;
}

/** A shipment through its whole life: quotes, a driver, positions, scans, a wrong PIN, a proof with pictures. */
export async function deliverMarked(
  server: TestServer,
  account: TestAccount,
  name: string,
  signature: keyof typeof pictures = "png",
): Promise<MarkedTrip> {
  const { accountId, sandbox: client } = account;
  const carrierId = await addOpenFleet(server, accountId);
  const created = await client.post(`${platform}/shipments`, markedBody, once(`create-${name}`));
  expect(created.status).toBe(201);
  const { id } = created.body;
  // Reading the log writes what waits: the request stands alone in its batch.
  await client.get(`${platform}/requests`);
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
  const carrier = await carrierClient(server, account, carrierId, accountId);
  const acceptance = `/api/v1/carrier/assignments/${assignmentId}/acceptance`;
  const taken = await carrier.post(acceptance, undefined, once(`take-${name}`));
  expect([taken.status, taken.text]).toEqual([200, expect.stringContaining(said("Recipient"))]);
  await addCarrierLabel(server, "sandbox", { accountId, assignmentId, text: said("Label") });
  await addHook(server, "sandbox", carrierId, { accountId, shipmentId: id, text: said("Webhook") });
  const driver = await addDriver(server, "sandbox", accountId, {
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
  const phone = await driverClient(server, driver, accountId);
  const { body: pinned } = await client.get(`${platform}/shipments/${id}/pin`);
  const patch = { delivery: { instructions: said("Mind the dog") } };
  expect((await client.patch(`${platform}/shipments/${id}`, patch)).status).toBe(200);
  const moved = { pickup: { address: { line1: said("Other street") } } };
  expect((await client.patch(`${platform}/shipments/${id}`, moved)).status).toBe(200);
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
    signature_image_id: await upload(pictures[signature]),
    image_ids: [await upload(pictures.jpeg)],
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
  return { id, assignmentId, carrierId, phone, pin: pinned.pin };
}

/** Files of the data folder that hold one of the texts, or these bytes. */
export function holding(dataDir: string, texts: readonly (string | Uint8Array)[]): string[] {
  const isText = (text: string | Uint8Array) => typeof text === "string";
  const bytes = texts.filter((text): text is Uint8Array => !isText(text));
  const files = readdirSync(dataDir).filter((name) => statSync(join(dataDir, name)).isFile());
  return [
    ...valuesInFiles(dataDir, texts.filter(isText)),
    ...files.filter((name) => {
      const content = readApart(join(dataDir, name));
      return bytes.some((part) => content.includes(part));
    }),
  ];
}

/** Each place is stored as eight bytes, or as text. */
const placeForms = places.flatMap((place) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(place);
  return [String(place), new Uint8Array(bytes)];
});
export const pictureBytes = pictures.png.subarray(-100);

/** What must not stand in any file after the redaction of the trip. */
export const valuesOf = ({ pin }: MarkedTrip): (string | Uint8Array)[] => [
  marker,
  senderPhone,
  recipientPhone,
  driverName,
  ...postalCodes,
  ...placeForms,
  pictureBytes,
  `"${pin}"`,
];

/** Waits until no file of the folder holds one of the values, and names what is left otherwise. */
export async function expectClean(dataDir: string, values: readonly (string | Uint8Array)[]): Promise<void> {
  const once = [...new Set(values)];
  const isClean = () => holding(dataDir, once).length === 0 || undefined;
  await eventually("files without personal data", isClean).catch(() => {
    expect(holding(dataDir, once)).toEqual([]);
  });
}
