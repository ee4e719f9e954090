import { expect, test } from "bun:test";
import {
  endOfDay,
  expectedAgainst,
  latenessMs,
  promiseOf,
} from "../../../../src/delivery/lifecycle/state/promise.ts";
import { toTimestamp } from "../../../../src/infra/clock.ts";
import { pointOf } from "../../../../src/infra/geography/coordinates.ts";

const minuteMs = 60_000;
const estimate = Date.parse("2026-02-02T14:00:00Z");
const end = estimate + 20 * minuteMs;
const window = { start: toTimestamp(estimate), end: toTimestamp(end) };

type Stops = Parameters<typeof promiseOf>[0];
const stops = (delivery: typeof window | null) =>
  ({ pickup: { window: null }, delivery: { window: delivery } }) as unknown as Stops;
const quoted = { estimatedPickupAt: null, estimatedDeliveryAt: estimate, estimatedDeliveryDate: null };

const lateness = (
  status: Parameters<typeof latenessMs>[0]["status"],
  times: { expected?: number; now?: number; delivered?: number; window?: typeof window },
) =>
  latenessMs(
    { status, deliveredAt: times.delivered ?? null },
    promiseOf(stops(times.window ?? null), quoted, "delivery"),
    times.expected ?? null,
    times.now ?? estimate - 60 * minuteMs,
  );

test("an estimate is a promise with ten minutes of grace, a window one to the minute", () => {
  expect(lateness("in_transit", { expected: estimate + 9 * minuteMs })).toBe(0);
  expect(lateness("in_transit", { expected: estimate + 12 * minuteMs })).toBe(12 * minuteMs);
  expect(lateness("assigned", { expected: end - 1, window })).toBe(0);
  expect(lateness("assigned", { expected: end + minuteMs, window })).toBe(minuteMs);
});

test("what has not arrived is at least as late as now, and what was delivered as late as it was", () => {
  const now = estimate + 30 * minuteMs;
  expect(lateness("in_transit", { expected: estimate, now })).toBe(30 * minuteMs);
  expect(lateness("in_transit", { now })).toBe(30 * minuteMs);
  expect(lateness("delivered", { delivered: estimate + 15 * minuteMs, expected: now, now })).toBe(
    15 * minuteMs,
  );
});

test("nothing is late that nobody promised, or nobody is to deliver", () => {
  expect(latenessMs({ status: "in_transit", deliveredAt: null }, undefined, end, end)).toBeNull();
  expect(promiseOf(stops(null), null, "delivery")).toBeUndefined();
  for (const status of [
    "created",
    "quoted",
    "cancelled",
    "failed",
    "returning",
    "returned",
    "expired",
  ] as const)
    expect([status, lateness(status, { now: end + minuteMs, window })]).toEqual([status, null]);
});

test("a promised day ends at its address, and where the country has several zones when it has ended everywhere", () => {
  const promised = (country: string) =>
    promiseOf(
      { pickup: { window: null }, delivery: { window: null, address: { country } } } as unknown as Stops,
      { ...quoted, estimatedDeliveryAt: null, estimatedDeliveryDate: "2026-03-28" },
      "delivery",
    )?.promisedAt;
  // The clock changes on the night after it.
  expect(promised("DE")).toBe(Date.parse("2026-03-28T23:00:00Z"));
  expect(promised("JP")).toBe(Date.parse("2026-03-28T15:00:00Z"));
  expect(promised("US")).toBe(Date.parse("2026-03-29T12:00:00Z"));
});

test("a day is not later than the end of the window on it, at the address", () => {
  const expectedOn = (date: string, windowEnd: string, address: object) => {
    const delivery = { window: { start: windowEnd, end: windowEnd }, address };
    const shipment = { pickup: { window: null }, delivery } as unknown as Stops;
    const promised = promiseOf(shipment, quoted, "delivery");
    const expected = expectedAgainst(promised, shipment, null, date, pointOf);
    const now = Date.parse("2026-02-01T00:00:00Z");
    return latenessMs({ status: "in_transit", deliveredAt: null }, promised, expected, now);
  };
  const hourMs = 60 * minuteMs;
  const germany = { country: "DE", longitude: 13.4 };
  expect(expectedOn("2026-03-02", "2026-03-02T17:00:00Z", germany)).toBe(0);
  // In Germany the second begins at 23:00 in UTC.
  expect(expectedOn("2026-03-02", "2026-03-01T23:30:00Z", germany)).toBe(0);
  expect(expectedOn("2026-03-02", "2026-03-01T22:30:00Z", germany)).toBe(24.5 * hourMs);
  const newYork = { country: "US", longitude: -74 };
  expect(expectedOn("2026-03-02", "2026-03-02T22:00:00Z", newYork)).toBe(0);
  expect(expectedOn("2026-03-02", "2026-03-02T01:00:00Z", newYork)).toBe(35 * hourMs);
  const sydney = { country: "AU", longitude: 151.2 };
  expect(expectedOn("2026-03-02", "2026-03-01T22:00:00Z", sydney)).toBe(0);
});

test("the end of the last day is a timestamp with a year of four digits", () => {
  for (const country of ["DE", "US"])
    expect(toTimestamp(endOfDay("9999-12-31", { country }))).toBe(
      country === "DE" ? "9999-12-31T23:00:00.000Z" : "9999-12-31T23:59:59.999Z",
    );
});
