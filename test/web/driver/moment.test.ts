import { expect, test } from "bun:test";
import { type Moment, timeByNow } from "../../../src/web/driver/moment.ts";

/** Times of taps on a phone whose clock is set meanwhile. */

const noon = Date.parse("2026-01-31T12:00:00.000Z");
const minutes = (count: number) => count * 60_000;
const moment = (clock: number, life: number, lifeId = "one"): Moment => ({
  keptAt: noon + minutes(clock),
  lifeId,
  lifeMs: minutes(life),
});
const sent = (kept: Moment, now: Moment, at = kept.keptAt) =>
  (Date.parse(timeByNow(new Date(at).toISOString(), kept, now)) - noon) / minutes(1);

test("stay as they are while nobody sets the clock", () => {
  expect(sent(moment(0, 5), moment(10, 15))).toBe(0);
  expect(sent(moment(0, 5), moment(10, 15), noon - 400)).toBe(-400 / minutes(1));
  const adjusted = { ...moment(10, 15), keptAt: noon + minutes(10) - 900 };
  expect(sent(moment(0, 5), adjusted)).toBe(0);
});

test("follow a clock that was set back, by as much as the page knows", () => {
  // Ahead by 20 minutes, set right, and sent 10 minutes after the tap.
  expect(sent(moment(20, 5), moment(10, 15))).toBe(0);
  // The page was loaded anew meanwhile.
  expect(sent(moment(20, 5), moment(10, 1, "other"))).toBe(10);
  expect(sent(moment(5, 5), moment(10, 1, "other"))).toBe(5);
});

test("do not follow a clock that seems to be set forward: the phone may have slept", () => {
  expect(sent(moment(0, 5), moment(60, 6))).toBe(0);
});
