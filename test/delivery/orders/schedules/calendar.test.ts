import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { weekdays } from "../../../../src/delivery/carriers/kinds/fleet/words.ts";
import {
  afterPickup,
  dueAt,
  dueDates,
  isDue,
  localDate,
  nextDate,
  occurrenceOn,
  type Plan,
  toClockWindow,
  toDayWindow,
  windowOn,
} from "../../../../src/delivery/orders/schedules/calendar.ts";
import { hourMs, minuteMs } from "../../../../src/infra/units.ts";

const plan: Plan = {
  days: weekdays,
  pickupWindow: { from: 9 * 60, to: 11 * 60 },
  deliveryWindow: null,
  timeZone: "Europe/Berlin",
  createHoursBefore: 24,
  startsOn: "2027-01-01",
  endsOn: null,
  skipDates: [],
};

const shown = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toString({ timeZoneName: "never" });
const windowText = (date: string, from: string, to: string, zone = "Europe/Berlin") => {
  const { start, end } = windowOn(date, toDayWindow({ from, to }), zone);
  return `${shown(start, zone)} – ${shown(end, zone)}`;
};

describe("a window of a day", () => {
  test.each([
    ["2027-03-27", "02:30", "03:30", "2027-03-27T02:30:00+01:00 – 2027-03-27T03:30:00+01:00"],
    // The clocks skip from 2:00 to 3:00: the window moves with them and keeps its hour.
    ["2027-03-28", "02:30", "03:30", "2027-03-28T03:30:00+02:00 – 2027-03-28T04:30:00+02:00"],
    ["2027-03-28", "02:00", "02:30", "2027-03-28T03:00:00+02:00 – 2027-03-28T03:30:00+02:00"],
    ["2027-03-28", "01:30", "03:30", "2027-03-28T01:30:00+01:00 – 2027-03-28T03:30:00+02:00"],
    ["2027-03-28", "01:55", "03:00", "2027-03-28T01:55:00+01:00 – 2027-03-28T04:00:00+02:00"],
    // The clocks show 2:00 to 3:00 twice: the first counts.
    ["2027-10-31", "02:30", "02:45", "2027-10-31T02:30:00+02:00 – 2027-10-31T02:45:00+02:00"],
    ["2027-10-31", "01:00", "03:00", "2027-10-31T01:00:00+02:00 – 2027-10-31T03:00:00+01:00"],
    ["2027-12-31", "22:00", "02:00", "2027-12-31T22:00:00+01:00 – 2028-01-01T02:00:00+01:00"],
    ["2027-12-31", "09:00", "00:00", "2027-12-31T09:00:00+01:00 – 2028-01-01T00:00:00+01:00"],
    ["2028-02-29", "09:00", "10:00", "2028-02-29T09:00:00+01:00 – 2028-02-29T10:00:00+01:00"],
  ])("%s, %s to %s", (date, from, to, expected) => {
    expect(windowText(date, from, to)).toBe(expected);
  });

  test("a delivery that is over before the pickup is on the next day", () => {
    const pickup = toDayWindow({ from: "22:00", to: "23:00" });
    const morning = afterPickup(toDayWindow({ from: "06:00", to: "07:00" }), pickup);
    expect(windowOn("2027-12-31", morning, "UTC").start).toBe(Date.UTC(2028, 0, 1, 6));
    expect(toClockWindow(morning)).toEqual({ from: "06:00", to: "07:00" });
    const later = toDayWindow({ from: "22:30", to: "23:30" });
    expect(afterPickup(later, pickup)).toEqual(later);
  });
});

describe("the days of a plan", () => {
  const first = (change: Partial<Plan>, from: string, count = 4) =>
    dueDates({ ...plan, ...change }, from)
      .take(count)
      .toArray();

  test("are those of the week, from the first to the last, without the skipped ones", () => {
    expect(first({ days: ["mon", "fri"] }, "2027-01-01")).toEqual([
      "2027-01-01",
      "2027-01-04",
      "2027-01-08",
      "2027-01-11",
    ]);
    expect(first({ endsOn: "2027-01-02" }, "2026-01-01")).toEqual(["2027-01-01", "2027-01-02"]);
    expect(first({ skipDates: ["2027-01-02"] }, "2027-01-01", 2)).toEqual(["2027-01-01", "2027-01-03"]);
    expect(first({ days: ["tue"], startsOn: "2028-02-22" }, "2028-01-01", 2)).toEqual([
      "2028-02-22",
      "2028-02-29",
    ]);
    expect(first({ startsOn: "9999-12-31" }, "2027-01-01", 1)).toEqual(["9999-12-31"]);
  });

  test("end where every one is skipped for long, and nobody looks for ever", () => {
    const startsOn = "2027-01-04";
    const skipDates = Array.from({ length: 400 }, (_, week) => nextDate(startsOn, 7 * week));
    expect(first({ days: ["mon"], startsOn, skipDates }, startsOn, 1)).toEqual([]);
  });
});

test("whatever the zone, each local day is made exactly once, before its pickup is over", () => {
  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Pacific/Chatham",
    "America/St_Johns",
    "UTC",
  ];
  fc.assert(
    fc.property(
      fc.record({
        timeZone: fc.constantFrom(...zones),
        from: fc.integer({ min: 0, max: 1439 }),
        length: fc.integer({ min: 10, max: 720 }),
        createHoursBefore: fc.integer({ min: 0, max: 336 }),
        days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 }),
        startsOn: fc.integer({ min: 0, max: 800 }).map((days) => nextDate("2026-12-01", days)),
        skipped: fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 6 }),
        steps: fc.array(fc.integer({ min: 1, max: 5 * 24 * 60 }), { minLength: 5, maxLength: 60 }),
      }),
      ({ from, length, skipped, steps, ...rest }) => {
        const wanted: Plan = {
          ...plan,
          ...rest,
          pickupWindow: { from, to: from + length },
          skipDates: skipped.map((days) => nextDate(rest.startsOn, days)).sort(),
        };
        const begin = Date.parse(rest.startsOn) - 20 * 24 * hourMs;
        let now = begin;
        const made = new Map<string, number>();
        // As the job: it looks when something is due, and sometimes late, as after a stop.
        for (const step of steps) {
          now += step * minuteMs;
          const { due, next } = dueAt(wanted, now);
          for (const { date, startsAt, endsAt } of due) {
            if (made.has(date)) continue;
            made.set(date, now);
            expect(endsAt).toBeGreaterThan(now);
            expect(endsAt - startsAt).toBeGreaterThanOrEqual(10 * minuteMs);
            expect(isDue(wanted, date)).toBe(true);
            // A window begins on its local day, also where the clocks skip its time.
            expect(localDate(startsAt, wanted.timeZone)).toBe(date);
          }
          if (next) expect(next.makesAt).toBeGreaterThan(now);
        }
        // Whatever was due and was not over when somebody looked has been made; what nobody saw in time has not.
        for (const date of dueDates(wanted, wanted.startsOn)) {
          if (date > localDate(now, "UTC")) break;
          const { makesAt, endsAt } = occurrenceOn(wanted, date);
          let at = begin;
          const seen = steps.some((step) => {
            at += step * minuteMs;
            return makesAt <= at && at < endsAt;
          });
          expect([date, made.has(date)]).toEqual([date, seen]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
