import { expect, test } from "bun:test";
import type { DriverDay } from "../../../../../src/delivery/fleet/work-days/schema.ts";
import { currentMonth, recentMonths, spanOfMonth } from "../../../../../src/web/dashboard/months.ts";
import {
  kilometersText,
  spanText,
  sumOf,
  workText,
} from "../../../../../src/web/dashboard/pages/drivers/day-words.ts";

/** A driver's days in words, and the months that people choose from. */

const day = (change: Partial<DriverDay> = {}): DriverDay => ({
  date: "2026-01-31",
  first_on_duty_at: "2026-01-31T07:00:00.000Z",
  last_on_duty_at: "2026-01-31T15:30:00.000Z",
  minutes_on_duty: 480,
  break_minutes: 30,
  deliveries: 21,
  failed_attempts: 2,
  stops: 44,
  kilometers: 38.4,
  ...change,
});

test("hours are those of a clock, and kilometers are none where nobody knows them", () => {
  expect([0, 59, 60, 465].map(workText)).toEqual(["0 min", "59 min", "1 h 0 min", "7 h 45 min"]);
  expect([null, 0, 38.4].map(kilometersText)).toEqual(["—", "0.0", "38.4"]);
});

test("a day has the times of the fleet's clocks", () => {
  const digits = (text: string) => text.match(/\d+/g)?.map(Number);
  expect(digits(spanText(day(), "UTC"))?.slice(0, 2)).toEqual([7, 0]);
  expect(spanText(day(), "Europe/Berlin")).not.toBe(spanText(day(), "UTC"));
  expect(spanText(day({ last_on_duty_at: null }), "UTC")).toStartWith("since ");
  expect(spanText(day({ first_on_duty_at: null, last_on_duty_at: null }), "UTC")).toBe("Not on duty");
});

test("a month has a sum, without kilometers where none is known", () => {
  expect(sumOf([day(), day({ kilometers: null, deliveries: 0, minutes_on_duty: 15 })])).toBe(
    "In all 8 h 15 min on duty, 21 deliveries and 38.4 km.",
  );
  expect(sumOf([day({ kilometers: null, deliveries: 1 })])).toBe("In all 8 h 0 min on duty and 1 delivery.");
});

test("months go back for two years, each to its last day", () => {
  const march = Date.parse("2028-03-15T12:00:00Z");
  expect(currentMonth(march)).toBe("2028-03");
  const months = recentMonths(march).map(({ value }) => value);
  expect([months.length, months[0], months[2], months.at(-1)]).toEqual([24, "2028-03", "2028-01", "2026-04"]);
  expect(["2028-02", "2027-02", "2026-12"].map(spanOfMonth)).toEqual([
    { from: "2028-02-01", to: "2028-02-29" },
    { from: "2027-02-01", to: "2027-02-28" },
    { from: "2026-12-01", to: "2026-12-31" },
  ]);
});
