import { type Case, testCases } from "./cases.ts";
import { at, center, germany, middle, near, plainService } from "./support.ts";

/** What a rate card means. */

const both = { pickup: middle, delivery: middle };
const price = (change: object) => ({ price: { base: 500, ...change } });
const service = "#/services/0";
const priceOf = (pair: [from: string, to: string], base: number) => ({ from: pair[0], to: pair[1], base });
const inside = (...zones: string[]) => ({ pickup_zones: zones, delivery_zones: zones });
const window = (start: string, end: string) => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });

const zoneCases: Case[] = [
  {
    why: "A place in two zones counts for the one that stands first in the card.",
    card: { zones: [center, germany] },
    service: inside("germany", "center"),
    zones: ["center", "center"],
  },
  {
    why: "The card's order decides, not how narrow a zone is.",
    card: { zones: [germany, center] },
    service: inside("center", "germany"),
    zones: ["germany", "germany"],
  },
  {
    why: "A zone that the service does not list is passed over, even if it stands first.",
    card: { zones: [center, germany] },
    service: inside("germany"),
    zones: ["germany", "germany"],
  },
  {
    why: "A longer prefix does not beat a shorter one that stands before it.",
    card: {
      zones: [
        { code: "wide", countries: ["DE"], postal_prefixes: ["1"] },
        { code: "narrow", countries: ["DE"], postal_prefixes: ["10119"] },
      ],
    },
    service: inside("narrow", "wide"),
    zones: ["wide", "wide"],
  },
  {
    why: "Spaces and case of postal codes do not matter.",
    card: { zones: [{ code: "london", countries: ["GB"], postal_prefixes: ["sw1A 2"] }] },
    service: inside("london"),
    pickup: { country: "GB", postal_code: "SW1A 2AA" },
    delivery: { country: "GB", postal_code: "sw1a2ab" },
    zones: ["london", "london"],
  },
  {
    why: "A postal code that ends before the prefix does is outside.",
    card: { zones: [center] },
    service: inside("center"),
    delivery: { postal_code: "10" },
    refused: ["out_of_zone", `${service}/delivery_zones`],
  },
  {
    why: "The same digits in another country are another place.",
    card: { zones: [center] },
    service: inside("center"),
    pickup: { country: "FR" },
    refused: ["out_of_zone", `${service}/pickup_zones`],
  },
  {
    why: "Without a postal code nobody can tell whether a zone of prefixes contains the address.",
    card: { zones: [center] },
    service: inside("center"),
    delivery: { postal_code: null },
    refused: ["incomplete_address", `${service}/delivery_zones`],
  },
  {
    why: "An address without a postal code is still in its country.",
    card: { zones: [center, germany] },
    service: inside("center", "germany"),
    delivery: { postal_code: null },
    zones: ["center", "germany"],
  },
  {
    why: "A town that a zone does not name is outside.",
    card: { zones: [{ code: "towns", countries: ["DE"], cities: ["Saint Märgen", "Köln"] }] },
    service: inside("towns"),
    pickup: { city: "Kolnbach", postal_code: null },
    refused: ["out_of_zone", `${service}/pickup_zones`],
  },
  {
    why: "Case, accents and punctuation of a town do not matter.",
    card: { zones: [{ code: "towns", countries: ["DE"], cities: ["Saint Märgen", "Köln"] }] },
    service: inside("towns"),
    pickup: { city: "koln", postal_code: null },
    delivery: { city: "St. Margen" },
    zones: ["towns", "towns"],
  },
  {
    why: "A zone of prefixes and towns takes what has either.",
    card: { zones: [{ ...center, cities: ["Potsdam"] }] },
    service: inside("center"),
    delivery: { city: "Potsdam", postal_code: "14467" },
    zones: ["center", "center"],
  },
  {
    why: "The same town in another country is another place.",
    card: { zones: [{ code: "towns", countries: ["DE"], cities: ["Berlin"] }] },
    service: inside("towns"),
    delivery: { country: "US" },
    refused: ["out_of_zone", `${service}/delivery_zones`],
  },
  {
    why: "Without a town nobody can tell whether a zone of towns contains the address.",
    card: { zones: [{ code: "towns", countries: ["DE"], cities: ["Berlin"] }] },
    service: inside("towns"),
    delivery: { city: "" },
    refused: ["incomplete_address", `${service}/delivery_zones`],
  },
  {
    why: "A point 0.05 degrees (5,560 m) to the north lies in a circle of 6,000 m.",
    card: { zones: [near] },
    service: inside("near"),
    pickup: middle,
    delivery: at(52.57, 13.405),
    zones: ["near", "near"],
  },
  {
    why: "A point 0.055 degrees (6,116 m) to the north lies outside of it: the radius is a straight line.",
    card: { zones: [near] },
    service: inside("near"),
    pickup: middle,
    delivery: at(52.575, 13.405),
    refused: ["out_of_zone", `${service}/delivery_zones`],
  },
  {
    why: "A place exactly on the circle is inside: 0.01 degrees are 1,112 m.",
    card: { zones: [{ code: "near", radius: { ...near.radius, meters: 1112 } }] },
    service: inside("near"),
    pickup: middle,
    delivery: at(52.53, 13.405),
    zones: ["near", "near"],
  },
  {
    why: "A circle goes on beyond the antimeridian: 0.02 degrees of the equator are 2,224 m.",
    card: { zones: [{ code: "near", radius: { latitude: 0, longitude: 179.99, meters: 2300 } }] },
    service: inside("near"),
    pickup: at(0, 179.99),
    delivery: at(0, -179.99),
    zones: ["near", "near"],
  },
  {
    why: "The location of the town says too little for a radius.",
    card: { zones: [near] },
    service: inside("near"),
    pickup: { ...middle, geocode_source: "town" },
    delivery: middle,
    refused: ["incomplete_address", `${service}/pickup_zones`],
  },
  {
    why: "A radius that cannot be judged might be the first zone, so a later postal zone does not decide.",
    card: { zones: [near, center] },
    service: inside("near", "center"),
    refused: ["incomplete_address", `${service}/pickup_zones`],
  },
  {
    why: "A postal zone before the radius decides without coordinates.",
    card: { zones: [center, near] },
    service: inside("near", "center"),
    zones: ["center", "center"],
  },
];

