import { describe, expect, test } from "bun:test";
import { dayOf, daysFrom, type Worked } from "../../../../src/delivery/fleet/work-days/days.ts";
import { doneIn } from "../../../../src/delivery/fleet/work-days/done.ts";
import type { Step } from "../../../../src/delivery/lifecycle/state/rows.ts";

/** Days of drivers, by what is known of them. */

const ms = (text: string) => Date.parse(text);
const hours = ({ beginsAt, endsAt }: { beginsAt: number; endsAt: number }) => (endsAt - beginsAt) / 3_600_000;
const none: Worked = { shifts: [], rides: [], done: [] };
const inBerlin = (date: string) => {
  const [day] = daysFrom(date, date, "Europe/Berlin");
  if (!day) throw new Error("no day");
  return day;
};

describe("the days of a time zone", () => {
  test("begin at its midnight, and are as long as its clocks say", () => {
    expect(daysFrom("2026-03-28", "2026-03-30", "Europe/Berlin").map(hours)).toEqual([24, 23, 24]);
    expect(daysFrom("2026-10-24", "2026-10-26", "Europe/Berlin").map(hours)).toEqual([24, 25, 24]);
    expect(inBerlin("2026-01-31").beginsAt).toBe(ms("2026-01-30T23:00:00Z"));
    expect(inBerlin("2026-07-31").beginsAt).toBe(ms("2026-07-30T22:00:00Z"));
    // Midnight is left out there, so the day begins at one.
    const [day] = daysFrom("2026-09-06", "2026-09-06", "America/Santiago");
    expect(day && [hours(day), day.beginsAt]).toEqual([23, ms("2026-09-06T04:00:00Z")]);
    expect(daysFrom("2026-02-27", "2026-03-02", "UTC").map(({ date }) => date)).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
  });

  test("have the hours that were worked in them, also in the nights in which clocks change", () => {
    const night = (from: string, until: string) => ({ beganAt: ms(from), endedAt: ms(until) });
    const spring = { ...none, shifts: [night("2026-03-28T23:00:00Z", "2026-03-29T04:00:00Z")] };
    // From midnight to 6 o'clock on the clock: five hours.
    expect(dayOf(inBerlin("2026-03-29"), spring, ms("2026-04-01T00:00:00Z"))?.minutesOnDuty).toBe(300);
    const autumn = { ...none, shifts: [night("2026-10-24T22:00:00Z", "2026-10-25T05:00:00Z")] };
    expect(dayOf(inBerlin("2026-10-25"), autumn, ms("2026-11-01T00:00:00Z"))?.minutesOnDuty).toBe(420);
    expect(dayOf(inBerlin("2026-10-24"), autumn, ms("2026-11-01T00:00:00Z"))).toBeUndefined();
  });
});

