import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readCountries } from "../../src/infra/geography/town-file.ts";
import { packTowns } from "../../tools/pack-towns.ts";

test("towns.bin is what tools/pack-towns.ts makes of the installed packages", () => {
  const file = readFileSync(new URL("../../src/infra/geography/towns.bin", import.meta.url));
  const hashes = (countries: Map<string, Uint8Array>) =>
    [...countries].map(([country, towns]) => [country, Bun.hash(towns)]);
  const unpacked = [...readCountries(file)].map(
    ([country, towns]) => [country, Bun.zstdDecompressSync(towns)] as const,
  );
  expect(hashes(packTowns())).toEqual(hashes(new Map(unpacked)));
});
