import { weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import { isCurrency, minorUnits } from "@/infra/geography/country.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { isTooFine, minorAmount } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { limitDigits, measureFault, smallUnit, stepDigits } from "./measures.ts";
import { listOf, prefixesIn } from "./prefixes.ts";
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
  const { zone_prices, surcharges, cancellation, ...texts } = rest;
  const money = (amount: NumberValue) => inMinorUnits(amount, currency);
  const amounts = Object.fromEntries(priceAmounts.map((name) => [name, money(price[name])]));
  const openings = weekdays.map((day) => [day, listOf(hours[day])] as const);
  const opened = Object.fromEntries(openings.filter(([, list]) => list.length > 0));
  const closed = listOf(closed_dates);
  return filledIn({
    ...other,
    ...texts,
    limits: unlessEmpty(filledIn(inSmallUnits(limits))),
    price: filledIn({
      ...price,
      ...amounts,
      weight_steps: unlessEmpty(
        price.weight_steps.map((step) =>
          filledIn({
            ...step,
            from_grams: smallUnit(step.from_grams, stepDigits),
            amount: money(step.amount),
          }),
        ),
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
    hours: isAlwaysOpen ? undefined : { ...withoutDays(hours), ...opened },
    closed_dates: unlessEmpty(closed),
  });
}

function inSmallUnits(limits: ServiceValues["limits"]): Record<string, unknown> {
  const measures = limitDigits.map(([name, digits]) => [name, smallUnit(limits[name], digits)]);
  return { ...limits, ...Object.fromEntries(measures) };
}

/** The problem in the words of the form: the API judges small units, and people write large ones. */
export function inMajorUnits(problem: Problem, { currency, services }: CardValues): Problem {
  const measures = new Map(services.flatMap((service, index) => measuresOf(service, `#/services/${index}`)));
  const amounts = new Map(services.flatMap((service, index) => amountsOf(service, `#/services/${index}`)));
  const errors = problem.errors?.map((error) => {
    const { value = "", digits = 0 } = measures.get(error.pointer ?? "") ?? {};
    const detail =
      measureFault(value, digits, error.detail) ??
      amountFault(amounts.get(error.pointer ?? "") ?? "", currency);
    return detail === null ? error : { ...error, detail };
  });
  return errors ? { ...problem, errors } : problem;
}

type Measure = [pointer: string, { value: NumberValue; digits: number }];

/** The weights and lengths of a service, with their pointers. */
function measuresOf({ limits, price }: ServiceValues, pointer: string): Measure[] {
  return [
    ...limitDigits.map(
      ([name, digits]): Measure => [`${pointer}/limits/${name}`, { value: limits[name], digits }],
    ),
    ...price.weight_steps.map(
      ({ from_grams: value }, at): Measure => [
        `${pointer}/price/weight_steps/${at}/from_grams`,
        { value, digits: stepDigits },
      ],
    ),
  ];
}

/** The amounts of a service, with their pointers. */
function amountsOf(
  { price, zone_prices, surcharges }: ServiceValues,
  pointer: string,
): [string, NumberValue][] {
  return [
    ...priceAmounts.map((name): [string, NumberValue] => [`${pointer}/price/${name}`, price[name]]),
    ...price.weight_steps.map(({ amount }, at): [string, NumberValue] => [
      `${pointer}/price/weight_steps/${at}/amount`,
      amount,
    ]),
    ...zone_prices.map(({ base }, at): [string, NumberValue] => [`${pointer}/zone_prices/${at}/base`, base]),
    ...surcharges.map(({ amount }, at): [string, NumberValue] => [
      `${pointer}/surcharges/${at}/amount`,
      amount,
    ]),
  ];
}

/** What is wrong with an amount as it was typed; null for one that the API judges. */
export function amountFault(amount: NumberValue, currency: string): string | null {
  if (typeof amount === "string" && amount !== "") return "must be an amount, such as 4.50";
  return isTooFine(amount, currency) ? `must have at most ${minorUnits(currency)} decimals` : null;
}

export function inMinorUnits(amount: NumberValue, currency: string): NumberValue {
  return typeof amount === "number" && isCurrency(currency) ? minorAmount(amount, currency) : amount;
}

/** What is no day of the week: the API refuses it. */
function withoutDays(hours: ServiceValues["hours"]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(hours).filter(([name]) => weekdays.every((day) => day !== name)));
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
