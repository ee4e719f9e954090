import { describe, expect, test } from "bun:test";
import { shipmentEvents } from "../../../../../src/delivery/lifecycle/state/events.ts";
import {
  dayAt,
  dayOfShipment,
  dayOnPaper,
  monthOnPaper,
  windowOnPaper,
} from "../../../../../src/web/dashboard/pages/papers/paper-times.ts";

/** Days and times on paper. */

const berlin = { language: "de", country: "DE", zone: "Europe/Berlin" } as const;
const window = { start: "2026-02-02T09:00:00.000Z", end: "2026-02-02T11:30:00.000Z" };

describe("a window", () => {
  test("of the paper's day has its times alone, as the clocks of the place show them", () => {
    expect(windowOnPaper(window, berlin, "2026-02-02")).toMatch(/^10:00.{1,3}12:30 Uhr$/);
    const chicago = { language: "en", country: "US", zone: "America/Chicago" } as const;
    expect(windowOnPaper(window, chicago, "2026-02-02")).toMatch(/^3:00.{1,3}5:30\sAM$/);
  });

  test("of another day has that too, also where only the place has another day", () => {
    expect(windowOnPaper(window, berlin, "2026-02-01")).toContain("2. Feb.");
    const tokyo = { language: "ja", country: "JP", zone: "Asia/Tokyo" } as const;
    const late = { start: "2026-02-02T15:30:00.000Z", end: "2026-02-02T16:30:00.000Z" };
    expect(windowOnPaper(late, tokyo, "2026-02-02")).toContain("2/3(火)");
  });
});

test("digits are those of phone numbers in every language", () => {
  expect(dayOnPaper("2026-02-02", { language: "ar", country: "EG" })).toMatch(/2 فبراير 2026/);
  expect(monthOnPaper("2026-02", { language: "ar", country: "" })).toContain("2026");
  expect(dayAt("2026-02-02T23:30:00.000Z", "Asia/Tokyo")).toBe("2026-02-03");
});

describe("the day of a shipment", () => {
  const { shipment } = shipmentEvents["shipment.created"].example;
  const plain = {
    pickup: { ...shipment.pickup, window: null },
    delivery: { ...shipment.delivery, window: null },
    created_at: "2026-02-01T23:30:00.000Z",
    delivered_at: null,
    estimated_delivery_date: null,
    eta: null,
  };
  const day = (change: object) => dayOfShipment({ ...plain, ...change } as typeof plain, "Europe/Berlin");
  const eta = { delivery: "2026-02-05T10:00:00.000Z" };

  test("is that of its delivery window, else of its pickup window", () => {
    const later = { start: "2026-02-03T23:30:00.000Z", end: "2026-02-04T01:00:00.000Z" };
    expect(
      day({ pickup: { ...plain.pickup, window }, delivery: { ...plain.delivery, window: later }, eta }),
    ).toBe("2026-02-04");
    expect(day({ pickup: { ...plain.pickup, window }, eta })).toBe("2026-02-02");
  });

  test("is else when it came or is expected, else when it was created", () => {
    expect(day({ eta, delivered_at: "2026-02-06T10:00:00.000Z" })).toBe("2026-02-06");
    expect(day({ estimated_delivery_date: "2026-02-07" })).toBe("2026-02-07");
    expect(day({ eta })).toBe("2026-02-05");
    expect(day({})).toBe("2026-02-02");
  });
});
