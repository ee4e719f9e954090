// Every check of the project, in order: `npm test`, or `npm run check` for the quick ones.
// The lines before the last one name the tests that this machine lacks something for, and how to have it; with
// TEST_ALL_REQUIRED=1 that is a failure. The last line is "N passed, N failed": one for each test, and one for each
// step that is not tests.

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  isLeftOut,
  isMet,
  isRequired,
  markOf,
  type RequirementName,
  requirementNames,
  requirements,
} from "./support/requirements.ts";

const testFiles = "test/**/*.test.{ts,tsx}";
const slowFolder = "test/slow/";
const browserFolder = "test/browser/";
// Warnings fail too; and biome colors its output in CI even where nobody would see it.
const biomeOptions = ["--error-on-warnings", "--colors=off"];
const bundling = 'await (await import("./src/web/serving/bundle.ts")).bundleDashboard()';
/** Test files that run at the same time: one more than there are cores, because each waits now and then. */
const workers = Math.min(availableParallelism(), 4) + 1;
/** Begun first, so that no worker is busy long after the others. */
const longestFirst = [
  "test/slow/ephemeral.test.ts",
  "test/browser/pages.test.ts",
  "test/slow/release.test.ts",
  "test/browser/dashboard.test.ts",
  "test/browser/shipments.test.ts",
  "test/browser/usage.test.ts",
  "test/browser/connection.test.ts",
  "test/slow/data-folder.test.ts",
  "test/slow/client-package.test.ts",
  "test/fuzz.test.ts",
  "test/app/restore/restore.test.ts",
  "test/delivery/carriers/kinds.test.ts",
  "test/web/docs/examples.test.ts",
  "test/web/docs/guide-code.test.ts",
];
/** Of one test that names no other: the machine may be busy with something else. */
const testTimeoutMs = 180_000;
/** What the build makes; the tests of the command line run it too. */
const executable = resolve("dist/waybill");
const columnCharacters = 18;

interface Tally {
  passed: number;
  failed: number;
}
/** How many tests each missing requirement left out. */
type LeftOut = Map<RequirementName, number>;
type StepResult = Tally & { output: string };
interface Step {
  name: string;
  run: () => Promise<StepResult>;
}
interface Finished {
  exitCode: number;
  output: string;
}

const leftOut: LeftOut = new Map();
const scratch = mkdtempSync(join(tmpdir(), "waybill-test-"));
const total = await runSteps(await listSteps(process.argv.includes("--quick")));
rmSync(scratch, { recursive: true });
for (const [name, count] of leftOut) console.log(inColumns("left out", tellLeftOut(name, count)));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function listSteps(quick: boolean): Promise<Step[]> {
  const files = (await Array.fromAsync(new Bun.Glob(testFiles).scan("."))).sort();
  const slow = files.filter((file) => file.startsWith(slowFolder));
  const browser = files.filter((file) => file.startsWith(browserFolder));
  const fast = files.filter((file) => !slow.includes(file) && !browser.includes(file));
  const steps = [
    { name: "requirements", run: checkRequirements },
    { name: "format and lint", run: () => runCommand(["x", "--bun", "biome", "ci", ...biomeOptions]) },
    { name: "types", run: () => runCommand(["x", "--bun", "tsc", "--noEmit"]) },
    // Afterwards its files lie compressed, and no test waits for that.
    { name: "dashboard", run: () => runCommand(["-e", bundling]) },
    { name: "build", run: () => runCommand(["run", "build.ts"]) },
    { name: "tests", run: () => runTests("tests", fast) },
  ];
  if (quick) return steps;
  return [...steps, { name: "slow, browser", run: () => runSlowTests(slow, browser) }];
}

/** Where something is required, its absence is told before the tests that would fail for it. */
async function checkRequirements(): Promise<StepResult> {
  const missing = requirementNames.filter((name) => isRequired(name) && !isMet(name));
  const output = missing.map((name) => `There is no ${name} here: ${requirements[name].remedy}.`);
  return { passed: missing.length === 0 ? 1 : 0, failed: missing.length, output: output.join("\n") };
}

/** Both side by side, so that one computes while another waits. */
async function runSlowTests(slow: string[], browser: string[]): Promise<StepResult> {
  if (!isLeftOut("chromium")) return runTests("slow, browser", [...slow, ...browser]);
  leftOut.set("chromium", browser.length);
  return runTests("slow", slow);
}

