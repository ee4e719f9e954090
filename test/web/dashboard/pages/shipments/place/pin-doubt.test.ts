import { expect, test } from "bun:test";
import { contradicts } from "../../../../../../src/web/dashboard/pages/shipments/place/pin-doubt.ts";

/** When a pin may be meant for another address. */

const address = { line1: "Torstr. 1", city: "Berlin", state: "", postal_code: "", country: "DE" };

test.each([
  ["the same", {}, false],
  ["blanks around it", { line1: " Torstr. 1 " }, false],
  ["what was empty", { postal_code: "10119", state: "Berlin" }, false],
  ["another number", { line1: "Torstr. 12" }, true],
  ["no street", { line1: "" }, true],
  ["another town", { city: "Hamburg" }, true],
  ["another country", { country: "AT" }, true],
])("%s contradicts: %#", (_, change, expected) => {
  expect(contradicts(address, { ...address, ...change })).toBe(expected);
});
