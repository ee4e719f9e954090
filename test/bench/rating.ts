import { exampleCard } from "../../src/delivery/carriers/kinds/fleet/example.ts";
import { prepareCard } from "../../src/delivery/carriers/kinds/fleet/rate-card.ts";
import { rate } from "../../src/delivery/carriers/kinds/fleet/rating.ts";
import type { RateCard } from "../../src/delivery/carriers/kinds/fleet/schema.ts";
import { atOnce } from "../../src/infra/waiting/turns.ts";
import { at, shipmentOf } from "../delivery/carriers/kinds/fleet/support.ts";
import { median, percentile } from "./load.ts";
import type { Bench, Finding, Scenario, Target } from "./scenario.ts";

/** Rating a shipment by a large card, in this process: 200 services, each in 500 zones, half of them circles. */

const target: Target = { atMost: 5 };
const zonesOfEachForm = 250;
const prefixesPerZone = 20;
const services = 200;
const runsFull = 2_000;

export const ratingScenarios: Scenario[] = [
  {
    name: "rating",
    help: `a shipment by a rate card of ${services} services and ${2 * zonesOfEachForm} zones, in this process`,
    run: measureRating,
  },
];

async function measureRating(bench: Bench): Promise<Finding[]> {
  const begunMs = performance.now();
  const card = atOnce(prepareCard(largeCard(), 1));
  const preparedMs = performance.now() - begunMs;
  // In circles only, with every zone to look through, and two parcels by volume.
  const place = { ...at(52.6, 13.4), postal_code: "99999" };
  const sides = { length_mm: 300, width_mm: 200, height_mm: 100 };
  const shipment = shipmentOf({
    pickup: place,
    delivery: place,
    parcels: [sides, { ...sides, quantity: 2 }],
  });
  const timesMs: number[] = [];
  bench.say("rating by a large card");
  for (let run = 0; run < bench.count(runsFull); run += 1) {
    const now = shipment.now + run * 3_600_000;
    const startedMs = performance.now();
    atOnce(rate(card, { ...shipment, now }, { meters: 7000, source: "router" }));
    timesMs.push(performance.now() - startedMs);
  }
  return [
    {
      what: `rating by ${services} services with ${2 * zonesOfEachForm} zones, p50`,
      unit: "ms",
      value: median(timesMs),
      p50Ms: median(timesMs),
      p99Ms: percentile(timesMs, 0.99),
      target,
    },
    { what: "preparing that card once", unit: "ms", value: preparedMs },
  ];
}

function largeCard(): RateCard {
  const numbers = Array.from({ length: zonesOfEachForm }, (_, number) => number);
  const zones = [
    ...numbers.map((number) => ({
      code: `postal_${number}`,
      countries: ["DE"],
      postal_prefixes: Array.from({ length: prefixesPerZone }, (_, index) =>
        String(10_000 + number * prefixesPerZone + index),
      ),
    })),
    ...numbers.map((number) => ({
      code: `circle_${number}`,
      radius: { latitude: 52.4 + number / 1000, longitude: 13.4, meters: 5000 + number },
    })),
  ];
  const codes = zones.map(({ code }) => code);
  const [express] = exampleCard.services;
  return {
    ...exampleCard,
    zones,
    services: Array.from({ length: services }, (_, number) => ({
      ...(express as RateCard["services"][number]),
      code: `service_${number}`,
      pickup_zones: codes,
      delivery_zones: codes,
      zone_prices: [],
      lead_minutes: number,
    })),
  };
}
