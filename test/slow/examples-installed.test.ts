import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testTimeoutMs } from "../runner/files.ts";
import type { Finished } from "../support/child.ts";
import { testWith } from "../support/test-with.ts";
import type { PackageRegistry } from "./package-registry.ts";
import { offline, timeoutMs } from "./packed.ts";
import { begin, type Pipeline, publishAll, step } from "./pipeline.ts";

/** The examples start from packages, in a copy of their folder alone: what their README says, and then no network. */

const examples = join(import.meta.dir, "../../examples");
const packages = "npm install --save-dev waybill waybill-client";

let folder: string;
let registry: PackageRegistry;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-examples-"));
  registry = await publishAll();
}, timeoutMs);
afterAll(async () => {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The lines of the first block of the example's README, without what stands behind `#`. */
function firstLines(example: string): string[] {
  const readme = readFileSync(join(examples, example, "README.md"), "utf8");
  const [, block = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  return block
    .trim()
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, ""));
}

/** A copy of the example's folder, with Waybill installed as its README says. */
async function copy(example: string): Promise<Pipeline> {
  const pipeline = begin(folder, registry, example);
  // Another test may be running them, whose runner comes and goes with files there.
  const filter = (path: string) => !path.includes("/node_modules/.vite");
  cpSync(join(examples, example), pipeline.cwd, { recursive: true, filter });
  expect(firstLines(example)).toContain(packages);
  await step(pipeline, ...packages.split(" "));
  return pipeline;
}

/** A shell's command with this Bun on its path, without any network. */
function shell(pipeline: Pipeline, command: string, env: Record<string, string> = {}): Promise<Finished> {
  const path = `${join(process.execPath, "..")}:${process.env.PATH}`;
  return offline(["sh", "-c", command], { ...pipeline, env: { ...pipeline.env, PATH: path, ...env } });
}

/** The command with more time for a test than runners give: the machine may be busy with something else. */
function patient(command: string): string {
  const flag = command.includes("bun test") ? "--timeout" : "-- --testTimeout";
  return `${command} ${flag}=${testTimeoutMs}`;
}

test(
  "the shop passes, and a mistake of it is found",
  async () => {
    const shop = await copy("shop");
    expect(firstLines("shop").at(-1)).toBe("bun test");
    const passed = await shell(shop, patient("bun test"));
    expect(passed).toMatchObject({ exitCode: 0 });
    expect(passed.stderr).toContain(" 0 fail");
    const found = await shell(shop, patient("SHOP_MISTAKE=no_retry bun test"));
    expect([found.exitCode, /(\d+) fail/.exec(found.stderr)?.[1]]).toEqual([1, "2"]);
  },
  timeoutMs,
);

testWith(
  "vitest and jest",
  "the tests for each runner pass",
  async () => {
    // `npm run install:runners` has installed what `npm install` would.
    const pipeline = await copy("testing");
    for (const command of commandsOf("testing").filter((each) => !each.includes("pytest"))) {
      const ran = await shell(pipeline, patient(command));
      expect({ command, ...ran }).toMatchObject({ exitCode: 0 });
      expect(ran.stdout + ran.stderr).toMatch(/(18 passed|4 passed, 4 total|4 pass)\b/);
    }
  },
  timeoutMs,
);

testWith(
  "pytest",
  "the tests for pytest pass",
  async () => {
    const pipeline = begin(folder, registry, "testing");
    cpSync(join(examples, "testing/python"), join(pipeline.cwd, "python"), { recursive: true });
    const [command = ""] = firstLines("testing").filter((line) => line.startsWith("pip "));
    await step(pipeline, "python3", "-m", "venv", "--without-pip", "--system-site-packages", "env");
    const [, ...words] = command.split(" ");
    await step(pipeline, "python3", "-m", "pip", "--python", "env/bin/python", ...words);
    const ran = await shell(pipeline, "env/bin/python -m pytest -p no:cacheprovider python");
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(ran.stdout).toContain("4 passed");
  },
  timeoutMs,
);

/** The commands of the table of runners. */
function commandsOf(example: string): string[] {
  const readme = readFileSync(join(examples, example, "README.md"), "utf8");
  const commands = [...readme.matchAll(/^\| [\w ]+ \| `([^`]+)` \|/gm)].map(([, command = ""]) => command);
  expect(commands).toHaveLength(4);
  return commands;
}
