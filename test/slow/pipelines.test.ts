import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { testTimeoutMs } from "../runner/files.ts";
import { testWith } from "../support/test-with.ts";
import type { PackageRegistry } from "./package-registry.ts";
import { firstPythonTest, inReadOnlyHome, offline, ownPackage, run, timeoutMs } from "./packed.ts";
import {
  begin,
  expectGreen,
  firstTestCommand,
  modules,
  older,
  type Pipeline,
  publishAll,
  step,
} from "./pipeline.ts";

/**
 * Pipelines of testers: the guide's own line installs from a registry on this machine, and a first test passes without
 * any network. The packages carry a script in the executable's place; `packages-installed.test.ts` has the executable.
 */

const root = join(import.meta.dir, "../..");
const pnpm = ["node", join(modules, "pnpm/bin/pnpm.cjs")];
const yarnClassic = ["node", join(modules, "yarn/bin/yarn.js")];
const yarn = ["node", join(modules, "@yarnpkg/cli-dist/bin/yarn.js")];

let folder: string;
let registry: PackageRegistry;
let lines: Awaited<ReturnType<typeof linesOfGuide>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-pipelines-"));
  registry = await publishAll();
  lines = await linesOfGuide();
}, timeoutMs);
afterAll(async () => {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
});

const textOfGuide = () => Bun.file(join(root, "src/web/docs/guides/testing-in-ci.md")).text();

/** What the guide's table says to install for a runner, a word each. */
async function linesOfGuide() {
  const guide = await textOfGuide();
  const line = (runner: string) =>
    new RegExp(`^\\| ${runner} \\| \`([^\`]+)\``, "m").exec(guide)?.[1]?.split(" ") ?? [];
  return { npm: line("node:test"), bun: line("bun test"), pip: line("pytest"), other: line("any other") };
}

/** Expects one sentence with a command. @returns the command's words */
async function expectSentence(pipeline: Pipeline, why: RegExp): Promise<string[]> {
  const ran = await offline(["node", "node_modules/waybill/waybill.cjs", "--version"], pipeline);
  expect([ran.exitCode, ran.stdout]).toEqual([1, ""]);
  expect(ran.stderr).toMatch(why);
  expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
  const failed = await offline(firstTestCommand, pipeline);
  expect(failed.exitCode).toBe(1);
  expect(failed.stdout).toContain(ran.stderr.trimEnd());
  return /Run: (.+)\n$/.exec(ran.stderr)?.[1]?.split(" ") ?? [];
}

const notInstalled = new RegExp(`^The package ${ownPackage} is not installed, because .+\\. Run: .+\\n$`);
/** Nobody answers there. */
const deadProxy = "http://127.0.0.1:9";
const proxies = Object.fromEntries(
  ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"].map((name) => [name, deadProxy]),
);

/** What another platform's npm leaves in the project. */
async function lockElsewhere(pipeline: Pipeline): Promise<void> {
  await step(pipeline, ...lines.npm, "--os=darwin", "--cpu=arm64", "--package-lock-only");
}

