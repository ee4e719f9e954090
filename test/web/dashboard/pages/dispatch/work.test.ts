import { describe, expect, test } from "bun:test";
import { shipmentEvents } from "../../../../../src/delivery/lifecycle/state/events.ts";
import type { ListedShipmentView } from "../../../../../src/delivery/orders/shipments/schema.ts";
import {
  lateSecondsOf,
  nextStopOf,
  queriesOf,
  unknownPlacesOf,
} from "../../../../../src/web/dashboard/pages/dispatch/work.ts";

/** What the list of work asks for, and what a row says. */

const { shipment } = shipmentEvents["shipment.assigned"].example;
const open = "created,quoted,assigned,in_transit,returning";

test("those that nobody drives are asked for on their own, but where the address says whose are meant", () => {
  expect(queriesOf({})).toEqual([
    { status: open, without_driver: "true" },
    { status: open, without_driver: "false" },
  ]);
  expect(queriesOf({ q: "ORD", state: "assigned", rider: "none" })).toEqual([
    { q: "ORD", status: "assigned", without_driver: "true" },
  ]);
  expect(queriesOf({ rider: "any" })).toEqual([{ status: open, without_driver: "false" }]);
  expect(queriesOf({ rider: "drv_1", carrier_id: "car_1" })).toEqual([
    { carrier_id: "car_1", status: open, driver_id: "drv_1" },
  ]);
});

describe("how late it is", () => {
  const now = Date.parse("2026-01-31T12:00:00Z");
  const late = (late_seconds: number | null, due_at: string | null) =>
    lateSecondsOf({ late_seconds, due_at }, now);

  test("is what is expected later than promised", () => {
    expect(late(720, "2026-01-31T13:00:00Z")).toBe(720);
  });

  test("is the time since harm came, where nothing is promised yet", () => {
    expect(late(null, "2026-01-31T11:50:00Z")).toBe(600);
    expect(late(0, "2026-01-31T11:50:00Z")).toBe(600);
  });

  test("is nothing before, within the minute, and where nothing is due", () => {
    expect(late(0, "2026-01-31T12:00:01Z")).toBeNull();
    expect(late(null, "2026-01-31T11:59:30Z")).toBeNull();
    expect(late(null, null)).toBeNull();
  });
});

describe("the stop that is next", () => {
  const { pickup, delivery } = shipment;
  const window = { start: "2026-01-31T12:00:00Z", end: "2026-01-31T13:00:00Z" };
  const stopIn = (status: ListedShipmentView["status"], windows: { pickup?: boolean; delivery?: boolean }) =>
    nextStopOf({
      status,
      pickup: { ...pickup, window: windows.pickup ? window : null },
      delivery: { ...delivery, window: windows.delivery ? window : null },
    });

  test("is the pickup until the goods are fetched", () => {
    expect(stopIn("assigned", {})).toBe("pickup");
    expect(stopIn("in_transit", { pickup: true })).toBe("delivery");
  });

  test("is what the customer was promised while nobody has it", () => {
    expect(stopIn("quoted", { pickup: true, delivery: true })).toBe("delivery");
    expect(stopIn("created", { pickup: true })).toBe("pickup");
    expect(stopIn("created", {})).toBe("delivery");
  });
});

test("a place is known where somebody gave it, and never where only the town is known", () => {
  const placed = (geocode_source: "client" | "town") => ({
    ...shipment.delivery,
    address: { ...shipment.delivery.address, geocode_source },
  });
  const of = (status: ListedShipmentView["status"], pickup: "client" | "town", delivery: "client" | "town") =>
    unknownPlacesOf({ status, pickup: placed(pickup), delivery: placed(delivery) });
  expect(of("assigned", "client", "client")).toEqual([]);
  expect(of("assigned", "town", "client")).toEqual(["pickup"]);
  expect(of("quoted", "town", "town")).toEqual(["pickup", "delivery"]);
  // Where it was fetched matters no more.
  expect(of("in_transit", "town", "client")).toEqual([]);
});
