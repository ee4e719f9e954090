import type { UseFormReturnType } from "@mantine/form";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import type { Weekday } from "@/delivery/carriers/kinds/fleet/words.ts";
import type { NumberValue } from "../../../number-value.ts";
import type { DayTimes, LatestName } from "./day-times.ts";
import type { HoursValues } from "./hours.ts";

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

interface SurchargeValues {
  code: string;
  name: string;
  amount: NumberValue;
  percent: NumberValue;
  percent_of: string;
  when: {
    days: string[];
    from: string;
    to: string;
    /** Separated by blanks or commas. */
    dates: string;
    at: string;
    zone: string;
    requirement: string;
    /** In cm. */
    side_over_mm: NumberValue;
    /** In kg. */
    weight_over_grams: NumberValue;
    window_under_minutes: NumberValue;
  };
}

interface WeightStepValues {
  /** From so many kg. */
  from_grams: NumberValue;
  amount: NumberValue;
}

export interface ServiceValues extends Kept, HoursValues {
  code: string;
  name: string;
  pickup_zones: string[];
  delivery_zones: string[];
  vehicle: string;
  dimensional_divisor: NumberValue;
  /** In kg, cm and km. */
  limits: Record<keyof Limits, NumberValue>;
  price: Record<Exclude<keyof Price, "weight_steps" | "distance_steps" | "started_km">, NumberValue> & {
    started_km: boolean;
    /** From so many km. */
    distance_steps: { from_meters: NumberValue; per_km: NumberValue }[];
    weight_steps: WeightStepValues[];
  };
  zone_prices: { from: string; to: string; base: NumberValue; weight_steps: WeightStepValues[] }[];
  surcharges: SurchargeValues[];
  cancellation: { until: string; percent: NumberValue }[];
  return_percent: NumberValue;
  failed_percent: NumberValue;
  closed_dates: string;
  lead_minutes: NumberValue;
  speed_kmh: NumberValue;
  transit_minutes: NumberValue;
  hold_minutes: NumberValue;
  latest: DayTimes;
  /** What the card calls the latest pickup. */
  latestNames: readonly LatestName[];
  order_until: DayTimes;
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
export const blankDistanceStep = { from_meters: "", per_km: "" };
export const blankZonePrice = { from: "", to: "", base: "", weight_steps: [] };
export const blankFee = { until: "", percent: "" };
export const blankSurcharge: SurchargeValues = {
  code: "",
  name: "",
  amount: "",
  percent: "",
  percent_of: "",
  when: {
    days: [],
    from: "",
    to: "",
    dates: "",
    at: "",
    zone: "",
    requirement: "",
    side_over_mm: "",
    weight_over_grams: "",
    window_under_minutes: "",
  },
};
