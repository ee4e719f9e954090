import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { platforms } from "../../tools/compile.ts";
import { type Finished, finish } from "../support/child.ts";

/** What tests of packages share: a tester's projects, and commands without a network. */

export const timeoutMs = 300_000;
export const launcher = "waybill";
const machine = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
/** The platform of this machine. */
export const own = platforms.filter(({ name }) => name === machine);
export const ownPackage = own[0]?.npm.name ?? "";

/** Beside the executables of a release. */
export function writeLicenses(folder: string): void {
  writeFileSync(join(folder, `waybill-${version}.licenses.txt`), "All licenses\n");
}

interface Where {
  cwd: string;
  env?: Record<string, string>;
}

export async function run(command: string[], { cwd, env = {} }: Where): Promise<Finished> {
  const variables = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), ...env };
  return finish(Bun.spawn(command, { cwd, env: variables, stdout: "pipe", stderr: "pipe" }));
}

/** Runs it without any network but the machine's own. */
export function offline(command: string[], where: Where): Promise<Finished> {
  return run(["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...command], where);
}

/** The command where its home cannot be written. */
export function inReadOnlyHome(command: string[]): string[] {
  const freeze = 'mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME"';
  const script = `${freeze} && ! touch "$HOME/new" 2>/dev/null && exec "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, "sh", ...command];
}

/** An empty project of npm at a path, with these of the packages in `from`. @throws Error with what npm says */
export async function installInto(at: string, from: string, tarballs: string[], flags: string[] = []) {
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, "package.json"), "{}\n");
  const files = tarballs.map((tarball) => join(from, `${tarball}-${version}.tgz`));
  const install = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...flags, ...files];
  const { exitCode, stderr } = await run(install, { cwd: at });
  if (exitCode !== 0) throw new Error(stderr);
  return at;
}

const examples = join(import.meta.dir, "../../examples/testing");
/** What a newcomer copies from the guide first. */
export const firstTest = readFileSync(join(examples, "first/first.test.mjs"), "utf8");
export const firstPythonTest = readFileSync(join(examples, "first/test_first.py"), "utf8");
