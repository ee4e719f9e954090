import { describe, expect, test } from "bun:test";
import { shipmentEvents } from "../../../../../src/delivery/lifecycle/state/events.ts";
import type { ListedShipmentView } from "../../../../../src/delivery/orders/shipments/schema.ts";
import type { ShipmentStatisticsView } from "../../../../../src/delivery/orders/shipments/statistics-schema.ts";
import {
  countText,
  figuresOf,
  isShown,
  nextExpected,
  totalOf,
} from "../../../../../src/web/dashboard/pages/dispatch/figures.ts";

/** What the page counts, and what it says of lists that end before their end. */

const statistics = (by_status: Record<string, number>, without_driver = 0): ShipmentStatisticsView => ({
  environment: "sandbox",
  by_status,
  without_driver,
});
const textsOf = (counts: ShipmentStatisticsView) => figuresOf(counts).map(({ text }) => text);

describe("the figures", () => {
  test("nobody is under way while no job has a driver", () => {
    const morning = statistics({ quoted: 20, assigned: 20, in_transit: 0, returning: 0 }, 20);
    expect(textsOf(morning)).toEqual(["0 under way", "20 without a driver", "20 to accept"]);
  });

  test("are large numbers too, and count what is on its way and on its way back", () => {
    const busy = statistics({ quoted: 13_270, assigned: 2_000, in_transit: 66, returning: 4 }, 1_934);
    expect(textsOf(busy)).toEqual(["136 under way", "1,934 without a driver", "13,270 to accept"]);
  });

  test("are never less than none, whatever was counted in between", () => {
    expect(textsOf(statistics({ assigned: 1 }, 2))[0]).toBe("0 under way");
    expect(textsOf(statistics({}))).toEqual(["0 under way", "0 without a driver", "0 to accept"]);
  });

  test("are shown where the list has their filters, and no others", () => {
    for (const figure of figuresOf(statistics({}))) {
      expect(isShown(figure, figure.filters)).toBe(true);
      expect(isShown(figure, { ...figure.filters, q: "ORD" })).toBe(false);
      expect(isShown(figure, { ...figure.filters, carrier_id: "car_1" })).toBe(false);
      expect(isShown(figure, {})).toBe(false);
    }
  });
});

describe("the total of a list", () => {
  const counts = statistics(
    { created: 30, quoted: 13_270, assigned: 2_000, in_transit: 66, delivered: 9 },
    1_934,
  );

  test("is counted by state, and where a figure has these filters", () => {
    expect(totalOf({}, counts)).toEqual({ count: 15_366, isCapped: false });
    expect(totalOf({ state: "quoted,created" }, counts)).toEqual({ count: 13_300, isCapped: false });
    for (const { count, filters } of figuresOf(counts)) expect(totalOf(filters, counts)?.count).toBe(count);
  });

  test("is not known of what nobody counts", () => {
    expect(totalOf({}, undefined)).toBeUndefined();
    expect(totalOf({ q: "ORD" }, counts)).toBeUndefined();
    expect(totalOf({ carrier_id: "car_1", state: "quoted" }, counts)).toBeUndefined();
    expect(totalOf({ rider: "none", state: "assigned" }, counts)).toBeUndefined();
  });

  test("says where the count ended", () => {
    expect(totalOf({}, statistics({ quoted: 50_000 }))).toEqual({ count: 50_000, isCapped: true });
    expect(totalOf({ rider: "none" }, statistics({}, 50_000))?.isCapped).toBe(true);
  });

  test("is in words", () => {
    const text = (isWhole: boolean, total: Parameters<typeof countText>[2]) => countText(500, isWhole, total);
    expect(text(true, undefined)).toBe("500");
    expect(text(false, { count: 13_270, isCapped: false })).toBe("500 of 13,270");
    expect(text(false, { count: 50_000, isCapped: true })).toBe("500 of 50,000 or more");
    expect(text(false, undefined)).toBe("the first 500");
    // The count is older than the list.
    expect(text(false, { count: 499, isCapped: false })).toBe("500 of 500");
  });
});

describe("the next that is expected", () => {
  const { shipment } = shipmentEvents["shipment.assigned"].example;
  const assignment = shipment.assignment;
  if (assignment === null) throw new Error("the example has an assignment");
  const fleet = new Set([assignment.carrier.id]);
  const driver = { name: "Kim B.", phone: null, vehicle: { type: "bicycle" as const, plate: null } };
  const row = (hour: number, change: object = {}) =>
    ({
      ...shipment,
      setback: null,
      promised_delivery_at: null,
      late_seconds: null,
      due_at: null,
      status: "assigned",
      eta: null,
      estimated_delivery_at: `2026-01-31T${hour}:00:00.000Z`,
      assignment: { ...assignment, driver },
      ...change,
    }) as ListedShipmentView;
  const free = { assignment: { ...assignment, driver: null } };

  test("is not one that no driver of the own fleet has", () => {
    expect(nextExpected([row(12), row(10, free), row(11)], fleet)).toBe("2026-01-31T11:00:00.000Z");
    expect(nextExpected([row(10, free)], fleet)).toBeUndefined();
  });

  test("is one whose carrier names no drivers, or that is on its way", () => {
    expect(nextExpected([row(12), row(10, free)], new Set())).toBe("2026-01-31T10:00:00.000Z");
    expect(nextExpected([row(10, { ...free, status: "in_transit" })], fleet)).toBe(
      "2026-01-31T10:00:00.000Z",
    );
    expect(nextExpected([row(10, { status: "quoted", assignment: null })], fleet)).toBeUndefined();
  });
});
