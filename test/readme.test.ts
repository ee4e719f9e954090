import { expect, test } from "bun:test";
import { withSettings } from "../tools/readme-settings.ts";

test("README's table of settings is the one in config.ts", async () => {
  const readme = await Bun.file(new URL("../README.md", import.meta.url)).text();
  expect(withSettings(readme)).toBe(readme);
});