const priceCases: Case[] = [
  { why: "A card with nothing but a base has one line.", lines: ["base 500"], price: 500 },
  { why: "A base of zero still has its line.", service: price({ base: 0 }), lines: ["base 0"], price: 0 },
  {
    why: "The base of a pair of zones replaces the service's base; the distance comes on top: 90 × 3,000 m.",
    service: { ...price({ per_km: 90 }), zone_prices: [priceOf(["germany", "germany"], 700)] },
    ...both,
    meters: 3000,
    lines: ["base 700", "distance 270"],
  },
  {
    why: "The base of another pair, even the way back, does not count.",
    card: {
      zones: [center, germany],
      services: [
        {
          ...plainService,
          ...inside("center", "germany"),
          zone_prices: [priceOf(["germany", "center"], 900), priceOf(["center", "center"], 800)],
        },
      ],
    },
    delivery: { postal_code: "80331" },
    zones: ["center", "germany"],
    lines: ["base 500"],
  },
  {
    why: "Only what is above the included kilometers costs: 90 × (7,400 − 2,000) m ÷ 1,000.",
    service: price({ per_km: 90, included_km: 2 }),
    ...both,
    meters: 7400,
    lines: ["base 500", "distance 486"],
  },
  {
    why: "A way within the included kilometers has no line.",
    service: price({ per_km: 90, included_km: 2 }),
    ...both,
    meters: 2000,
    lines: ["base 500"],
  },
  {
    why: "Half a cent is rounded up: 1 × 2,500 ÷ 1,000.",
    service: price({ per_km: 1 }),
    ...both,
    meters: 2500,
    lines: ["base 500", "distance 3"],
  },
  {
    why: "Less than half a cent is dropped: 1 × 2,499 ÷ 1,000.",
    service: price({ per_km: 1 }),
    ...both,
    meters: 2499,
    lines: ["base 500", "distance 2"],
  },
  {
    why: "Half a kilometer can be included: 90 × (2,000 − 1,500) ÷ 1,000.",
    service: price({ per_km: 90, included_km: 1.5 }),
    ...both,
    meters: 2000,
    lines: ["base 500", "distance 45"],
  },
  {
    why: "Weight above the included kilograms, half up: 30 × (12,350 − 5,000) ÷ 1,000 = 220.5.",
    service: price({ per_kg: 30, included_kg: 5 }),
    parcels: [{ weight_grams: 12_350 }],
    lines: ["base 500", "weight 221"],
  },
  {
    why: "Each line is rounded by itself: 2.5 and 2.5 become 3 and 3, not 5.",
    service: price({ per_km: 1, per_kg: 1 }),
    ...both,
    meters: 2500,
    parcels: [{ weight_grams: 2500 }],
    lines: ["base 500", "distance 3", "weight 3"],
  },
  {
    why: "Parcels are counted with their quantities: 1 + 2 parcels at 150.",
    service: price({ per_parcel: 150 }),
    parcels: [{}, { quantity: 2 }],
    lines: ["base 500", "parcels 450"],
  },
  {
    why: "A weight step counts from exactly its weight on.",
    service: price({
      weight_steps: [
        { from_grams: 0, amount: 0 },
        { from_grams: 10_000, amount: 300 },
      ],
    }),
    parcels: [{ weight_grams: 10_000 }],
    lines: ["base 500", "weight_step 300"],
  },
  {
    why: "One gram less is the step below, which costs nothing.",
    service: price({
      weight_steps: [
        { from_grams: 0, amount: 0 },
        { from_grams: 10_000, amount: 300 },
      ],
    }),
    parcels: [{ weight_grams: 9999 }],
    lines: ["base 500"],
  },
  {
    why: "Only the last step at or below the weight counts; steps do not add up.",
    service: price({
      weight_steps: [
        { from_grams: 0, amount: 100 },
        { from_grams: 5000, amount: 200 },
        { from_grams: 9000, amount: 900 },
      ],
    }),
    parcels: [{ weight_grams: 8000 }],
    lines: ["base 500", "weight_step 200"],
  },
  {
    why: "A weight below the first step has none.",
    service: price({ weight_steps: [{ from_grams: 2000, amount: 300 }] }),
    lines: ["base 500"],
  },
];

