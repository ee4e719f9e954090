import { describe, expect, test } from "bun:test";
import {
  openingsIn,
  openingsText,
  timeOf,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/openings.ts";

test.each([
  ["8", "08:00"],
  ["08:00", "08:00"],
  ["8.30", "08:30"],
  ["8h30", "08:30"],
  ["1930", "19:30"],
  ["24", "00:00"],
  ["6pm", "18:00"],
  ["12 a.m.", "00:00"],
  ["12:15 PM", "12:15"],
  [" 7:05 ", "07:05"],
  // What is no time stays, so that the API can refuse it.
  ["13pm", "13pm"],
  ["soon", "soon"],
  ["", ""],
])("%p is read as %p", (typed, time) => {
  expect(timeOf(typed)).toBe(time);
  expect(timeOf(time)).toBe(time);
});

describe("openings of a day", () => {
  test.each([
    ["", []],
    [
      "08:00-12:00, 14:00-18:00",
      [
        { from: "08:00", to: "12:00" },
        { from: "14:00", to: "18:00" },
      ],
    ],
    ["08:00-", [{ from: "08:00", to: "" }]],
  ])("%p are fields and the same text again", (text, openings) => {
    expect(openingsIn(text)).toEqual(openings);
    expect(openingsText(openings)).toBe(text);
  });

  test("of which nothing is filled in are none", () => {
    expect(openingsText([{ from: "", to: "" }])).toBe("");
  });

  test.each(["always", "08:00-12:00-13:00"])("%p stays text", (text) => {
    expect(openingsIn(text)).toBeUndefined();
  });
});
