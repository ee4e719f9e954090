import { expect, test } from "bun:test";
import { type Catalog, textsIn } from "../../../src/web/dashboard/texts.ts";

const en = { title: "API keys" };
const de = { title: "API-Schlüssel" };

function catalogOf(load: () => Promise<typeof en>) {
  let loads = 0;
  const counted = () => {
    loads += 1;
    return load();
  };
  const catalog: Catalog<typeof en> = { en, others: { de: counted } };
  return { catalog, loadsSoFar: () => loads };
}

test("a language is loaded once, when somebody reads it; English waits for nothing", async () => {
  const { catalog, loadsSoFar } = catalogOf(async () => de);
  expect(textsIn(catalog, "en")).toBe(en);
  expect(loadsSoFar()).toBe(0);
  const first = textsIn(catalog, "de");
  // A page that waits for a promise draws itself again, and has to find the same one.
  expect(textsIn(catalog, "de")).toBe(first);
  expect([await first, loadsSoFar()]).toEqual([de, 1]);
});

test("a page without the language, and one whose language fails to load, is in English", async () => {
  const { catalog } = catalogOf(() => Promise.reject(new Error("The server is gone")));
  expect(textsIn(catalog, "fr")).toBe(en);
  expect(textsIn({ en }, "de")).toBe(en);
  expect(await textsIn(catalog, "de")).toBe(en);
});
