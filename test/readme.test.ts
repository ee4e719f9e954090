import { expect, test } from "bun:test";
import { withTables } from "../tools/readme-settings.ts";

test("README's tables of settings and exit codes are those of the sources", async () => {
  const readme = await Bun.file(new URL("../README.md", import.meta.url)).text();
  expect(withTables(readme)).toBe(readme);
});
