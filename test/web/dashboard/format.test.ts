import { describe, expect, test } from "bun:test";
import {
  formatBytes,
  formatDate,
  formatDay,
  formatDistance,
  formatMebibytes,
  formatMoney,
  formatMs,
  formatPercent,
  formatRoute,
  formatSeconds,
  formatShortCount,
  humanize,
  shortPath,
} from "../../../src/web/dashboard/format.ts";
import { fromLocalTime, timeZoneName, toLocalTime } from "../../../src/web/dashboard/times.ts";

/** What pages say of numbers, money, days and places; here as people in the United States read it. */

const stop = (line1: string, city: string, country = "US") => ({ address: { line1, city, country } });

test("a route names towns, countries where they differ, and streets within a town", () => {
  const [near, far] = [stop("1 Lake St", "Chicago"), stop("2 Oak St", "Chicago")];
  const route = (pickup: typeof near, delivery: typeof near) => formatRoute({ pickup, delivery });
  expect(route(near, far)).toBe("1 Lake St → 2 Oak St, Chicago");
  expect(route(near, stop("3 Elm St", "Evanston"))).toBe("Chicago → Evanston");
  expect(route(near, stop("Main St", "Chicago", "CA"))).toBe("Chicago, United States → Chicago, Canada");
  expect(route(stop("[redacted]", "Chicago"), stop("[redacted]", "Chicago"))).toBe("Chicago → Chicago");
});

describe("an amount", () => {
  test.each([
    [0, "EUR", "€0.00"],
    [890, "EUR", "€8.90"],
    [-600, "EUR", "-€6.00"],
    [1200, "JPY", "¥1,200"],
    [45_500, "KWD", "KWD\u00a045.500"],
    [123_456_789, "USD", "$1,234,567.89"],
  ])("of %d %s is %s", (amount, currency, text) => {
    expect(formatMoney({ amount, currency })).toBe(text);
  });
});

describe("a size", () => {
  test.each([
    [0, "0 byte"],
    [1, "1 byte"],
    [999, "999 byte"],
    [1_000, "1 kB"],
    [1_500, "1.5 kB"],
    [99_950, "100 kB"],
    [123_456, "123 kB"],
    [5_000_000_000, "5 GB"],
    [7e15, "7,000 TB"],
  ])("of %d bytes is %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test("as a setting is in the setting's unit", () => {
    expect([0, 2 ** 20, 1.5 * 2 ** 20, 2 ** 30].map(formatMebibytes)).toEqual([
      "0 MiB",
      "1 MiB",
      "1.5 MiB",
      "1,024 MiB",
    ]);
  });
});

describe("a duration", () => {
  test.each([
    [null, "—"],
    [0, "0 ms"],
    [0.456, "0.46 ms"],
    [12.34, "12.3 ms"],
    [999, "999 ms"],
    [1_000, "1 sec"],
    [90_500, "90.5 sec"],
  ])("of %p ms is %s", (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });

  test.each([
    [0, "0 sec"],
    [59, "59 sec"],
    [60, "1 min"],
    [3_599, "59 min"],
    [3_600, "1 hr"],
    [86_399, "23 hr"],
    [86_400, "1 day"],
    [3 * 86_400 - 1, "2 days"],
  ])("of %d s is %s", (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });
});

test("a share of nothing is none, and a small one is not rounded away", () => {
  expect([formatPercent(0, 0), formatPercent(0, 5), formatPercent(1, 250), formatPercent(5, 5)]).toEqual([
    "—",
    "0%",
    "0.4%",
    "100%",
  ]);
  expect([999, 12_345, 1_250_000].map(formatShortCount)).toEqual(["999", "12.3K", "1.3M"]);
});

test("a distance is in meters before it is in kilometers", () => {
  expect([0, 999, 1_000, 1_149, 26_400].map(formatDistance)).toEqual([
    "0 m",
    "999 m",
    "1 km",
    "1.1 km",
    "26.4 km",
  ]);
});

test("a day is that of the API, wherever the reader is", () => {
  expect([formatDay("2026-01-31"), formatDate("2026-01-31")]).toEqual(["Jan 31", "Jan 31, 2026"]);
  expect(formatDay("2026-12-01")).toBe("Dec 1");
});

test("a name of the API is read as words, and the ids in a path by their ends", () => {
  expect([humanize("en_route_to_pickup"), humanize("late")]).toEqual(["En route to pickup", "Late"]);
  const id = "shp_01m7x5rdwme1ct34p92xd7wpnk";
  expect(shortPath(`/platform/shipments/${id}/quotes`)).toBe("/platform/shipments/shp_…d7wpnk/quotes");
  expect(shortPath(`/platform/shipments/${id}?x=1`)).toBe("/platform/shipments/shp_…d7wpnk?x=1");
  expect(shortPath("/platform/shipments/batch")).toBe("/platform/shipments/batch");
});

describe("a time in a field", () => {
  test("comes back as it was, whatever the offset of its season", () => {
    for (const at of ["2026-01-31T09:30:00.000Z", "2026-07-31T23:59:59.000Z", "2024-02-29T00:00:00.000Z"])
      expect(fromLocalTime(toLocalTime(at))).toBe(at);
    expect(toLocalTime("2026-01-31T09:30:00.000Z")).toMatch(/^2026-0[12]-\d\dT\d\d:\d\d:00$/);
    expect(timeZoneName().length).toBeGreaterThan(0);
  });

  test("that is none is empty", () => {
    for (const text of ["", "yesterday", "2026-13-01T00:00"]) {
      expect(toLocalTime(text)).toBe("");
      expect(fromLocalTime(text)).toBeUndefined();
    }
  });
});
