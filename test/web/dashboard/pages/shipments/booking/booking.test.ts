import { describe, expect, test } from "bun:test";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { serviceKey } from "@/web/dashboard/pages/shipments/agreed/values.ts";
import {
  bookingOf,
  chosenRider,
  noBooking,
  type Own,
  riderChoices,
} from "@/web/dashboard/pages/shipments/booking/booking.ts";

const driver = (name: string, change: Partial<DriverView> = {}): DriverView => ({
  id: `drv_${name.toLowerCase()}`,
  environment: "live",
  carrier_id: "car_own",
  name,
  phone: null,
  vehicle: { type: "bicycle", plate: null },
  language: null,
  on_duty: true,
  duty_until: null,
  capacity: { assignments: 2, weight_grams: null },
  position: null,
  absent_until: null,
  without_phone: false,
  active_assignments: 1,
  devices: 0,
  version: 1,
  created_at: "2026-11-29T08:00:00.000Z",
  updated_at: "2026-11-29T08:00:00.000Z",
  ...change,
});

const manual = { id: "car_own", isManual: true };
const asking = { id: "car_asks", isManual: false };
const kim = driver("Kim");
const sam = driver("Sam", { on_duty: false });
const own = (change: Partial<Own> = {}): Own => ({
  fleets: [manual],
  drivers: [kim, sam],
  isUsual: true,
  ...change,
});
const cheapest = { strategy: "cheapest" as const, carriers: ["car_own"] };
const choosing = (driver_id: string) => ({ ...noBooking, driver_id });

describe("who of the own fleet gets an order", () => {
  test("by default the only rider who is there, or the nearest of several, or nobody where others deliver too", () => {
    expect(chosenRider(noBooking, own())).toBe("nearest");
    expect(chosenRider(noBooking, own({ drivers: [sam] }))).toBe("drv_sam");
    const out = driver("Ute", { absent_until: "2026-11-30T00:00:00.000Z" });
    expect(chosenRider(noBooking, own({ drivers: [kim, out] }))).toBe("drv_kim");
    expect(chosenRider(noBooking, own({ drivers: [] }))).toBe("later");
    expect(chosenRider(noBooking, own({ isUsual: false }))).toBe("offers");
    expect(chosenRider(choosing("drv_sam"), own({ isUsual: false }))).toBe("drv_sam");
  });

  test("is chosen among riders with duty and load, those on duty first", () => {
    const foreign = driver("Alma", { carrier_id: "car_paused" });
    const labels = riderChoices(own({ drivers: [sam, kim, foreign] })).map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual([
      "Nearest rider on duty",
      "Kim · On duty · 1 of 2 jobs",
      "Sam · Off duty · 1 of 2 jobs",
    ]);
    expect(labels).toHaveLength(5);
    // A fleet that asks its riders by itself leaves nothing for later.
    expect(riderChoices(own({ fleets: [asking], drivers: [] })).map(({ value }) => value)).toEqual([
      "later",
      "offers",
    ]);
    const asked = driver("Kim", { carrier_id: "car_asks" });
    expect(riderChoices(own({ fleets: [asking], drivers: [asked] })).map(({ value }) => value)).toEqual([
      "nearest",
      "drv_kim",
      "offers",
    ]);
  });

  test("stands in the request, or is done after it", () => {
    const fleets = [manual, asking];
    expect(bookingOf(choosing("offers"), own({ fleets }))).toEqual({ accept: null });
    expect(bookingOf(choosing("later"), own({ fleets }))).toEqual({
      accept: { strategy: "cheapest", carriers: ["car_own"] },
    });
    expect(bookingOf(choosing("nearest"), own({ fleets }))).toEqual({
      accept: { strategy: "cheapest", carriers: ["car_own", "car_asks"] },
      rider: { driver_id: "nearest" },
    });
    expect(bookingOf(choosing("drv_kim"), own())).toEqual({
      accept: { driver_id: "drv_kim" },
      rider: { driver_id: "drv_kim", name: "Kim", booking: cheapest },
    });
  });

  test("gets it without room too, after the fleet is booked", () => {
    const full = driver("Kim", { active_assignments: 2 });
    expect(bookingOf(choosing("drv_kim"), own({ drivers: [full] }))).toEqual({
      accept: cheapest,
      rider: { driver_id: "drv_kim", over_capacity: true, name: "Kim", booking: cheapest },
    });
  });

  test("has the agreed price beside", () => {
    const service = serviceKey({ carrier_id: "car_own", service: "plain", currency: "EUR" });
    const agreed = { carrier_id: "car_own", service: "plain", price: { amount: 650, currency: "EUR" } };
    const priced = (driver_id: string) => ({ service, price: { amount: 6.5 }, driver_id });
    expect(bookingOf(priced("drv_kim"), own())).toEqual({
      accept: { ...agreed, driver_id: "drv_kim" },
      rider: { driver_id: "drv_kim", name: "Kim", booking: agreed },
    });
    expect(bookingOf(priced("nearest"), own())).toEqual({
      accept: agreed,
      rider: { driver_id: "nearest" },
    });
    expect(bookingOf(priced("later"), own())).toEqual({ accept: agreed });
    expect(bookingOf(priced("offers"), own())).toEqual({ accept: agreed });
  });
});
