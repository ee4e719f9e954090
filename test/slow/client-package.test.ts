import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testTimeoutMs } from "../runner/files.ts";
import { finish } from "../support/child.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { testWith } from "../support/test-with.ts";
import { examples, runRunner } from "./test-runners.ts";

/** What npm would publish, tried by somebody who has nothing but that: TypeScript 5, and Node. */
const client = join(import.meta.dir, "../../client");
const samples = join(client, "dist/samples");
const compiler = join(client, "node_modules/.bin/tsc");
/** Of two compilations. */
const timeoutMs = 300_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  rmSync(join(client, "dist"), { recursive: true, force: true });
  await run(compiler, "--project", "tsconfig.json");
}, timeoutMs);
afterAll(async () => {
  rmSync(samples, { recursive: true, force: true });
  await server.stop();
});

/** What it says; fails with it where the command fails. */
async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: client, stdout: "pipe", stderr: "pipe" });
  const { exitCode, stdout, stderr } = await finish(child);
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

test(
  "the samples of its README fit the built package's types, and do in Node what they say",
  async () => {
    const { sandboxKey } = await server.account();
    const readme = await Bun.file(join(client, "README.md")).text();
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => block);
    expect(blocks.length).toBeGreaterThan(3);
    const sample = blocks
      .join("\n")
      .replace("https://waybill.example.com", server.url)
      .replace("wb_sandbox_…", sandboxKey);
    mkdirSync(samples, { recursive: true });
    await Bun.write(join(samples, "readme.ts"), sample);
    const strict = ["--strict", "--module", "nodenext", "--target", "es2022", "--exactOptionalPropertyTypes"];
    // Of this repository's other types it needs none but Node's.
    await run(compiler, ...strict, "--types", "node", join(samples, "readme.ts"));
    const said = await run("node", join(samples, "readme.js"));
    expect(said).toMatch(/^.+ of 3 carriers, http:.*\/t\//);
  },
  timeoutMs,
);

/** All tests of an example, in one server. */
const passed = { exitCode: 0, starts: 1 };

describe("the examples with waybill-client/testing pass, each with one server that ends with it", () => {
  testWith("vitest and jest", "vitest", async () => {
    const ran = await runRunner([
      "node",
      "node_modules/.bin/vitest",
      "run",
      "--root",
      "vitest",
      `--testTimeout=${testTimeoutMs}`,
    ]);
    expect(ran).toMatchObject(passed);
    expect(ran.stdout).toContain("18 passed");
  });

  testWith("vitest and jest", "jest", async () => {
    const jest = [
      "node",
      "node_modules/.bin/jest",
      "--config",
      "jest/jest.config.json",
      `--testTimeout=${testTimeoutMs}`,
    ];
    const ran = await runRunner(jest, { NODE_OPTIONS: "--experimental-vm-modules" });
    expect(ran).toMatchObject(passed);
    expect(ran.stderr).toContain("4 passed, 4 total");
  });

  test("bun test", async () => {
    const ran = await runRunner([process.execPath, "test", `--timeout=${testTimeoutMs}`, "./bun"]);
    expect(ran).toMatchObject(passed);
    expect(ran.stderr).toContain("4 pass\n");
  });

  test("and the README shows them", async () => {
    const [readme = "", shown = "", setup = "", ...others] = await Promise.all(
      [
        join(client, "README.md"),
        ...["vitest/shipments.test.js", "setup.js", "jest/shipments.test.js", "bun/shipments.test.js"].map(
          (file) => join(examples, file),
        ),
      ].map((file) => Bun.file(file).text()),
    );
    const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
    expect(blocks.join("\n")).toBe(`${shown}\n${setup}`);
    const withoutRunner = (text: string) => text.replace(/^import .* from ".*";\n/, "");
    expect(others.map(withoutRunner)).toEqual(Array(2).fill(withoutRunner(shown)));
  });
});
