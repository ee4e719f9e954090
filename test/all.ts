// Every check of the project, in order: `npm test`, or `npm run check` for the quick ones. `npm run check -- --changed`
// takes the tests that the changes which are not committed can reach, `--changed=main` those since that commit.
// The lines before the last one name the test files that cost more than they may, and the tests that this machine lacks
// something for, and how to have it; with TEST_ALL_REQUIRED=1 that is a failure. The last line is "N passed, N failed":
// one for each test, and one for each step that is not tests.

import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { listReached } from "./runner/changed.ts";
import { listTestFiles, testTimeoutMs, timingsOf } from "./runner/files.ts";
import { countTests, describeLeftOut, type LeftOut, listOverBudget, type Tally } from "./runner/report.ts";
import { makeScratchFolder } from "./runner/scratch.ts";
import { isLeftOut, isMet, isRequired, requirementNames, requirements } from "./support/requirements.ts";

// Warnings fail too; and biome colors its output in CI even where nobody would see it.
const biomeOptions = ["--error-on-warnings", "--colors=off"];
const bundling = 'await (await import("./src/web/serving/bundle.ts")).bundleDashboard()';
/** Test files that run at the same time: one more than there are cores, because each waits now and then. */
const workers = Math.min(availableParallelism(), 4) + 1;
/** Of the compiler, each of which checks again what the others check too: with its default of 4, two cores work twice as long. */
const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const columnCharacters = 18;

type StepResult = Tally & { output: string };
interface Step {
  name: string;
  run: () => Promise<StepResult>;
}
interface Finished {
  exitCode: number;
  output: string;
}
interface Options {
  /** Leaves out the long tests. */
  quick: boolean;
  /** A commit: takes only the tests that the changes since then can reach. */
  since: string | undefined;
}

const leftOut: LeftOut = new Map();
const { quick, since } = readOptions(process.argv.slice(2));
/** What the build makes; the tests of the command line run it too. */
const built = since === undefined ? { TEST_EXECUTABLE: resolve("dist/waybill") } : {};
const steps = await listSteps();
const scratch = makeScratchFolder();
/** Kept where the variable says so. */
const costs = process.env.TEST_COSTS ?? join(scratch, "costs.jsonl");
const total = await runSteps(steps);
for (const line of listOverBudget(costs)) console.log(inColumns("over budget", line));
for (const [name, count] of leftOut) console.log(inColumns("left out", describeLeftOut(name, count)));
// Browsers end a moment after the tests, and take their files with them.
rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function readOptions(args: string[]): Options {
  const [changed] = args.filter((arg) => /^--changed(?:=.+)?$/.test(arg));
  const unknown = args.filter((arg) => arg !== "--quick" && arg !== changed);
  if (unknown.length > 0)
    refuse(`${unknown.join(" ")} is not an option; there are --quick, --changed and --changed=<commit>`);
  const since = changed === undefined ? undefined : changed.slice("--changed=".length) || "HEAD";
  return { quick: args.includes("--quick"), since };
}

/** Ends with what is wrong with the options. */
function refuse(why: unknown): never {
  console.error(why instanceof Error ? why.message : why);
  process.exit(2);
}

/** Steps of one group run side by side. */
async function listSteps(): Promise<Step[][]> {
  const { quick: quickFiles, long, browser } = await listTestFiles();
  if (!quick && isLeftOut("chromium")) leftOut.set("chromium", browser.length);
  const all = quick ? quickFiles : [...quickFiles, ...long, ...(isLeftOut("chromium") ? [] : browser)];
  const files = since === undefined ? all : await listReached(all, since).catch(refuse);
  const checks = [
    [{ name: "requirements", run: checkRequirements }],
    [{ name: "format and lint", run: () => runCommand(["x", "--bun", "biome", "ci", ...biomeOptions]) }],
  ];
  // Afterwards its files lie compressed, and no test waits for that.
  const dashboard = { name: "dashboard", run: () => runCommand(["-e", bundling]) };
  const build = { name: "build", run: () => runCommand(["run", "build.ts"]) };
  const types = {
    name: "types",
    run: () => runCommand(["x", "--bun", "tsc", "--checkers", String(checkers)]),
  };
  const tests = { name: "tests", run: () => runTests(files) };
  // Without a build, tests of the command line run the sources.
  return [...checks, [dashboard], ...(since === undefined ? [[build]] : []), [types, tests]];
}

/** Where something is required, its absence is told before the tests that would fail for it. */
async function checkRequirements(): Promise<StepResult> {
  const missing = requirementNames.filter((name) => isRequired(name) && !isMet(name));
  const output = missing.map((name) => `There is no ${name} here: ${requirements[name].remedy}.`);
  return { passed: missing.length === 0 ? 1 : 0, failed: missing.length, output: output.join("\n") };
}

/** A step that fails does not stop the next one. */
async function runSteps(groups: Step[][]): Promise<Tally> {
  const sum = { passed: 0, failed: 0 };
  for (const group of groups) {
    const results = await Promise.all(group.map(runStep));
    for (const { passed, failed } of results) {
      sum.passed += passed;
      sum.failed += failed;
    }
  }
  return sum;
}

async function runStep({ name, run }: Step): Promise<Tally> {
  showProgress(name, "…");
  const startedMs = performance.now();
  const result = await run();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  showProgress("", "");
  console.log(inColumns(name, toldOf(result), `${seconds} s`));
  if (result.failed > 0) console.log(`\n${result.output.trim()}\n`);
  return result;
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
async function runTests(files: string[]): Promise<StepResult> {
  if (files.length === 0) return { passed: 0, failed: 1, output: "There are no test files." };
  const report = join(scratch, "tests.xml");
  const timings = join(scratch, "timings.json");
  await Bun.write(timings, JSON.stringify({ version: 1, files: timingsOf(files) }));
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  // Workers that share what they have loaded: loading it takes longer than most files.
  const sharing = [`--parallel=${workers}`, "--no-isolate", `--timings=${timings}`];
  const preloaded = ["costs.ts", "draws.ts"].flatMap((file) => ["--preload", `./test/runner/${file}`]);
  let done = 0;
  const args = ["test", `--timeout=${testTimeoutMs}`, ...preloaded, ...sharing, ...reporter];
  const run = await runBun([...args, ...files.map((file) => `./${file}`)], (text) => {
    done += text.match(/^\((pass|fail|skip|todo)\) /gm)?.length ?? 0;
    showProgress("tests", String(done));
  });
  const xml = (await Bun.file(report).exists()) ? await Bun.file(report).text() : "";
  const missing = files.filter((file) => !xml.includes(`<testsuite name="${file}"`));
  const { passed, failed } = countTests(xml, leftOut);
  const unexplained = run.exitCode !== 0 && failed + missing.length === 0 ? 1 : 0;
  const output = [withoutPassed(run.output), ...missing.map((file) => `No test of ${file} was reported.`)];
  return { passed, failed: failed + missing.length + unexplained, output: output.join("\n") };
}

/** Of what the runner said, the lines of tests that did not pass, under their files. */
function withoutPassed(output: string): string {
  const rest = output.replace(/^\(pass\) .*\n/gm, "");
  return rest.replace(/^\S+\.test\.tsx?:\n(?=\n)/gm, "").replace(/\n{3,}/g, "\n\n");
}

/** Runs this same Bun. `CI` makes `test.only` an error and keeps snapshots from being written. */
async function runBun(args: string[], onOutput: (text: string) => void): Promise<Finished> {
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, CI: "1", NO_COLOR: "1", TMPDIR: scratch, TEST_COSTS: costs, ...built },
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
