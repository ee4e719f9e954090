import { deepStrictEqual } from "node:assert/strict";
import draftAnswer from "../delivery/carriers/karrio/answers/30-shipment-draft.json";
import boughtAnswer from "../delivery/carriers/karrio/answers/33-purchase.json";
import trackerAnswer from "../delivery/carriers/karrio/answers/45-tracker.json";
import { platform } from "../support/fixtures.ts";
import type { Client } from "../support/harness.ts";
import { own, slow } from "./connections.ts";
import type { Karrio } from "./karrio.ts";
import type { SlowCarrier } from "./slow-carrier.ts";

/** The way of a parcel over Waybill's API, with Karrio behind it. Each point throws what is wrong. */

export interface Scene {
  karrio: Karrio;
  slowCarrier: SlowCarrier;
  live: Client;
  sandbox: Client;
  /** Kills Waybill and starts it again: `live` is another one then. */
  restart(): Promise<void>;
  /** A file of the live account. */
  download(path: string): Promise<Response>;
  /** What earlier points have made. */
  made: { ownId?: string; slowId?: string; shipmentId?: string };
}

export type Point = readonly [name: string, walk: (scene: Scene) => Promise<string>];

/** Longer than Waybill waits for a purchase, and than most carriers take. */
const hungMs = 75_000;
const soonMs = 30_000;
const settledMs = 300_000;
/** 20 s of the first attempt, 90 s of waiting, and some. */
const nextAttemptMs = 125_000;
const lookEveryMs = 250;

export const points: readonly Point[] = [
  ["a test key is refused in live, a live key in the sandbox", refusesOtherKeys],
  ["a check of the connection passes", connects],
  ["quotes", quotes],
  ["a purchase carries the assignment", buys],
  ["the label is Karrio's", readsLabel],
  ["tracking, by Karrio's webhook", tracks],
  ["a cancellation, and its repetition", cancels],
  ["a cancellation that Karrio refuses", keepsWhatMoves],
  ["a carrier that hangs for 75 s: bought exactly once", waitsForCarrier],
  ["Waybill killed while the carrier hangs: bought exactly once", survivesKill],
  ["a carrier that hangs up without an answer: rejected", rejectsSilence],
  ["Karrio's answers have the members that were recorded", comparesShapes],
];

async function until<T>(
  name: string,
  look: () => Promise<T | false | undefined>,
  withinMs: number,
): Promise<T> {
  const givesUpAt = performance.now() + withinMs;
  while (performance.now() < givesUpAt) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await Bun.sleep(lookEveryMs);
  }
  throw new Error(`it never came to: ${name}`);
}

async function refusesOtherKeys({ karrio, live, sandbox }: Scene): Promise<string> {
  const input = (api_key: string) => ({
    kind: "karrio",
    code: "wrong",
    name: "Wrong",
    settings: { url: karrio.url, api_key },
  });
  const test = await live.post(`${platform}/carriers`, input(karrio.testKey));
  const production = await sandbox.post(`${platform}/carriers`, input(karrio.liveKey));
  deepStrictEqual([test.status, test.body.code], [422, "validation_failed"]);
  deepStrictEqual([production.status, production.body.code], [422, "production_credentials"]);
  return `${test.body.code}, ${production.body.code}`;
}

async function connects({ karrio, live, made }: Scene): Promise<string> {
  const connect = async (code: string, carrierId: string) => {
    const { status, body } = await live.post(`${platform}/carriers`, {
      kind: "karrio",
      code,
      name: code,
      settings: { url: karrio.url, api_key: karrio.liveKey, carrier_ids: [carrierId] },
    });
    deepStrictEqual(status, 201, JSON.stringify(body));
    return body.id as string;
  };
  made.ownId = await connect("own", own);
  made.slowId = await connect("slow", slow);
  const { body } = await live.post(`${platform}/carriers/${made.ownId}/check`, {});
  const failed = body.points.filter(({ passed }: { passed: boolean }) => !passed);
  deepStrictEqual(failed, []);
  return body.points.map(({ code }: { code: string }) => code).join(", ");
}

