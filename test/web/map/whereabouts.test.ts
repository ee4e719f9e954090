import { expect, test } from "bun:test";
import { knownPlaceOf } from "@/web/map/whereabouts.ts";

const point = { latitude: 52.5291, longitude: 13.4014 };

test.each([
  ["client", null],
  ["client", undefined],
  ["geocoder", "house"],
  ["geocoder", "street"],
])("%s with %s is a known place", (geocode_source, geocode_precision) => {
  const address = { ...point, geocode_source, ...(geocode_precision !== undefined && { geocode_precision }) };
  expect(knownPlaceOf(address)).toEqual(point);
  expect(knownPlaceOf({ ...address, latitude: null, longitude: null })).toBeUndefined();
});

test.each([
  ["geocoder", "area"],
  ["geocoder", "town"],
  ["town", "town"],
  ["country", "country"],
])("the sandbox's point of %s with %s is none", (geocode_source, geocode_precision) => {
  expect(knownPlaceOf({ ...point, geocode_source, geocode_precision })).toBeUndefined();
});
