import { zoneAtAddress } from "../../../model/address-zone.ts";
import { countPieces } from "../../../model/parcels.ts";
import { readShape } from "../../answer.ts";
import { callError } from "../../call-error.ts";
import type { QuoteAnswer, QuoteRequest, UnavailableCode } from "../../carrier.ts";
import { callEasypost, type Easypost } from "./call.ts";
import { failed, failureOf } from "./failure.ts";
import { needsCustoms, toShipment } from "./map.ts";
import { codeFor, readOffers } from "./offers.ts";
import { modeOf } from "./settings.ts";
import { WireShipment } from "./wire.ts";

/** Offers of EasyPost: each round makes a shipment there, with which EasyPost keeps the rates. */

const quoteWithinMs = 10_000;

/** @throws CarrierCallError */
export async function askRates(
  easypost: Easypost,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<QuoteAnswer> {
  const [parcel] = request.parcels;
  const pieces = countPieces(request.parcels);
  if (!parcel || pieces !== 1) {
    return refusal(
      "requirement_unsupported",
      `EasyPost takes one parcel with each shipment, and this one has ${pieces}. Create a shipment for each parcel.`,
    );
  }
  if (needsCustoms(request)) {
    return refusal(
      "requirement_unsupported",
      "EasyPost needs customs data for this route, and Waybill does not send any.",
    );
  }
  const body = toShipment(easypost.settings, request, parcel);
  const answer = await callEasypost(
    easypost,
    // One too many costs nothing until it is bought.
    { method: "POST", path: "/shipments", body, timeoutMs: quoteWithinMs, isRepeatable: true },
    signal,
  );
  if (answer.status !== 201 && answer.status !== 200) return withoutShipment(answer);
  const shipment = readShape(WireShipment, answer.body);
  refuseOtherMode(easypost, shipment);
  return readOffers(shipment, await pickedUpAt(request));
}

/** The beginning of the window at the place of the pickup: late in the evening, UTC has the next day already. */
async function pickedUpAt({ pickup, now }: QuoteRequest): Promise<Temporal.ZonedDateTime> {
  const { window, address } = pickup;
  const at = window === null ? now : Math.max(now, Date.parse(window.start));
  const zone = (await zoneAtAddress(address, now)) ?? "UTC";
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** EasyPost says which input it cannot use; everything else is a failure. */
function withoutShipment(answer: Parameters<typeof failureOf>[0]): QuoteAnswer {
  const failure = failureOf(answer);
  const code = failure.code.startsWith("ADDRESS.") ? "incomplete_address" : codeFor(failure.text);
  if (code === "carrier_error") throw failed(failure);
  return refusal(code, `EasyPost: ${failure.text}`);
}

function refusal(code: UnavailableCode, message: string): QuoteAnswer {
  return { kind: "unavailable", code, message };
}

/** What a test key buys, no carrier accepts. @throws CarrierCallError `nonsense` */
export function refuseOtherMode({ world }: Easypost, { mode }: Pick<WireShipment, "mode">): void {
  const expected = modeOf(world.carrier.environment);
  if (mode === expected) return;
  throw callError(
    "nonsense",
    `EasyPost answered in its mode "${mode ?? "unknown"}" instead of "${expected}".`,
  );
}
