import { expect, test } from "bun:test";
import { decode } from "fast-png";
import { pickPicture } from "../../../../../src/delivery/carriers/kinds/simulated/pictures.ts";

const sizeMaxBytes = 10_240;
const numbers = [0, 0.25, 0.5, 0.75, 0.999_999_999];

test.each([
  ["signature", 480, 160],
  ["doorstep", 480, 360],
] as const)("a %s is a small picture, and there are four", (of, width, height) => {
  const pictures = numbers.map((number) => pickPicture(of, () => number));
  for (const picture of pictures) {
    expect(decode(picture)).toMatchObject({ width, height });
    expect(picture.length).toBeLessThan(sizeMaxBytes);
  }
  expect(new Set(pictures.map((picture) => Bun.hash(picture))).size).toBe(4);
});
