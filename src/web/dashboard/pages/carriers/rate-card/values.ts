import type { UseFormReturnType } from "@mantine/form";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { type Weekday, weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import { isCurrency } from "@/infra/geography/country.ts";
import { majorAmount } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { largeUnit, limitDigits, stepDigits } from "./measures.ts";
import { prefixText } from "./prefixes.ts";

/** A rate card in a form. Fields have the names of the card's members, so the API's errors find them. */

export type Service = RateCard["services"][number];
export type Zone = RateCard["zones"][number];
export type Limits = NonNullable<Service["limits"]>;
export type Price = Service["price"];

/** What the form does not show: the card keeps it, and the API judges it. */
interface Kept {
  /** Tells entries apart while some are added and removed. */
  key: string;
  other: Record<string, unknown>;
}

export interface ZoneValues extends Kept {
  code: string;
  by: "area" | "circle";
  countries: string[];
  /** Separated by blanks, commas or lines: see `prefixes.ts`. */
  postal_prefixes: string;
  cities: string[];
  radius: Record<"latitude" | "longitude" | "meters", NumberValue>;
}

export interface SurchargeValues {
  code: string;
  name: string;
  amount: NumberValue;
  percent: NumberValue;
  when: { days: string[]; from: string; to: string; requirement: string };
}

export interface ServiceValues extends Kept {
  code: string;
  name: string;
  pickup_zones: string[];
  delivery_zones: string[];
  vehicle: string;
  dimensional_divisor: NumberValue;
  /** In kg, cm and km. */
  limits: Record<keyof Limits, NumberValue>;
  price: Record<Exclude<keyof Price, "weight_steps">, NumberValue> & {
    /** From so many kg. */
    weight_steps: { from_grams: NumberValue; amount: NumberValue }[];
  };
  zone_prices: { from: string; to: string; base: NumberValue }[];
  surcharges: SurchargeValues[];
  cancellation: { until: string; percent: NumberValue }[];
  isAlwaysOpen: boolean;
  /** Openings of a day, separated by blanks or commas. */
  hours: Record<Weekday, string>;
  closed_dates: string;
  lead_minutes: NumberValue;
  speed_kmh: NumberValue;
  transit_minutes: NumberValue;
  hold_minutes: NumberValue;
  cut_off: string;
}

export interface CardValues extends Record<string, unknown> {
  currency: string;
  time_zone: string;
  zones: ZoneValues[];
  services: ServiceValues[];
  other: Record<string, unknown>;
}

export type CardForm = UseFormReturnType<CardValues>;

/** What a circle and a price by distance ask of addresses. */
export const needsPlace =
  "Prices only addresses whose place is known, such as by coordinates. A street and a town are not enough.";

/** A description that leaves the fields of a row on one line. */
export const belowInput = (description: string) => ({
  description,
  inputWrapperOrder: ["label", "input", "description", "error"] as (
    | "label"
    | "input"
    | "description"
    | "error"
  )[],
});

/** From this width of their section, fields stand in more columns. */
export const wide = "480px";

export const dayNames = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const satisfies Record<Weekday, string>;

export const blankStep = { from_grams: "", amount: "" };
export const blankZonePrice = { from: "", to: "", base: "" };
export const blankFee = { until: "", percent: "" };
export const blankSurcharge: SurchargeValues = {
  code: "",
  name: "",
  amount: "",
  percent: "",
  when: { days: [], from: "", to: "", requirement: "" },
};

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
  const { lead_minutes, speed_kmh, transit_minutes, hold_minutes, cut_off, ...other } = rest;
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
      per_kg: money(price?.per_kg),
      included_kg: price?.included_kg ?? "",
      per_parcel: money(price?.per_parcel),
      minimum: money(price?.minimum),
      maximum: money(price?.maximum),
      weight_steps: (price?.weight_steps ?? []).map((step) => ({
        ...step,
        from_grams: largeUnit(step.from_grams, stepDigits),
        amount: money(step.amount),
      })),
    },
    zone_prices: (zone_prices ?? []).map((pair) => ({ ...pair, base: money(pair.base) })),
    surcharges: (surcharges ?? []).map(({ amount, percent, when, ...surcharge }) => ({
      ...surcharge,
      amount: money(amount),
      percent: percent ?? "",
      when: { ...blankSurcharge.when, ...when, days: [...(when?.days ?? [])] },
    })),
    cancellation: (cancellation ?? []).map((step) => ({ ...step })),
    isAlwaysOpen: !hours,
    hours: {
      ...hours,
      ...(Object.fromEntries(weekdays.map((day) => [day, (hours?.[day] ?? []).join(", ")])) as Record<
        Weekday,
        string
      >),
    },
    closed_dates: (closed_dates ?? []).join(" "),
    lead_minutes: lead_minutes ?? "",
    speed_kmh: speed_kmh ?? "",
    transit_minutes: transit_minutes ?? "",
    hold_minutes: hold_minutes ?? "",
    cut_off: cut_off ?? "",
    other,
  };
}
