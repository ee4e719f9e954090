import { weekdays } from "../../../../delivery/carriers/fleet/words.ts";
import { isCurrency, minorUnits } from "../../../../infra/geography/country.ts";
import type { FieldProblem, Problem } from "../../api.ts";
import type { NumberValue } from "../../components/number-field.tsx";
import { isTooFine, minorAmount } from "../../minor-amount.ts";
import type { CardValues, ServiceValues, ZoneValues } from "./values.ts";

/** What a form says, as the API takes it. */

const priceAmounts = ["base", "per_km", "per_kg", "per_parcel", "minimum", "maximum"] as const;

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
  radius,
  other,
}: ZoneValues): Record<string, unknown> {
  if (by === "circle") return filledIn({ ...other, code, radius: filledIn(radius) });
  const prefixes = listOf(postal_prefixes);
  return filledIn({
    ...other,
    code,
    countries: countries.length > 0 ? countries : undefined,
    postal_prefixes: prefixes.length > 0 ? prefixes : undefined,
  });
}

function serviceOf(service: ServiceValues, currency: string): Record<string, unknown> {
  const { key: _key, other, isAlwaysOpen, hours, closed_dates, limits, price, ...rest } = service;
  const { zone_prices, surcharges, cancellation, ...texts } = rest;
  const money = (amount: NumberValue) => inMinorUnits(amount, currency);
  const amounts = Object.fromEntries(priceAmounts.map((name) => [name, money(price[name])]));
  const openings = weekdays.map((day) => [day, listOf(hours[day])] as const);
  const closed = listOf(closed_dates);
  return filledIn({
    ...other,
    ...texts,
    limits: unlessEmpty(filledIn(limits)),
    price: filledIn({
      ...price,
      ...amounts,
      weight_steps: unlessEmpty(
        price.weight_steps.map((step) => filledIn({ ...step, amount: money(step.amount) })),
      ),
    }),
    zone_prices: unlessEmpty(zone_prices.map((pair) => filledIn({ ...pair, base: money(pair.base) }))),
    surcharges: unlessEmpty(
      surcharges.map(({ amount, when, ...surcharge }) => {
        const { days, ...times } = when;
        const condition = filledIn({ ...times, days: unlessEmpty(days) });
        return filledIn({ ...surcharge, amount: money(amount), when: unlessEmpty(condition) });
      }),
    ),
    cancellation: cancellation.map(filledIn),
    hours: isAlwaysOpen ? undefined : Object.fromEntries(openings.filter(([, list]) => list.length > 0)),
    closed_dates: unlessEmpty(closed),
  });
}

/** The API sees minor units, so it cannot say what is wrong with what was typed. Null if nothing is. */
export function amountsProblem({ currency, services }: CardValues): Problem | null {
  const amounts = services.flatMap(({ price, zone_prices, surcharges }, index) => [
    ...priceAmounts.map((name) => [`${index}/price/${name}`, price[name]] as const),
    ...price.weight_steps.map(
      ({ amount }, at) => [`${index}/price/weight_steps/${at}/amount`, amount] as const,
    ),
    ...zone_prices.map(({ base }, at) => [`${index}/zone_prices/${at}/base`, base] as const),
    ...surcharges.map(({ amount }, at) => [`${index}/surcharges/${at}/amount`, amount] as const),
  ]);
  const errors = amounts.flatMap(([place, amount]): FieldProblem[] => {
    const detail = amountFault(amount, currency);
    return detail === null ? [] : [{ pointer: `#/services/${place}`, code: "format", detail }];
  });
  if (errors.length === 0) return null;
  return {
    status: 0,
    code: "validation_failed",
    title: "Invalid amounts",
    detail: "Fix each amount.",
    errors,
  };
}

function amountFault(amount: NumberValue, currency: string): string | null {
  if (Number.isNaN(Number(amount))) return "must be an amount, such as 4.50";
  return isTooFine(amount, currency) ? `must have at most ${minorUnits(currency)} decimals` : null;
}

function inMinorUnits(amount: NumberValue, currency: string): NumberValue {
  return typeof amount === "number" && isCurrency(currency) ? minorAmount(amount, currency) : amount;
}

function listOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

function filledIn(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== "" && value !== undefined),
  );
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