const berlin = (line1: string, postal_code: string) => ({
  line1,
  city: "Berlin",
  postal_code,
  country: "DE",
});
const vienna = (line1: string, postal_code: string) => ({ line1, city: "Wien", postal_code, country: "AT" });

async function shipmentIn(live: Client, city: typeof berlin) {
  const { body } = await live.post(`${platform}/shipments`, {
    reference: "ORD-1",
    pickup: { contact: { name: "Shop" }, address: city("Torstr. 1", city === berlin ? "10119" : "1010") },
    delivery: { contact: { name: "Ada L." }, address: city("Gasse 5", city === berlin ? "10997" : "1020") },
    parcels: [{ weight_grams: 1200, length_mm: 300, width_mm: 200, height_mm: 100 }],
  });
  const answer = await live.get(`${platform}/shipments/${body.id}/quotes?wait_seconds=20`);
  const quotes: QuoteBody[] = answer.body.data;
  return { id: body.id as string, quotes, unavailable: JSON.stringify(answer.body.unavailable) };
}

interface QuoteBody {
  id: string;
  carrier: { id: string };
  service: { code: string };
  price: { amount: number };
  estimated_delivery_date: string | null;
}

async function quotes({ live, made }: Scene): Promise<string> {
  const { quotes } = await shipmentIn(live, berlin);
  const found = quotes.map(({ service, price }) => `${service.code} ${price.amount}`).sort();
  deepStrictEqual(found, ["own_express 990", "own_standard 472"]);
  deepStrictEqual(
    quotes.every((quote) => quote.carrier.id === made.ownId),
    true,
  );
  const dates = quotes.map((quote) => quote.estimated_delivery_date);
  deepStrictEqual(
    dates.every((date) => /^\d{4}-\d\d-\d\d$/.test(date ?? "")),
    true,
  );
  return found.join(", ");
}

/** Accepts the cheapest offer of a carrier. */
async function accept(live: Client, city: typeof berlin, carrierId = "") {
  const { id, quotes, unavailable } = await shipmentIn(live, city);
  const [quote] = quotes
    .filter(({ carrier }) => carrier.id === carrierId)
    .sort((a, b) => a.price.amount - b.price.amount);
  if (!quote) throw new Error(`there is no quote: ${unavailable}`);
  const { status, body } = await live.post(`${platform}/shipments/${id}/assignments`, {
    quote_id: quote.id,
  });
  deepStrictEqual(status, 201, JSON.stringify(body));
  return { id, assignmentId: body.id as string };
}

const settled = (live: Client, id: string, withinMs: number) =>
  until(
    "settled",
    async () => {
      const { body } = await live.get(`${platform}/shipments/${id}`);
      return body.substatus === "awaiting_carrier" ? undefined : body;
    },
    withinMs,
  );

async function boughtBy({ karrio }: Scene, assignmentId: string) {
  const query = `metadata_key=waybill_assignment&metadata_value=${assignmentId}`;
  const { body } = await karrio.call("GET", `/v1/shipments?${query}`);
  return body.results as { id: string; status: string; tracking_number: string }[];
}

async function buys(scene: Scene): Promise<string> {
  const { live, made } = scene;
  const { id, assignmentId } = await accept(live, berlin, made.ownId);
  const { substatus, assignment } = await settled(live, id, soonMs);
  deepStrictEqual(substatus, "confirmed");
  const bought = await boughtBy(scene, assignmentId);
  deepStrictEqual(
    bought.map(({ status }) => status),
    ["created"],
  );
  deepStrictEqual(Object.values(assignment.tracking_numbers), [bought[0]?.tracking_number]);
  made.shipmentId = id;
  return `bought once, ${bought[0]?.tracking_number}`;
}

