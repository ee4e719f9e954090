import { allFitting, fitting } from "../../answer.ts";
import { isCallError } from "../../call-error.ts";
import { sampleQuote } from "../http/sample.ts";
import { callKarrio } from "./call.ts";
import { marks, toDraft } from "./map.ts";
import { unpricedIn } from "./offers.ts";
import { type Karrio, paths } from "./shipments.ts";
import { WireRate, WireRates, WireSent, WireShipments } from "./wire.ts";

/** Whether Karrio's connections have prices. Asks for rates, and makes nothing. */

const ratesPath = "/v1/proxy/rates";
const askWithinMs = 5_000;

/** Undefined where no connection rates what Waybill asks about, or Karrio does not answer. */
export async function findPrices(
  karrio: Karrio,
  signal: AbortSignal,
): Promise<{ passed: boolean; detail: string } | undefined> {
  const latest = await readLatest(karrio, signal);
  const rates = (await askForRates(karrio, latest, signal)) ?? latest?.rates;
  const unpriced = unpricedIn({ rates });
  if (unpriced) return { passed: false, detail: unpriced.message };
  const priced = new Set(allFitting(WireRate, rates).map(({ carrier_id: id }) => id));
  if (priced.size === 0) return undefined;
  return { passed: true, detail: `Connections that gave prices: ${priced.size}.` };
}

/** What was quoted last: a connection rates only from its own country. */
async function readLatest(karrio: Karrio, signal: AbortSignal): Promise<typeof WireSent.static | undefined> {
  const query = new URLSearchParams({ metadata_key: marks.shipment, limit: "1" });
  const body = await ask(karrio, { method: "GET", path: `${paths.shipments}?${query}` }, signal);
  return allFitting(WireSent, fitting(WireShipments, body)?.results)[0];
}

async function askForRates(
  karrio: Karrio,
  latest: typeof WireSent.static | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const { shipper, recipient, parcels, ...asked } = await toDraft(karrio.settings, sampleQuote(karrio.world));
  const goods = latest ?? { shipper, recipient, parcels };
  const { carrier_ids, services } = asked;
  const body = {
    shipper: goods.shipper,
    recipient: goods.recipient,
    parcels: goods.parcels,
    ...(carrier_ids && { carrier_ids }),
    ...(services && { services }),
  };
  return fitting(WireRates, await ask(karrio, { method: "POST", path: ratesPath, body }, signal))?.rates;
}

/** The answer; undefined where Karrio gives none that helps. */
async function ask(
  { settings, world }: Karrio,
  call: { method: "GET" | "POST"; path: string; body?: unknown },
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const whole = { ...call, timeoutMs: askWithinMs, isRepeatable: true };
    const { status, body } = await callKarrio(settings, world, whole, signal);
    return status < 300 ? body : undefined;
  } catch (error) {
    if (isCallError(error)) return undefined;
    throw error;
  }
}
