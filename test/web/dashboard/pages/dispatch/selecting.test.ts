import { expect, test } from "bun:test";
import {
  afterPick,
  nothingSelected,
  type Pick,
  pickOf,
} from "../../../../../src/web/dashboard/pages/dispatch/selecting.ts";

/** Which rows are selected after a click or a key, as in a list of files. */

const ids = ["a", "b", "c", "d", "e"];
const after = (picks: readonly [string, Pick][], rows: readonly string[] = ids) =>
  [...picks.reduce((before, [id, how]) => afterPick(before, rows, id, how), nothingSelected).selected].sort();

test("one click selects one row and no other", () => {
  expect(after([["b", "only"]])).toEqual(["b"]);
  expect(
    after([
      ["b", "only"],
      ["d", "only"],
    ]),
  ).toEqual(["d"]);
});

test("Ctrl adds a row and takes it away", () => {
  expect(
    after([
      ["b", "toggle"],
      ["d", "toggle"],
    ]),
  ).toEqual(["b", "d"]);
  expect(
    after([
      ["b", "toggle"],
      ["d", "toggle"],
      ["b", "toggle"],
    ]),
  ).toEqual(["d"]);
});

test("Shift selects from where the last click was, up or down, and moves its end", () => {
  expect(
    after([
      ["b", "only"],
      ["d", "range"],
    ]),
  ).toEqual(["b", "c", "d"]);
  expect(
    after([
      ["d", "only"],
      ["b", "range"],
    ]),
  ).toEqual(["b", "c", "d"]);
  expect(
    after([
      ["b", "only"],
      ["e", "range"],
      ["c", "range"],
    ]),
  ).toEqual(["b", "c"]);
  expect(
    after([
      ["c", "range"],
      ["e", "range"],
    ]),
  ).toEqual(["c", "d", "e"]);
});

test("where the row is gone at which a range began, the rows that are selected stay so", () => {
  const began = afterPick(nothingSelected, ids, "a", "only");
  const without = ids.filter((id) => id !== "a");
  expect([...afterPick(began, without, "c", "range").selected]).toEqual(["a", "c"]);
});

test("the keys beside a click say how it is meant", () => {
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false };
  expect(pickOf(keys)).toBe("only");
  expect(pickOf({ ...keys, ctrlKey: true })).toBe("toggle");
  expect(pickOf({ ...keys, metaKey: true })).toBe("toggle");
  expect(pickOf({ ...keys, shiftKey: true, ctrlKey: true })).toBe("range");
});
