/**
 * `bun run tools/mutate.ts` tells which faults no test knows. It changes one condition of a server file, in a clone of
 * the last commit, and runs the tests next to that file. It only reports: whatever it finds, the exit code is 0.
 */
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command, type CommanderError, InvalidArgumentError } from "commander";
import { exitCodes } from "../src/cli/exit-code.ts";
import { isLong, testTimeoutMs } from "../test/runner/files.ts";
import { nearestTests, roomTests } from "../test/runner/nearest.ts";
import { type Mutant, makeMutants, plant } from "./mutants.ts";

/** Who caught a mutant. Unjudged: its line is gone, or the time was up before all tests next to it had run. */
type Found = "nearest" | "room" | "all" | "nobody" | "unjudged";

interface Judged extends Mutant {
  found?: Found;
  /** The test file that failed. */
  by?: string;
}

interface Stage {
  found: Found;
  files: readonly string[];
  seconds: number;
}

/** Late: the time was up before all had run. */
type Run = "passed" | "late" | { failed: string };

const headings: Record<Found, string> = {
  nearest: "caught by the nearest folder",
  room: "caught by its room",
  all: "caught by all quick tests",
  nobody: "caught by no test",
  unjudged: "not judged",
};
const columnCharacters = 30;

const root = resolve(import.meta.dir, "..");
const program = new Command("mutate")
  .description("Changes conditions of server files, one at a time, and lists those that no test catches.")
  .option("--count <number>", "How many mutants to make, each in another file.", toPositive, 60)
  .option("--seed <text>", "The same seed and the same files give the same mutants.", "1")
  .option("--from <file>", "Judge these mutants, which --to has stored, in place of new ones.")
  .option("--to <file>", "Store the mutants as JSON, with who caught them.")
  .option("--list", "Make the mutants, and run no test.")
  .option("--limit <seconds>", "Time for the nearest folder, and again for its room.", toPositive, 120)
  .option("--all <seconds>", "Run all quick tests too where the room lets a mutant through.", toPositive)
  .allowExcessArguments(false)
  .exitOverride((error: CommanderError) => process.exit(error.exitCode && exitCodes.usage.code))
  .parse();
const { count, seed, from, to, list, limit, all } = program.opts<{
  count: number;
  seed: string;
  from?: string;
  to?: string;
  list?: true;
  limit: number;
  all?: number;
}>();
if (from !== undefined && !existsSync(from)) program.error(`there is no file ${from}`);

const scratch = mkdtempSync(join(tmpdir(), "waybill-mutate-"));
const clone = join(scratch, "clone");
let running: number | undefined;
process.on("exit", () => {
  endTests();
  rmSync(scratch, { recursive: true, force: true });
});
process.on("SIGINT", () => process.exit(exitCodes.interrupted.code));
process.on("SIGTERM", () => process.exit(exitCodes.terminated.code));

makeClone();
const tests = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync(clone)].sort();
/** Test files that pass, and those that fail, without a mutant. */
const [sound, broken] = [new Set<string>(), new Set<string>()];
const earlier: Judged[] =
  from === undefined ? await makeMutants(clone, count, seed) : await Bun.file(from).json();
const judged: Judged[] = [];
await store();
for (const { file, line, before, after } of list ? [] : earlier) {
  const verdict = await judge({ file, line, before, after });
  judged.push(verdict);
  const place = `${judged.length}/${earlier.length}`.padEnd(8);
  console.log(`${place}${headings[verdict.found ?? "unjudged"].padEnd(columnCharacters)}${file}:${line}`);
  await store();
}
console.log(list ? earlier.map(describe).join("\n") : summarize());

function makeClone(): void {
  const { success, stderr } = Bun.spawnSync(["git", "clone", "--quiet", "--shared", root, clone]);
  if (!success) throw new Error(`git made no clone: ${stderr}`);
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
}

/** After each mutant, so that a run that is stopped has not looked in vain. */
async function store(): Promise<void> {
  const mutants = [...judged, ...earlier.slice(judged.length)];
  if (to !== undefined) await Bun.write(to, `${JSON.stringify(mutants, null, 2)}\n`);
}

