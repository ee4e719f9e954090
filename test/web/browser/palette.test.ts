import { describe, expect, test } from "bun:test";

/** The colors that pages share stand in one file. */

const web = new URL("../../../src/web/", import.meta.url).pathname;
const pages = ["dashboard/styles", "driver/driver", "order/order", "recipient/recipient", "sign-in/sign-in"];
const textOf = (name: string) => Bun.file(`${web}${name}.css`).text();

/** Six digits, as `#fff` and `#ffffff` are one color. */
function spelledOut(color: string): string {
  return color.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
}

/** `light dark` of each color of a style sheet, by the name of its property. */
function pairsOf(css: string): [name: string, pair: string][] {
  const colors = css.matchAll(/([\w-]+): light-dark\((#\w+), (#\w+)\)/g);
  return [...colors].map(([, name = "", light = "", dark = ""]) => [
    name,
    `${spelledOut(light)} ${spelledOut(dark)}`,
  ]);
}

describe("the palette", () => {
  test("has each color once, and no page repeats one of it", async () => {
    const palette = pairsOf(await textOf("browser/palette"));
    const shared = new Set(palette.map(([, pair]) => pair));
    expect(palette.length).toBeGreaterThan(10);
    expect(shared.size).toBe(palette.length);
    for (const page of pages) {
      const repeated = pairsOf(await textOf(page)).filter(([, pair]) => shared.has(pair));
      expect([page, repeated]).toEqual([page, []]);
    }
  });
});
