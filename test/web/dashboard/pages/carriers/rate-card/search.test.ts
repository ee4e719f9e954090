import { expect, test } from "bun:test";
import {
  matchingEntries,
  soughtService,
  soughtZone,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/search.ts";
import {
  newService,
  newZone,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/shown-card.ts";

/** What the search among zones and services finds. */

const zones = [
  { ...newZone(), code: "center", countries: ["DE"], postal_prefixes: "101 102" },
  { ...newZone(), code: "north", countries: ["DE"], postal_prefixes: "13", cities: ["Zürich"] },
  { ...newZone(), code: "everywhere", countries: ["AT"] },
];
const services = [
  { ...newService(), code: "express", name: "Express", pickup_zones: ["center"], delivery_zones: ["north"] },
  { ...newService(), code: "slow", name: "Slow", pickup_zones: ["north"], delivery_zones: ["center"] },
];

test.each([
  ["", [0, 1, 2]],
  ["  ", [0, 1, 2]],
  ["cent", [0]],
  ["CENTER", [0]],
  ["de", [0, 1]],
  ["10119", [0]],
  ["10", [0]],
  ["13", [1]],
  ["19999", []],
  ["zurich", [1]],
  ["de zurich", [1]],
  ["de everywhere", []],
])("zones by %p", (question, places) => {
  expect(matchingEntries(zones, question, soughtZone)).toEqual(places);
});

test.each([
  ["express", [0]],
  ["center", [0, 1]],
  ["slow north", [1]],
  ["101", []],
])("services by %p", (question, places) => {
  expect(matchingEntries(services, question, soughtService)).toEqual(places);
});
