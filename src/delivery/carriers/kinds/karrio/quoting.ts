import { countPieces } from "../../../model/parcels.ts";
import { readShape } from "../../answer.ts";
import type { QuoteAnswer, QuoteRequest, UnavailableCode } from "../../carrier.ts";
import type { JsonAnswer } from "../../json-call.ts";
import { failureOf, isKnownReason, messagesOf, textOf, unavailable } from "./failure.ts";
import { piecesMax } from "./map.ts";
import { refuseOtherMode } from "./mode.ts";
import { readOffers, unpricedIn } from "./offers.ts";
import { createDraft, type Karrio } from "./shipments.ts";
import { type WireMessage, WireShipment } from "./wire.ts";

/** Offers of Karrio: each round makes a draft, with which Karrio keeps the prices. */

const quoteWithinMs = 10_000;

/** @throws CarrierCallError, also where a carrier behind Karrio failed and no other made an offer */
export async function askRates(
  karrio: Karrio,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<QuoteAnswer> {
  if (countPieces(request.parcels) > piecesMax) {
    return refusal("dimensions_exceeded", `Karrio gets at most ${piecesMax} parcels of one shipment.`);
  }
  const answer = await createDraft(karrio, request, quoteWithinMs, signal);
  // 207: some carriers made rates, others failed.
  if (answer.status !== 201 && answer.status !== 207) return withoutDraft(answer);
  const draft = readShape(WireShipment, answer.body);
  refuseOtherMode(karrio.world, draft);
  const offers = readOffers(draft, namesCarrier(karrio));
  if (offers.kind === "unavailable" && offers.code === "carrier_error" && !unpricedIn(draft)) {
    throw failureOf(answer, messagesOf(answer));
  }
  return offers;
}

/** With one connection, all services are of one carrier. */
function namesCarrier({ settings }: Karrio): boolean {
  return settings.carrier_ids?.length !== 1;
}

function withoutDraft(answer: JsonAnswer): QuoteAnswer {
  const messages = messagesOf(answer);
  if (isKnownReason(messages)) return unavailable(messages);
  if (answer.status === 404) throw failureOf(answer, messages);
  const faults = messages.filter(isOfAddress);
  if (answer.status === 400 && faults.length > 0)
    return refusal("incomplete_address", `Karrio: ${textOf(faults)}`);
  throw failureOf(answer, messages);
}

/** Karrio names the field at the beginning of the text. */
function isOfAddress({ code, message }: WireMessage): boolean {
  return code === "validation" && /^(shipper|recipient)\b/.test(String(message));
}

function refusal(code: UnavailableCode, message: string): QuoteAnswer {
  return { kind: "unavailable", code, message };
}