async function readsLabel(scene: Scene): Promise<string> {
  const { karrio, live, made, download } = scene;
  const path = `${platform}/shipments/${made.shipmentId}/label`;
  const bytes = await until(
    "the label",
    async () => {
      const response = await download(path);
      return response.status === 200 ? response.bytes() : undefined;
    },
    soonMs,
  );
  const { body } = await live.get(`${platform}/shipments/${made.shipmentId}`);
  const [shipment] = await boughtBy(scene, body.assignment.id);
  const document = await karrio.call("POST", `/v1/shipments/${shipment?.id}/documents/label`);
  deepStrictEqual(Buffer.from(bytes).toString("base64"), document.body.base64);
  return `${bytes.length} bytes`;
}

const hour = (hour: number) => `${new Date().toISOString().slice(0, 10)}T0${hour}:00:00.000Z`;

async function tracks(scene: Scene): Promise<string> {
  const { karrio, live, made } = scene;
  const address = await live.get(`${platform}/carriers/${made.ownId}/hook-address`);
  const webhook = { url: address.body.url, enabled_events: ["all"], description: "Waybill" };
  deepStrictEqual((await karrio.call("POST", "/v1/webhooks", webhook)).status, 201);
  const { body } = await live.get(`${platform}/shipments/${made.shipmentId}`);
  const [shipment] = await boughtBy(scene, body.assignment.id);
  const tracker = await karrio.runScript("tracker.py", "TRACKER", { SHIPMENT: shipment?.id ?? "" });
  const tell = (event: object, change: object) =>
    karrio.call("POST", `/v1/trackers/${tracker}/inject-events`, { events: [event], ...change });
  const told = { code: "X", location: "Berlin, DE", date: hour(1).slice(0, 10), time: "01:00" };
  await tell(
    { ...told, status: "in_transit", timestamp: hour(1), description: "Depot" },
    { status: "in_transit" },
  );
  await until("in transit", async () => (await statusOf(live, made)) === "in_transit", soonMs);
  const failed = { ...told, status: "delivery_failed", reason: "consignee_not_home", timestamp: hour(2) };
  await tell({ ...failed, description: "Not home" }, { status: "delivery_failed" });
  await until(
    "a failed attempt",
    async () => (await entriesOf(live, made)).includes("recipient_unavailable"),
    soonMs,
  );
  const done = { ...told, status: "delivered", timestamp: hour(3), description: "Delivered" };
  await tell(done, { status: "delivered", delivered: true });
  await until("delivered", async () => (await statusOf(live, made)) === "delivered", soonMs);
  return (await entriesOf(live, made)).join(", ");
}

const statusOf = async (live: Client, { shipmentId }: Scene["made"]): Promise<string> =>
  (await live.get(`${platform}/shipments/${shipmentId}`)).body.status;

async function entriesOf(live: Client, { shipmentId }: Scene["made"]): Promise<string[]> {
  const { body } = await live.get(`${platform}/tracking/${shipmentId}`);
  return body.entries.map(
    ({ code, status, substatus }: Record<string, string>) => code ?? substatus ?? status,
  );
}

async function cancels(scene: Scene): Promise<string> {
  const { live, made } = scene;
  const { id, assignmentId } = await accept(live, berlin, made.ownId);
  await settled(live, id, soonMs);
  const answers = [];
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await live.post(`${platform}/shipments/${id}/cancellation`, {});
    answers.push(`${status} ${body.status ?? body.code}`);
  }
  const bought = await boughtBy(scene, assignmentId);
  deepStrictEqual(
    bought.map(({ status }) => status),
    ["cancelled"],
  );
  deepStrictEqual(answers[0], "200 cancelled");
  return answers.join(", then ");
}

