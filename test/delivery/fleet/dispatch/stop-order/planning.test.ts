import { expect, test } from "bun:test";
import { ordered, orderStops } from "../../../../../src/delivery/fleet/dispatch/stop-order/ordering.ts";
import {
  planOf,
  type splitStops,
  toSuggestion,
} from "../../../../../src/delivery/fleet/dispatch/stop-order/planning.ts";
import { type DriverStop, stopIdOf } from "../../../../../src/delivery/fleet/dispatch/stops/stop.ts";
import { suggestionFor } from "../../../../../src/delivery/fleet/dispatch/stops/suggestion.ts";

/** What an order of stops is computed from. */

/** A place; null: nobody knows where. */
type Place = { latitude: number; longitude: number } | null;

const addressOf = (place: Place, line1: string) => ({
  ...(place ?? { latitude: null, longitude: null }),
  geocode_source: "client",
  line1,
  city: "Berlin",
  state: null,
  postal_code: null,
  country: "DE",
});

/** A delivery there, in a street of its own unless it is named. */
function deliveryAt(id: string, place: Place, street = `${id} street`): DriverStop {
  const shipment = { delivery: { address: addressOf(place, street), window: null } };
  const job = { assignmentId: id, weightGrams: 1000 };
  return { job, shipment, kind: "delivery", state: "planned" } as unknown as DriverStop;
}

/** Both stops of a job between two streets that nobody knows. */
function unknownJob(id: string, from: string, to: string): DriverStop[] {
  const pickup = { address: addressOf(null, from), window: null };
  const shipment = { pickup, delivery: { address: addressOf(null, to), window: null } };
  const job = { assignmentId: id, weightGrams: 1000 };
  return ["pickup", "delivery"].map(
    (kind) => ({ job, shipment, kind, state: "planned" }) as unknown as DriverStop,
  );
}

interface Pair {
  pickup: DriverStop;
  delivery: DriverStop;
}

const departure = { now: 0, place: undefined, speedMps: 5, capacityGrams: null };

test("where the router's table says nothing, the straight line counts, and ten minutes where a place is unknown", () => {
  const [here, there] = [
    { latitude: 52.5291, longitude: 13.4014 },
    { latitude: 52.5003, longitude: 13.4247 },
  ];
  const open = [deliveryAt("one", here), deliveryAt("two", there), deliveryAt("three", null)];
  const split: ReturnType<typeof splitStops> = { first: undefined, open };
  const table = {
    meters: [
      [0, 0, null],
      [0, 0, 4000],
      [null, 4000, 0],
    ],
    seconds: [
      [0, 0, null],
      [0, 0, 700],
      [null, 700, 0],
    ],
  };
  // 3,570 m × 1.3 at 5 m/s are 928 seconds.
  const { travelMs } = planOf(split, { ...departure, place: here }, table);
  expect(Math.round((travelMs[0]?.[2] ?? 0) / 1000)).toBe(928);
  expect(Math.round((travelMs[2]?.[0] ?? 0) / 1000)).toBe(928);
  expect(travelMs[1]?.[2]).toBe(700_000);
  expect(travelMs[0]?.[3]).toBe(600_000);
});

test("nobody travels between parcels for one address, known or not, nor to the house next door", () => {
  const here = { latitude: 52.5291, longitude: 13.4014 };
  const nextDoor = { ...here, latitude: here.latitude + 0.0002 };
  const acrossTheStreet = { ...here, latitude: here.latitude + 0.0003 };
  const open = [
    deliveryAt("one", null, "Torstr. 1"),
    deliveryAt("two", null, "Torstrasse 1"),
    deliveryAt("three", here),
    deliveryAt("four", nextDoor),
    deliveryAt("five", acrossTheStreet),
    // Another stop at its address is known.
    deliveryAt("six", null, "three street"),
  ];
  const minutes = planOf({ first: undefined, open }, departure, undefined).travelMs.map((row) =>
    row.map((ms) => Math.round(ms / 600) / 100),
  );
  expect(minutes[1]).toEqual([10, 0, 0, 10, 10, 10, 10]);
  expect([minutes[3]?.[4], minutes[3]?.[6], minutes[6]?.[4]]).toEqual([0, 0, 0]);
  expect(minutes[3]?.[5]).toBeGreaterThan(0);
  const known = { meters: [], seconds: Array.from({ length: 5 }, () => Array.from({ length: 5 }, () => 77)) };
  const { travelMs } = planOf({ first: undefined, open }, departure, known);
  expect([travelMs[3]?.[4], travelMs[3]?.[5], travelMs[1]?.[2]]).toEqual([0, 77_000, 0]);
});

