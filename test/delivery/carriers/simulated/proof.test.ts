import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode } from "fast-png";
import { drawDoorstepPhoto, drawSignature } from "../../../../src/delivery/carriers/simulated/proof.ts";
import { seededRandom } from "../../../../src/delivery/carriers/simulated/random.ts";

const sizeMaxBytes = 10_240;

/** How much of the picture has another colour than its most frequent one, 0 to 1. */
function drawnPart(png: Uint8Array): number {
  const { data } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of data) {
    counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  }
  return 1 - Math.max(...counts.values()) / data.length;
}

describe("drawSignature", () => {
  test.each([
    "Anna Schmidt",
    "李小龙",
    "María José de la Cruz García",
    "x",
    "",
    "🙂",
    "'; --",
    "a".repeat(200),
  ])("a small picture with a line on paper: %p", (name) => {
    const png = drawSignature(name, seededRandom("pen"));
    expect(decode(png)).toMatchObject({ width: 480, height: 160, depth: 8, channels: 1 });
    expect(png.length).toBeLessThan(sizeMaxBytes);
    expect(drawnPart(png)).toBeGreaterThan(0.005);
    expect(drawnPart(png)).toBeLessThan(0.25);
  });

  test("any name and any random numbers give a picture", () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), unit, (name, number) => {
        expect(drawnPart(drawSignature(name, () => number))).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  });

  test("the same name and seed give the same bytes; another name or seed others", () => {
    const draw = (name: string, seed: string) => Bun.hash(drawSignature(name, seededRandom(seed)));
    expect(draw("Anna Schmidt", "1")).toBe(draw("Anna Schmidt", "1"));
    expect(draw("Anna Schmidt", "1")).not.toBe(draw("Anna Schmidt", "2"));
    expect(draw("Anna Schmidt", "1")).not.toBe(draw("Bob Brown", "1"));
  });
});

describe("drawDoorstepPhoto", () => {
  test("a small picture full of things", () => {
    for (const seed of ["a", "b", "c", "d", "e"]) {
      const png = drawDoorstepPhoto(seededRandom(seed));
      expect(decode(png)).toMatchObject({ width: 480, height: 360, depth: 8, channels: 1 });
      expect(png.length).toBeLessThan(sizeMaxBytes);
      expect(drawnPart(png)).toBeGreaterThan(0.6);
    }
  });

  test("the least and the largest random numbers give a picture", () => {
    for (const number of [0, 0.999_999_999]) {
      expect(drawDoorstepPhoto(() => number).length).toBeLessThan(sizeMaxBytes);
    }
  });

  test("the same seed gives the same bytes, another seed others", () => {
    const draw = (seed: string) => Bun.hash(drawDoorstepPhoto(seededRandom(seed)));
    expect(draw("1")).toBe(draw("1"));
    expect(draw("1")).not.toBe(draw("2"));
  });
});
