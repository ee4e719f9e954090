import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { isCurrency } from "@/infra/geography/country.ts";
import { majorAmount } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { dayTimesOf, latestNames } from "./day-times.ts";
import { hoursValuesOf } from "./hours.ts";
import { conditionDigits, largeUnit, limitDigits, stepDigits } from "./measures.ts";
import { prefixText } from "./prefixes.ts";
import {
  blankSurcharge,
  type CardValues,
  type Limits,
  type Price,
  type Service,
  type ServiceValues,
  type Zone,
  type ZoneValues,
} from "./values.ts";

/** A card as the form shows it. */

/** A card to begin with. */
export function newCard(): CardValues {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { currency: "", time_zone: timeZone, zones: [newZone()], services: [newService()], other: {} };
}

export function newZone(): ZoneValues {
  return zoneValues({ code: "" });
}

export function newService(): ServiceValues {
  return serviceValues({} as Service, (amount) => amount ?? "");
}

/** @throws TypeError for what is no card, such as zones that are no list */
export function valuesOf({
  version: _version,
  warnings: _warnings,
  currency,
  time_zone,
  zones,
  services,
  ...other
}: RateCard): CardValues {
  const money = (amount: number | null | undefined): NumberValue =>
    typeof amount === "number" && isCurrency(currency) ? majorAmount(amount, currency) : (amount ?? "");
  return {
    currency: currency ?? "",
    time_zone: time_zone ?? "",
    zones: zones.map(zoneValues),
    services: services.map((service) => serviceValues(service, money)),
    other,
  };
}

let made = 0;
function newKey(): string {
  made += 1;
  return String(made);
}

function zoneValues({ code, countries, postal_prefixes, cities, radius, ...other }: Zone): ZoneValues {
  return {
    key: newKey(),
    code: code ?? "",
    by: radius ? "circle" : "area",
    countries: [...(countries ?? [])],
    postal_prefixes: prefixText(postal_prefixes ?? [], countries ?? []),
    cities: [...(cities ?? [])],
    radius: { latitude: "", longitude: "", meters: "", ...radius },
    other,
  };
}

function serviceValues(
  service: Service,
  money: (amount: number | null | undefined) => NumberValue,
): ServiceValues {
  const { code, name, pickup_zones, delivery_zones, vehicle, dimensional_divisor, ...more } = service;
  const { limits, price, zone_prices, surcharges, cancellation, hours, closed_dates, ...rest } = more;
  const { lead_minutes, speed_kmh, transit_minutes, hold_minutes, ...ends } = rest;
  const { return_percent, failed_percent, latest_pickup, cut_off, order_until, ...other } = ends;
  const weightSteps = (steps: Price["weight_steps"]) =>
    (steps ?? []).map((step) => ({
      ...step,
      from_grams: largeUnit(step.from_grams, stepDigits),
      amount: money(step.amount),
    }));
  return {
    key: newKey(),
    code: code ?? "",
    name: name ?? "",
    pickup_zones: [...(pickup_zones ?? [])],
    delivery_zones: [...(delivery_zones ?? [])],
    vehicle: vehicle ?? "",
    dimensional_divisor: dimensional_divisor ?? "",
    limits: {
      ...limits,
      ...(Object.fromEntries(
        limitDigits.map(([name, digits]) => [name, largeUnit(limits?.[name], digits)]),
      ) as Record<keyof Limits, NumberValue>),
    },
    price: {
      ...price,
      base: money(price?.base),
      per_km: money(price?.per_km),
      included_km: price?.included_km ?? "",
      started_km: price?.started_km ?? false,
      distance_steps: (price?.distance_steps ?? []).map((step) => ({
        ...step,
        from_meters: largeUnit(step.from_meters, stepDigits),
        per_km: money(step.per_km),
      })),
      per_mile: money(price?.per_mile),
      included_miles: price?.included_miles ?? "",
      per_kg: money(price?.per_kg),
      included_kg: price?.included_kg ?? "",
      per_parcel: money(price?.per_parcel),
      minimum: money(price?.minimum),
      maximum: money(price?.maximum),
      weight_steps: weightSteps(price?.weight_steps),
    },
    zone_prices: (zone_prices ?? []).map((pair) => ({
      ...pair,
      base: money(pair.base),
      weight_steps: weightSteps(pair.weight_steps),
    })),
    surcharges: (surcharges ?? []).map(({ amount, percent, percent_of, when, ...surcharge }) => ({
      ...surcharge,
      amount: money(amount),
      percent: percent ?? "",
      percent_of: percent_of ?? "",
      when: {
        ...blankSurcharge.when,
        ...when,
        days: [...(when?.days ?? [])],
        dates: (when?.dates ?? []).join(" "),
        ...(Object.fromEntries(
          conditionDigits.map(([name, digits]) => [name, largeUnit(when?.[name], digits)]),
        ) as Record<(typeof conditionDigits)[number][0], NumberValue>),
      },
    })),
    cancellation: (cancellation ?? []).map((step) => ({ ...step })),
    return_percent: return_percent ?? "",
    failed_percent: failed_percent ?? "",
    ...hoursValuesOf(hours),
    closed_dates: (closed_dates ?? []).join(" "),
    lead_minutes: lead_minutes ?? "",
    speed_kmh: speed_kmh ?? "",
    transit_minutes: transit_minutes ?? "",
    hold_minutes: hold_minutes ?? "",
    latest: dayTimesOf(latest_pickup ?? cut_off),
    latestNames: latestNames.filter((name) => service[name] != null),
    order_until: dayTimesOf(order_until),
    other,
  };
}
