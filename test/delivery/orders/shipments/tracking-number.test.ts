import { expect, test } from "bun:test";
import fc from "fast-check";
import { makeTrackingNumber } from "../../../../src/delivery/orders/shipments/tracking-number.ts";
import { isTrackingNumber } from "../../../support/tracking-number.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const payload = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 10, maxLength: 10 });

function numberOf(digits: readonly number[]): string {
  let used = 0;
  return makeTrackingNumber(() => digits[used++] ?? 0);
}

/** Luhn mod N as ISO/IEC 7812-1 describes it, over the whole number: the sum must divide by 32. */
function luhnSum(characters: string): number {
  const digits = [...characters].reverse().map((character) => alphabet.indexOf(character));
  const doubled = digits.map((digit, index) => (index % 2 === 0 ? digit : digit * 2));
  return doubled.reduce((sum, value) => sum + Math.floor(value / 32) + (value % 32), 0);
}

test("is WB, ten characters and one that makes the Luhn sum come out even", () => {
  fc.assert(
    fc.property(payload, (digits) => {
      const number = numberOf(digits);
      expect(number.slice(2, 12)).toBe(digits.map((digit) => alphabet.charAt(digit)).join(""));
      expect(luhnSum(number.slice(2)) % 32).toBe(0);
      expect(isTrackingNumber(number)).toBe(true);
    }),
  );
});

test("with one character mistyped is none", () => {
  fc.assert(
    fc.property(
      payload,
      fc.integer({ min: 2, max: 12 }),
      fc.constantFrom(...alphabet),
      (digits, at, typed) => {
        const number = numberOf(digits);
        fc.pre(number.charAt(at) !== typed);
        expect(isTrackingNumber(number.slice(0, at) + typed + number.slice(at + 1))).toBe(false);
      },
    ),
  );
});

test("with neighbors swapped is none, but for the one pair that Luhn cannot tell", () => {
  fc.assert(
    fc.property(payload, fc.integer({ min: 2, max: 11 }), (digits, at) => {
      const number = numberOf(digits);
      const pair = number.slice(at, at + 2);
      const swapped = number.slice(0, at) + pair.charAt(1) + pair.charAt(0) + number.slice(at + 2);
      const untold = pair === "0Z" || pair === "Z0" || pair.charAt(0) === pair.charAt(1);
      expect(isTrackingNumber(swapped)).toBe(untold);
    }),
  );
});

test.each([
  "",
  "WB",
  "WB00000000000X",
  "wb00000000000",
  "WB0000000000I",
  "WB0000000000L",
  "WB0000000000O",
  "WB0000000000U",
  "XX00000000000",
])("%j is none", (text) => {
  expect(isTrackingNumber(text)).toBe(false);
});
