import { expect, test } from "bun:test";
import { guessColumns } from "../../../../../src/delivery/orders/imports/columns/guessing.ts";
import { continuedRows } from "../../../../../src/delivery/orders/imports/columns/lines.ts";
import { atOnce } from "../../../../../src/infra/waiting/turns.ts";

/** Which rows only go on with the order above them. */

function continued(headers: string[], rows: string[][]): boolean[] {
  return continuedRows(atOnce(guessColumns(headers, rows, "shipments")), rows);
}

test("a line for an article without an address of its own continues its order", () => {
  const headers = ["Order number", "Email", "Item name", "Shipping Name", "Shipping City"];
  const rows = [
    ["#1", "a@example.com", "Candle", "Anna", "Berlin"],
    ["#1", "a@example.com", "Matches", "", ""],
    ["#1", "", "Holder"],
    ["#2", "b@example.com", "Candle", "Bert", "Berlin"],
  ];
  expect(continued(headers, rows)).toEqual([false, true, true, false]);
});

test("a shop that repeats the address in each line writes one order too", () => {
  const headers = ["Order number", "SKU", "Shipping Name", "Shipping City"];
  const rows = [
    ["7", "A", "Anna", "Berlin"],
    ["7", "B", "Anna", "Berlin"],
    ["7", "C", "Bert", "Berlin"],
  ];
  expect(continued(headers, rows)).toEqual([false, true, false]);
});

test("two rows that people wrote are two rows, and so are rows without a reference", () => {
  const named = ["Order number", "Name", "City"];
  expect(
    continued(named, [
      ["7", "Anna", "Berlin"],
      ["7", "Anna", "Berlin"],
    ]),
  ).toEqual([false, false]);
  expect(
    continued(
      ["Name", "City"],
      [
        ["Anna", "Berlin"],
        ["", ""],
      ],
    ),
  ).toEqual([false, false]);
  expect(
    continued(named, [
      ["", "Anna", "Berlin"],
      ["", "", ""],
    ]),
  ).toEqual([false, false]);
});
