// Every check of the project, in order: `npm test`, or `npm run check` for the quick ones.
// The last line is "N passed, N failed": one for each test, and one for each step that is not tests.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./browser/browser.ts";
import { findMissingRequirement } from "./power-cut/requirements.ts";
import { findLitestream } from "./support/litestream.ts";

const testFiles = "test/**/*.test.{ts,tsx}";
const slowFolder = "test/slow/";
const browserFolder = "test/browser/";
/** Tests that need what few machines have; `findMissing` says in words what this one lacks. */
const demanding = [
  {
    name: "power cuts",
    file: "test/slow/power-cut.test.ts",
    findMissing: () => findMissingRequirement("ext4"),
  },
  {
    name: "litestream",
    file: "test/slow/litestream.test.ts",
    findMissing: () => (findLitestream() === undefined ? "there is no Litestream here" : undefined),
  },
];
/** With any value a missing browser fails the run. */
const browserVariable = "TEST_BROWSER_REQUIRED";
// Warnings fail too; and biome colours its output in CI even where nobody would see it.
const biomeOptions = ["--error-on-warnings", "--colors=off"];
const bundling = 'await (await import("./src/web/serving/bundle.ts")).bundleDashboard()';
/** Of one test that names no other: the machine may be busy with something else. */
const testTimeoutMs = 60_000;
const columnCharacters = 18;

interface Tally {
  passed: number;
  failed: number;
}
type StepResult = Tally & { output: string };
interface Step {
  name: string;
  run: () => Promise<StepResult>;
}
interface Finished {
  exitCode: number;
  output: string;
}

const scratch = mkdtempSync(join(tmpdir(), "waybill-test-"));
const total = await runSteps(await listSteps(process.argv.includes("--quick")));
rmSync(scratch, { recursive: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function listSteps(quick: boolean): Promise<Step[]> {
  const files = (await Array.fromAsync(new Bun.Glob(testFiles).scan("."))).sort();
  const isDemanding = (name: string) => demanding.some(({ file }) => file === name);
  const slow = files.filter((file) => file.startsWith(slowFolder) && !isDemanding(file));
  const browser = files.filter((file) => file.startsWith(browserFolder));
  const fast = files.filter((file) => !file.startsWith(slowFolder) && !browser.includes(file));
  const steps = [
    { name: "format and lint", run: () => runCommand(["x", "--bun", "biome", "ci", ...biomeOptions]) },
    { name: "types", run: () => runCommand(["x", "--bun", "tsc", "--noEmit"]) },
    // Afterwards its files lie compressed, and no test waits for that.
    { name: "dashboard", run: () => runCommand(["-e", bundling]) },
    { name: "tests", run: () => runTests("tests", fast, ["--parallel=2", "--no-isolate"]) },
  ];
  if (quick) return steps;
  return [
    ...steps,
    { name: "build", run: () => runCommand(["run", "build.ts"]) },
    { name: "slow tests", run: () => runTests("slow tests", slow) },
    ...demanding.map((tests) => ({ name: tests.name, run: () => runDemanding(tests) })),
    { name: "browser tests", run: () => runBrowserTests(browser) },
  ];
}

async function runBrowserTests(files: string[]): Promise<StepResult> {
  if (findChromium() !== undefined || process.env[browserVariable]) {
    return runTests("browser tests", files, ["--parallel=2"]);
  }
  return { passed: 0, failed: 0, output: "left out: there is no Chromium here" };
}

async function runDemanding({ name, file, findMissing }: (typeof demanding)[number]): Promise<StepResult> {
  const missing = findMissing();
  if (missing === undefined) return runTests(name, [file]);
  return { passed: 0, failed: 0, output: `left out: ${missing}` };
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
 * file counts as failed. So does every skipped test.
 */
async function runTests(name: string, files: string[], options: string[] = []): Promise<StepResult> {
  if (files.length === 0) return { passed: 0, failed: 1, output: "There are no test files." };
  const report = join(scratch, `${name}.xml`);
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  let done = 0;
  const args = ["test", `--timeout=${testTimeoutMs}`, ...options, ...reporter];
  const run = await runBun([...args, ...files.map((file) => `./${file}`)], (text) => {
    done += text.match(/^\((pass|fail|skip|todo)\) /gm)?.length ?? 0;
    showProgress(name, String(done));
  });
  const xml = (await Bun.file(report).exists()) ? await Bun.file(report).text() : "";
  const missing = files.filter((file) => !xml.includes(`<testsuite name="${file}"`));
  const { passed, failed } = countTests(xml);
  const unexplained = run.exitCode !== 0 && failed + missing.length === 0 ? 1 : 0;
  const output = [
    run.output.replace(/^\(pass\) .*\n/gm, ""),
    ...missing.map((file) => `No test of ${file} was reported.`),
  ];
  return { passed, failed: failed + missing.length + unexplained, output: output.join("\n") };
}

function countTests(xml: string): Tally {
  const [summary = ""] = /<testsuites [^>]*>/.exec(xml) ?? [];
  const read = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(summary)?.[1] ?? 0);
  const failed = read("failures") + read("skipped");
  return { passed: read("tests") - failed, failed };
}

/** Runs this same Bun. `CI` makes `test.only` an error and keeps snapshots from being written. */
async function runBun(args: string[], onOutput: (text: string) => void): Promise<Finished> {
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, CI: "1", NO_COLOR: "1" },
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
