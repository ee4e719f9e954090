import { expect, test } from "bun:test";
import { goldenFiles, goldenPath, goldenText } from "../tools/golden.ts";

/** A change that is meant is written with `bun run tools/golden.ts`, and reviewed. */
test.each(Object.keys(goldenFiles))("test/golden/%s is what callers get", async (name) => {
  expect(await goldenText(name)).toBe(await Bun.file(goldenPath(name)).text());
});