const box = { length_mm: 300, width_mm: 200, height_mm: 100 };
const weightCases: Case[] = [
  {
    why: "A large light parcel weighs its volume: 6,000,000 mm³ ÷ 5,000.",
    service: { dimensional_divisor: 5000 },
    parcels: [box],
    chargeableGrams: 1200,
  },
  {
    why: "A small heavy parcel weighs what it weighs.",
    service: { dimensional_divisor: 5000 },
    parcels: [{ ...box, weight_grams: 1300 }],
    chargeableGrams: 1300,
  },
  {
    why: "A fraction of a gram is rounded up: 1,030,301 ÷ 1,000 = 1,030.3.",
    service: { dimensional_divisor: 1000 },
    parcels: [{ length_mm: 101, width_mm: 101, height_mm: 101 }],
    chargeableGrams: 1031,
  },
  {
    why: "A parcel without one of its sides weighs what it weighs.",
    service: { dimensional_divisor: 5000 },
    parcels: [{ ...box, height_mm: null }],
    chargeableGrams: 1000,
  },
  {
    why: "Each parcel has its larger weight, times its quantity: 3 × 1,200 + 2 × 2,000.",
    service: { dimensional_divisor: 5000 },
    parcels: [
      { ...box, quantity: 3 },
      { ...box, quantity: 2, weight_grams: 2000 },
    ],
    chargeableGrams: 7600,
  },
  { why: "Without a divisor volume does not count.", parcels: [box], chargeableGrams: 1000 },
  {
    why: "Steps and the price per kilogram use the chargeable weight: 10 × 1,200 ÷ 1,000, and the step from 1,200.",
    service: {
      ...price({ per_kg: 10, weight_steps: [{ from_grams: 1200, amount: 70 }] }),
      dimensional_divisor: 5000,
    },
    parcels: [box],
    lines: ["base 500", "weight 12", "weight_step 70"],
  },
];

