/**
 * `bun run bench`: what Waybill does, each beside a floor that is measured in the same run, on the same machine and
 * the same disk. The executable is measured, as an operator runs it.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command, type CommanderError } from "commander";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { clearProgress, showProgress } from "../support/progress.ts";
import { backlogBesideScenarios } from "./backlog-beside.ts";
import { drawChart } from "./chart.ts";
import { deliveryScenarios } from "./deliveries.ts";
import { driverScenarios } from "./drivers.ts";
import { growthScenarios } from "./growth.ts";
import { httpsScenarios } from "./https.ts";
import { describeMachine } from "./machine.ts";
import { missingPeers, peerScenarios } from "./peers.ts";
import { processScenarios } from "./process.ts";
import { quotingScenarios } from "./quoting.ts";
import { ratingScenarios } from "./rating.ts";
import { toTable } from "./report.ts";
import { requestScenarios } from "./requests.ts";
import { type Bench, type Finding, isMet, type Scenario } from "./scenario.ts";
import { buildExecutable } from "./server.ts";
import { stallScenarios } from "./stalls/scenario.ts";
import { startScenarios } from "./start.ts";
import { storageScenarios } from "./storage.ts";
import { streamScenarios } from "./streams.ts";
import { webhookScenarios } from "./webhooks.ts";

const scenarios: readonly Scenario[] = [
  ...requestScenarios,
  ...httpsScenarios,
  ...webhookScenarios,
  ...deliveryScenarios,
  ...backlogBesideScenarios,
  ...quotingScenarios,
  ...ratingScenarios,
  ...driverScenarios,
  ...growthScenarios,
  ...streamScenarios,
  ...storageScenarios,
  ...startScenarios,
  ...processScenarios,
];
const fullRounds = 5;
const quickRounds = 2;
/** By how much there is less of everything. */
const quickDivisor = 10;

interface Options {
  only?: string[];
  skip?: string[];
  peers?: true;
  stalls?: true;
  quick?: true;
  json?: true;
  dir: string;
}

const names = scenarios.map(({ name, help }) => `  ${name.padEnd(16)}${help}`);
const program = new Command("bench")
  .description("Measures Waybill beside a bare server, and writes results.json and charts into test/bench/.")
  .option("--only <name...>", "Measure these only.")
  .option("--skip <name...>", "Leave these out.")
  .option("--peers", "Measure Waybill beside other programs in place of all this; says how to have each.")
  .option("--stalls", "Find what holds the thread longest, in place of all this.")
  .option("--quick", `Fewer rounds of a tenth of everything; the figures say less.`)
  .option("--dir <folder>", "Folder on the disk that is measured.", tmpdir())
  .option("--json", "Print the findings as JSON in place of the table.")
  .addHelpText("after", `\nWhat is measured:\n${names.join("\n")}`)
  .allowExcessArguments(false)
  .exitOverride((error: CommanderError) => process.exit(error.exitCode && exitCodes.usage.code))
  .parse();
const { only, skip = [], peers, stalls, quick, json, dir } = program.opts<Options>();
for (const name of [...(only ?? []), ...skip]) {
  if (!scenarios.some((scenario) => scenario.name === name))
    program.error(`nothing is called ${name}; see --help`);
}

const ordinary = scenarios.filter(({ name }) => (only?.includes(name) ?? true) && !skip.includes(name));
const chosen = peers ? peerScenarios : stalls ? stallScenarios : ordinary;
if (peers) for (const help of missingPeers()) console.error(`Not measured. ${help}`);
mkdirSync(resolve(dir), { recursive: true });
const scratch = mkdtempSync(join(resolve(dir), "waybill-bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(exitCodes.interrupted.code));
process.on("SIGTERM", () => process.exit(exitCodes.terminated.code));

const findings: Finding[] = [];
await buildExecutable((text) => showProgress(0, chosen.length, text));
for (const [done, scenario] of chosen.entries()) {
  findings.push(...(await scenario.run(benchOf((text) => showProgress(done, chosen.length, text)))));
}
clearProgress();
const machine = describeMachine(resolve(dir));
const result = {
  measured_at: new Date().toISOString(),
  machine,
  quick: quick ?? false,
  findings: findings.map((finding) => ({ ...finding, met: isMet(finding) })),
};
const text = JSON.stringify(result, null, 2);
await Bun.write(join(import.meta.dir, "results.json"), `${text}\n`);
console.log(json ? text : toTable(findings, machine));

function benchOf(say: (text: string) => void): Bench {
  return {
    say,
    rounds: quick ? quickRounds : fullRounds,
    count: (full) => (quick ? full / quickDivisor : full),
    folder(name) {
      const path = join(scratch, name);
      mkdirSync(path);
      return path;
    },
    draw: (name, chart) => void Bun.write(join(import.meta.dir, `${name}.svg`), drawChart(chart)),
  };
}
