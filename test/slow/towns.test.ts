import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { packTowns } from "../../tools/pack-towns.ts";

test("towns.bin is what tools/pack-towns.ts makes of the installed packages", () => {
  const file = readFileSync(new URL("../../src/infra/geography/towns.bin", import.meta.url));
  expect(Bun.hash(packTowns())).toBe(Bun.hash(Bun.zstdDecompressSync(file)));
});
