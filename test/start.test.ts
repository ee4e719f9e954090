import { expect, test } from "bun:test";
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

test("a server that is ready has loaded these packages and the code of one command", async () => {
  const program = join(import.meta.dir, "../src/cli/program.ts");
  // The first line on standard output says that the server is ready.
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `console.log = () => {
        process.stdout.write(JSON.stringify(Object.keys(require.cache)));
        process.exit(0);
      };
      const { runCli } = await import(${JSON.stringify(program)});
      await runCli(["serve", "--ephemeral", "--port", "0", "--ready-json"]);`,
    ],
    { stdin: "ignore", stdout: "pipe", stderr: "pipe", env: { PATH: process.env.PATH } },
  );
  const { stdout, stderr } = await finish(child);
  expect(stderr).toBe("");
  const files = (JSON.parse(stdout) as string[]).map((path) => path.replaceAll("\\", "/"));
  const loaded = files.flatMap((path) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*\.[cm]?js$/.exec(path) ?? [];
    return name === undefined || path.includes("/@scalar/") ? [] : [name];
  });
  expect([...new Set(loaded)].sort()).toEqual(packages);
  const commands = files.filter((path) =>
    /\/src\/cli\/(demo|trigger|receive|resend|backup|administration)\.ts$/.test(path),
  );
  expect(commands).toEqual([]);
});
