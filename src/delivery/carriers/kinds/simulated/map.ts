import { currencyOf } from "@/infra/geography/country.ts";
import { fromEuroCents } from "@/infra/geography/exchange-rate.ts";
import type { Window } from "../../../model/model.ts";
import { gramsOf } from "../../../model/parcels.ts";
import { scriptOf } from "../../../model/script/named.ts";
import type { ScriptedQuote } from "../../../model/script/schema.ts";
import type { Offer, PriceLine, QuoteAnswer, QuoteRequest } from "../../carrier.ts";
import type { SimulatedCarrier } from "./fleet.ts";
import { seededRandom } from "./random.ts";

/** Border surcharge of a carrier that prices by zone, euro cents. */
const borderAmount = 980;
/** The seed raises a price by up to this share. */
const demandShareMax = 0.12;

/** A simulated carrier's answer. The same request and seed give the same offer. */
export function quoteOf(carrier: SimulatedCarrier, request: QuoteRequest): QuoteAnswer {
  const scripted = scriptedQuote(carrier, request);
  const refusal = scriptedRefusal(scripted) ?? refusalOf(carrier, request);
  if (refusal) return refusal;
  const times = timesOf(carrier, request);
  if (!times) {
    return {
      kind: "unavailable",
      code: "window_unavailable",
      message: "The carrier cannot meet the pickup and delivery windows.",
    };
  }
  return { kind: "offers", offers: [offerOf(carrier, request, times, scripted)] };
}

function scriptedQuote({ code }: SimulatedCarrier, { simulation }: QuoteRequest): ScriptedQuote | undefined {
  return simulation ? scriptOf(simulation).quotes?.find(({ carrier }) => carrier === code) : undefined;
}

/** What a script says instead of an offer. Nobody called the carrier, so its health does not suffer. */
function scriptedRefusal(scripted: ScriptedQuote | undefined): QuoteAnswer | undefined {
  const { code = "no_drivers", message } = scripted ?? {};
  switch (scripted?.answer) {
    case "unavailable":
      return { kind: "unavailable", code, message: message ?? refusalMessages[code] };
    case "error":
      return {
        kind: "unavailable",
        code: "carrier_error",
        message: "The carrier's API returned an error.",
      };
    case "none":
      return { kind: "unavailable", code: "carrier_timeout", message: "The carrier did not answer in time." };
    default:
      return undefined;
  }
}

const refusalMessages: Record<NonNullable<ScriptedQuote["code"]>, string> = {
  no_drivers: "No driver is available.",
  out_of_zone: "The carrier does not serve this zone.",
  weight_exceeded: "The weight exceeds the carrier's limit.",
  dimensions_exceeded: "A side exceeds the carrier's limit.",
  window_unavailable: "The carrier cannot meet the pickup and delivery windows.",
  incomplete_address: "The carrier needs a more exact address.",
  requirement_unsupported: "The carrier does not support the requirements.",
  currency_mismatch: "The carrier charges in another currency.",
};

interface Times {
  pickupAt: number;
  deliveryAt: number;
}

/** The earliest times that the carrier and the windows allow; undefined if it is too late for a window. */
function timesOf(carrier: SimulatedCarrier, request: QuoteRequest): Times | undefined {
  const rideSeconds = Math.round((request.distanceMeters ?? 0) / carrier.speedMps);
  const pickupAt = within(request.pickup.window, request.now + carrier.leadSeconds * 1000);
  if (pickupAt === undefined) return undefined;
  const arrivalAt = pickupAt + (carrier.handlingSeconds + rideSeconds) * 1000;
  const deliveryAt = within(request.delivery.window, arrivalAt);
  return deliveryAt === undefined ? undefined : { pickupAt, deliveryAt };
}

/** The first moment of the window that is not before `earliest`. */
function within(window: Window | null, earliest: number): number | undefined {
  if (!window) return earliest;
  const at = Math.max(earliest, Date.parse(window.start));
  return at <= Date.parse(window.end) ? at : undefined;
}

function refusalOf(carrier: SimulatedCarrier, request: QuoteRequest): QuoteAnswer | undefined {
  const { parcels, distanceMeters } = request;
  const say = (
    code: Extract<QuoteAnswer, { kind: "unavailable" }>["code"],
    message: string,
  ): QuoteAnswer => ({
    kind: "unavailable",
    code,
    message,
  });
  if (carrier.distanceMetersMax !== null && distanceMeters === null) {
    return say("incomplete_address", "The distance is unknown. Send coordinates or a known town.");
  }
  if (carrier.distanceMetersMax !== null && (distanceMeters ?? 0) > carrier.distanceMetersMax) {
    return say(
      "out_of_zone",
      `The distance exceeds the carrier's limit of ${carrier.distanceMetersMax / 1000} km.`,
    );
  }
  if (gramsOf(request.parcels) > carrier.weightGramsMax) {
    return say(
      "weight_exceeded",
      `The weight exceeds the carrier's limit of ${carrier.weightGramsMax / 1000} kg.`,
    );
  }
  const longest = Math.max(
    0,
    ...parcels.flatMap((parcel) => [parcel.length_mm ?? 0, parcel.width_mm ?? 0, parcel.height_mm ?? 0]),
  );
  if (longest > carrier.sideMmMax) {
    return say("dimensions_exceeded", `A side exceeds the carrier's limit of ${carrier.sideMmMax} mm.`);
  }
  return undefined;
}

function offerOf(
  carrier: SimulatedCarrier,
  request: QuoteRequest,
  times: Times,
  scripted: ScriptedQuote | undefined,
): Offer {
  const { price, expires_in_seconds: lifeSeconds } = scripted ?? {};
  return {
    service: carrier.service,
    currency: price?.currency ?? currencyOf(request.pickup.address.country),
    priceLines: price
      ? [{ code: "base", name: "Base fare", amount: price.amount }]
      : priceLines(carrier, request),
    estimatedPickupAt: times.pickupAt,
    estimatedDeliveryAt: times.deliveryAt,
    ...(lifeSeconds === undefined ? {} : { expiresAt: request.now + Math.round(lifeSeconds * 1000) }),
  };
}

function priceLines(carrier: SimulatedCarrier, request: QuoteRequest): PriceLine[] {
  const distance = Math.round((carrier.perKmAmount * (request.distanceMeters ?? 0)) / 1000);
  const weight = Math.round((carrier.perKgAmount * gramsOf(request.parcels)) / 1000);
  const crosses = request.pickup.address.country !== request.delivery.address.country;
  const random = seededRandom(`${request.simulation?.seed}:${carrier.code}:price`);
  const demand = Math.round((carrier.baseAmount + distance + weight) * demandShareMax * random());
  const currency = currencyOf(request.pickup.address.country);
  const lines: PriceLine[] = [
    { code: "base", name: "Base fare", amount: carrier.baseAmount },
    { code: "distance", name: "Distance", amount: distance },
    { code: "weight", name: "Weight", amount: weight },
    { code: "border", name: "Border crossing", amount: crosses ? borderAmount : 0 },
    { code: "demand", name: "Demand", amount: demand },
  ];
  return lines
    .map((line) => ({ ...line, amount: fromEuroCents(line.amount, currency) }))
    .filter((line) => line.amount > 0);
}
