import { expect, test } from "bun:test";
import type { LiveDriver } from "@/delivery/fleet/live/schema.ts";
import { isMove } from "@/web/dashboard/pages/dispatch/live.ts";

/** What the board reads again because of a frame of its stream. */

const at = (recorded_at: string): LiveDriver["position"] => ({
  latitude: 52.5,
  longitude: 13.4,
  accuracy_meters: 8,
  heading_degrees: null,
  speed_mps: null,
  recorded_at,
  received_at: recorded_at,
});
const frame = (change: Partial<LiveDriver> = {}): LiveDriver => ({
  driver_id: "drv_1",
  carrier_id: "car_1",
  name: "Kim Berger",
  on_duty: true,
  position: at("2026-11-29T10:00:00.000Z"),
  ...change,
});

test("a driver who only moved is no reason to read the drivers again; a change of duty or of the order is", () => {
  const later = frame({ position: at("2026-11-29T10:00:05.000Z") });
  expect(isMove(frame(), later)).toBe(true);
  expect(isMove(frame({ position: null }), later)).toBe(true);
  // The same place again: something else changed.
  expect(isMove(frame(), frame())).toBe(false);
  expect(isMove(frame({ position: null }), frame({ position: null }))).toBe(false);
  expect(isMove(later, frame({ on_duty: false, position: null }))).toBe(false);
  expect(isMove(undefined, frame())).toBe(false);
});
