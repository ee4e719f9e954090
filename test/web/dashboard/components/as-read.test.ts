import { expect, test } from "bun:test";
import { asRead } from "../../../../src/web/dashboard/format.ts";

test.each([
  ["order  system", "order system"],
  [" order\tsystem\n", "order system"],
  ["order\u00a0system", "order system"],
  ["order\u200b\u00adsystem", "ordersystem"],
  ["\u202eorder system\u2069", "order system"],
  ["\ufeffOrder system", "Order system"],
])("%p is confirmed by typing %p", (name, typed) => {
  expect(asRead(name)).toBe(asRead(typed));
});

test.each([
  ["order system", "Order system"],
  ["order system", "order-system"],
  ["order system", "ordersystem"],
  ["order system", "order"],
  ["order system", ""],
  ["é", "e"],
])("%p is not confirmed by typing %p", (name, typed) => {
  expect(asRead(name)).not.toBe(asRead(typed));
});
