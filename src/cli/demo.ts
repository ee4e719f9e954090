import Table from "cli-table3";
import type { Command } from "commander";
import { createWaybill, type Shipment, type Tracking, verifyWebhook, type Waybill } from "waybill-client";
import { toMinute } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import { minorUnits } from "../infra/geography/country.ts";
import { shipmentBody } from "./demo-shipment.ts";
import { type Access, addDevelopment, printNextSteps, startDevelopment } from "./dev.ts";
import { stopSignal } from "./stopping.ts";
import { createProgressLine } from "./terminal.ts";

const pollMs = 250;
const pollsMax = 480;
const receiverName = "Demo receiver";
const tableStyle = { style: { head: [], border: [], compact: true } };

export function addDemo(program: Command): void {
  addDevelopment(
    program,
    "demo",
    "Run one sandbox shipment from creation to delivery, then keep serving like `dev`.",
    runDemo,
  );
}

/** Runs one shipment from creation to delivery over the public API, then keeps serving. */
async function runDemo(config: Config): Promise<void> {
  const stopRequested = stopSignal();
  const { running, access } = await startDevelopment(config);
  console.log(`Waybill is listening on ${running.url}\n`);
  await Promise.race([stopRequested, showShipment(running.url, access)]);
  await stopRequested;
  await running.stop();
}

async function showShipment(url: string, access: Access): Promise<void> {
  const waybill = createWaybill({ baseUrl: url, apiKey: access.key });
  const seen = await startReceiver(waybill);

  const shipment = await waybill.createShipment({ body: shipmentBody });
  step(1, `Created shipment ${shipment.tracking_number} over ${kilometers(shipment.distance_meters)}.`);
  await acceptCheapest(waybill, shipment.id);
  const tracking = await followDriver(waybill, shipment.id);
  showProof(tracking);
  await showWebhooks(waybill, shipment.id, seen);
  printNextSteps(url, access);
}

function step(number: number, text: string): void {
  console.log(`${number}  ${text}`);
}

async function acceptCheapest(waybill: Waybill, shipmentId: string): Promise<void> {
  const path = { id: shipmentId };
  const { data } = await waybill.listQuotes({ path });
  step(2, `${data.length} carriers made offers:\n`);
  const table = new Table({ head: ["Carrier", "Service", "Price", "Delivery", ""], ...tableStyle });
  for (const quote of data) {
    const { estimated_delivery_at: at, estimated_delivery_date: day } = quote;
    const delivery = at === null ? day : toMinute(at);
    table.push([
      quote.carrier.name,
      quote.service.name,
      money(quote.price),
      delivery ?? "no estimate",
      quote.labels.join(", "),
    ]);
  }
  console.log(`${indented(table.toString())}\n`);
  const assignment = await waybill.acceptQuote({ path, body: { strategy: "cheapest" } });
  step(3, `Accepted the cheapest: ${assignment.carrier.name}, ${money(assignment.price)}.`);
}

async function followDriver(waybill: Waybill, shipmentId: string): Promise<Tracking> {
  const line = createProgressLine();
  for (let look = 0; look < pollsMax; look += 1) {
    const tracking = await waybill.getTracking({ path: { shipmentId } });
    line.show(tracking.progress.percent, describeDriver(tracking));
    if (tracking.status === "delivered") {
      line.end();
      return tracking;
    }
    await Bun.sleep(pollMs);
  }
  throw new Error("the demo shipment was not delivered in time");
}

function describeDriver({ substatus, status, driver, progress, eta }: Tracking): string {
  const what = (substatus ?? status).replaceAll("_", " ");
  const left = progress.remaining_meters === null ? "" : `, ${kilometers(progress.remaining_meters)} left`;
  const arrival = eta?.source === "carrier" && eta.delivery ? `, ETA ${eta.delivery.slice(11, 19)} UTC` : "";
  return `${driver?.name ?? "driver"}: ${what}${left}${arrival}`;
}

function showProof({ proof_of_delivery: proof, tracking_url: trackingUrl }: Tracking): void {
  const signer = proof?.signature?.signer_name ?? "nobody";
  step(4, `Delivered, with proof: signed by ${signer}, ${proof?.photos.length ?? 0} photo.`);
  const digits = shipmentBody.delivery.contact.phone?.slice(-4);
  console.log(`   ${trackingUrl} shows it for the last digits ${digits}.`);
}

/** Ids of the events that arrived with a valid signature. */
type Seen = ReadonlySet<string>;

/** A receiver as an integrator would write it: it rejects what it cannot verify. */
async function startReceiver(waybill: Waybill): Promise<Seen> {
  const seen = new Set<string>();
  let secret = "";
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const event = verifyWebhook(await request.text(), request.headers, secret);
      seen.add(event.id);
      return new Response(null, { status: 204 });
    },
    error: () => new Response(null, { status: 400 }),
  });
  for await (const { id, description } of waybill.paginate("listWebhooks")) {
    if (description === receiverName) await waybill.removeWebhook({ path: { id } });
  }
  const webhook = await waybill.registerWebhook({
    body: { url: `http://127.0.0.1:${server.port}/webhooks`, events: ["*"], description: receiverName },
  });
  secret = webhook.secret ?? "";
  return seen;
}

async function showWebhooks(waybill: Waybill, shipmentId: string, seen: Seen): Promise<void> {
  const list = waybill.paginate("listShipmentEvents", { path: { id: shipmentId }, query: { limit: 100 } });
  const events = await Array.fromAsync(list);
  for (let look = 0; look < pollsMax && events.some(({ id }) => !seen.has(id)); look += 1) {
    await Bun.sleep(pollMs);
  }
  const arrived = events.filter(({ id }) => seen.has(id)).length;
  step(5, `A local receiver verified ${arrived} signed webhooks:\n`);
  const table = new Table({ head: ["#", "Event", "State", "Signature"], ...tableStyle });
  for (const { id, type, data } of events) {
    const shipment = data.shipment as Shipment | undefined;
    const state = shipment?.status ?? String(data.substatus ?? data.status);
    const signature = seen.has(id) ? "verified" : "NOT VERIFIED";
    table.push([String(data.sequence), type, state.replaceAll("_", " "), signature]);
  }
  console.log(indented(table.toString()));
}

function money({ amount, currency }: { amount: number; currency: string }): string {
  const digits = minorUnits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
}

function kilometers(meters: number | null): string {
  return meters === null ? "an unknown distance" : `${(meters / 1000).toFixed(1)} km`;
}

function indented(text: string): string {
  return text.replace(/^/gm, "   ");
}
