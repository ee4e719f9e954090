import { expect, test } from "bun:test";
import fc from "fast-check";
import { createLocalTime } from "../../../../../src/delivery/carriers/kinds/fleet/local-time.ts";

/** Clocks are arithmetic between their changes: they show what the library of time zones says. */

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "UTC",
  "Pacific/Apia",
];
const locals = new Map(zones.map((zone) => [zone, createLocalTime(zone)]));
const dayMs = 86_400_000;
const from = Date.UTC(2024, 0, 1);

test.each(zones)("%s", (zone) => {
  const local = locals.get(zone);
  const resolved = (minutes: number, disambiguation: "compatible" | "later") =>
    new Temporal.PlainDateTime(1970, 1, 1).add({ minutes }).toZonedDateTime(zone, { disambiguation })
      .epochMilliseconds;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 * 365 }), fc.integer({ min: 0, max: 2879 }), (after, minutes) => {
      const day = from / dayMs + after;
      expect(local?.opening(day, minutes)).toBe(resolved(day * 1440 + minutes, "compatible"));
      expect(local?.closing(day, minutes)).toBe(resolved(day * 1440 + minutes, "later"));
    }),
    { numRuns: 1000 },
  );
  // Around each change of the clocks, to the minute.
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  for (let count = 0; count < 12; count += 1) {
    const change = at.getTimeZoneTransition("next");
    if (!change) break;
    for (let minute = -200; minute <= 200; minute += 10) {
      const wall = change.toPlainDateTime().add({ minutes: minute });
      const minutes = Math.round((Date.parse(`${wall.toString().slice(0, 16)}Z`) - 0) / 60_000);
      const [day, of] = [Math.floor(minutes / 1440), minutes % 1440];
      expect(local?.opening(day, of)).toBe(resolved(minutes, "compatible"));
      expect(local?.closing(day, of)).toBe(resolved(minutes, "later"));
      const moment = change.epochMilliseconds + minute * 60_000;
      const date = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate();
      expect(local?.dayAt(moment)).toBe(Date.parse(date.toString()) / dayMs);
    }
    at = change.add({ minutes: 1 });
  }
});
