import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { testTimeoutMs } from "../runner/files.ts";
import { finish } from "../support/child.ts";
import { describeWith, testWith } from "../support/test-with.ts";
import { executable } from "./executable.ts";

/** What readers of the guides run first: the commands as they stand there, in a clone that has no packages yet. */

const root = join(import.meta.dir, "../..");
const timeoutMs = 300_000;
let folder: string;
let clone: string;
/** The reader's own, beside the clone. */
let project: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-clone-"));
  clone = join(folder, "waybill");
  project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private": true, "type": "module"}');
  const listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await finish(Bun.spawn(listed, { cwd: root, stdout: "pipe", stderr: "pipe" }));
  for (const file of stdout.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) {
    cpSync(join(root, file), join(clone, file));
  }
  await run("git init --quiet && git add --all", clone);
  // With the Bun that runs the tests nobody has to download another.
  const own = join(clone, ".bun/node_modules/.bin");
  mkdirSync(own, { recursive: true });
  symlinkSync(process.execPath, join(own, "bun"));
}, timeoutMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only Node is on the path. Packages come from npm's cache where they are in it; a network may have an authority of its own. */
function environment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = "", HOME = "", NODE_EXTRA_CA_CERTS = "" } = process.env;
  const folders = PATH.split(delimiter).filter((path) => !existsSync(join(path, "bun")));
  const npm = { npm_config_prefer_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
  return { PATH: folders.join(delimiter), HOME, NODE_EXTRA_CA_CERTS, ...npm, ...more };
}

/** @returns what they printed @throws Error with it where one fails */
async function run(commands: string, cwd: string, more?: Record<string, string>): Promise<string> {
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", commands], {
    cwd,
    env: environment(more),
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(child);
  if (exitCode !== 0) throw new Error(`${commands}\n${stdout}${stderr}`);
  return stdout + stderr;
}

/** The first block of a file with this text in it. */
async function blockOf(file: string, text: string): Promise<string> {
  const blocks = (await Bun.file(join(root, file)).text()).matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  const found = [...blocks].map(([, block = ""]) => block).find((block) => block.includes(text));
  if (found === undefined) throw new Error(`${file} has no commands with ${text}`);
  return found;
}

describeWith("npm's registry", "in a clone without packages", () => {
  test(
    "the README's commands make the client package, and a project installs it and uses it",
    async () => {
      expect(existsSync(join(clone, "node_modules"))).toBeFalse();
      await run(await blockOf("README.md", "npm pack ./client"), clone);
      expect(readdirSync(clone).filter((name) => name.endsWith(".tgz"))).toHaveLength(1);
      await run("npm install --save-dev ../waybill/waybill-client-*.tgz", project);
      const uses = `const { createWaybill } = await import("waybill-client");
        const { startWaybill } = await import("waybill-client/testing");
        console.log(typeof createWaybill, typeof startWaybill);`;
      expect(await run(`node --input-type=module -e '${uses}'`, project)).toContain("function function");
      // Nothing lies about that somebody could commit.
      expect(await run("git status --porcelain", clone)).not.toContain("?? ");
    },
    timeoutMs,
  );

  test(
    "the README of the examples prepares them, and npm runs them where only Node is installed",
    async () => {
      const block = await blockOf("examples/testing/README.md", "npm run install:runners");
      const lines = block.trim().split("\n");
      expect(lines).toHaveLength(3);
      await run(lines.filter((line) => !line.startsWith("pip ")).join("\n"), clone);
      const said = await run(`npm run bun -- --timeout=${testTimeoutMs}`, join(clone, "examples/testing"), {
        WAYBILL_EXECUTABLE: executable,
      });
      expect(said).toContain("4 pass\n");
    },
    timeoutMs,
  );
});

testWith(
  "pip",
  "pip installs the pytest plugin from the sources, as the README of the examples says",
  async () => {
    // A distribution's own Python takes packages in an environment only.
    await run("python3 -m venv python", folder);
    const python = { PATH: [join(folder, "python/bin"), environment().PATH].join(delimiter) };
    const block = await blockOf("examples/testing/README.md", "./clients/python");
    const [command = ""] = block.split("\n").filter((line) => line.startsWith("pip "));
    await run(`pip install --quiet pytest && ${command}`, clone, python);
    expect(await run("pytest --fixtures -q -p no:cacheprovider", project, python)).toContain("stage");
  },
  timeoutMs,
);

describe("the scripts of the examples", () => {
  test("name no program that only the repository brings", async () => {
    const { scripts } = await Bun.file(join(root, "examples/testing/package.json")).json();
    const bare = Object.entries<string>(scripts).filter(([, command]) => /(^|\s)bunx?\s/.test(command));
    expect(bare).toEqual([]);
  });
});