const fixed = { code: "fixed", name: "Fixed", amount: 150 };
const fifth = { code: "fifth", name: "Fifth", percent: 20 };
const surchargeCases: Case[] = [
  {
    why: "A percentage is of the lines above the surcharges, never of another one: 20 % of 986, not of 1,136.",
    service: { ...price({ per_km: 90, included_km: 2 }), surcharges: [fixed, fifth] },
    ...both,
    meters: 7400,
    lines: ["base 500", "distance 486", "fixed 150", "fifth 197"],
  },
  {
    why: "Half a cent of a percentage is rounded up: 5 % of 510.",
    service: { ...price({ base: 510 }), surcharges: [{ ...fifth, percent: 5 }] },
    lines: ["base 510", "fifth 26"],
  },
  {
    why: "A percentage can have two decimals: 7.25 % of 1,000 is 72.5.",
    service: { ...price({ base: 1000 }), surcharges: [{ ...fifth, percent: 7.25 }] },
    lines: ["base 1000", "fifth 73"],
  },
  {
    why: "A surcharge for a requirement applies where it is required.",
    service: { surcharges: [{ ...fixed, when: { requirement: "min_age" } }] },
    requirements: { min_age: 18 },
    lines: ["base 500", "fixed 150"],
  },
  {
    why: "It does not apply where another one is required.",
    service: { surcharges: [{ ...fixed, when: { requirement: "min_age" } }] },
    requirements: { pin: true },
    lines: ["base 500"],
  },
  {
    why: "An evening begins at 18:00 in the card's time zone, which is 17:00 UTC in winter.",
    service: { surcharges: [{ ...fifth, when: { days: ["mon"], from: "18:00", to: "22:00" } }] },
    now: "2026-11-23T17:00:00.000Z",
    lines: ["base 500", "fifth 100"],
  },
  {
    why: "At 22:00 it is over.",
    service: { surcharges: [{ ...fifth, when: { days: ["mon"], from: "18:00", to: "22:00" } }] },
    now: "2026-11-23T21:00:00.000Z",
    lines: ["base 500"],
  },
  {
    why: "The estimated pickup counts, not the time of the question: 17:50 and 20 minutes.",
    service: { lead_minutes: 20, surcharges: [{ ...fifth, when: { from: "18:00", to: "22:00" } }] },
    now: "2026-11-23T16:50:00.000Z",
    lines: ["base 500", "fifth 100"],
  },
  {
    why: "All that a condition names must hold: it is Monday evening, but no PIN is required.",
    service: {
      surcharges: [{ ...fifth, when: { days: ["mon"], from: "18:00", to: "22:00", requirement: "pin" } }],
    },
    now: "2026-11-23T18:00:00.000Z",
    lines: ["base 500"],
  },
  {
    why: "A night that starts on Friday goes on to Saturday, 02:00.",
    service: { surcharges: [{ ...fifth, when: { days: ["fri"], from: "22:00", to: "04:00" } }] },
    now: "2026-11-28T01:00:00.000Z",
    lines: ["base 500", "fifth 100"],
  },
  {
    why: "Friday, 02:00, belongs to Thursday's night.",
    service: { surcharges: [{ ...fifth, when: { days: ["fri"], from: "22:00", to: "04:00" } }] },
    now: "2026-11-27T01:00:00.000Z",
    lines: ["base 500"],
  },
  {
    why: "Days alone mean all of the day in the card's time zone: Sunday, 23:30 UTC, is Monday in Berlin.",
    service: { surcharges: [{ ...fixed, when: { days: ["mon"] } }] },
    now: "2026-11-22T23:30:00.000Z",
    lines: ["base 500", "fixed 150"],
  },
];

