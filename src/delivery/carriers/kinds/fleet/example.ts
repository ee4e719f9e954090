import type { RateCard } from "./schema.ts";

const express = {
  code: "express",
  name: "Express",
  pickup_zones: ["near"],
  delivery_zones: ["near", "center"],
  vehicle: "cargo_bike",
  limits: {
    weight_grams: 40_000,
    parcels: 5,
    length_mm: 900,
    width_mm: 600,
    height_mm: 600,
    distance_meters: 15_000,
  },
  dimensional_divisor: 5000,
  price: {
    base: 450,
    per_km: 90,
    included_km: 2,
    per_kg: 30,
    included_kg: 5,
    per_parcel: 0,
    weight_steps: [
      { from_grams: 0, amount: 0 },
      { from_grams: 10_000, amount: 300 },
    ],
    minimum: 600,
    maximum: null,
  },
  zone_prices: [{ from: "near", to: "center", base: 700 }],
  surcharges: [
    {
      code: "evening",
      name: "Evening",
      percent: 20,
      when: { days: ["mon", "tue", "wed", "thu", "fri"], from: "18:00", to: "22:00" },
    },
    { code: "age_check", name: "Age check", amount: 150, when: { requirement: "min_age" } },
  ],
  cancellation: [
    { until: "en_route_to_pickup", percent: 0 },
    { until: "at_pickup", percent: 50 },
  ],
  hours: {
    mon: ["08:00-22:00"],
    tue: ["08:00-22:00"],
    wed: ["08:00-22:00"],
    thu: ["08:00-22:00"],
    fri: ["08:00-22:00"],
    sat: ["10:00-16:00"],
  },
  closed_dates: ["2026-12-25", "2026-12-26"],
  lead_minutes: 20,
  speed_kmh: 16,
  transit_minutes: null,
  hold_minutes: null,
  cut_off: null,
} satisfies RateCard["services"][number];

/** A complete card, as the reference and the guide show it. */
export const exampleCard = {
  currency: "EUR",
  time_zone: "Europe/Berlin",
  zones: [
    { code: "center", countries: ["DE"], postal_prefixes: ["101", "102"] },
    { code: "near", radius: { latitude: 52.52, longitude: 13.405, meters: 6000 } },
  ],
  services: [express],
} satisfies RateCard;

/** What the dashboard offers as a start: it prices addresses as people type them, without coordinates. */
export const startCard = {
  ...exampleCard,
  zones: [
    { code: "center", countries: ["DE"], postal_prefixes: ["101", "102"] },
    { code: "town", countries: ["DE"], cities: ["Berlin"] },
  ],
  services: [
    {
      ...express,
      pickup_zones: ["center", "town"],
      delivery_zones: ["center", "town"],
      limits: { ...express.limits, distance_meters: null },
      price: { base: 450 },
      zone_prices: [
        { from: "center", to: "town", base: 700 },
        { from: "town", to: "center", base: 700 },
        { from: "town", to: "town", base: 700 },
      ],
      surcharges: [{ code: "evening", name: "Evening", amount: 300, when: { from: "18:00", to: "22:00" } }],
      speed_kmh: null,
      transit_minutes: 40,
    },
  ],
} satisfies RateCard;
