import { expect, test } from "bun:test";
import { join } from "node:path";
import { sha256Hex } from "../../src/infra/ids.ts";

/**
 * A released migration never changes: installations have applied it. `migrations/frozen.txt` holds the hash of each, as
 * `sha256sum` writes it, so that `sha256sum --check frozen.txt` works too.
 */

const folder = join(import.meta.dir, "../../migrations");
const frozen = (await Bun.file(join(folder, "frozen.txt")).text())
  .trim()
  .split("\n")
  .map((line) => line.split("  ") as [hash: string, file: string]);

test.each(frozen)("%s is still the hash of %s", async (hash, file) => {
  expect(sha256Hex(await Bun.file(join(folder, file)).text())).toBe(hash);
});

test("every migration is frozen: a new one is appended with `sha256sum <file> >> frozen.txt` in its folder", () => {
  const files = [...new Bun.Glob("*/*.sql").scanSync(folder)].sort();
  expect(frozen.map(([, file]) => file).sort()).toEqual(files);
});
