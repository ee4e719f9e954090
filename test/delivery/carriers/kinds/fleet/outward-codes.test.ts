import { describe, expect, test } from "bun:test";
import {
  hasShrunk,
  outwardKeyOf,
  outwardKeysOf,
} from "../../../../../src/delivery/carriers/kinds/fleet/outward-codes.ts";
import { cardOf, rateFirst, shipmentOf } from "./support.ts";

/** Postal codes whose blank is part of the code. */

const isIn = (country: string, prefix: string, code: string) => {
  const zones = [{ code: "germany", countries: [country], postal_prefixes: [prefix] }];
  const stop = { country, postal_code: code };
  const rating = rateFirst(cardOf({ card: { zones } }), shipmentOf({ pickup: stop, delivery: stop }));
  return rating.kind === "offer";
};

describe.each<[prefix: string, holds: string[], holdsNot: string[]]>([
  ["N", ["N1 1AA", "N22 5DZ", "n11aa"], ["NG1 1AA", "NW1 1AA", "NE1 1AA"]],
  ["NW", ["NW1 1AA", "NW10 2AA"], ["N1 1AA"]],
  ["EC1", ["EC1A 1BB", "EC1Y 8SY", "ec1a1bb"], ["EC2A 1BB", "E1 1AA"]],
  ["EC1A", ["EC1A 1BB"], ["EC1Y 8SY", "EC1 1AA"]],
  ["SW1", ["SW1A 2AA", "SW1Y 4QT"], ["SW10 0AA", "SW11 1AA"]],
  ["W1", ["W1A 1AA", "W1T 3NF"], ["W10 5AA", "W11 1AA"]],
  ["M1", ["M1 1AE", "M11AE", "m1-1ae", " M1  1AE "], ["M11 1AA", "M111AA", "M12 4AA"]],
  ["M11", ["M11 1AA", "M111AA"], ["M1 1AE", "M11AE"]],
  ["M1 1", ["M1 1AE", "M11AE"], ["M1 2AE", "M11 1AA"]],
  ["M1-1", ["M1 1AE"], ["M11 1AA"]],
  ["M11 1", ["M11 1AA"], ["M1 1AE", "M11 2AA"]],
  ["M111", ["M11 1AA"], ["M1 1AE"]],
  ["SW1A 2", ["SW1A 2AA"], ["SW1A 1AA"]],
  ["sw1a2", ["SW1A 2AA"], ["SW1A 1AA"]],
  ["M1 1AE", ["M1 1AE", "M11AE"], ["M1 1AA", "M11 1AE"]],
  ["M11AE", ["M1 1AE"], ["M11 1AE"]],
  ["M", ["M1"], ["ME1"]],
  ["M1", ["M1", "M1 1"], ["M11"]],
  ["M1 1", ["M1 1"], ["M1", "M11"]],
  ["GIR", ["GIR 0AA", "GIR0AA"], ["GL1 1AA"]],
])("%s in GB", (prefix, holds, holdsNot) => {
  test.each(holds)("holds %p", (code) => expect(isIn("GB", prefix, code)).toBe(true));
  test.each(holdsNot)("holds %p not", (code) => expect(isIn("GB", prefix, code)).toBe(false));
});

test("the same is read in Jersey, Guernsey and the Isle of Man, and nowhere else", () => {
  expect(isIn("JE", "JE1", "JE1 1AA")).toBe(true);
  expect([isIn("GG", "GY1", "GY10 1SF"), isIn("GG", "GY1", "GY1 1WR")]).toEqual([false, true]);
  expect([isIn("IM", "IM8", "IM86 1AA"), isIn("IM", "IM8", "IM8 1AA")]).toEqual([false, true]);
  expect([isIn("NL", "1", "1012 AB"), isIn("CZ", "11", "110 00"), isIn("IE", "D0", "D02 X285")]).toEqual([
    true,
    true,
    true,
  ]);
});

test("a code is in its zone however people and phones write it, and so is a prefix", () => {
  const written = [
    ["DE", "70", "D-70173"],
    ["DE", "70", "DE 70173"],
    ["DE", "D-70", "70173"],
    ["JP", "100", "１００－０００１"],
    ["JP", "１００", "100-0001"],
    ["LV", "LV-10", "1010"],
    ["LV", "10", "LV-1010"],
    ["AD", "AD", "AD500"],
    ["GB", "M11", "ＧＢ－Ｍ１１　１ＡＡ"],
  ] as const;
  for (const [country, prefix, code] of written)
    expect([prefix, code, isIn(country, prefix, code)]).toEqual([prefix, code, true]);
  expect([isIn("DE", "70", "D-80331"), isIn("GB", "M11", "GB-M1 1AE")]).toEqual([false, false]);
});

test("a zone of several countries reads each in its own way", () => {
  const zones = [{ code: "germany", countries: ["GB", "DE"], postal_prefixes: ["M1", "1"] }];
  const offers = (country: string, postal_code: string) =>
    rateFirst(
      cardOf({ card: { zones } }),
      shipmentOf({ pickup: { country, postal_code }, delivery: { country, postal_code } }),
    ).kind === "offer";
  expect(offers("GB", "M1 1AE")).toBe(true);
  expect(offers("GB", "M11 1AE")).toBe(false);
  expect(offers("DE", "10119")).toBe(true);
});

describe("a prefix that held more when blanks did not count", () => {
  test.each(["N", "M", "B", "M1", "m1", "SW1", "M11", "M1 1", "GY1"])("%s", (prefix) =>
    expect(hasShrunk(prefix)).toBe(true),
  );
  test.each(["NG", "EC", "EC1", "EC1A", "W1A", "M11 1", "SW1A 2", "SW1A2", "M1 1AE", "JE2", "1", "110 00"])(
    "is not %s",
    (prefix) => expect(hasShrunk(prefix)).toBe(false),
  );
});

test("the keys of a code are those of all prefixes that hold it", () => {
  expect([...outwardKeysOf("EC1A 1BB")]).toEqual(["EC", "EC1", "EC1A", "EC1A 1", "EC1A 1B", "EC1A 1BB"]);
  expect(["M1 1", "M11", "ec1a1bb", "N"].map(outwardKeyOf)).toEqual(["M1 1", "M11", "EC1A 1BB", "N"]);
});
