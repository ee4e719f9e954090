import { isCurrency } from "@/infra/geography/country.ts";
import { capitalized } from "@/infra/text/words.ts";
import { amountMax } from "../../../model/model.ts";
import { accountFaultIn } from "../../account-faults.ts";
import { allFitting, fitting, shownText } from "../../answer.ts";
import type { Offer, PriceLine, QuoteAnswer } from "../../carrier.ts";
import { unpricedAmong } from "../../unpriced.ts";
import { textOf, unavailable } from "./failure.ts";
import { dayOf } from "./map.ts";
import { toMinor } from "./money.ts";
import { WireMessage, WireOptions, WireRate, type WireShipment } from "./wire.ts";

/** Karrio's rates, in Waybill's words. */

const nameMax = 100;
const linesMax = 90;
const offersMax = 50;
const usualCurrency = "EUR";

/** What the adapter needs to buy a rate: its draft, and its name there. */
export interface OfferName {
  draftId: string;
  rateId: string;
}

export function offerNameOf(reference: string | null): OfferName | undefined {
  const [draftId, rateId, ...more] = (reference ?? "").split("/");
  return draftId && rateId && more.length === 0 ? { draftId, rateId } : undefined;
}

/** @param namesCarrier whether several carriers can be behind the rates */
export function readOffers(draft: WireShipment, namesCarrier: boolean): QuoteAnswer {
  const rates = allFitting(WireRate, draft.rates).flatMap((rate) => usable(rate) ?? []);
  const unpriced = unpricedIn(draft);
  if (rates.length === 0) {
    if (unpriced) return { kind: "unavailable", ...unpriced };
    return unavailable(allFitting(WireMessage, draft.messages));
  }
  const accountFault = accountFaultIn(
    allFitting(WireMessage, draft.messages).map((message) => ({
      account: message.carrier_id ?? message.carrier_name,
      text: textOf([message]),
    })),
  );
  return {
    kind: "offers",
    offers: rates.slice(0, offersMax).map((rate) => toOffer(draft, rate, namesCarrier)),
    ...(unpriced && { unavailable: unpriced }),
    ...(accountFault && { accountFault }),
  };
}

/** Connections that Karrio rates without a price: it gives a connection without a rate sheet services of 0.00. */
export function unpricedIn({ rates }: Pick<WireShipment, "rates">) {
  const rated = allFitting(WireRate, rates).map((rate) => ({
    name: rate.carrier_id ? shownText(rate.carrier_id, nameMax) : undefined,
    isPriced: amountOf(rate) > 0,
  }));
  return unpricedAmong(rated, { account: "connection", remedy: "give it a rate sheet in Karrio" });
}

/** In minor units, of the usual currency where it names none; 0 for what is no price. */
function amountOf({ total_charge: total, currency }: WireRate): number {
  const isWritten = typeof total === "string" && /^\d{1,15}(\.\d{1,15})?$/.test(total);
  const charge = isWritten ? Number(total) : total;
  if (typeof charge !== "number" || charge <= 0) return 0;
  return toMinor(charge, currency && isCurrency(currency) ? currency : usualCurrency);
}

interface UsableRate extends WireRate {
  currency: string;
  /** The price, minor units. */
  total: number;
}

function usable(rate: WireRate): UsableRate | undefined {
  const { currency } = rate;
  const total = amountOf(rate);
  if (!currency || !isCurrency(currency) || total <= 0 || total > amountMax) return undefined;
  return { ...rate, currency, total };
}

function toOffer(draft: WireShipment, rate: UsableRate, namesCarrier: boolean): Offer {
  return {
    service: { code: rate.service, name: serviceName(rate, namesCarrier) },
    currency: rate.currency,
    priceLines: priceLines(rate),
    estimatedPickupAt: null,
    estimatedDeliveryAt: null,
    estimatedDeliveryDate: deliveryDay(draft, rate),
    reference: `${draft.id}/${rate.id}`,
  };
}

/** Karrio writes names of services in capitals. */
function serviceName({ service, carrier_name: carrier, meta }: WireRate, namesCarrier: boolean): string {
  const name = inWords(meta?.service_name ?? service);
  return (namesCarrier ? `${inWords(carrier)}: ${name}` : name).slice(0, nameMax);
}

function inWords(text: string): string {
  const words = text.replaceAll("_", " ").trim();
  const isPlain = words === words.toUpperCase() || words === words.toLowerCase();
  if (!isPlain) return capitalized(words);
  return capitalized(words.toLowerCase().replaceAll(abbreviations, (word) => word.toUpperCase()));
}

/** Of services and their carriers. */
const abbreviations = /\b(b2b|b2c|cod|dhl|dpd|eu|gls|tnt|uk|ups|us|usa|usps)\b/g;

/** Transit days are counted as days of the calendar, as Karrio does itself. */
function deliveryDay({ options }: WireShipment, rate: WireRate): string | null {
  const { estimated_delivery: date, transit_days: days } = rate;
  return dayOf(date) ?? (days == null ? null : dayOf(fitting(WireOptions, options)?.shipping_date, days));
}

/** The total counts: Karrio rounds each charge apart, and some are missing. */
function priceLines({ currency, total, extra_charges }: UsableRate): PriceLine[] {
  const charges = extra_charges ?? [];
  const isWhole = charges.every(
    (charge) =>
      charge.amount != null &&
      (charge.currency ?? currency) === currency &&
      Math.abs(toMinor(charge.amount, currency)) <= amountMax,
  );
  if (charges.length === 0 || charges.length > linesMax || !isWhole) {
    return [{ code: "total", name: "Total", amount: total }];
  }
  const lines = charges.map(({ name, amount }) => ({
    code: codeOf(name),
    name: (name || "Charge").slice(0, nameMax),
    amount: toMinor(amount ?? 0, currency),
  }));
  const rest = total - lines.reduce((sum, { amount }) => sum + amount, 0);
  if (rest === 0) return lines;
  const isRounding = Math.abs(rest) <= lines.length;
  return [
    ...lines,
    isRounding
      ? { code: "rounding", name: "Rounding", amount: rest }
      : { code: "other_charges", name: "Other charges", amount: rest },
  ];
}

function codeOf(name: string | null | undefined): string {
  const code = (name ?? "").toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  return code.replaceAll(/^_+|_+$/g, "").slice(0, 64) || "charge";
}
