import { describe, expect, test } from "bun:test";
import { seededRandom } from "../../../../src/delivery/carriers/kinds/simulated/random.ts";
import {
  areDoubtful,
  type Handover,
  handoversRead,
  learnedFrom,
} from "../../../../src/delivery/lifecycle/places/learned.ts";
import { type Coordinates, distanceMeters } from "../../../../src/infra/geography/coordinates.ts";

/** Where riders handed over says where an address is, if two handovers of different days agree. */

const dayMs = 86_400_000;
const noon = Date.parse("2026-03-02T12:00:00.000Z");
const door = { latitude: 52.53, longitude: 13.4 };
const northOf = ({ latitude, longitude }: Coordinates, meters: number) => ({
  latitude: latitude + meters / 111_195,
  longitude,
});
const eastOf = ({ latitude, longitude }: Coordinates, meters: number) => ({
  latitude,
  longitude: longitude + meters / 111_195 / Math.cos((latitude * Math.PI) / 180),
});
const handover = (place: Coordinates, day: number, addressHash = "a"): Handover => ({
  ...place,
  addressHash,
  handedOverAt: noon + day * dayMs,
});

describe("a place", () => {
  test("is known from two handovers of different days, at most 60 m apart", () => {
    const first = handover(door, 0);
    expect(learnedFrom([first])).toBeUndefined();
    expect(learnedFrom([first, handover(northOf(door, 58), 0)])).toBeUndefined();
    expect(learnedFrom([first, handover(northOf(door, 62), 1)])).toBeUndefined();
    const place = learnedFrom([first, handover(northOf(door, 58), 1)]);
    expect(distanceMeters(place as Coordinates, northOf(door, 29))).toBeLessThanOrEqual(1);
  });

  test("is the median: one handover far away moves it to none of both", () => {
    const three = [handover(door, 0), handover(northOf(door, 10), 1), handover(northOf(door, 900), 2)];
    expect(distanceMeters(learnedFrom(three) as Coordinates, northOf(door, 10))).toBeLessThanOrEqual(1);
  });

  test("is not the middle between two doors where handovers agree at each", () => {
    const doors = [0, 1].flatMap((day) => [handover(door, day), handover(northOf(door, 900), day)]);
    expect(learnedFrom(doors)).toBeUndefined();
  });

  test("is right on both sides of the date line", () => {
    const west = { latitude: -16.8, longitude: 179.9999 };
    const east = { latitude: -16.8, longitude: -179.9999 };
    const place = learnedFrom([handover(west, 0), handover(east, 1)]) as Coordinates;
    expect(distanceMeters(place, { latitude: -16.8, longitude: 180 })).toBeLessThanOrEqual(1);
  });

  test("counts days by the sun there, so that midnight in Greenwich ends no afternoon", () => {
    const auckland = { latitude: -36.85, longitude: 174.76 };
    const at = (time: string) => ({ ...auckland, addressHash: "a", handedOverAt: Date.parse(time) });
    const lunch = [at("2026-03-01T23:50:00.000Z"), at("2026-03-02T00:10:00.000Z")];
    expect(learnedFrom(lunch)).toBeUndefined();
    const nextDay = [at("2026-03-01T23:50:00.000Z"), at("2026-03-02T23:50:00.000Z")];
    expect(learnedFrom(nextDay)).toBeDefined();
  });
});

describe("two taps of a rider", () => {
  const later = (ms: number, meters: number, addressHash: string): Handover => ({
    ...northOf(door, meters),
    addressHash,
    handedOverAt: noon + ms,
  });
  test.each([
    ["within 90 s and 30 m, for different addresses", 90_000, 30, "b", true],
    ["before each other", -90_000, 30, "b", true],
    ["after 90 s", 91_000, 30, "b", false],
    ["31 m apart", 90_000, 31, "b", false],
    ["for one address", 1_000, 0, "a", false],
  ])("%s", (_, ms, meters, hash, isDoubtful) => {
    expect(areDoubtful(handover(door, 0), later(ms, meters, hash))).toBe(isDoubtful);
  });
});

/** A rider's taps in a town, by customer. */
interface Rounds {
  customers: Coordinates[];
  taps: (Handover & { customer: number })[];
}

const customersOfTown = 30;
const doorsOfTown = 300;
const visitsOfDay = 20;
const days = 21;

/** Rounds of several weeks. @param random uniform from 0 to 1 */
function ride(random: () => number): Rounds {
  const pick = (below: number) => Math.floor(random() * below);
  const between = (from: Coordinates, to: Coordinates, share: number) => ({
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  });
  const somewhere = () => eastOf(northOf(door, (random() - 0.5) * 3_000), (random() - 0.5) * 3_000);
  /** What a receiver among houses says: meters off, and now and then some tens. */
  const seen = (place: Coordinates) => {
    const meters = random() < 0.1 ? 80 : 20;
    return eastOf(northOf(place, (random() - 0.5) * meters), (random() - 0.5) * meters);
  };
  const doors = Array.from({ length: doorsOfTown }, somewhere);
  const customers = doors.slice(0, customersOfTown);
  const taps: Rounds["taps"] = [];
  for (let day = 0; day < days; day += 1) {
    const order = customers.map((_, customer) => ({ customer, rank: random() }));
    order.sort((one, other) => one.rank - other.rank);
    const visits = order.slice(0, visitsOfDay).map(({ customer }) => customer);
    let at = noon + day * dayMs;
    for (const [index, customer] of visits.entries()) {
      const there = customers[customer] as Coordinates;
      const next = customers[visits[index + 1] ?? customer] as Coordinates;
      const nextAt = at + 120_000 + pick(300_000);
      const tap = (place: Coordinates, handedOverAt: number) =>
        taps.push({ ...seen(place), addressHash: String(customer), handedOverAt, customer });
      const fault = random();
      if (fault >= 0.1) tap(there, at);
      else if (fault >= 0.05) tap(doors[pick(doorsOfTown)] as Coordinates, at);
      // Too late: on the way to the next door, or at that door before its own tap.
      else if (fault >= 0.025) tap(between(there, next, random()), at + 60_000);
      else tap(next, nextAt - pick(80_000));
      at = nextAt;
    }
  }
  return { customers, taps };
}

/** The places that become known, and how far off one was at any time. */
function learn({ customers, taps }: Rounds): { known: number; worstMeters: number } {
  const kept = taps.filter((one) => !taps.some((other) => areDoubtful(one, other)));
  let known = 0;
  let worstMeters = 0;
  for (const [customer, place] of customers.entries()) {
    const own = kept.filter((tap) => tap.customer === customer);
    const places = own.flatMap((_, index) => {
      const newest = own.slice(0, index + 1).slice(-handoversRead);
      return learnedFrom(newest) ?? [];
    });
    if (places.length > 0) known += 1;
    worstMeters = Math.max(worstMeters, ...places.map((learned) => distanceMeters(learned, place)));
  }
  return { known, worstMeters };
}

test("where one tap in ten is late or at another door, no place becomes known more than 100 m off", () => {
  let known = 0;
  const towns = 200;
  for (let town = 0; town < towns; town += 1) {
    const found = learn(ride(seededRandom(`town ${town}`)));
    known += found.known;
    expect(found.worstMeters, `town ${town}`).toBeLessThanOrEqual(100);
  }
  // Waybill does learn.
  expect(known / (towns * customersOfTown)).toBeGreaterThan(0.99);
});