const boundCases: Case[] = [
  {
    why: "A total below the minimum gets one line up to it.",
    service: price({ minimum: 600 }),
    lines: ["base 500", "minimum 100"],
    price: 600,
  },
  { why: "A total at the minimum gets none.", service: price({ minimum: 500 }), lines: ["base 500"] },
  {
    why: "The minimum is of the total with its surcharges: 500 + 20 % are 600.",
    service: { ...price({ minimum: 600 }), surcharges: [fifth] },
    lines: ["base 500", "fifth 100"],
  },
  {
    why: "A total above the maximum gets one line down to it, with its surcharges.",
    service: { ...price({ maximum: 550 }), surcharges: [fixed] },
    lines: ["base 500", "fixed 150", "maximum -100"],
    price: 550,
  },
];

const amountCases: Case[] = [
  {
    why: "Amounts beyond the exact numbers of JavaScript stay exact: 999.99 % of 90,909,090,907.",
    service: { ...price({ base: 90_909_090_907 }), surcharges: [{ ...fifth, percent: 999.99 }] },
    lines: ["base 90909090907", "fifth 909081818161"],
    price: 999_990_909_068,
  },
  {
    why: "A price above the largest amount is no price.",
    service: price({ base: 900_000_000_000, per_parcel: 100_000_000_001 }),
    refused: ["carrier_error", `${service}/price`],
  },
  {
    why: "A currency without minor units is rounded to its units: 20 % of 503 yen.",
    card: { currency: "JPY", services: [{ ...plainService, ...price({ base: 503 }), surcharges: [fifth] }] },
    lines: ["base 503", "fifth 101"],
  },
  {
    why: "A currency with three decimals is rounded to its thousandths: 0.105 dinar per km × 1.5 km.",
    card: { currency: "KWD", services: [{ ...plainService, ...price({ base: 1250, per_km: 105 }) }] },
    ...both,
    meters: 1500,
    lines: ["base 1250", "distance 158"],
  },
];

const limited = (limits: object) => ({ limits });
const limitCases: Case[] = [
  {
    why: "The limit of weight is of the real weight, however large the parcel.",
    service: { ...limited({ weight_grams: 1000 }), dimensional_divisor: 5000 },
    parcels: [{ length_mm: 900, width_mm: 900, height_mm: 900 }],
    price: 500,
  },
  {
    why: "The weight of all parcels counts: 2 × 501 g.",
    service: limited({ weight_grams: 1001 }),
    parcels: [{ quantity: 2, weight_grams: 501 }],
    refused: ["weight_exceeded", `${service}/limits/weight_grams`],
  },
  {
    why: "A quantity of six is six parcels.",
    service: limited({ parcels: 5 }),
    parcels: [{ quantity: 6 }],
    refused: ["dimensions_exceeded", `${service}/limits/parcels`],
  },
  {
    why: "Sides are compared longest first, whatever they are called.",
    service: limited({ length_mm: 900, width_mm: 600, height_mm: 600 }),
    parcels: [{ length_mm: 100, width_mm: 600, height_mm: 900 }],
    price: 500,
  },
  {
    why: "The second side is too long: 900 × 601.",
    service: limited({ length_mm: 900, width_mm: 600, height_mm: 600 }),
    parcels: [{ length_mm: 100, width_mm: 601, height_mm: 900 }],
    refused: ["dimensions_exceeded", `${service}/limits/width_mm`],
  },
  {
    why: "A known side that is too long is too long, even if the others are unknown.",
    service: limited({ length_mm: 900 }),
    parcels: [{ height_mm: 901 }],
    refused: ["dimensions_exceeded", `${service}/limits/length_mm`],
  },
  {
    why: "A way of exactly the limit is allowed.",
    service: limited({ distance_meters: 15_000 }),
    ...both,
    meters: 15_000,
    price: 500,
  },
  {
    why: "A meter more is out of reach.",
    service: limited({ distance_meters: 15_000 }),
    ...both,
    meters: 15_001,
    refused: ["out_of_zone", `${service}/limits/distance_meters`],
  },
];

