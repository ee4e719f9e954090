import { deepStrictEqual } from "node:assert/strict";
import draftAnswer from "../delivery/carriers/kinds/karrio/answers/30-shipment-draft.json";
import boughtAnswer from "../delivery/carriers/kinds/karrio/answers/33-purchase.json";
import trackerAnswer from "../delivery/carriers/kinds/karrio/answers/45-tracker.json";
import { platform } from "../support/fixtures.ts";
import type { Client } from "../support/harness.ts";
import { own, slow } from "./connections.ts";
import {
  accept,
  acceptFor,
  berlin,
  boughtBy,
  quotesOf,
  type Scene,
  settled,
  shipmentIn,
  soonMs,
  until,
} from "./scene.ts";

/** The way of a parcel: connected, quoted, bought, labeled, tracked, sent back, cancelled. */

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const hour = (hour: number) => `${yesterday}T0${hour}:00:00.000Z`;

export async function refusesOtherKeys({ karrio, live, sandbox }: Scene): Promise<string> {
  const input = (api_key: string) => ({
    kind: "karrio",
    code: "wrong",
    name: "Wrong",
    settings: { url: karrio.url, api_key },
  });
  const wrong = await live.post(`${platform}/carriers`, input("key_wrong"));
  const test = await live.post(`${platform}/carriers`, input(karrio.testKey));
  const production = await sandbox.post(`${platform}/carriers`, input(karrio.liveKey));
  deepStrictEqual([wrong.status, wrong.body.errors?.[0]?.code], [422, "refused"]);
  deepStrictEqual([test.status, test.body.code], [422, "validation_failed"]);
  deepStrictEqual([production.status, production.body.code], [422, "production_credentials"]);
  return `refused, ${test.body.code}, ${production.body.code}`;
}

export async function connects({ karrio, live, made }: Scene): Promise<string> {
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

export async function quotes({ live, made }: Scene): Promise<string> {
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

export async function buys(scene: Scene): Promise<string> {
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

export async function readsLabel(scene: Scene): Promise<string> {
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

export async function tracks(scene: Scene): Promise<string> {
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

/** Bought as any other shipment: few connections know returns of their own. */
export async function sendsBack(scene: Scene): Promise<string> {
  const { karrio, live, made } = scene;
  const returned = await live.post(`${platform}/shipments/${made.shipmentId}/return`, {});
  deepStrictEqual(returned.status, 201, JSON.stringify(returned.body));
  const quoted = await quotesOf(live, returned.body.id);
  const { id, assignmentId } = await acceptFor(live, quoted, made.ownId);
  deepStrictEqual((await settled(live, id, soonMs)).substatus, "confirmed");
  const [shipment] = await boughtBy(scene, assignmentId);
  const { body } = await karrio.call("GET", `/v1/shipments/${shipment?.id}`);
  const way = [body.shipper.person_name, body.recipient.person_name];
  deepStrictEqual(way, ["Ada L.", "Shop"]);
  return `from ${way.join(" to ")}`;
}

export async function cancels(scene: Scene): Promise<string> {
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

export async function keepsWhatMoves(scene: Scene): Promise<string> {
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

/** What Waybill's own tests play is still what Karrio says. */
export async function comparesShapes(scene: Scene): Promise<string> {
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
