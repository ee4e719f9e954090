import { describe, expect, test } from "bun:test";
import { findCycles, type Import, readSources, type SourceFile } from "./support/imports.ts";

/**
 * The rules of `src/README.md` as tables. What fails here names the file and the import; the remedy is another
 * place for the code, or a line in `declared` with its reason.
 */

const files = await readSources();
const linesMax = 250;

/** Each imports only what stands after it. */
const layers = ["main", "cli", "app", "web", "operator", "delivery", "messaging", "api", "access", "infra"];

/** Imports that point up, each with its reason. One that is not there any more fails too. */
const declared: [from: string, to: string, why: string][] = [];

function layerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "main";
}

const isSource = ({ target, isPackage }: Import) => !isPackage && /\.tsx?$/.test(target);
const pointsUp = (file: SourceFile, { target }: Import) =>
  layers.indexOf(layerOf(target)) < layers.indexOf(layerOf(file.path));
const upward = files.flatMap((file) =>
  file.imports
    .filter((entry) => isSource(entry) && pointsUp(file, entry))
    .map((entry) => ({ from: file.path, to: entry.target })),
);

describe("imports", () => {
  test("point down, or are declared", () => {
    const offending = upward.filter(({ from, to }) => !declared.some(([a, b]) => a === from && b === to));
    expect(offending.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test("that are declared exist", () => {
    const idle = declared.filter(([a, b]) => !upward.some(({ from, to }) => a === from && b === to));
    expect(idle).toEqual([]);
  });

  test("make no circle, those of types included", () => {
    expect(findCycles(files)).toEqual([]);
  });

  test("name files that exist", () => {
    const paths = new Set(files.map((file) => file.path));
    const lost = files.flatMap((file) =>
      file.imports
        .filter((entry) => !entry.isPackage && /\.tsx?$/.test(entry.target) && !paths.has(entry.target))
        .map((entry) => `${file.path} → ${entry.target}`),
    );
    expect(lost).toEqual([]);
  });

  test("a circle of types would be found", () => {
    const file = (path: string, target: string) => ({
      path,
      text: "",
      code: "",
      imports: [{ target, isType: true, isPackage: false }],
    });
    expect(findCycles([file("a.ts", "b.ts"), file("b.ts", "c.ts"), file("c.ts", "b.ts")])).toEqual([
      "b.ts → c.ts → b.ts",
    ]);
  });

  test("this reads them all", () => {
    const service = files.find((file) => file.path === "delivery/shipments/service.ts");
    const targets = service?.imports.map((entry) => `${entry.isType ? "type " : ""}${entry.target}`);
    expect(targets).toContain("type infra/http/principal.ts");
    expect(targets).toContain("delivery/lifecycle/change.ts");
    const statements = files.flatMap(
      (file) => file.text.match(/^(import|export) .*from "|^\} from "/gm) ?? [],
    );
    expect(files.flatMap((file) => file.imports).length).toBeGreaterThanOrEqual(statements.length);
  });
});

describe("what only one place may do", () => {
  const only: [what: string, pattern: RegExp, where: RegExp][] = [
    [
      "read the environment",
      /\b(process|Bun|import\.meta)\s*\.\s*env\b|getenv/,
      /^(app\/config\/(settings|variables)|web\/serving\/bundle)\.ts$/,
    ],
    [
      "read the clock",
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bBun\.nanoseconds|\bhrtime/,
      /^(infra\/clock|web\/docs\/page-script)\.ts$/,
    ],
    [
      "make random numbers",
      /\bMath\.random\b|\bcrypto\.(?!subtle)|\brandom(UUID|Bytes|Int)\b|getRandomValues/,
      /^(infra\/ids|web\/dashboard\/api)\.ts$/,
    ],
    ["know the driver", /["'](better-sqlite3|drizzle-orm\/better-sqlite3)["']/, /^infra\/db\//],
    ["use another driver", /["']bun:sqlite["']|["']node:sqlite["']|\bBun\.(sql|SQL)\b/, /^$/],
    [
      "fetch",
      /\bfetch\(/,
      /^(app\/(app|server|admin-socket\/socket)\.ts|infra\/metrics\/server\.ts|cli\/(demo|forward)\.ts|web\/(dashboard\/(api|connection|stream)|recipient\/recipient|docs\/(page|set-up)-script)\.ts)$/,
    ],
    ["ask by node:http", /["']node:https?["']/, /^infra\/net\/(exchange|inflow)\.ts$/],
    ["end the process", /\bprocess\.exit\b/, /^(infra\/db\/open-store\.ts|main\.ts|cli\/.*)$/],
    ["write to the console", /\bconsole\./, /^cli\//],
  ];
  test.each(only)("%s", (_what, pattern, where) => {
    const offending = files.filter((file) => pattern.test(file.code) && !where.test(file.path));
    expect(offending.map((file) => `${file.path}: ${pattern.exec(file.code)?.[0]}`)).toEqual([]);
  });

  test.each([
    ["a default export", /^export default\b/m],
    ["an enum", /^(export )?(const )?enum\b/m],
    ["a decorator", /^\s*@\w+\(/m],
    ["a class that is no error", /\bclass \w+(?! extends Error)\b(?=\s*[{e])(?!\s+extends Error)/],
    ["any", /(:|<|\bas) any\b/],
  ])("nobody writes %s", (_what, pattern) => {
    expect(files.filter((file) => pattern.test(file.code)).map((file) => file.path)).toEqual([]);
  });

  test("no check is silenced", () => {
    const offending = files.filter((file) => /@ts-(ignore|expect-error|nocheck)/.test(file.text));
    expect(offending.map((file) => file.path)).toEqual([]);
  });

  test("nothing is left to do", () => {
    const offending = files.filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/.test(file.text));
    expect(offending.map((file) => file.path)).toEqual([]);
  });
});

describe("files", () => {
  test("stand in a layer, with no drawer for the rest", () => {
    const strange = files.filter((file) => !layers.includes(layerOf(file.path)));
    expect(strange.map((file) => file.path)).toEqual([]);
    expect(files.filter((file) => layerOf(file.path) === "main").map((file) => file.path)).toEqual([
      "main.ts",
    ]);
    expect(
      files.filter((file) => /\b(utils?|common|lib|core|helpers?|misc)(\/|\.ts)/.test(file.path)),
    ).toEqual([]);
  });

  test("are kebab-case", () => {
    const strange = files.filter(
      (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.macro)?\.tsx?$/.test(file.path),
    );
    expect(strange.map((file) => file.path)).toEqual([]);
  });

  test(`are one thing: at most ${linesMax} lines`, () => {
    const long = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }));
    expect(long.filter(({ lines }) => lines > linesMax)).toEqual([]);
  });
});