/** A step that fails does not stop the next one. */
async function runSteps(steps: Step[]): Promise<Tally> {
  const sum = { passed: 0, failed: 0 };
  for (const { name, run } of steps) {
    showProgress(name, "…");
    const startedMs = performance.now();
    const { passed, failed, output } = await run();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    showProgress("", "");
    console.log(inColumns(name, toldOf({ passed, failed, output }), `${seconds} s`));
    if (failed > 0) console.log(`\n${output.trim()}\n`);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

function toldOf({ passed, failed, output }: StepResult): string {
  if (failed > 0) return `${failed} FAILED`;
  return passed > 0 ? `${passed} passed` : output;
}

async function runCommand(args: string[]): Promise<StepResult> {
  const { exitCode, output } = await runBun(args, () => {});
  return exitCode === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

/**
 * Counts from the report, in which a file that does not load, or ends the process, is missing: each such
 * file counts as failed. So does every skipped test that names no requirement.
 */
async function runTests(name: string, files: string[]): Promise<StepResult> {
  if (files.length === 0) return { passed: 0, failed: 1, output: "There are no test files." };
  const report = join(scratch, `${name}.xml`);
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  // Workers that share what they have loaded: loading it takes longer than most files.
  const sharing = [`--parallel=${workers}`, "--no-isolate", `--timings=${await writeTimings(files)}`];
  let done = 0;
  const args = ["test", `--timeout=${testTimeoutMs}`, ...sharing, ...reporter];
  const run = await runBun([...args, ...files.map((file) => `./${file}`)], (text) => {
    done += text.match(/^\((pass|fail|skip|todo)\) /gm)?.length ?? 0;
    showProgress(name, String(done));
  });
  const xml = (await Bun.file(report).exists()) ? await Bun.file(report).text() : "";
  const missing = files.filter((file) => !xml.includes(`<testsuite name="${file}"`));
  const { passed, failed } = countTests(xml);
  const unexplained = run.exitCode !== 0 && failed + missing.length === 0 ? 1 : 0;
  const output = [withoutPassed(run.output), ...missing.map((file) => `No test of ${file} was reported.`)];
  return { passed, failed: failed + missing.length + unexplained, output: output.join("\n") };
}

/** The order for the runner, which knows it as durations that were measured earlier: the longest goes first. */
async function writeTimings(files: string[]): Promise<string> {
  const path = join(scratch, "timings.json");
  const durations = files.map((file) => [file, longestFirst.toReversed().indexOf(file) + 2]);
  await Bun.write(path, JSON.stringify({ version: 1, files: Object.fromEntries(durations) }));
  return path;
}

/** Of what the runner said, the lines of tests that did not pass, under their files. */
function withoutPassed(output: string): string {
  const rest = output.replace(/^\(pass\) .*\n/gm, "");
  return rest.replace(/^\S+\.test\.tsx?:\n(?=\n)/gm, "").replace(/\n{3,}/g, "\n\n");
}

function countTests(xml: string): Tally {
  const [summary = ""] = /<testsuites [^>]*>/.exec(xml) ?? [];
  const read = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(summary)?.[1] ?? 0);
  const explained = countLeftOut(xml);
  const failed = read("failures") + read("skipped") - explained;
  return { passed: read("tests") - failed - explained, failed };
}

/** Notes the tests that were skipped for a requirement. @returns how many those are */
function countLeftOut(xml: string): number {
  let count = 0;
  for (const [test] of xml.matchAll(/<testcase [^>]*>\s*<skipped/g)) {
    const name = requirementNames.find((one) => test.includes(markOf(one)));
    if (name === undefined) continue;
    leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    count += 1;
  }
  return count;
}

function tellLeftOut(name: RequirementName, count: number): string {
  const { tests, remedy } = requirements[name];
  const unit = name === "chromium" ? "files of tests" : count === 1 ? "test" : "tests";
  return `${count} ${unit} ${tests}: ${remedy}`;
}

/** Runs this same Bun. `CI` makes `test.only` an error and keeps snapshots from being written. */
async function runBun(args: string[], onOutput: (text: string) => void): Promise<Finished> {
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, CI: "1", NO_COLOR: "1", TEST_EXECUTABLE: executable },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const pieces: string[] = [];
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      const text = decoder.decode(bytes, { stream: true });
      pieces.push(text);
      onOutput(text);
    }
  };
  await Promise.all([collect(child.stdout), collect(child.stderr)]);
  return { exitCode: await child.exited, output: pieces.join("") };
}

/** One line that the next one replaces; nothing where the output is not a terminal. */
function showProgress(name: string, state: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${inColumns(name, state)}`);
}

function inColumns(...columns: string[]): string {
  return columns
    .map((column) => `${column.padEnd(columnCharacters - 1)} `)
    .join("")
    .trimEnd();
}