describe("a day of a driver", () => {
  const now = ms("2026-01-31T20:00:00Z");
  const day = inBerlin("2026-01-31");
  const shift = (from: string, until: string | null) => ({
    beganAt: ms(`2026-01-${from}:00Z`),
    endedAt: until === null ? null : ms(`2026-01-${until}:00Z`),
  });

  test("has the breaks between its shifts, and ends with the last", () => {
    const worked = { ...none, shifts: [shift("31T07:00", "31T11:00"), shift("31T11:30", "31T15:10")] };
    expect(dayOf(day, worked, now)).toEqual({
      date: "2026-01-31",
      firstOnDutyAt: ms("2026-01-31T07:00:00Z"),
      lastOnDutyAt: ms("2026-01-31T15:10:00Z"),
      minutesOnDuty: 460,
      breakMinutes: 30,
      deliveries: 0,
      failedAttempts: 0,
      stops: 0,
      meters: null,
    });
  });

  test("has no end while the driver is on duty, and counts to now", () => {
    const worked = { ...none, shifts: [shift("31T18:00", null)] };
    expect(dayOf(day, worked, now)).toMatchObject({
      lastOnDutyAt: null,
      minutesOnDuty: 120,
      breakMinutes: 0,
    });
    // Of a night that goes on, the day before is over.
    const night = { ...none, shifts: [shift("30T20:00", null)] };
    expect(dayOf(inBerlin("2026-01-30"), night, now)).toMatchObject({
      lastOnDutyAt: ms("2026-01-30T23:00:00Z"),
      minutesOnDuty: 180,
    });
    expect(dayOf(inBerlin("2026-02-01"), night, now)).toBeUndefined();
  });

  test("is known of who had no duty, but stops or a way", () => {
    const done = [{ kind: "delivery" as const, at: ms("2026-01-31T09:00:00Z") }];
    expect(dayOf(day, { ...none, done }, now)).toMatchObject({
      firstOnDutyAt: null,
      deliveries: 1,
      stops: 1,
    });
    const rides = [
      { quarter: ms("2026-01-31T09:00:00Z"), meters: 1_200 },
      { quarter: ms("2026-01-31T23:00:00Z"), meters: 400 },
    ];
    expect(dayOf(day, { ...none, rides }, now)).toMatchObject({ minutesOnDuty: 0, meters: 1_200 });
    expect(dayOf(day, none, now)).toBeUndefined();
  });
});

describe("what a driver did", () => {
  const step = (minute: number, status: Step["status"], change: Partial<Step> = {}): Step => ({
    status,
    substatus: null,
    code: null,
    occurredAt: minute,
    recordedAt: minute,
    ...change,
  });
  const pickedUp = step(10, "in_transit", { substatus: "picked_up" });
  const notHome = step(20, "in_transit", { substatus: "at_delivery", code: "recipient_unavailable" });
  const whole = { since: 0, until: null };
  const kinds = (steps: Step[], turn: { since: number; until: number | null } = whole) =>
    doneIn(steps, turn).map(({ kind, at }) => `${kind} ${at}`);

  test("is the pickup, each failed attempt and the end", () => {
    expect(kinds([step(1, "assigned"), pickedUp, notHome, step(30, "delivered")])).toEqual([
      "pickup 10",
      "failed_attempt 20",
      "delivery 30",
    ]);
    const back = [pickedUp, step(20, "returning", { code: "recipient_refused" }), step(40, "returned")];
    expect(kinds(back)).toEqual(["pickup 10", "failed_attempt 20", "return 40"]);
  });

  test("is nothing that was lost, late, or taken back", () => {
    expect(kinds([pickedUp, step(20, "failed", { code: "lost" })])).toEqual(["pickup 10"]);
    expect(kinds([pickedUp, step(20, "in_transit", { code: "late_report" })])).toEqual(["pickup 10"]);
    expect(kinds([pickedUp, step(20, "in_transit", { code: "customs_hold" })])).toEqual(["pickup 10"]);
    const corrected = [pickedUp, step(20, "delivered"), step(25, "in_transit", { code: "corrected" })];
    expect(kinds(corrected)).toEqual(["pickup 10"]);
    expect(kinds([...corrected, step(30, "delivered")])).toEqual(["pickup 10", "delivery 30"]);
    const added = [pickedUp, step(20, "delivered"), step(22, "delivered", { code: "late_report" })];
    expect(kinds([...added, step(23, "delivered")])).toEqual(["pickup 10", "delivery 20"]);
  });

  test("is whose turn it was when Waybill heard of it", () => {
    const steps = [pickedUp, notHome, step(30, "delivered", { recordedAt: 70 })];
    expect(kinds(steps, { since: 0, until: 15 })).toEqual(["pickup 10"]);
    expect(kinds(steps, { since: 16, until: null })).toEqual(["failed_attempt 20", "delivery 30"]);
    // A person gave the job in the evening to who had done it, and entered when.
    expect(kinds(steps, { since: 60, until: null })).toEqual(["delivery 30"]);
  });
});