const addressCases: Case[] = [
  {
    why: "A price by distance needs the coordinates of both stops.",
    service: price({ per_km: 90 }),
    pickup: middle,
    meters: 3000,
    refused: ["incomplete_address", `${service}/price/per_km`],
  },
  {
    why: "The town's location is not enough for it.",
    service: price({ per_km: 90 }),
    pickup: middle,
    delivery: { ...middle, geocode_source: "town" },
    meters: 3000,
    refused: ["incomplete_address", `${service}/price/per_km`],
  },
  {
    why: "A limit of the distance needs them too.",
    service: limited({ distance_meters: 15_000 }),
    refused: ["incomplete_address", `${service}/limits/distance_meters`],
  },
  {
    why: "Postal zones without a price by distance need none; the delivery has no estimate without a way.",
    service: { transit_minutes: null, speed_kmh: 16 },
    price: 500,
    deliveryAt: null,
  },
];

const hours = (text: Record<string, string[]>, more: object = {}) => ({ hours: text, ...more });
const timeCases: Case[] = [
  {
    why: "The pickup is now and the lead; the delivery is the transit later.",
    service: { lead_minutes: 20 },
    pickupAt: "2026-11-23T10:20:00.000Z",
    deliveryAt: "2026-11-23T11:20:00.000Z",
  },
  {
    why: "Without a transit the speed decides: 8,000 m at 16 km/h are half an hour.",
    service: { transit_minutes: null, speed_kmh: 16 },
    meters: 8000,
    deliveryAt: "2026-11-23T10:30:00.000Z",
  },
  {
    why: "A transit beats the speed.",
    service: { transit_minutes: 5, speed_kmh: 1 },
    meters: 8000,
    deliveryAt: "2026-11-23T10:05:00.000Z",
  },
  {
    why: "Before the opening the pickup moves to it: 08:00 in Berlin is 07:00 UTC.",
    service: hours({ mon: ["08:00-20:00"] }),
    now: "2026-11-23T05:00:00.000Z",
    pickupAt: "2026-11-23T07:00:00.000Z",
  },
  {
    why: "At the opening it is open.",
    service: hours({ mon: ["08:00-20:00"] }),
    now: "2026-11-23T07:00:00.000Z",
    pickupAt: "2026-11-23T07:00:00.000Z",
  },
  {
    why: "At the closing it is closed, and Tuesday has no hours.",
    service: hours({ mon: ["08:00-20:00"], wed: ["10:00-12:00"] }),
    now: "2026-11-23T19:00:00.000Z",
    pickupAt: "2026-11-25T09:00:00.000Z",
  },
  {
    why: "The lead counts before the hours: 19:50 and 20 minutes are after the closing.",
    service: { ...hours({ mon: ["08:00-20:00"], tue: ["08:00-20:00"] }), lead_minutes: 20 },
    now: "2026-11-23T18:50:00.000Z",
    pickupAt: "2026-11-24T07:00:00.000Z",
  },
  {
    why: "In a break the pickup moves to the afternoon.",
    service: hours({ mon: ["13:00-18:00", "08:00-11:00"] }),
    pickupAt: "2026-11-23T12:00:00.000Z",
  },
  {
    why: "A closed date has no opening.",
    service: hours({ mon: ["08:00-20:00"] }, { closed_dates: ["2026-11-23"] }),
    pickupAt: "2026-11-30T07:00:00.000Z",
  },
  {
    why: "Without hours a closed date still ends at midnight in Berlin.",
    service: { closed_dates: ["2026-11-23"] },
    pickupAt: "2026-11-23T23:00:00.000Z",
  },
  {
    why: "Hours past midnight go on into the next day.",
    service: hours({ fri: ["22:00-04:00"] }),
    now: "2026-11-28T02:00:00.000Z",
    pickupAt: "2026-11-28T02:00:00.000Z",
  },
  {
    why: "They end there: at 04:00 the next opening is a week later.",
    service: hours({ fri: ["22:00-04:00"] }),
    now: "2026-11-28T03:00:00.000Z",
    pickupAt: "2026-12-04T21:00:00.000Z",
  },
  {
    why: "They belong to the day that they start on: a closed Saturday does not end Friday's night.",
    service: hours({ fri: ["22:00-04:00"] }, { closed_dates: ["2026-11-28"] }),
    now: "2026-11-28T02:00:00.000Z",
    pickupAt: "2026-11-28T02:00:00.000Z",
  },
  {
    why: "A closed Friday has no night.",
    service: hours({ fri: ["22:00-04:00"] }, { closed_dates: ["2026-11-27"] }),
    now: "2026-11-28T02:00:00.000Z",
    pickupAt: "2026-12-04T21:00:00.000Z",
  },
  {
    why: "At the cut-off the pickup is still today.",
    service: { ...hours({ mon: ["08:00-20:00"], tue: ["09:00-20:00"] }), cut_off: "11:00" },
    pickupAt: "2026-11-23T10:00:00.000Z",
  },
  {
    why: "After it the pickup moves to the next opening.",
    service: { ...hours({ mon: ["08:00-20:00"], tue: ["09:00-20:00"] }), cut_off: "10:59" },
    pickupAt: "2026-11-24T08:00:00.000Z",
  },
  {
    why: "An opening after the cut-off is none: the afternoon does not help.",
    service: { ...hours({ mon: ["08:00-12:00", "14:00-18:00"], tue: ["09:00-20:00"] }), cut_off: "10:00" },
    pickupAt: "2026-11-24T08:00:00.000Z",
  },
  {
    why: "Without hours the next opening after a cut-off is midnight.",
    service: { cut_off: "10:00" },
    pickupAt: "2026-11-23T23:00:00.000Z",
  },
  {
    why: "In hours past midnight a cut-off before their end belongs to the morning after.",
    service: { ...hours({ fri: ["22:00-04:00"] }), cut_off: "02:00" },
    now: "2026-11-27T22:00:00.000Z",
    pickupAt: "2026-11-27T22:00:00.000Z",
  },
  {
    why: "The card's time zone decides, not the addresses': 08:00 in New York is 13:00 UTC.",
    card: {
      time_zone: "America/New_York",
      services: [{ ...plainService, ...hours({ mon: ["08:00-20:00"] }) }],
    },
    pickupAt: "2026-11-23T13:00:00.000Z",
  },
];