test("where most places are unknown no minutes are claimed, and one shop is visited once", () => {
  const stops = [
    ...unknownJob("a", "Fulton Wine", "1 Oak St"),
    ...unknownJob("b", "Fulton Wine", "2 Elm St"),
    ...unknownJob("c", "3 Ash St", "4 Fir St"),
    ...unknownJob("d", "fulton  wine", "5 Bay St"),
  ];
  const split = { first: undefined, open: stops };
  const plan = planOf(split, departure, undefined);
  const { order } = orderStops(plan);
  const suggestion = toSuggestion(split, plan, order);
  expect(suggestion?.minutesSaved).toBe(0);
  const streets = order.map((index) => plan.stops[index]?.placeId);
  const visits = streets.filter((street, index) => street !== streets[index - 1]);
  expect(visits).toHaveLength(new Set(streets).size);
  // With nothing to gain but guessed minutes there is no suggestion.
  const apart = [...unknownJob("a", "1 Oak St", "2 Elm St"), ...unknownJob("b", "3 Ash St", "4 Fir St")];
  const guessed = planOf({ first: undefined, open: apart }, departure, undefined);
  expect(toSuggestion({ first: undefined, open: apart }, guessed, orderStops(guessed).order)).toBeNull();
  const places = new Map([
    ["a", 0.01],
    ["b", 0.02],
    ["c", 0.03],
    ["d", 0.04],
  ]);
  const mostly = ["d", "b", "c", "a"].map((id) =>
    deliveryAt(id, { latitude: 52.5 + (places.get(id) ?? 0), longitude: 13.4 }),
  );
  const known = { first: undefined, open: [...mostly, deliveryAt("e", null)] };
  const sure = planOf(known, { ...departure, place: { latitude: 52.5, longitude: 13.4 } }, undefined);
  expect(toSuggestion(known, sure, orderStops(sure).order)?.minutesSaved).toBeGreaterThan(1);
  expect(ordered(sure, orderStops(sure).order).cost.visits).toBe(5);
});

test("an order that spares a visit, and nothing else, is no better one when that visit is over", () => {
  const jobs = [
    unknownJob("one", "Shop street", "First street"),
    unknownJob("two", "Shop street", "Second street"),
  ];
  const stops = jobs.flat();
  const [first, second] = jobs.map(([pickup, delivery]) => ({ pickup, delivery })) as [Pair, Pair];
  const order = [first.pickup, second.pickup, second.delivery, first.delivery].map(stopIdOf);
  const suggestion = { stops: order, minutesSaved: 0, lateBefore: 0, lateAfter: 0 };
  expect(suggestionFor(suggestion, stops)).toEqual(suggestion);
  expect(suggestionFor(suggestion, [first.delivery, second.delivery])).toBeNull();
  // Minutes and stops in time are a reason that lasts.
  const left = order.slice(2);
  for (const reason of [{ minutesSaved: 3 }, { lateBefore: 1 }]) {
    const told = { ...suggestion, ...reason };
    expect(suggestionFor(told, [first.delivery, second.delivery])).toEqual({ ...told, stops: left });
  }
  // The visit is still ahead.
  const later = [second.pickup, first.delivery, second.delivery, first.pickup];
  const spared = { ...suggestion, stops: ["done.pickup", ...order] };
  expect(suggestionFor(spared, later)).toEqual({ ...suggestion, stops: order });
});
