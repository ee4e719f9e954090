import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { clientPackage, launcherPackage, platformPackage } from "../../tools/packages/npm.ts";
import { buildClient } from "../../tools/packages/packages.ts";
import { tarball } from "../../tools/packages/tarball.ts";
import { pluginWheel, serverWheel } from "../../tools/packages/wheel.ts";
import type { Finished } from "../support/child.ts";
import { testWith } from "../support/test-with.ts";
import { executable } from "./executable.ts";
import { type PackageRegistry, packInstalled, startPackageRegistry } from "./package-registry.ts";
import {
  firstPythonTest,
  firstTest,
  inReadOnlyHome,
  offline,
  own,
  ownPackage,
  run,
  timeoutMs,
} from "./packed.ts";

/**
 * Pipelines of testers: the guide's own line installs from a registry on this machine, and a first test passes without
 * any network. The packages carry a script in the executable's place; `packages-installed.test.ts` has the executable.
 */

const root = join(import.meta.dir, "../..");
const modules = join(root, "node_modules");
const pnpm = ["node", join(modules, "pnpm/bin/pnpm.cjs")];
const yarnClassic = ["node", join(modules, "yarn/bin/yarn.js")];
const yarn = ["node", join(modules, "@yarnpkg/cli-dist/bin/yarn.js")];

let folder: string;
let registry: PackageRegistry;
let lines: { npm: string[]; pip: string[] };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-pipelines-"));
  registry = await startPackageRegistry(await packAll());
  lines = await linesOfGuide();
}, timeoutMs);
afterAll(async () => {
  await registry.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function packAll(): Promise<Record<string, Uint8Array>> {
  await buildClient();
  const contents = { executable: Buffer.from(standIn), licenses: "All licenses\n" };
  const files: [string, Uint8Array][] = [];
  for (const platform of platforms) {
    const packed = await platformPackage(platform, contents);
    const { name } = platform.npm;
    files.push([`${name}-${older}.tgz`, await asOlder(packed)], [`${name}-${version}.tgz`, packed]);
  }
  const launcher = await launcherPackage(platforms);
  files.push([`waybill-${older}.tgz`, await asOlder(launcher)], [`waybill-${version}.tgz`, launcher]);
  files.push([`waybill-client-${version}.tgz`, await clientPackage()]);
  for (const name of ["eventsource-parser", "standardwebhooks"])
    files.push(...(await packInstalled(modules, name)));
  for (const platform of own) {
    const { name, data } = await serverWheel(platform, contents);
    files.push([name, data]);
  }
  const { name, data } = await pluginWheel();
  return Object.fromEntries([...files, [name, data]]);
}

const standIn = `#!/bin/sh
if [ "$1" = --version ]; then echo "${version}"; exit; fi
exec '${executable}' "$@"
`;
const older = "0.0.9";

/** What a release before this one had published. */
async function asOlder(archive: Uint8Array): Promise<Uint8Array> {
  const entries = await unpackTar(Bun.gunzipSync(new Uint8Array(archive)));
  return tarball(
    entries.map(({ header: { name, mode = 0o644 }, data = new Uint8Array() }) => ({
      name,
      mode,
      data: new TextDecoder().decode(data).replaceAll(`"${version}"`, `"${older}"`),
    })),
  );
}

const textOfGuide = () => Bun.file(join(root, "src/web/docs/guides/testing-in-ci.md")).text();

/** The lines of the guide's table, a word each. */
async function linesOfGuide() {
  const guide = await textOfGuide();
  const line = (pattern: RegExp) => pattern.exec(guide)?.[1]?.split(" ") ?? [];
  return { npm: line(/`(npm install [^`]+)`/), pip: line(/`(pip install [^`]+)`/) };
}

interface Pipeline {
  cwd: string;
  env: Record<string, string>;
}

let count = 0;
/** An empty project in a folder with a blank, with a home of its own. */
function begin(name: string, base = registry.npm): Pipeline {
  count += 1;
  const cwd = join(folder, `${count} ${name}`, "shop");
  const home = join(folder, `${count} ${name}`, "home");
  for (const each of [cwd, home]) mkdirSync(each, { recursive: true });
  writeFileSync(join(cwd, "package.json"), '{"private": true}\n');
  writeFileSync(join(cwd, "first.test.mjs"), firstTest);
  const env = {
    HOME: home,
    npm_config_registry: base,
    npm_config_update_notifier: "false",
    YARN_REGISTRY: base,
    YARN_NPM_REGISTRY_SERVER: base,
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    YARN_ENABLE_TELEMETRY: "0",
    PIP_INDEX_URL: registry.simple,
    // Where this machine has pytest beside Python's own packages.
    ...(process.env.PYTHONPATH && { PYTHONPATH: process.env.PYTHONPATH }),
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
  return { cwd, env };
}

/** Runs a command of the pipeline with the network, and expects that it ends well. */
async function step(pipeline: Pipeline, ...command: string[]): Promise<Finished> {
  const ran = await run(command, pipeline);
  expect({ ...ran, command: command.join(" ") }).toMatchObject({ exitCode: 0 });
  return ran;
}

const firstTestCommand = ["node", "--test", "first.test.mjs"];

/** The first test, without any network. */
async function expectGreen(pipeline: Pipeline, command = firstTestCommand) {
  const ran = await offline(command, pipeline);
  expect(ran).toMatchObject({ exitCode: 0 });
  expect(ran.stdout).toMatch(/pass 1|1 passed/);
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
      const pipeline = begin("npm");
      await step(pipeline, ...lines.npm);
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "a mirror, and a lock file with addresses of the public registry",
    async () => {
      const pipeline = begin("npm mirror");
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
      const pipeline = begin("npm lock");
      await lockElsewhere(pipeline);
      await step(pipeline, "npm", "ci");
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "a lock file that has the other platform's package only: npm refuses it, and repairs it",
    async () => {
      const pipeline = begin("npm short lock");
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
      const pipeline = begin("npm omit");
      await step(pipeline, ...lines.npm, "--omit=optional");
      await step(pipeline, ...(await expectSentence(pipeline, notInstalled)));
      await expectGreen(pipeline);
    },
    timeoutMs,
  );

  test(
    "a proxy in the environment, and a home that is read-only: the guide says what npm then needs",
    async () => {
      const { cwd, env } = begin("npm home");
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
      const pipeline = begin("npm versions");
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

describe("pnpm", () => {
  test(
    "as npm's line says, and a lock file of another platform",
    async () => {
      const pipeline = begin("pnpm");
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
      const pipeline = begin("pnpm omit");
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
      const pipeline = begin("yarn 1");
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
      const pipeline = begin("yarn 4");
      writeFileSync(join(pipeline.cwd, "yarn.lock"), "");
      await step(pipeline, ...yarn, "add", "--dev", "waybill", "waybill-client");
      await expectGreen(pipeline, [...yarn, "node", "--test", "first.test.mjs"]);
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
      const pipeline = begin("pip");
      await expectGreen(pipeline, await install(pipeline));
    },
    timeoutMs,
  );

  testWith(
    "pytest",
    "a home that is read-only, and a proxy in the environment",
    async () => {
      const { cwd, env } = begin("pip home");
      const installing = { cwd, env: { ...env, ...proxies, NO_PROXY: "127.0.0.1" } };
      const command = await install(installing, inReadOnlyHome);
      await expectGreen({ cwd, env: { ...env, ...proxies } }, inReadOnlyHome(command));
    },
    timeoutMs,
  );
});