const dstCases: Case[] = [
  {
    why: "The morning after the clocks went forward, 08:00 is 06:00 UTC.",
    service: hours({ sun: ["08:00-20:00"] }),
    now: "2026-03-28T20:00:00.000Z",
    pickupAt: "2026-03-29T06:00:00.000Z",
  },
  {
    why: "The morning after they went back, it is 07:00 UTC.",
    service: hours({ sun: ["08:00-20:00"] }),
    now: "2026-10-24T20:00:00.000Z",
    pickupAt: "2026-10-25T07:00:00.000Z",
  },
  {
    why: "An opening that the clocks skip moves forward: 02:30 becomes 03:30, 01:30 UTC.",
    service: hours({ sun: ["02:30-20:00"] }),
    now: "2026-03-29T00:00:00.000Z",
    pickupAt: "2026-03-29T01:30:00.000Z",
  },
  {
    why: "A closing that they skip moves forward too: at 03:15, 01:15 UTC, it is still open.",
    service: hours({ sun: ["00:00-02:30"] }),
    now: "2026-03-29T01:15:00.000Z",
    pickupAt: "2026-03-29T01:15:00.000Z",
  },
  {
    why: "An opening that comes twice is the first: 02:30 in summer time is 00:30 UTC.",
    service: hours({ sun: ["02:30-20:00"] }),
    now: "2026-10-25T00:00:00.000Z",
    pickupAt: "2026-10-25T00:30:00.000Z",
  },
  {
    why: "A closing that comes twice is the second: 02:15 in winter time, 01:15 UTC, is before it.",
    service: hours({ sun: ["00:00-02:30"] }),
    now: "2026-10-25T01:15:00.000Z",
    pickupAt: "2026-10-25T01:15:00.000Z",
  },
  {
    why: "A surcharge from 02:00 to 02:30 lasts from the first 02:00 to the second 02:30.",
    service: { surcharges: [{ ...fixed, when: { from: "02:00", to: "02:30" } }] },
    now: "2026-10-25T01:29:59.000Z",
    lines: ["base 500", "fixed 150"],
  },
  {
    why: "A cut-off that comes twice is the second.",
    service: { ...hours({ sun: ["00:00-20:00"] }), cut_off: "02:30" },
    now: "2026-10-25T01:30:00.000Z",
    pickupAt: "2026-10-25T01:30:00.000Z",
  },
];

