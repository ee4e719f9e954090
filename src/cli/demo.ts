import Table from "cli-table3";
import { Webhook } from "standardwebhooks";
import type { AssignmentView } from "../assignments/schema.ts";
import type { Config } from "../config.ts";
import type { Envelope } from "../events/event.ts";
import { minorUnits } from "../geography/country.ts";
import type { QuotesAnswer } from "../quotes/schema.ts";
import type { ShipmentView } from "../shipments/schema.ts";
import type { TrackingView } from "../tracking/schema.ts";
import type { WebhookView } from "../webhooks/schema.ts";
import { printNextSteps, startDevelopment } from "./dev.ts";
import { stopSignal } from "./serve.ts";
import { createProgressLine } from "./terminal.ts";

/** Simulated seconds per second: the whole way takes about a quarter of a minute. */
const demoSpeed = 4;
const lookEveryMs = 250;
const looksMax = 480;
const receiverName = "Demo receiver";
const tableStyle = { style: { head: [], border: [], compact: true } };

const shipmentBody = {
  reference: "ORD-1001",
  pickup: {
    contact: { name: "Book shop", phone: "+4930123456" },
    address: {
      line1: "Torstr. 1",
      city: "Berlin",
      postal_code: "10119",
      country: "DE",
      latitude: 52.5291,
      longitude: 13.4014,
    },
  },
  delivery: {
    contact: { name: "Alex Example" },
    address: {
      line1: "Oranienstr. 25",
      city: "Berlin",
      postal_code: "10999",
      country: "DE",
      latitude: 52.5009,
      longitude: 13.4202,
    },
    requirements: { signature: true },
  },
  parcels: [{ description: "Books", weight_grams: 1200, length_mm: 300, width_mm: 200, height_mm: 100 }],
  simulation: { speed: demoSpeed },
};

/** Shows one shipment's whole life over the public API, as any caller sees it, and goes on serving. */
export async function runDemo(config: Config): Promise<void> {
  const asked = stopSignal();
  const { running, key } = await startDevelopment(config);
  console.log(`Waybill is listening on ${running.url}\n`);
  await Promise.race([asked, showLife(running.url, key)]);
  await asked;
  await running.stop();
}

async function showLife(url: string, key: string): Promise<void> {
  const call = createCaller(url, key);
  const seen = await startReceiver(call);

  const shipment = await call<ShipmentView>("POST", "/shipments", shipmentBody);
  step(1, `Created shipment ${shipment.tracking_number} over ${kilometres(shipment.distance_meters)}.`);
  await acceptCheapest(call, shipment.id);
  const tracking = await followDriver(call, shipment.id);
  showProof(tracking);
  await showWebhooks(call, shipment.id, seen);
  printNextSteps(url, key);
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

function createCaller(url: string, key: string): Call {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/v1/platform${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}

function step(number: number, text: string): void {
  console.log(`${number}  ${text}`);
}

async function acceptCheapest(call: Call, shipmentId: string): Promise<void> {
  const { data } = await call<QuotesAnswer>("GET", `/shipments/${shipmentId}/quotes`);
  step(2, `${data.length} carriers made an offer:\n`);
  const table = new Table({ head: ["Carrier", "Service", "Price", "Delivery", ""], ...tableStyle });
  for (const quote of data) {
    const delivery = quote.estimated_delivery_at.slice(0, 16).replace("T", " ");
    table.push([
      quote.carrier.name,
      quote.service.name,
      money(quote.price),
      `${delivery} UTC`,
      quote.labels.join(", "),
    ]);
  }
  console.log(`${indented(table.toString())}\n`);
  const assignment = await call<AssignmentView>("POST", `/shipments/${shipmentId}/assignments`, {
    strategy: "cheapest",
  });
  step(3, `Accepted the cheapest: ${assignment.carrier.name}, ${money(assignment.price)}.`);
}

async function followDriver(call: Call, shipmentId: string): Promise<TrackingView> {
  const line = createProgressLine();
  for (let look = 0; look < looksMax; look += 1) {
    const tracking = await call<TrackingView>("GET", `/tracking/${shipmentId}`);
    line.show(tracking.progress.percent, describeDriver(tracking));
    if (tracking.status === "delivered") {
      line.end();
      return tracking;
    }
    await Bun.sleep(lookEveryMs);
  }
  throw new Error("the demo shipment was not delivered in time");
}

function describeDriver({ substatus, status, driver, progress, eta }: TrackingView): string {
  const what = (substatus ?? status).replaceAll("_", " ");
  const left = progress.remaining_meters === null ? "" : `, ${kilometres(progress.remaining_meters)} left`;
  const arrival = eta?.source === "carrier" && eta.delivery ? `, ETA ${eta.delivery.slice(11, 19)} UTC` : "";
  return `${driver?.name ?? "driver"}: ${what}${left}${arrival}`;
}

function showProof({ proof_of_delivery: proof, tracking_url: trackingUrl }: TrackingView): void {
  const signer = proof?.signature?.signer_name ?? "nobody";
  step(4, `Delivered, with proof: signed by ${signer}, ${proof?.photos.length ?? 0} photo.`);
  console.log(`   ${trackingUrl}`);
}

/** What has arrived, by the event's id, and whether its signature was right. */
type Seen = ReadonlyMap<string, { verified: boolean }>;

/** A receiver as an integrator would write it: it believes nothing that the public package does not verify. */
async function startReceiver(call: Call): Promise<Seen> {
  const seen = new Map<string, { verified: boolean }>();
  let secret = "";
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const envelope = JSON.parse(body) as Envelope;
      seen.set(envelope.id, { verified: isGenuine(secret, body, request.headers) });
      return new Response(null, { status: 204 });
    },
  });
  const { data } = await call<{ data: WebhookView[] }>("GET", "/webhooks?limit=100");
  for (const old of data.filter((webhook) => webhook.description === receiverName)) {
    await call("DELETE", `/webhooks/${old.id}`);
  }
  const webhook = await call<WebhookView & { secret: string }>("POST", "/webhooks", {
    url: `http://127.0.0.1:${server.port}/webhooks`,
    events: ["*"],
    description: receiverName,
  });
  secret = webhook.secret;
  return seen;
}

function isGenuine(secret: string, body: string, headers: Headers): boolean {
  try {
    new Webhook(secret).verify(body, Object.fromEntries(headers));
    return true;
  } catch {
    return false;
  }
}

async function showWebhooks(call: Call, shipmentId: string, seen: Seen): Promise<void> {
  const { data } = await call<{ data: Envelope[] }>("GET", `/shipments/${shipmentId}/events?limit=100`);
  for (let look = 0; look < looksMax && data.some((event) => !seen.has(event.id)); look += 1) {
    await Bun.sleep(lookEveryMs);
  }
  const arrived = data.filter((event) => seen.has(event.id)).length;
  step(5, `A local receiver got ${arrived} signed webhooks and verified them:\n`);
  const table = new Table({ head: ["#", "Event", "State", "Signature"], ...tableStyle });
  for (const { id, type, data: details } of data) {
    const shipment = details.shipment as ShipmentView | undefined;
    const state = shipment?.status ?? String(details.substatus ?? details.status);
    const verified = seen.get(id)?.verified ? "verified" : "NOT VERIFIED";
    table.push([String(details.sequence), type, state.replaceAll("_", " "), verified]);
  }
  console.log(indented(table.toString()));
}

function money({ amount, currency }: { amount: number; currency: string }): string {
  const digits = minorUnits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
}

function kilometres(meters: number | null): string {
  return meters === null ? "an unknown distance" : `${(meters / 1000).toFixed(1)} km`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "   ");
}
