// A shipment from its creation to its tracking, with the client that @hey-api/openapi-ts makes.
import { acceptQuote, createShipment, getTracking, listQuotes } from "./waybill/index.ts";

const options = {
  baseUrl: process.env.WAYBILL_URL ?? "",
  auth: () => process.env.WAYBILL_API_KEY,
  throwOnError: /** @type {const} */ (true),
};
const stop = (/** @type {string} */ name) => ({
  contact: { name },
  address: { line1: "Torstr. 1", city: "Berlin", country: /** @type {const} */ ("DE") },
});
const { data: shipment } = await createShipment({
  ...options,
  body: { pickup: stop("Book shop"), delivery: stop("Alex Example"), parcels: [{ weight_grams: 1200 }] },
});
const path = { id: shipment.id };
const { data: quotes } = await listQuotes({ ...options, path });
const { data: assignment } = await acceptQuote({ ...options, path, body: { strategy: "cheapest" } });
if (assignment.quote_id !== quotes.data[0]?.id) throw new Error("another offer was accepted");
const { data: tracking } = await getTracking({ ...options, path: { shipmentId: shipment.id } });
console.log(`${tracking.shipment_id} ${quotes.data.length} offers`);
