import { isCurrency, minorUnits } from "@/infra/geography/country.ts";
import { amountMax } from "../../../model/model.ts";
import { accountFaultIn } from "../../account-faults.ts";
import { allFitting, shownText } from "../../answer.ts";
import type { Offer, QuoteAnswer, UnavailableCode } from "../../carrier.ts";
import { sumOf } from "../../margin.ts";
import { unpricedAmong } from "../../unpriced.ts";
import { toText } from "./failure.ts";
import { toMinor } from "./money.ts";
import { WireMessage, WireRate, type WireShipment } from "./wire.ts";

/** EasyPost's rates, in Waybill's words. */

const nameMax = 100;
const codeMax = 64;
const offersMax = 50;
const usualCurrency = "USD";
const dateLength = "2026-01-31".length;
const fridayInWeek = 5;

/** What the adapter needs to buy a rate: its shipment, and its name there. */
export interface OfferName {
  shipmentId: string;
  rateId: string;
}

export function offerNameOf(reference: string | null): OfferName | undefined {
  const [shipmentId, rateId, ...more] = (reference ?? "").split("/");
  return shipmentId && rateId && more.length === 0 ? { shipmentId, rateId } : undefined;
}

/** @param pickedUpAt when the pickup is, at its place: days of a delivery count from there */
export function readOffers(shipment: WireShipment, pickedUpAt: Temporal.ZonedDateTime): QuoteAnswer {
  const rates = allFitting(WireRate, shipment.rates);
  const offers = rates.flatMap((rate) => toOffer(shipment, rate, pickedUpAt) ?? []);
  const unpriced = unpricedIn(rates);
  if (offers.length === 0) {
    if (unpriced) return { kind: "unavailable", ...unpriced };
    return unavailable(allFitting(WireMessage, shipment.messages));
  }
  const accountFault = accountFaultIn(
    allFitting(WireMessage, shipment.messages).map(({ carrier, message }) => ({
      account: carrier,
      text: toText(message),
    })),
  );
  return {
    kind: "offers",
    offers: cheapest(offers).slice(0, offersMax),
    ...(unpriced && { unavailable: unpriced }),
    ...(accountFault && { accountFault }),
  };
}

/** Accounts that EasyPost rates without a price. */
export function unpricedIn(rates: readonly WireRate[]) {
  const rated = rates.map((rate) => ({ name: accountName(rate), isPriced: isPriced(rate) }));
  return unpricedAmong(rated, { account: "account", remedy: "check its prices in EasyPost" });
}

/** How people find an account in EasyPost: several may be of one carrier. */
export function accountName({ carrier, carrier_account_id: id }: WireRate): string {
  return shownText(id ? `${carrier} (${id})` : carrier, nameMax);
}

/** Less than the smallest coin is no price, though a price is rounded up. */
function isPriced({ rate, currency }: WireRate): boolean {
  const places = minorUnits(currency && isCurrency(currency) ? currency : usualCurrency);
  return Number(rate ?? 0) >= 10 ** -places;
}

/** Two accounts of a carrier may offer the same service. Prices of two currencies cannot be compared: both stay. */
function cheapest(offers: readonly Offer[]): Offer[] {
  const byService = new Map<string, Offer>();
  for (const offer of offers) {
    const name = `${offer.service.code} ${offer.currency}`;
    const other = byService.get(name);
    if (!other || sumOf(offer.priceLines) < sumOf(other.priceLines)) byService.set(name, offer);
  }
  return [...byService.values()];
}

function toOffer(
  { id }: WireShipment,
  rate: WireRate,
  pickedUpAt: Temporal.ZonedDateTime,
): Offer | undefined {
  const { currency, carrier, service } = rate;
  if (!currency || !isCurrency(currency)) return undefined;
  const amount = toMinor(String(rate.rate), currency);
  if (amount === undefined || amount > amountMax || !isPriced(rate)) return undefined;
  const date = deliveryDate(rate, pickedUpAt);
  return {
    service: {
      code: codeOf(carrier, service),
      name: toText(`${carrier} ${inWords(service)}`).slice(0, nameMax),
    },
    currency,
    priceLines: [{ code: "postage", name: "Postage", amount }],
    estimatedPickupAt: null,
    estimatedDeliveryAt: null,
    ...(date && { estimatedDeliveryDate: date }),
    reference: `${id}/${rate.id}`,
  };
}

function codeOf(carrier: string, service: string): string {
  return `${carrier}_${service}`.replaceAll(/[^A-Za-z0-9_.:-]+/g, "_").slice(0, codeMax);
}

/** `GroundAdvantage` is Ground Advantage, `2ndDayAir` 2nd Day Air, `FEDEX_GROUND` FEDEX GROUND. */
function inWords(service: string): string {
  return service.replaceAll("_", " ").replaceAll(/([a-z])([A-Z0-9])/g, "$1 $2");
}

/** The carrier's day, or the days that it takes: Waybill counts from the pickup, Monday to Friday. */
function deliveryDate(
  { delivery_date: date, delivery_days: days }: WireRate,
  pickedUpAt: Temporal.ZonedDateTime,
): string | undefined {
  if (date) return dateIn(date);
  if (!days || days < 0 || !Number.isInteger(days)) return undefined;
  return afterWorkingDays(pickedUpAt, days);
}

function afterWorkingDays(from: Temporal.ZonedDateTime, days: number): string {
  let day = from.toPlainDate();
  for (let left = Math.min(days, daysMax); left > 0; ) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek <= fridayInWeek) left -= 1;
  }
  return day.toString();
}

const daysMax = 365;

/** The date at the place: EasyPost writes local times with the mark of UTC. Undefined for what is no date. */
export function dateIn(time: string): string | undefined {
  try {
    return Temporal.PlainDate.from(time.slice(0, dateLength)).toString();
  } catch {
    return undefined;
  }
}

/** Carriers say in free text why they have no rate. */
const signs: readonly (readonly [UnavailableCode, RegExp])[] = [
  ["weight_exceeded", /\bweight|\boverweight|\btoo heavy\b/i],
  ["dimensions_exceeded", /\bdimension|\bgirth\b|\btoo (long|large|big)\b|\boversize/i],
  ["incomplete_address", /\baddress|\bzip\b|\bpostal|\bpostcode|\bphone\b/i],
  ["out_of_zone", /\bdestination|\borigin\b|\bcountry|\bnot serve|\bno (rates?|services?)\b/i],
];

const outOfZone = "No carrier of the EasyPost account delivers there, or takes this parcel.";

export function unavailable(messages: readonly WireMessage[]): QuoteAnswer {
  if (messages.length === 0) return { kind: "unavailable", code: "out_of_zone", message: outOfZone };
  const text = toText(messages.map(({ carrier, message }) => `${carrier ?? "Carrier"}: ${toText(message)}`));
  return { kind: "unavailable", code: codeFor(text), message: text };
}

/** `carrier_error` where the text does not tell. */
export function codeFor(text: string): UnavailableCode {
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? "carrier_error";
}
