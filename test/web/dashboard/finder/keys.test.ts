import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { pressKey } from "../../../../src/web/dashboard/finder/keys.ts";
import type { Group } from "../../../../src/web/dashboard/finder/search.ts";

/** What single keys do, one after the other. */

const menu: readonly Group[] = [
  { title: "Actions", places: [{ id: "create", label: "Create shipment", to: "/new", keys: "c" }] },
  {
    title: "Pages",
    places: [
      { id: "shipments", label: "Shipments", to: "/shipments", keys: "g s" },
      { id: "people", label: "People", to: "/people" },
    ],
  },
];

let went: string[];
beforeEach(() => {
  went = [];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
});

function press(...keys: string[]): string[] {
  for (const key of keys)
    pressKey(key, { menu, go: (to) => went.push(to), openHelp: () => went.push("help") });
  return went;
}

test.each<[string[], string[]]>([
  [["c"], ["/new"]],
  [["C"], ["/new"]],
  [["g", "s"], ["/shipments"]],
  [["G", "S"], ["/shipments"]],
  [["?"], ["help"]],
  [["s"], []],
  [["g", "x"], []],
  // What follows a wrong letter begins anew.
  [["g", "x", "s"], []],
  [["g", "c"], []],
  [["g", "?"], []],
  [["g", "c", "c"], ["/new"]],
  [
    ["g", "s", "c"],
    ["/shipments", "/new"],
  ],
  [["x"], []],
  [[" "], []],
])("%p goes to %p", (keys, places) => {
  expect(press(...keys)).toEqual(places);
});

test("the second of two keys comes soon, or stands for itself", () => {
  press("g");
  jest.advanceTimersByTime(1_499);
  expect(press("s")).toEqual(["/shipments"]);
  press("g");
  jest.advanceTimersByTime(1_500);
  expect(press("s")).toEqual(["/shipments"]);
  expect(press("c")).toEqual(["/shipments", "/new"]);
});

test("what the role may not do has no key", () => {
  pressKey("c", { menu: [], go: (to) => went.push(to), openHelp: () => went.push("help") });
  expect(went).toEqual([]);
});
