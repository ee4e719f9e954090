import { expect, test } from "bun:test";
import { countryOfZone, timeZoneOf } from "../../../src/infra/geography/country-time-zone.ts";

const now = Date.parse("2026-02-02T12:00:00Z");

test.each([
  ["DE", "Europe/Berlin"],
  ["JP", "Asia/Tokyo"],
  ["GB", "Europe/London"],
  ["XK", "Europe/Belgrade"],
  ["US", null],
  ["ES", null],
  ["XX", null],
  ["??", null],
])("%s has the time zone %s", (country, zone) => {
  expect(timeZoneOf(country, now)).toBe(zone);
  expect(timeZoneOf(country, now)).toBe(zone);
});

test.each([
  ["Europe/Berlin", "DE"],
  ["Europe/Belgrade", "RS"],
  ["America/Chicago", "US"],
  ["UTC", undefined],
])("%s is in %s", (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
  expect(countryOfZone(zone)).toBe(country);
});
