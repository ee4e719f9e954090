import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { currencyOf, isCurrency } from "@/infra/geography/country.ts";
import { countryOfZone } from "@/infra/geography/country-time-zone.ts";
import { majorAmount } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { areaOf, areaText } from "./areas.ts";
import { type HoursValues, hoursValuesOf } from "./hours.ts";
import { newCard } from "./shown-card.ts";
import type { Service, Zone } from "./values.ts";

/**
 * A rate card as a list of prices: up to five areas of a country with a price each, and an extra for evenings. It keeps
 * all else that a card says.
 */

export const areasMax = 5;

export interface AreaValues {
  /** Empty for a new area. */
  code: string;
  /** Postal codes and towns as people write them; empty for the whole country. */
  where: string;
  price: NumberValue;
}

export interface PricesValues extends Record<string, unknown>, HoursValues {
  country: string;
  currency: string;
  areas: AreaValues[];
  evening: NumberValue;
  kept: {
    card: Pick<RateCard, "time_zone">;
    service: Omit<
      Service,
      "pickup_zones" | "delivery_zones" | "price" | "zone_prices" | "surcharges" | "hours"
    >;
    evening: Evening;
  };
}

interface Evening {
  code: string;
  name: string;
  when: { from: string; to: string };
}

export const blankArea: AreaValues = { code: "", where: "", price: "" };

/** Until midnight. */
const newEvening: Evening = { code: "evening", name: "Evening", when: { from: "18:00", to: "00:00" } };

/** Prices to begin with, in the country of the reader's clock. */
export function newPrices(): PricesValues {
  const { time_zone } = newCard();
  const country = countryOfZone(time_zone) ?? "";
  return {
    country,
    currency: country === "" ? "" : currencyOf(country),
    areas: [blankArea],
    evening: "",
    ...hoursValuesOf(null),
    kept: {
      card: { time_zone },
      service: {
        code: "delivery",
        name: "Delivery",
        cancellation: [],
        lead_minutes: 30,
        transit_minutes: 60,
      },
      evening: newEvening,
    },
  };
}

/** The prices of a card; undefined for a card that says more than they do. */
export function pricesOf({ version: _, warnings: _warnings, ...card }: RateCard): PricesValues | undefined {
  const { currency, zones, services, ...kept } = card;
  const [one, ...others] = services;
  const country = zones[0]?.countries?.[0];
  if (!one || others.length > 0 || country === undefined || zones.length > areasMax) return undefined;
  const { pickup_zones, delivery_zones, price, zone_prices = [], surcharges = [], hours, ...service } = one;
  const evening = eveningOf(surcharges);
  const baseOf = (from: string, to: string) =>
    zone_prices.find((pair) => pair.from === from && pair.to === to)?.base ?? price.base;
  const isBetween = ({ code: from }: { code: string }) =>
    zones.every(({ code: to }) => baseOf(from, to) === Math.max(baseOf(from, from), baseOf(to, to)));
  const isPlain =
    evening !== undefined &&
    isCurrency(currency) &&
    hasOnly(price, ["base"]) &&
    zone_prices.every((pair) => hasOnly(pair, ["from", "to", "base"])) &&
    [pickup_zones, delivery_zones].every((codes) => zones.every(({ code }) => codes.includes(code))) &&
    zones.every((zone) => isShown(zone, country)) &&
    zones.every(isBetween);
  if (!isPlain) return undefined;
  return {
    country,
    currency,
    areas: zones.map((zone) => ({
      code: zone.code,
      where: areaText(zone, country),
      price: majorAmount(baseOf(zone.code, zone.code), currency),
    })),
    evening: evening.amount === undefined ? "" : majorAmount(evening.amount, currency),
    ...hoursValuesOf(hours),
    kept: { card: kept, service, evening: evening.kept },
  };
}

/** Whether the text of an area says all of the zone. */
function isShown({ countries, radius, postal_prefixes = [], cities = [] }: Zone, country: string): boolean {
  const shown = areaOf(areaText({ postal_prefixes, cities }, country), country);
  return (
    radius === undefined &&
    countries?.length === 1 &&
    countries[0] === country &&
    isEqual(shown.postal_prefixes ?? [], postal_prefixes) &&
    isEqual(shown.cities ?? [], cities)
  );
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** The one surcharge of a list of prices; undefined for others. */
function eveningOf(surcharges: NonNullable<Service["surcharges"]>) {
  const [one, ...others] = surcharges;
  if (!one) return { amount: undefined, kept: newEvening };
  const { amount, when, code, name } = one;
  const { from, to } = when ?? {};
  const isPlain =
    others.length === 0 &&
    hasOnly(one, ["code", "name", "amount", "when"]) &&
    hasOnly(when ?? {}, ["from", "to"]) &&
    amount !== undefined;
  if (!isPlain || from === undefined || to === undefined) return undefined;
  return { amount, kept: { code, name, when: { from, to } } };
}

/** Whether all other members mean the same as if they were missing. */
function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.entries(value).every(
    ([name, member]) =>
      names.includes(name) ||
      member == null ||
      member === 0 ||
      (Array.isArray(member) && member.length === 0),
  );
}