function editLock(
  { cwd }: Pipeline,
  change: (lock: { packages: Record<string, { resolved?: string }> }) => void,
) {
  const file = join(cwd, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  change(lock);
  writeFileSync(file, JSON.stringify(lock));
}

describe("npm", () => {
  test(
    "the guide's line in an empty project",
    async () => {
      const pipeline = begin(folder, registry, "npm");
      await step(pipeline, ...lines.npm);
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "the guide's line for any other runner: npx finds the command",
    async () => {
      const pipeline = begin(folder, registry, "npx");
      await step(pipeline, ...lines.other);
      const said = await offline(["npx", "--no-install", "waybill", "--version"], pipeline);
      expect(said).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
    },
    timeoutMs,
  );

  test(
    "a mirror, and a lock file with addresses of the public registry",
    async () => {
      const pipeline = begin(folder, registry, "npm mirror");
      await lockElsewhere(pipeline);
      editLock(pipeline, ({ packages }) => {
        for (const entry of Object.values(packages))
          if (entry.resolved)
            entry.resolved = entry.resolved.replace(registry.npm, "https://registry.npmjs.org/");
      });
      registry.paths();
      await step(pipeline, "npm", "ci");
      expect(registry.paths()).toContain(`/npm/${ownPackage}/-/${ownPackage}-${version}.tgz`);
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "a lock file of another platform",
    async () => {
      const pipeline = begin(folder, registry, "npm lock");
      await lockElsewhere(pipeline);
      await step(pipeline, "npm", "ci");
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "a lock file that has the other platform's package only: npm refuses it, and repairs it",
    async () => {
      const pipeline = begin(folder, registry, "npm short lock");
      await lockElsewhere(pipeline);
      editLock(pipeline, ({ packages }) => {
        for (const { npm } of platforms) if (npm.os !== "darwin") delete packages[`node_modules/${npm.name}`];
      });
      // Earlier versions of npm install without a word what such a file has; then the launcher's sentence comes.
      const refused = await run(["npm", "ci"], pipeline);
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toContain(`Missing: ${ownPackage}@${version} from lock file`);
      await step(pipeline, "npm", "install");
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "--omit=optional",
    async () => {
      const pipeline = begin(folder, registry, "npm omit");
      await step(pipeline, ...lines.npm, "--omit=optional");
      await step(pipeline, ...(await expectSentence(pipeline, notInstalled)));
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "a proxy in the environment, and a home that is read-only: the guide says what npm then needs",
    async () => {
      const { cwd, env } = begin(folder, registry, "npm home");
      const installing = { ...env, ...proxies, NO_PROXY: "127.0.0.1" };
      const line = inReadOnlyHome(lines.npm);
      expect((await run(line, { cwd, env: installing })).exitCode).not.toBe(0);
      expect(await textOfGuide()).toContain("`npm_config_cache=/tmp/npm`");
      await step({ cwd, env: { ...installing, npm_config_cache: join(cwd, "../cache") } }, ...line);
      await expectGreen({ cwd, env: { ...env, ...proxies } }, inReadOnlyHome(firstTestCommand));
    },
    timeoutMs,
  );

  test(
    "two versions side by side: each has the executable of its own",
    async () => {
      const pipeline = begin(folder, registry, "npm versions");
      const part = join(pipeline.cwd, "part");
      mkdirSync(part);
      writeFileSync(join(pipeline.cwd, "package.json"), '{"private": true, "workspaces": ["part"]}\n');
      const manifest = { name: "part", version: "1.0.0", dependencies: { waybill: older } };
      writeFileSync(join(part, "package.json"), JSON.stringify(manifest));
      await step(pipeline, ...lines.npm);
      const said = async (launcher: string) =>
        (await offline(["node", join(launcher, "node_modules/waybill/waybill.cjs"), "--version"], pipeline))
          .stdout;
      expect([await said("."), await said("part")]).toEqual([`${version}\n`, `${older}\n`]);
      await expectGreen(pipeline);
    },
    timeoutMs,
  );
});

test(
  "Bun",
  async () => {
    const pipeline = begin(folder, registry, "bun");
    const [, ...words] = lines.bun;
    await step(pipeline, process.execPath, ...words);
    await expectGreen(pipeline, [process.execPath, "test", `--timeout=${testTimeoutMs}`]);
  },
  timeoutMs,
);

describe("pnpm", () => {
  test(
    "as npm's line says, and a lock file of another platform",
    async () => {
      const pipeline = begin(folder, registry, "pnpm");
      const elsewhere = ["--os=darwin", "--cpu=arm64", "--libc=glibc"];
      await step(pipeline, ...pnpm, "add", "--save-dev", "waybill", "waybill-client", ...elsewhere);
      rmSync(join(pipeline.cwd, "node_modules"), { recursive: true });
      await step(pipeline, ...pnpm, "install", "--frozen-lockfile");
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "--no-optional",
    async () => {
      const pipeline = begin(folder, registry, "pnpm omit");
      await step(pipeline, ...pnpm, "add", "--save-dev", "--no-optional", "waybill", "waybill-client");
      const [, ...words] = await expectSentence(pipeline, notInstalled);
      await step(pipeline, ...pnpm, ...words);
      await expectGreen(pipeline);
    },
    timeoutMs,
  );
});

describe("Yarn", () => {
  test(
    "1, also with --ignore-optional",
    async () => {
      const pipeline = begin(folder, registry, "yarn 1");
      // Yarn 1 refuses what npm warns of: the client wants a newer Node than some machines have.
      pipeline.env.YARN_IGNORE_ENGINES = "true";
      await step(pipeline, ...yarnClassic, "add", "--dev", "--ignore-optional", "waybill", "waybill-client");
      const [, ...words] = await expectSentence(pipeline, notInstalled);
      await step(pipeline, ...yarnClassic, ...words);
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "4 with Plug'n'Play, whose archives nothing can be run from",
    async () => {
      const pipeline = begin(folder, registry, "yarn 4");
      writeFileSync(join(pipeline.cwd, "yarn.lock"), "");
      await step(pipeline, ...yarn, "add", "--dev", "waybill", "waybill-client");
      await expectGreen(pipeline, [...yarn, "node", "--test"]);
    },
    timeoutMs,
  );
});

describe("pip", () => {
  /** The guide's line in a new environment of Python, which sees this machine's pytest. @returns what runs the test */
  async function install(pipeline: Pipeline, how = (command: string[]) => command): Promise<string[]> {
    await step(pipeline, "python3", "-m", "venv", "--without-pip", "--system-site-packages", "env");
    const python = join(pipeline.cwd, "env/bin/python");
    const [, ...words] = lines.pip;
    await step(pipeline, ...how(["python3", "-m", "pip", "--python", python, ...words]));
    writeFileSync(join(pipeline.cwd, "test_first.py"), firstPythonTest);
    return [python, "-m", "pytest", "-p", "no:cacheprovider", "test_first.py"];
  }

  testWith(
    "pytest",
    "the guide's line in a new environment",
    async () => {
      const pipeline = begin(folder, registry, "pip");
      await expectGreen(pipeline, await install(pipeline));
    },
    timeoutMs,
  );

  testWith(
    "pytest",
    "a home that is read-only, and a proxy in the environment",
    async () => {
      const { cwd, env } = begin(folder, registry, "pip home");
      const installing = { cwd, env: { ...env, ...proxies, NO_PROXY: "127.0.0.1" } };
      const command = await install(installing, inReadOnlyHome);
      await expectGreen({ cwd, env: { ...env, ...proxies } }, inReadOnlyHome(command));
    },
    timeoutMs,
  );
});
