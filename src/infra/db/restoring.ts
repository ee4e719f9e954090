import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toTimestamp } from "../clock.ts";
import { syncPath } from "./data-folder.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { storeNames } from "./database.ts";

/**
 * A restore fills a folder inside the data folder. Once all of it is on the disk, a plan in that folder says what is
 * moved out of the way and what takes its place. From then on whoever opens the data folder can finish the restore; until
 * then nothing has happened. So a kill at any point leaves the old data or the restored data, and never a mixture.
 */

const secondMs = 1_000;

/** Where the restored files wait. */
const waitingName = "restoring";
const planName = "plan.json";
/** Inside the waiting folder, until all of it is moved. */
const replacedName = "replaced";

/** What belongs to the folder and not to its installation. */
const keptNames: ReadonlySet<string> = new Set([
  "lock.db",
  "lock.db-journal",
  "native",
  "lost+found",
  waitingName,
]);
/** A folder with what a restore replaced. */
const replacedPattern = /^replaced-\d{4}-\d\d-\d\dT\d{6}Z$/;

interface Plan {
  /** The backup that is restored. */
  backup: string;
  /** The folder that gets what is moved out of the way; null if the data folder was empty. */
  replaced: string | null;
  out: readonly string[];
  in: readonly string[];
}

/** What is in the data folder besides what every folder may have. */
export function contentOf(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => !keptNames.has(name) && !replacedPattern.test(name));
}

export function isReplacedName(name: string): boolean {
  return replacedPattern.test(name);
}

/** A new empty folder for the restored files. Removes what an interrupted restore left. */
export function makeWaitingFolder(dataDir: string): string {
  const path = join(dataDir, waitingName);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}

export function removeWaitingFolder(dataDir: string): void {
  rmSync(join(dataDir, waitingName), { recursive: true, force: true });
}

/**
 * Decides that the waiting files become the content of the data folder. They are on the disk.
 * @param now names the folder for what was there; milliseconds
 */
export function planRestore(dataDir: string, backup: string, now: number): void {
  const waiting = join(dataDir, waitingName);
  const out = contentOf(dataDir);
  const plan: Plan = {
    backup,
    replaced: out.length === 0 ? null : freeReplacedName(dataDir, now),
    out,
    // The accounts come last: a folder without them is refused.
    in: readdirSync(waiting).sort((one, other) => rankOf(other) - rankOf(one)),
  };
  writeFileSync(join(waiting, `${planName}.new`), JSON.stringify(plan), { mode: 0o600 });
  syncPath(join(waiting, `${planName}.new`));
  renameSync(join(waiting, `${planName}.new`), join(waiting, planName));
  syncPath(waiting);
}

/** Named by the time, or by the first free second after it. */
function freeReplacedName(dataDir: string, at: number): string {
  const name = `replaced-${toTimestamp(at).slice(0, 19).replaceAll(":", "")}Z`;
  return existsSync(join(dataDir, name)) ? freeReplacedName(dataDir, at + secondMs) : name;
}

function rankOf(file: string): number {
  const index = storeNames.findIndex((name) => file === `${name}.db`);
  return index === -1 ? storeNames.length : index;
}

/** Whether a restore was decided and is not finished. @returns its backup */
export function plannedRestore(dataDir: string): string | undefined {
  return readPlan(dataDir)?.backup;
}

/**
 * Moves the files as planned. May be repeated after an interruption. Only for the process that has locked the folder.
 * @param onStep called before each step
 * @returns where the replaced content is; null if there was none
 */
export function finishRestore(dataDir: string, onStep: (step: string) => void = () => {}): string | null {
  const plan = readPlan(dataDir);
  if (plan === undefined) return null;
  const waiting = join(dataDir, waitingName);
  const replaced = join(waiting, replacedName);
  const kept = plan.replaced === null ? null : join(dataDir, plan.replaced);
  const isKept = kept === null || existsSync(kept);
  const move = (from: string, to: string) => {
    onStep(`moving ${from}`);
    renameSync(from, to);
  };
  if (!isKept) moveOut(plan, dataDir, replaced, move);
  for (const name of plan.in) {
    if (existsSync(join(waiting, name))) move(join(waiting, name), join(dataDir, name));
  }
  syncPath(dataDir);
  if (!isKept) move(replaced, kept);
  onStep("removing the plan");
  rmSync(join(waiting, planName));
  syncPath(waiting);
  removeWaitingFolder(dataDir);
  syncPath(dataDir);
  return kept;
}

function moveOut(
  { out }: Plan,
  dataDir: string,
  replaced: string,
  move: (from: string, to: string) => void,
): void {
  mkdirSync(replaced, { recursive: true, mode: 0o700 });
  for (const name of out) {
    // With its name taken there, the file here is the restored one.
    if (!existsSync(join(replaced, name))) move(join(dataDir, name), join(replaced, name));
  }
  syncPath(replaced);
}

function readPlan(dataDir: string): Plan | undefined {
  const path = join(dataDir, waitingName, planName);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/**
 * Finishes an interrupted restore, or removes one that was not decided. Call it before the databases are opened, with the
 * folder locked.
 * @throws DataFolderError if the folder would be empty: a new installation is not what was wanted
 */
export function resolveRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, waitingName))) return;
  if (plannedRestore(dataDir) !== undefined) finishRestore(dataDir);
  else if (contentOf(dataDir).includes("accounts.db")) removeWaitingFolder(dataDir);
  else {
    throw new DataFolderError(
      "unusable",
      `a restore into ${dataDir} was interrupted: run it again. To begin without data instead, remove ${join(dataDir, waitingName)}`,
    );
  }
}
