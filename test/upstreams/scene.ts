import { deepStrictEqual } from "node:assert/strict";
import { platform } from "../support/fixtures.ts";
import type { Client } from "../support/harness.ts";
import type { Karrio } from "./karrio.ts";
import type { SlowCarrier } from "./slow-carrier.ts";

/** What the points of the walk share: the servers, and the steps up to a booking. */

export interface Scene {
  /** Waybill's address and the live key, for commands. */
  shell: { url: string; key: string };
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

export const soonMs = 30_000;

const lookEveryMs = 250;

export async function until<T>(
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

export const berlin = (line1: string, postal_code: string) => ({
  line1,
  city: "Berlin",
  postal_code,
  country: "DE",
});

export const vienna = (line1: string, postal_code: string) => ({
  line1,
  city: "Wien",
  postal_code,
  country: "AT",
});

export async function shipmentIn(live: Client, city: typeof berlin) {
  const { body } = await live.post(`${platform}/shipments`, {
    reference: "ORD-1",
    pickup: { contact: { name: "Shop" }, address: city("Torstr. 1", city === berlin ? "10119" : "1010") },
    delivery: { contact: { name: "Ada L." }, address: city("Gasse 5", city === berlin ? "10997" : "1020") },
    parcels: [{ weight_grams: 1200, length_mm: 300, width_mm: 200, height_mm: 100 }],
  });
  return quotesOf(live, body.id);
}

export async function quotesOf(live: Client, id: string) {
  const { body } = await live.get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
  const quotes: QuoteBody[] = body.data;
  return { id, quotes, unavailable: JSON.stringify(body.unavailable) };
}

interface QuoteBody {
  id: string;
  carrier: { id: string };
  service: { code: string };
  price: { amount: number };
  estimated_delivery_date: string | null;
}

/** Accepts the cheapest offer of a carrier. */
export async function accept(live: Client, city: typeof berlin, carrierId = "") {
  return acceptFor(live, await shipmentIn(live, city), carrierId);
}

export async function acceptFor(live: Client, quoted: Awaited<ReturnType<typeof quotesOf>>, carrierId = "") {
  const { id, quotes, unavailable } = quoted;
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

export const settled = (live: Client, id: string, withinMs: number) =>
  until(
    "settled",
    async () => {
      const { body } = await live.get(`${platform}/shipments/${id}`);
      return body.substatus === "awaiting_carrier" ? undefined : body;
    },
    withinMs,
  );

export async function boughtBy({ karrio }: Scene, assignmentId: string) {
  const query = `metadata_key=waybill_assignment&metadata_value=${assignmentId}`;
  const { body } = await karrio.call("GET", `/v1/shipments?${query}`);
  return body.results as { id: string; status: string; tracking_number: string }[];
}
