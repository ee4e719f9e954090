import { expect, test } from "bun:test";
import { withTables } from "../tools/readme-settings.ts";

const readme = await Bun.file(new URL("../README.md", import.meta.url)).text();

test("README's commands are there", async () => {
  const { scripts } = await Bun.file(new URL("../package.json", import.meta.url)).json();
  const named = [...readme.matchAll(/\bnpm run (?:-s )?([a-z]+)/g)].map(([, name]) => name);
  expect(named).toContain("waybill");
  expect(named.filter((name) => !(name && name in scripts))).toEqual([]);
});

test("README's operations are those of the API", async () => {
  const { paths } = await Bun.file(new URL("golden/openapi.json", import.meta.url)).json();
  const named = [...readme.matchAll(/`(GET|POST|PATCH|DELETE) (\/[^`?]+)/g)];
  expect(named.length).toBeGreaterThan(4);
  const isThere = (method = "", path = "") => paths[`/api/v1${path}`]?.[method.toLowerCase()] !== undefined;
  expect(named.filter(([, method, path]) => !isThere(method, path)).map(([whole]) => whole)).toEqual([]);
});

test("README's tables of settings and exit codes are those of the sources", async () => {
  expect(withTables(readme)).toBe(readme);
});