async function keepsWhatMoves(scene: Scene): Promise<string> {
  const { karrio, live, made } = scene;
  const { id, assignmentId } = await accept(live, berlin, made.ownId);
  await settled(live, id, soonMs);
  const [shipment] = await boughtBy(scene, assignmentId);
  const tracker = await karrio.runScript("tracker.py", "TRACKER", { SHIPMENT: shipment?.id ?? "" });
  const event = {
    status: "in_transit",
    code: "X",
    timestamp: hour(1),
    date: hour(1).slice(0, 10),
    time: "01:00",
  };
  await karrio.call("POST", `/v1/trackers/${tracker}/inject-events`, {
    events: [event],
    status: "in_transit",
  });
  const { status, body } = await live.post(`${platform}/shipments/${id}/cancellation`, {});
  deepStrictEqual([status, body.code], [409, "carrier_refused_cancellation"]);
  return body.detail;
}

async function waitsForCarrier(scene: Scene): Promise<string> {
  return buySlowly(scene, async () => {});
}

/** The purchase goes on in Karrio, and nobody waits for its answer any more. */
async function survivesKill(scene: Scene): Promise<string> {
  return buySlowly(scene, () => scene.restart());
}

async function buySlowly(scene: Scene, meanwhile: () => Promise<void>): Promise<string> {
  const { slowCarrier, made } = scene;
  slowCarrier.next = { waitMs: hungMs, answers: true };
  const before = { ...slowCarrier };
  const begunAt = performance.now();
  const { id, assignmentId } = await accept(scene.live, vienna, made.slowId);
  await until("asked", async () => slowCarrier.asked > before.asked, soonMs);
  await meanwhile();
  const { substatus } = await settled(scene.live, id, settledMs);
  const seconds = Math.round((performance.now() - begunAt) / 1_000);
  deepStrictEqual(substatus, "confirmed");
  // The attempt after the timeout must find it bought.
  await Bun.sleep(Math.max(0, nextAttemptMs - (performance.now() - begunAt)));
  const bought = await boughtBy(scene, assignmentId);
  deepStrictEqual(
    bought.map(({ status }) => status),
    ["created"],
  );
  deepStrictEqual([slowCarrier.asked - before.asked, slowCarrier.labels - before.labels], [1, 1]);
  return `confirmed after ${seconds} s; Karrio has 1 shipment, and asked the carrier once`;
}

async function rejectsSilence(scene: Scene): Promise<string> {
  const { live, slowCarrier, made } = scene;
  slowCarrier.next = { waitMs: 0, answers: false };
  const before = slowCarrier.labels;
  const { id } = await accept(live, vienna, made.slowId);
  const shipment = await settled(live, id, soonMs);
  deepStrictEqual(shipment.status, "quoted");
  deepStrictEqual(slowCarrier.labels - before, 1);
  return "the shipment needs another quote; nothing was bought in Karrio";
}

/** What Waybill's own tests play is still what Karrio says. */
async function comparesShapes(scene: Scene): Promise<string> {
  const { karrio, live, made } = scene;
  const { body } = await live.get(`${platform}/shipments/${made.shipmentId}`);
  const [shipment] = await boughtBy(scene, body.assignment.id);
  const bought = await karrio.call("GET", `/v1/shipments/${shipment?.id}`);
  const tracker = await karrio.call("GET", `/v1/trackers/${bought.body.tracker_id}`);
  const drafts = await karrio.call("GET", "/v1/shipments?status=draft");
  const compared = [
    ["draft", draftAnswer.answer, drafts.body.results[0]],
    ["bought shipment", boughtAnswer.answer, bought.body],
    ["rate", draftAnswer.answer.rates[0], bought.body.rates[0]],
    ["tracker", trackerAnswer.answer, tracker.body],
    ["event", trackerAnswer.answer.events[0], tracker.body.events[0]],
  ] as const;
  for (const [name, recorded, given] of compared) {
    const missing = Object.keys(recorded ?? {}).filter((member) => !(member in given));
    deepStrictEqual(missing, [], `of a ${name}`);
  }
  return compared.map(([name]) => name).join(", ");
}
