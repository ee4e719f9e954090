import { expect, test } from "bun:test";
import { copyDelaysMs, type Faults, isDropped } from "../../../../src/messaging/webhooks/endpoints/faults.ts";

const none: Faults = { duplicate: 0, reorder: 0, delaySeconds: 0, dropFirstAttempt: false };
const playing = (...numbers: number[]) => {
  const left = [...numbers];
  return () => left.shift() ?? 0.999;
};

test("without faults there is one delivery, at its time", () => {
  expect(copyDelaysMs(null, playing(0))).toEqual([0]);
  expect(copyDelaysMs(none, playing(0, 0))).toEqual([0]);
});

test("a duplicate is made below its chance, each copy held by a chance of its own", () => {
  const faults = { ...none, duplicate: 0.1, reorder: 0.5, delaySeconds: 5 };
  expect(copyDelaysMs(faults, playing(0.1, 0.5))).toEqual([5000]);
  expect(copyDelaysMs(faults, playing(0.099, 0.499, 0.5))).toEqual([15_000, 5000]);
});

test("a chance of 1 is certain", () => {
  expect(copyDelaysMs({ ...none, duplicate: 1, reorder: 1 }, () => 0.999)).toEqual([10_000, 10_000]);
});

test("only the first attempt is dropped, and only where it is asked for", () => {
  expect(isDropped({ ...none, dropFirstAttempt: true }, 0)).toBe(true);
  expect(isDropped({ ...none, dropFirstAttempt: true }, 1)).toBe(false);
  expect(isDropped(none, 0)).toBe(false);
  expect(isDropped(null, 0)).toBe(false);
});
