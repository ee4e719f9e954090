import { expect, test } from "bun:test";
import fc from "fast-check";
import { minuteMs } from "../../../src/infra/units.ts";
import { fromLocalTime, isLeftOut, toLocalTime } from "../../../src/web/dashboard/times.ts";

/** Times of fields in the time zone of a place. */

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Africa/Casablanca",
  "Asia/Tokyo",
  "UTC",
];
const minutes = fc.integer({ min: Date.UTC(2024, 0) / minuteMs, max: Date.UTC(2030, 0) / minuteMs });

test.each([
  ["2026-02-02T09:00:00.000Z", "America/New_York", "2026-02-02T04:00:00"],
  ["2026-07-02T09:00:00.000Z", "America/New_York", "2026-07-02T05:00:00"],
  ["2026-02-02T20:00:00.000Z", "Asia/Kathmandu", "2026-02-03T01:45:00"],
  ["no time", "UTC", ""],
])("%s is shown in %s as %s", (timestamp, zone, shown) => {
  expect(toLocalTime(timestamp, zone)).toBe(shown);
});

test("a typed time is the one that the runtime's own calendar finds, in every zone", () => {
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const typed = new Date(minute * minuteMs).toISOString().slice(0, "2026-01-31T09:30".length);
      const zoned = Temporal.PlainDateTime.from(typed).toZonedDateTime(zone);
      expect(Date.parse(fromLocalTime(typed, zone) ?? "")).toBe(zoned.epochMilliseconds);
      expect(isLeftOut(typed, zone)).toBe(!zoned.toPlainDateTime().toString().startsWith(typed));
    }),
    {
      numRuns: 2_000,
      examples: [
        [Date.UTC(2026, 2, 29, 2, 30) / minuteMs, "Europe/Berlin"],
        [Date.UTC(2026, 9, 25, 2, 30) / minuteMs, "Europe/Berlin"],
        [Date.UTC(2026, 9, 4, 2, 15) / minuteMs, "Australia/Lord_Howe"],
      ],
    },
  );
});

test("what is shown is the same time again, but for the hour that clocks show twice", () => {
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const timestamp = new Date(minute * minuteMs).toISOString();
      const shown = toLocalTime(timestamp, zone);
      expect(toLocalTime(fromLocalTime(shown, zone) ?? "", zone)).toBe(shown);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["", "soon", "2026-13-01T10:00", "2026-01-31"])("%p is no time", (text) => {
  expect(fromLocalTime(text, "Europe/Berlin")).toBeUndefined();
  expect(isLeftOut(text, "Europe/Berlin")).toBe(false);
});
