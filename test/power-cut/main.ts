/**
 * `bun run test:power-cuts`: cuts the power under the executable again and again, and then under disks that must lose.
 */
import Table from "cli-table3";
import { Command, type CommanderError, InvalidArgumentError, Option } from "commander";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { buildExecutable } from "../bench/server.ts";
import { clearProgress, showProgress } from "../support/progress.ts";
import { type Outcome, type Plan, runDrill } from "./drill.ts";
import { sumOf } from "./facts.ts";
import { type FileSystem, fileSystems } from "./file-system.ts";
import { findMissingRequirement } from "./requirements.ts";

const cutsOnce = 30;
/** Of each disk that must lose. */
const controlCuts = 3;
/** Of the cuts; the others come while the server works. */
const startShare = 0.25;
const findingsTold = 20;

const head = [
  "disk",
  "cuts",
  "in a start",
  "media",
  "facts",
  "with unflushed writes",
  "cuts with loss",
  "media with loss",
  "",
];

const program = new Command("test:power-cuts")
  .description(
    "Cuts the power of a disk with a volatile write cache under the executable, and checks that everything it " +
      "acknowledged is there when the power is back. Then does the same with disks that must lose.",
  )
  .argument("[cuts]", "How many cuts.", toCuts, cutsOnce)
  .addOption(new Option("--fs <name>", "The file system.").choices(fileSystems).default("ext4"))
  .addHelpText(
    "after",
    `
After each cut there are three media: none of the unflushed writes is kept, half of them, or half of their sectors.
Each is mounted, checked by the file system's own tool, served from, and compared with the facts: what the server
acknowledged, and the events that it sent. The server goes on from one of them.

Needs Linux, root, /dev/fuse and loop devices. Takes about four seconds a cut.
Exit code: 0 if nothing was lost and the controls lost in every cut; 1 if not; 2 if it cannot run here.`,
  )
  .allowExcessArguments(false)
  .exitOverride((error: CommanderError) => process.exit(error.exitCode && exitCodes.usage.code))
  .parse();

const [cuts] = program.processedArgs as [number];
const { fs: fileSystem } = program.opts<{ fs: FileSystem }>();
const missing = findMissingRequirement(fileSystem);
if (missing !== undefined) program.error(`The power cannot be cut: ${missing}.`);

const stopping = new AbortController();
process.on("SIGINT", () => stopping.abort(exitCodes.interrupted.code));
process.on("SIGTERM", () => stopping.abort(exitCodes.terminated.code));

const outcomes = new Map<Plan, Outcome>();
await buildExecutable((text) => showProgress(0, cuts, text));
for (const plan of [{ fileSystem, cuts, startShare }, ...controls()]) {
  if (!stopping.signal.aborted) await perform(plan);
}
clearProgress();
const results = [...outcomes];
const losses = results.flatMap(([{ fault }, { findings }]) => (fault === undefined ? findings : []));
for (const finding of losses.slice(0, findingsTold)) console.log(finding);
console.log(toTable(results));
process.exit(stopping.signal.aborted ? stopping.signal.reason : results.every(isAsExpected) ? 0 : 1);

async function perform(plan: Plan): Promise<void> {
  try {
    await runDrill(plan, { signal: stopping.signal, onCut: (outcome) => tell(plan, outcome) });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
}

/** XFS always sends flushes. */
function controls(): Plan[] {
  const lying: Plan = { fileSystem, cuts: controlCuts, startShare: 0, fault: "ignores flushes" };
  return fileSystem === "xfs" ? [lying] : [lying, { ...lying, fault: "nobarrier" }];
}

function tell(plan: Plan, outcome: Outcome): void {
  outcomes.set(plan, outcome);
  showProgress(outcome.cuts, plan.cuts, `${nameOf(plan)}: ${outcome.lossyCuts} cuts with loss`);
}

function nameOf({ fileSystem, fault }: Plan): string {
  return fault === undefined ? fileSystem : `control: ${fileSystem}, ${fault}`;
}

function isAsExpected([{ fault, cuts }, { lossyCuts }]: [Plan, Outcome]): boolean {
  return lossyCuts === (fault === undefined ? 0 : cuts);
}

function toTable(results: [Plan, Outcome][]): string {
  const table = new Table({
    head,
    colAligns: head.map((_, column) => (column === 0 ? "left" : "right")),
    style: { head: [], border: [], compact: true },
  });
  for (const result of results) {
    const [plan, { cuts, startCuts, media, facts, unflushedCuts, lossyCuts, lossyMedia }] = result;
    const verdict = isAsExpected(result) ? "as expected" : "FAILED";
    table.push([
      nameOf(plan),
      cuts,
      startCuts,
      media,
      sumOf(facts),
      unflushedCuts,
      lossyCuts,
      lossyMedia,
      verdict,
    ]);
  }
  return table.toString();
}

function toCuts(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number from 1 to 999999.");
}
