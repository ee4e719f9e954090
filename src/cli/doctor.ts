import { constants, setPriority } from "node:os";
import Table from "cli-table3";
import type { Command } from "commander";
import { askServer } from "../app/admin-socket/socket.ts";
import { examineDataFolder } from "../app/doctor/doctor.ts";
import { toMegabytes } from "../infra/backups/backup.ts";
import {
  counted,
  type Diagnosis,
  type Finding,
  type FindingState,
  stateOf,
  suspicious,
} from "../infra/backups/diagnosis.ts";
import { systemClock } from "../infra/clock.ts";
import type { SettingName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import { asDataFolderError } from "../infra/db/data-folder-error.ts";
import { provideAddon } from "../infra/db/native-addon.ts";
import { settlesWithin } from "../infra/waiting/timeout.ts";
import type { BeforeLiveView } from "../operator/view.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { exitCodes, FoundError } from "./exit-code.ts";
import { requireInstallation } from "./installation.ts";
import { colored, createProgressLine, print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data", "minFreeMb", "secretKey", "mapFile", "caFile"];

/** A server that hangs is not waited for. */
const serverWaitMs = 5_000;

/** `waybill doctor`. The server runs this command itself once a day, in a separate process. */
export function addDoctor(program: Command): void {
  const command = program
    .command("doctor")
    .summary("Examine the data folder for damage and contradictions; the server may keep running.")
    .description(
      "Examine the data folder for damage, contradictions and lost rows. It changes nothing, and the server may keep running. Exit code: 0 if all is well, 3 with warnings, 65 with errors, 74 if a database is damaged.",
    )
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, {}), [
    "waybill doctor --data /var/lib/waybill",
    "WAYBILL_SECRET_KEY_FILE=waybill.key waybill doctor --data /srv/restored --json",
  ]);
  command.action(async (flags: Flags) => {
    const config = loadSettings(flags, {}, names);
    requireInstallation(config);
    setPriority(constants.priority.PRIORITY_LOW);
    const examined = await examine(config, flags.json === true);
    const needs = await askForNeeds(config);
    const diagnosis = withUrgent(examined, needs ?? []);
    if (flags.json) await printJson({ ...diagnosis, before_live: needs });
    else {
      await printDiagnosis(diagnosis);
      await printNeeds(needs ?? []);
    }
    refuseUnlessFine(diagnosis);
  });
}

/** What is missing before people rely on the installation; null if no server runs, which alone knows its address. */
async function askForNeeds({ data }: Config): Promise<readonly BeforeLiveView[] | null> {
  let needs: readonly BeforeLiveView[] | null = null;
  const asking = askServer(data, "going live", {}).then(
    (answer) => {
      if (answer) needs = answer.result as BeforeLiveView[];
    },
    // It is of another version, or stops.
    () => {},
  );
  await settlesWithin(serverWaitMs, asking);
  return needs;
}

/** What people suffer from already is a warning as others are. */
function withUrgent(diagnosis: Diagnosis, needs: readonly BeforeLiveView[]): Diagnosis {
  const urgent = needs
    .filter(({ is_urgent }) => is_urgent)
    .map(({ message, remedy, command }) =>
      suspicious(
        { check: "going_live", database: null },
        message,
        [remedy, command].filter(Boolean).join(" "),
      ),
    );
  const checks = [...diagnosis.checks, ...urgent];
  return { ...diagnosis, state: stateOf(checks), checks };
}

async function printNeeds(needs: readonly BeforeLiveView[]): Promise<void> {
  const open = needs.filter(({ is_urgent, dismissed_at }) => !is_urgent && dismissed_at === null);
  if (open.length === 0) return;
  const lines = open.map(({ message, remedy, command }) =>
    [`- ${message}`, `  → ${remedy}`, ...(command === null ? [] : [`    ${command}`])].join("\n"),
  );
  await print(`\nBefore you go live:\n\n${lines.join("\n")}`);
}

/** @throws FoundError that counts what was found */
export function refuseUnlessFine(diagnosis: Diagnosis): void {
  const { state, checks } = diagnosis;
  if (state === "ok") return;
  const count = (wanted: FindingState) => checks.filter((finding) => finding.state === wanted).length;
  const summary = `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}`;
  throw new FoundError(exitCodeFor(diagnosis), summary);
}

async function examine(config: Config, isJson: boolean): Promise<Diagnosis> {
  const progress = isJson ? undefined : createProgressLine();
  try {
    return await examineDataFolder({
      dataDir: config.data,
      config,
      nativeBinding: provideAddon(config.data),
      now: systemClock.now(),
      onExamine: (about, share) => progress?.show(Math.floor(share * 100), `examining ${about}`),
    });
  } catch (error) {
    throw asDataFolderError(error, config.data);
  } finally {
    progress?.clear();
  }
}

/** A damaged database is worse than wrong rows: the disk may be failing. */
function exitCodeFor({ state, checks }: Diagnosis): number {
  if (checks.some(({ check, state }) => check === "integrity" && state === "error"))
    return exitCodes.damaged.code;
  if (state === "error") return exitCodes.wrong.code;
  return state === "warning" ? exitCodes.warned.code : exitCodes.done.code;
}

const marks = { ok: "ok", warning: "warn", error: "error" } as const satisfies Record<FindingState, string>;
const colors = { ok: "green", warning: "yellow", error: "red" } as const;

/** A table of checks and databases, then each problem with its remedy. */
export async function printDiagnosis({ checks, state, databases }: Diagnosis): Promise<void> {
  const wheres = [null, ...databases.map(({ name }) => name)];
  const table = new Table({
    head: ["", ...wheres.map((where) => (where === null ? "folder" : `${where}.db`))],
    style: { head: [], border: [], compact: true },
  });
  for (const [check, found] of Map.groupBy(checks, (finding) => finding.check)) {
    const own = (where: Finding["database"]) => found.filter(({ database }) => database === where);
    table.push([check, ...wheres.map((where) => markOf(own(where)))]);
  }
  table.push(["size", "", ...databases.map(({ size_bytes }) => toMegabytes(size_bytes))]);
  table.push(["newest row", "", ...databases.map(({ newest_at }) => newest_at?.slice(0, 19) ?? "–")]);
  await print(table.toString());
  for (const problem of checks.filter((finding) => finding.state !== "ok"))
    await print(`\n${paragraph(problem)}`);
  if (state === "ok") await print("\nEverything is as it should be.");
}

function markOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const state = stateOf(findings);
  return colored(colors[state], marks[state]);
}

function paragraph({ check, database, state, message, remedy, examples }: Finding): string {
  const title = `${colored(colors[state], marks[state])} ${check}${database ? ` (${database}.db)` : ""}: ${message}`;
  const rows = examples.map((example) => `  ${example}`);
  return [title, ...rows, `  → ${remedy}`].join("\n");
}