const windowCases: Case[] = [
  {
    why: "A pickup window that starts later moves the pickup to its start.",
    pickupWindow: window("2026-11-23T12:00", "2026-11-23T13:00"),
    pickupAt: "2026-11-23T12:00:00.000Z",
    deliveryAt: "2026-11-23T13:00:00.000Z",
  },
  {
    why: "One that has begun changes nothing.",
    service: { lead_minutes: 20 },
    pickupWindow: window("2026-11-23T09:00", "2026-11-23T11:00"),
    pickupAt: "2026-11-23T10:20:00.000Z",
  },
  {
    why: "The end of a window is still inside.",
    service: { lead_minutes: 20 },
    pickupWindow: window("2026-11-23T09:00", "2026-11-23T10:20"),
    deliveryWindow: window("2026-11-23T09:00", "2026-11-23T11:20"),
    deliveryAt: "2026-11-23T11:20:00.000Z",
  },
  {
    why: "A pickup after its window is no offer.",
    service: { lead_minutes: 20 },
    pickupWindow: window("2026-11-23T09:00", "2026-11-23T10:19"),
    refused: ["window_unavailable", `${service}/lead_minutes`],
  },
  {
    why: "Nor is one that the hours move beyond it.",
    service: hours({ tue: ["08:00-20:00"] }),
    pickupWindow: window("2026-11-23T09:00", "2026-11-23T18:00"),
    refused: ["window_unavailable", `${service}/hours`],
  },
  {
    why: "A delivery after its window is no offer.",
    deliveryWindow: window("2026-11-23T10:00", "2026-11-23T10:59"),
    refused: ["window_unavailable", `${service}/transit_minutes`],
  },
  {
    why: "A delivery window later on moves the pickup, so that the goods come when it starts.",
    deliveryWindow: window("2026-11-23T15:00", "2026-11-23T16:00"),
    pickupAt: "2026-11-23T14:00:00.000Z",
    deliveryAt: "2026-11-23T15:00:00.000Z",
  },
  {
    why: "Where a driver keeps no goods, no pickup in its window reaches the delivery window.",
    service: { hold_minutes: 0 },
    pickupWindow: window("2026-11-23T10:00", "2026-11-23T11:00"),
    deliveryWindow: window("2026-11-23T15:00", "2026-11-23T16:00"),
    refused: ["window_unavailable", `${service}/hold_minutes`],
  },
  {
    why: "A service that is closed for months has no pickup.",
    service: hours(
      { mon: ["08:00-20:00"] },
      {
        closed_dates: ["11-30", "12-07", "12-14", "12-21", "12-28"]
          .map((day) => `2026-${day}`)
          .concat("2026-11-23", "2027-01-04", "2027-01-11", "2027-01-18"),
      },
    ),
    refused: ["window_unavailable", `${service}/hours`],
  },
];

const cancellationCases: Case[] = [
  { why: "No steps mean free.", fees: [] },
  {
    why: "Each step has its amount, half up: 50 % of 777 are 388.5.",
    service: {
      ...price({ base: 777 }),
      cancellation: [
        { until: "en_route_to_pickup", percent: 0 },
        { until: "at_pickup", percent: 50 },
      ],
    },
    fees: ["en_route_to_pickup 0", "at_pickup 389"],
  },
];

const groups: [string, Case[]][] = [
  ["zones", zoneCases],
  ["lines", priceCases],
  ["weight", weightCases],
  ["surcharges", surchargeCases],
  ["minimum and maximum", boundCases],
  ["amounts", amountCases],
  ["limits", limitCases],
  ["addresses", addressCases],
  ["times", timeCases],
  ["daylight saving time", dstCases],
  ["windows", windowCases],
  ["cancellation", cancellationCases],
];

testCases(groups);