async function judge(mutant: Mutant): Promise<Judged> {
  const path = join(clone, mutant.file);
  const whole = (await Bun.file(path).exists()) ? await Bun.file(path).text() : "";
  const changed = plant(whole, mutant);
  if (changed === undefined) return { ...mutant, found: "unjudged" };
  let isLate = false;
  for (const { found, files, seconds } of stagesOf(mutant.file)) {
    await Bun.write(path, changed);
    const run = await runTests(files, seconds);
    await Bun.write(path, whole);
    if (run === "passed") continue;
    const alone = run === "late" ? run : await runAlone(run.failed, seconds);
    if (run === "late" || alone === "late") isLate = true;
    else if (alone === "passed") return { ...mutant, found, by: run.failed };
    // What fails without the mutant too says nothing about it: now the others run.
    else return judge(mutant);
  }
  return { ...mutant, found: isLate ? "unjudged" : "nobody" };
}

/** Each with the test files that have not run before, but for those that fail anyway. */
function stagesOf(file: string): Stage[] {
  const [nearest, room] = [nearestTests(file, tests), roomTests(file, tests)];
  const quick = all === undefined ? [] : tests.filter((test) => !isLong(test));
  const seen = new Set(broken);
  const stage = (found: Found, files: readonly string[], seconds: number): Stage[] => {
    const fresh = files.filter((test) => !seen.has(test));
    for (const test of fresh) seen.add(test);
    return fresh.length > 0 ? [{ found, files: fresh, seconds }] : [];
  };
  return [
    ...stage("nearest", nearest, limit),
    ...stage("room", room, limit),
    ...stage("all", quick, all ?? 0),
  ];
}

/** Runs a test file without a mutant. What it says once holds for all mutants. */
async function runAlone(file: string, seconds: number): Promise<Run> {
  if (sound.has(file)) return "passed";
  const run = await runTests([file], seconds);
  if (run === "passed") sound.add(file);
  else if (run !== "late") broken.add(file);
  return run;
}

/** Ends at the first test that fails. */
async function runTests(files: readonly string[], seconds: number): Promise<Run> {
  const args = ["test", "--bail", `--timeout=${testTimeoutMs}`, ...files.map((file) => `./${file}`)];
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: clone,
    // What tests leave behind when they are ended goes with the clone.
    env: { ...process.env, CI: "1", NO_COLOR: "1", TMPDIR: scratch },
    stdout: "ignore",
    stderr: "pipe",
    // Its own group, so that what tests have started ends with them.
    detached: true,
  });
  running = child.pid;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endTests();
  }, seconds * 1_000);
  const [output, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  clearTimeout(timer);
  endTests();
  if (isLate) return "late";
  if (exitCode === 0) return "passed";
  return { failed: [...output.matchAll(/^(test\/\S+\.test\.tsx?):$/gm)].at(-1)?.[1] ?? `${files[0]}` };
}

function endTests(): void {
  if (running === undefined) return;
  try {
    process.kill(-running, "SIGKILL");
  } catch {
    // Nobody of the group is left.
  }
  running = undefined;
}

function summarize(): string {
  const of = (found: Found) => judged.filter((one) => one.found === found);
  const counts = (Object.keys(headings) as Found[]).map(
    (found) => `${headings[found].padEnd(columnCharacters)}${of(found).length}`,
  );
  const escaped = of("nobody").filter((one) => earlier[judged.indexOf(one)]?.by !== undefined);
  const named = (title: string, mutants: readonly Mutant[]) =>
    mutants.length === 0 ? [] : ["", title, ...mutants.map(describe)];
  return [
    "",
    ...counts,
    ...named("Caught by no test:", of("nobody")),
    ...named("Not judged:", of("unjudged")),
    ...named("Caught in the run before, and not now:", escaped),
  ].join("\n");
}

function describe({ file, line, before, after }: Mutant): string {
  return `${file}:${line}\n  - ${before.trim()}\n  + ${after.trim()}`;
}

function toPositive(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}
