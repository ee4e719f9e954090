import { minorOf } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { latestNames, latestOf, orderUntilOf } from "./day-times.ts";
import { hoursOf } from "./hours.ts";
import { conditionDigits, limitDigits, smallUnit, stepDigits } from "./measures.ts";
import { listOf, prefixesIn } from "./prefixes.ts";
import type { CardValues, ServiceValues, ZoneValues } from "./values.ts";

/** What a form says, as the API takes it. */

export const priceAmounts = [
  "base",
  "per_km",
  "per_mile",
  "per_kg",
  "per_parcel",
  "minimum",
  "maximum",
] as const;

/** The card, without what was left empty. Entries keep their places: the API's errors name them by index. */
export function cardOf({ currency, time_zone, zones, services, other }: CardValues): Record<string, unknown> {
  return filledIn({
    ...other,
    currency,
    time_zone,
    zones: zones.map(zoneOf),
    services: services.map((service) => serviceOf(service, currency)),
  });
}

function zoneOf({
  code,
  by,
  countries,
  postal_prefixes,
  cities,
  radius,
  other,
}: ZoneValues): Record<string, unknown> {
  if (by === "circle") return filledIn({ ...other, code, radius: filledIn(radius) });
  const prefixes = prefixesIn(postal_prefixes, countries);
  return filledIn({
    ...other,
    code,
    countries: countries.length > 0 ? countries : undefined,
    postal_prefixes: prefixes.length > 0 ? prefixes : undefined,
    cities: cities.length > 0 ? cities : undefined,
  });
}

function serviceOf(service: ServiceValues, currency: string): Record<string, unknown> {
  const { key: _key, other, isAlwaysOpen, hours, closed_dates, limits, price, ...rest } = service;
  const { zone_prices, surcharges, cancellation, latest, latestNames: names, order_until, ...texts } = rest;
  const money = (amount: NumberValue) => minorOf(amount, currency);
  const amounts = Object.fromEntries(priceAmounts.map((name) => [name, money(price[name])]));
  const closed = listOf(closed_dates);
  const latestPickup = latestOf(latest);
  const weightSteps = (steps: ServiceValues["price"]["weight_steps"]) =>
    unlessEmpty(
      steps.map((step) =>
        filledIn({
          ...step,
          from_grams: smallUnit(step.from_grams, stepDigits),
          amount: money(step.amount),
        }),
      ),
    );
  return filledIn({
    ...other,
    ...texts,
    limits: unlessEmpty(filledIn(inSmallUnits(limits))),
    price: filledIn({
      ...price,
      ...amounts,
      started_km: price.started_km || undefined,
      distance_steps: unlessEmpty(
        price.distance_steps.map((step) =>
          filledIn({
            ...step,
            from_meters: smallUnit(step.from_meters, stepDigits),
            per_km: money(step.per_km),
          }),
        ),
      ),
      weight_steps: weightSteps(price.weight_steps),
    }),
    zone_prices: unlessEmpty(
      zone_prices.map(({ weight_steps, ...pair }) =>
        filledIn({ ...pair, base: money(pair.base), weight_steps: weightSteps(weight_steps) }),
      ),
    ),
    surcharges: unlessEmpty(
      surcharges.map(({ amount, when, ...surcharge }) =>
        filledIn({ ...surcharge, amount: money(amount), when: conditionOf(when) }),
      ),
    ),
    cancellation: cancellation.map(filledIn),
    hours: hoursOf({ isAlwaysOpen, hours }),
    closed_dates: unlessEmpty(closed),
    ...Object.fromEntries(
      (names.length > 0 ? names : latestNames.slice(0, 1)).map((name) => [name, latestPickup]),
    ),
    order_until: orderUntilOf(order_until),
  });
}

function conditionOf({ days, dates, ...when }: ServiceValues["surcharges"][number]["when"]) {
  const measures = conditionDigits.map(([name, digits]) => [name, smallUnit(when[name], digits)]);
  return unlessEmpty(
    filledIn({
      ...when,
      ...Object.fromEntries(measures),
      days: unlessEmpty(days),
      dates: unlessEmpty(listOf(dates)),
    }),
  );
}

function inSmallUnits(limits: ServiceValues["limits"]): Record<string, unknown> {
  const measures = limitDigits.map(([name, digits]) => [name, smallUnit(limits[name], digits)]);
  return { ...limits, ...Object.fromEntries(measures) };
}

/** The members that were filled in. */
export function filledIn(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== "" && value !== undefined),
  );
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
