import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { finish } from "./support/child.ts";

/** What a start loads. More of it is a slower start for everybody: import what is needed later when it is needed. */

const packages = [
  "@pinojs/redact",
  "@sinclair/typebox",
  "@turf/bearing",
  "@turf/bezier-spline",
  "@turf/destination",
  "@turf/distance",
  "@turf/helpers",
  "@turf/invariant",
  "atomic-sleep",
  "better-sqlite3",
  "commander",
  "cookie",
  "country-to-currency",
  "croner",
  "drizzle-orm",
  "elysia",
  "exact-mirror",
  "fast-decode-uri-component",
  "ipaddr.js",
  "memoirist",
  "on-exit-leak-free",
  "pino",
  "pino-std-serializers",
  "pure-rand",
  "quick-format-unescaped",
  "safe-stable-stringify",
  "sonic-boom",
  "thread-stream",
  "typeid-js",
  "uuid",
];

/**
 * The files of code that a server has loaded when it is ready, and their bytes: 1 898 and 6.28 MB, and 3 % for what comes.
 * Whoever needs more looks first for what can come later, by `await import(…)`.
 */
const budget = { files: 1_955, bytes: 6_470_000 };

test("a server that is ready has loaded these packages and the code of one command", async () => {
  // The first line on standard output says that the server is ready.
  const files = await loadedBy(["serve", "--ephemeral", "--port", "0", "--ready-json"]);
  expect(packagesOf(files)).toEqual(packages);
  const commands = files.filter((path) =>
    /\/src\/cli\/(demo|trigger|receive|resend|backup|administration)\.ts$/.test(path),
  );
  expect(commands).toEqual([]);
  const code = files.filter((path) => /\.[cm]?[jt]s$/.test(path));
  const bytes = code.reduce((sum, path) => sum + statSync(path).size, 0);
  expect(code.length).toBeLessThanOrEqual(budget.files);
  expect(bytes).toBeLessThanOrEqual(budget.bytes);
  // Pages are written when somebody reads them.
  expect(files.filter((path) => /\/src\/web\/docs\/(document|library|guides)\.ts$/.test(path))).toEqual([]);
});

const serverless = [
  ["version", "--json"],
  ["trigger", "--help"],
  ["key", "--help"],
];
test.each(serverless)("waybill %s %s loads no server", async (...args) => {
  const files = await loadedBy(args);
  expect(files.filter((path) => /\/src\/app\/(app|server|jobs)\.ts$/.test(path))).toEqual([]);
});

/** The files that a command has loaded when it first writes to standard output. */
async function loadedBy(args: readonly string[]): Promise<string[]> {
  const program = join(import.meta.dir, "../src/cli/program.ts");
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `const { write } = process.stdout;
      const tell = () => {
        write.call(process.stdout, JSON.stringify(Object.keys(require.cache)));
        process.exit(0);
      };
      console.log = tell;
      process.stdout.write = tell;
      const { runCli } = await import(${JSON.stringify(program)});
      await runCli(${JSON.stringify(args)});`,
    ],
    { stdin: "ignore", stdout: "pipe", stderr: "pipe", env: { PATH: process.env.PATH } },
  );
  const { stdout, stderr } = await finish(child);
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as string[]).map((path) => path.replaceAll("\\", "/"));
}

function packagesOf(files: readonly string[]): string[] {
  const names = files.flatMap((path) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*\.[cm]?js$/.exec(path) ?? [];
    return name === undefined || path.includes("/@scalar/") ? [] : [name];
  });
  return [...new Set(names)].sort();
}
