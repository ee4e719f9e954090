import { expect, test } from "bun:test";
import type { DateOrder } from "../../../../../src/delivery/orders/imports/columns/field.ts";
import { dateOrderOf } from "../../../../../src/delivery/orders/imports/columns/guessing.ts";
import { readTimes } from "../../../../../src/delivery/orders/imports/columns/times.ts";

/** Days and times as people write them. */

const read = (text: string, dateOrder: DateOrder | null = null) =>
  readTimes(text, { dateOrder, today: "2026-11-28" });

const days: [string, string][] = [
  ["2026-11-28", "2026-11-28"],
  ["2026/11/28", "2026-11-28"],
  ["28.11.2026", "2026-11-28"],
  ["28.11.26", "2026-11-28"],
  ["1.12.26", "2026-12-01"],
  ["11/28/2026", "2026-11-28"],
  ["28/11/26", "2026-11-28"],
  ["28-11-2026", "2026-11-28"],
  ["11/11/2026", "2026-11-11"],
  ["Sa 28.11.2026", "2026-11-28"],
  ["Saturday, 28.11.2026", "2026-11-28"],
  ["28. November 2026", "2026-11-28"],
  ["28 nov. 2026", "2026-11-28"],
  ["Nov 28, 2026", "2026-11-28"],
  ["28 de noviembre de 2026", "2026-11-28"],
  ["28 novembre 2026", "2026-11-28"],
  ["28 listopada 2026", "2026-11-28"],
  ["28 листопада 2026", "2026-11-28"],
  ["28 Kasım 2026", "2026-11-28"],
  ["2026年11月28日", "2026-11-28"],
  ["٢٨.١١.٢٠٢٦", "2026-11-28"],
];

test.each(days)("%s is a day", (text, date) => {
  expect(read(text)).toEqual({ date });
});

test("a day without a year is the next of its name", () => {
  expect(read("28.11.")).toEqual({ date: "2026-11-28" });
  expect(read("27.11.")).toEqual({ date: "2027-11-27" });
  expect(read("1. Dezember")).toEqual({ date: "2026-12-01" });
});

test("a day that can be read in two ways is refused until somebody has chosen", () => {
  expect(read("03/04/2026")).toBe("order");
  expect(read("03/04/2026", "dmy")).toEqual({ date: "2026-04-03" });
  expect(read("03/04/2026", "mdy")).toEqual({ date: "2026-03-04" });
  // What cannot be a month is a day, whatever somebody has chosen.
  expect(read("28/11/2026", "mdy")).toEqual({ date: "2026-11-28" });
  expect(read("26/11/28", "ymd")).toEqual({ date: "2026-11-28" });
});

test.each(["31.11.2026", "2026-13-01", "32.1.2026", "tomorrow", "morgen", "soon", "28.11.2026 soon"])(
  "%s is no day",
  (text) => {
    expect(read(text)).toBe("unknown");
  },
);

const times: [string, object][] = [
  ["14:00", { from: "14:00" }],
  ["14.30 Uhr", { from: "14:30" }],
  ["14 Uhr", { from: "14:00" }],
  ["2pm", { from: "14:00" }],
  ["2:30 p.m.", { from: "14:30" }],
  ["12 am", { from: "00:00" }],
  ["12 pm", { from: "12:00" }],
  ["14h30", { from: "14:30" }],
  ["9", { from: "09:00" }],
  ["ab 14 Uhr", { from: "14:00" }],
  ["bis 16 Uhr", { until: "16:00" }],
  ["before 4pm", { until: "16:00" }],
  ["14-16", { from: "14:00", until: "16:00" }],
  ["14–16 Uhr", { from: "14:00", until: "16:00" }],
  ["14:00 - 16:30", { from: "14:00", until: "16:30" }],
  ["2-4pm", { from: "14:00", until: "16:00" }],
  ["11-2pm", { from: "11:00", until: "14:00" }],
  ["between 2 and 4 pm", { from: "14:00", until: "16:00" }],
  ["von 14 bis 16 Uhr", { from: "14:00", until: "16:00" }],
  ["de 14h à 16h", { from: "14:00", until: "16:00" }],
  ["14時〜16時", { from: "14:00", until: "16:00" }],
  ["22-24", { from: "22:00", until: "24:00" }],
  ["2026-11-28 14:00", { date: "2026-11-28", from: "14:00" }],
  ["28.11.2026 14:00–16:00", { date: "2026-11-28", from: "14:00", until: "16:00" }],
  ["28.11.2026, 14 Uhr", { date: "2026-11-28", from: "14:00" }],
  ["2026-11-28T14:00:00Z", { instant: "2026-11-28T14:00:00Z" }],
  ["2026-11-28 14:00:00 +0100", { instant: "2026-11-28T14:00:00+01:00" }],
];

test.each(times)("%s is a time", (text, value) => {
  expect(read(text)).toEqual(value);
});

test("a time that can be of two halves of the day is refused", () => {
  expect([read("2"), read("2-4"), read("5 Uhr")]).toEqual(["half", "half", "half"]);
  expect(read("02:00")).toEqual({ from: "02:00" });
});

test.each(["25:00", "14:60", "16-14", "13 pm", "noon", "14-16-18"])("%s is no time", (text) => {
  expect(read(text)).toBe("unknown");
});

test("other dates of a column say in which order it is written", () => {
  expect(dateOrderOf(["03/04/2026", "28/04/2026"])).toBe("dmy");
  expect(dateOrderOf(["03/04/2026", "04/28/2026"])).toBe("mdy");
  expect(dateOrderOf(["03/04/2026", "", "05/06/2026"])).toBe("ambiguous");
  expect(dateOrderOf(["03/04/2026", "28/04/2026", "04/28/2026"])).toBe("ambiguous");
  expect(dateOrderOf(["28.11.2026", "2026-11-28", "04/04/2026"])).toBeNull();
});
