import { expect, test } from "bun:test";
import { cardsOf } from "../../../src/web/driver/card.ts";
import { seeDay } from "../../../src/web/driver/day.ts";
import type { DriverStop, StopKind } from "../../../src/web/driver/wire.ts";
import { stopOf } from "./stops.ts";

/** Which stops are one card, and which are one handover there. */

const at = (job: string, kind: StopKind, place: string | null, change: Partial<DriverStop> = {}) =>
  stopOf(job, kind, { place_id: place, person_id: `${kind} person`, ...change });
const cards = (...stops: DriverStop[]) =>
  cardsOf(seeDay(stops, [], [], []).stops).map(({ stops }) => stops.map(({ id }) => id));
const meetings = (...stops: DriverStop[]) =>
  cardsOf(seeDay(stops, [], [], []).stops).map(({ meetings }) => meetings.map(({ stops }) => stops.length));

test("stops at one place are one card, in the place of the first, though others stand between them", () => {
  const stops = [
    at("asg_1", "pickup", "shop"),
    at("asg_1", "delivery", "house"),
    at("asg_2", "pickup", "elsewhere"),
    at("asg_2", "delivery", "house"),
    at("asg_3", "pickup", "shop"),
    at("asg_3", "delivery", "house"),
    at("asg_4", "delivery", "shop"),
  ];
  expect(cards(...stops)).toEqual([
    ["asg_1.pickup", "asg_3.pickup", "asg_4.delivery"],
    // What is not on board yet cannot be handed over with the rest.
    ["asg_1.delivery"],
    ["asg_2.pickup"],
    ["asg_2.delivery"],
    ["asg_3.delivery"],
  ]);
});

test("a place that nobody names, and a window that opens when the other one is over, stay apart", () => {
  expect(cards(at("asg_1", "delivery", null), at("asg_2", "delivery", null))).toHaveLength(2);
  // A phone keeps stops of an earlier version.
  const { place_id: _, ...old } = at("asg_1", "delivery", "house");
  expect(cards(old as DriverStop, { ...old, id: "asg_2.delivery" } as DriverStop)).toHaveLength(2);
  const window = (start: string, end: string) => ({
    window: { start: `2026-11-02T${start}:00.000Z`, end: `2026-11-02T${end}:00.000Z` },
  });
  const morning = at("asg_1", "delivery", "house", window("09:00", "10:00"));
  const noon = at("asg_2", "delivery", "house", window("09:30", "12:00"));
  const evening = at("asg_3", "delivery", "house", window("18:00", "19:00"));
  expect(cards(morning, evening, noon)).toEqual([["asg_1.delivery", "asg_2.delivery"], ["asg_3.delivery"]]);
  expect(cards(evening, morning)).toEqual([["asg_3.delivery"], ["asg_1.delivery"]]);
});

test("each person is met once for each purpose", () => {
  const alex = { person_id: "alex" };
  const stops = [
    at("asg_1", "delivery", "house", alex),
    at("asg_2", "delivery", "house", { person_id: "bo" }),
    at("asg_3", "delivery", "house", alex),
    at("asg_4", "pickup", "house", alex),
    at("asg_5", "delivery", "house", { person_id: null }),
    at("asg_6", "delivery", "house", { person_id: null }),
  ];
  expect(meetings(...stops)).toEqual([[2, 1, 1, 1, 1]]);
});
