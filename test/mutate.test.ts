import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isServed, listMutants, makeMutants, plant } from "../tools/mutants.ts";
import { nearestTests, roomTests } from "./runner/nearest.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "waybill-mutants-test-"));
  mkdirSync(join(root, "src/api"), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

async function changesOf(text: string): Promise<string[]> {
  await Bun.write(join(root, "src/api/sample.ts"), `${text}\n`);
  const mutants = await listMutants(root, "src/api/sample.ts");
  return mutants.map(({ line, before, after }) => `${line}: ${before} → ${after}`);
}

describe("a mutant", () => {
  test("changes one condition", async () => {
    expect(await changesOf("if (a && !b) c();\nconst d = e === 1 || f >= 2;")).toEqual([
      "1: if (a && !b) c(); → if (a || !b) c();",
      "1: if (a && !b) c(); → if (a && b) c();",
      "2: const d = e === 1 || f >= 2; → const d = e === 1 && f >= 2;",
      "2: const d = e === 1 || f >= 2; → const d = e !== 1 || f >= 2;",
      "2: const d = e === 1 || f >= 2; → const d = e === 1 || f > 2;",
    ]);
  });

  test("changes no type, comment, string, pattern or sum", async () => {
    const text = [
      "// a && b",
      "const map = new Map<string, number>(); /* a < b */",
      'const words = ["a && b", "!"];',
      "const pattern = / && | < /;",
      "const text = `a || b`;",
      "type Kind<T> = T extends string ? 1 | 2 : never;",
      "const later = (at: number) => at + 1;",
    ];
    expect(await changesOf(text.join("\n"))).toEqual([]);
    expect(await changesOf("const text = `$" + "{a < b}`;")).toHaveLength(1);
  });

  test("is found again by its text, the nearest of equal lines", () => {
    const mutant = { file: "src/api/a.ts", line: 3, before: "a && b", after: "a || b" };
    expect(plant("a && b\n\n\na && b\n", mutant)).toBe("a && b\n\n\na || b\n");
    expect(plant("a || b\n", mutant)).toBeUndefined();
  });

  test("is the same for the same seed, in another file each, and only in what the server runs", async () => {
    const names = [
      "src/api/a.ts",
      "src/web/docs/b.ts",
      "src/cli/c.ts",
      "src/web/dashboard/d.ts",
      "src/api/e.d.ts",
    ];
    for (const name of names)
      await Bun.write(join(root, name), "export const isTrue = one === two && !three;\n");
    await Bun.write(join(root, "src/api/sample.ts"), "export const one = 1;\n");
    const mutants = await makeMutants(root, 10, "7");
    expect(mutants.map(({ file }) => file).sort()).toEqual(["src/api/a.ts", "src/web/docs/b.ts"]);
    expect(await makeMutants(root, 10, "7")).toEqual(mutants);
    expect(await makeMutants(root, 1, "7")).toEqual(mutants.slice(0, 1));
    for (const name of [
      "src/main.ts",
      "src/web/browser/api.ts",
      "src/web/map/map.ts",
      "src/web/docs/docs-script.ts",
      "test/api/a.ts",
    ])
      expect([name, isServed(name)]).toEqual([name, false]);
  });
});

describe("the tests next to a file", () => {
  const tests = [
    "test/a.test.ts",
    "test/x/r/one.test.ts",
    "test/x/r/s/two.test.ts",
    "test/x/q/three.test.ts",
  ];

  test("stand in its mirror folder, or in the next one above that has tests, in its layer", () => {
    expect(nearestTests("src/x/r/s/file.ts", tests)).toEqual(["test/x/r/s/two.test.ts"]);
    expect(nearestTests("src/x/r/t/u/file.ts", tests)).toEqual(["test/x/r/one.test.ts"]);
    expect(nearestTests("src/x/p/file.ts", tests)).toEqual([]);
  });

  test("of its room stand in its folder inside the layer, and in all folders there", () => {
    const room = ["test/x/r/one.test.ts", "test/x/r/s/two.test.ts"];
    for (const file of ["src/x/r/s/file.ts", "src/x/r/file.ts"]) expect(roomTests(file, tests)).toEqual(room);
    expect(roomTests("src/x/file.ts", tests)).toEqual([]);
  });
});
