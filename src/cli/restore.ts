import { constants, setPriority } from "node:os";
import Table from "cli-table3";
import type { Command } from "commander";
import { SettingError } from "../app/config/reading.ts";
import { checkRestore } from "../app/restore/check.ts";
import type { ErasedSince } from "../app/restore/erased.ts";
import { storageOf } from "../app/restore/opening.ts";
import { type Counts, pendingDeliveries } from "../app/restore/overview.ts";
import { type RestoreReport, restore } from "../app/restore/restore.ts";
import { toMegabytes } from "../infra/backups/backup.ts";
import { counted } from "../infra/backups/diagnosis.ts";
import { addressOf, findOffSite } from "../infra/backups/off-site.ts";
import { systemClock } from "../infra/clock.ts";
import { type SettingName, variableName } from "../infra/config/settings.ts";
import { storageSettingNames } from "../infra/config/storage-settings.ts";
import type { Config } from "../infra/config.ts";
import { asDataFolderError } from "../infra/db/data-folder-error.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { printDiagnosis, refuseUnlessFine } from "./doctor.ts";
import { createProgressLine, print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data", "minFreeMb", "secretKey", ...storageSettingNames, "caFile"];

/** `waybill restore`. */
export function addRestore(program: Command): void {
  const command = program
    .command("restore")
    .summary("Restore a backup into a data folder.")
    .description(
      "Restore a backup into a data folder that no server uses. It checks every byte first; if it is interrupted, the folder is as it was or complete.",
    )
    .argument(
      "[backup]",
      "The backup's folder, the archive of it, or s3:newest and s3:<name> for one in S3-compatible storage.",
    )
    .option("--list", "List the backups in S3-compatible storage, newest first, and restore nothing.")
    .option(
      "--check",
      "Restore into a temporary folder beside the backup, examine it as `doctor` does, and remove it.",
    )
    .option("--replace", "Move the present content of the data folder into a folder beside it.")
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, {}), [
    "waybill restore /mnt/backups/waybill-2026-11-21T040000Z --data /srv/waybill",
    "waybill restore s3:newest --data /srv/waybill",
    "WAYBILL_SECRET_KEY_FILE=waybill.key waybill restore waybill-2026-11-21T040000Z.tar --data /srv/waybill --replace",
  ]);
  command.action(async (backup: string | undefined, flags: Flags) => {
    const config = loadSettings(flags, {}, names);
    if (flags.list) return list(config, flags);
    if (backup === undefined) throw new SettingError("name a backup, or use --list");
    if (flags.check) return check(config, backup, flags);
    const report = await restoreInto(config, backup, flags);
    if (flags.json) await printJson(report);
    else await printReport(report);
  });
}

async function list(config: Config, flags: Flags): Promise<void> {
  const storage = await storageOf(config);
  if (storage === null)
    throw new SettingError(`--list needs S3-compatible storage: set ${variableName("backupS3Endpoint")}`);
  const { backups } = await findOffSite(storage);
  const listed = backups.map(({ path, manifest }) => ({ backup: path, ...manifest }));
  if (flags.json) return printJson({ data: listed });
  if (listed.length === 0) return print(`No backups in ${addressOf(storage)}.`);
  const table = new Table({
    head: ["Backup", "Taken", "Size", "Version"],
    style: { head: [], border: [], compact: true },
  });
  for (const { backup, taken_at, waybill, databases } of listed) {
    const bytes = databases.reduce((sum, database) => sum + database.bytes, 0);
    table.push([backup, taken_at, toMegabytes(bytes), waybill]);
  }
  await print(table.toString());
}

/** At low priority: the server runs it beside itself. */
async function check(config: Config, backup: string, flags: Flags): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const diagnosis = await withProgress(config, flags, (onStep) =>
    checkRestore({ backup, config, now: systemClock.now, onStep }),
  );
  if (flags.json) await printJson(diagnosis);
  else await printDiagnosis(diagnosis);
  refuseUnlessFine(diagnosis);
}

function restoreInto(config: Config, backup: string, flags: Flags): Promise<RestoreReport> {
  return withProgress(config, flags, (onStep) =>
    restore({ backup, config, replace: flags.replace === true, now: systemClock.now, onStep }),
  );
}

async function withProgress<T>(
  config: Config,
  flags: Flags,
  work: (onStep: (step: string, share: number) => void) => Promise<T>,
): Promise<T> {
  const progress = flags.json === true ? undefined : createProgressLine();
  try {
    return await work((step, share) => progress?.show(Math.floor(share * 100), step));
  } catch (error) {
    throw asDataFolderError(error, config.data);
  } finally {
    progress?.clear();
  }
}

async function printReport(report: RestoreReport): Promise<void> {
  const { backup, data, databases, replaced, taken_at } = report;
  await print(`Restored ${backup} into ${data}.`);
  if (replaced !== null)
    await print(`The former content is in ${replaced}; Waybill removes it after 30 days.`);
  const table = new Table({
    head: ["Database", "Has everything before", "Restored", ...(replaced === null ? [] : ["Replaced"])],
    style: { head: [], border: [], compact: true },
  });
  for (const { database, holds_until, counts, replaced_counts } of databases) {
    const former =
      replaced === null ? [] : [replaced_counts === null ? "cannot be read" : said(replaced_counts)];
    table.push([`${database}.db`, holds_until, said(counts), ...former]);
  }
  await print(table.toString());
  await print(`\nEverything after ${taken_at} is gone. When the server starts:`);
  for (const line of consequences(report)) await print(`- ${line}`);
}

function said(counts: Counts): string {
  return Object.entries(counts)
    .map(([what, count]) => counted(count, what))
    .join("\n");
}

/** Of personal data that was erased after the backup was taken. */
function comeBack({ isKnown, erasures }: ErasedSince, takenAt: string): string {
  if (!isKnown)
    return `No list of what was erased since then stands beside the backup: personal data that was erased after ${takenAt} is back. Erase it again.`;
  if (erasures.length === 0) return "No personal data was erased since then, so none comes back.";
  const times = counted(erasures.length, "erasure");
  return `The backup holds personal data that was erased since then. Waybill repeats ${times} on the start, those of open shipments once they have ended.`;
}

/** What happens on start, and what the operator must do again. */
function consequences({ databases, erased, taken_at }: RestoreReport): string[] {
  const pending = databases.reduce((sum, { counts }) => sum + (counts[pendingDeliveries] ?? 0), 0);
  const migrations = databases.reduce((sum, { pending_migrations }) => sum + pending_migrations, 0);
  return [
    ...(migrations > 0 ? [`Waybill applies ${counted(migrations, "migration")}.`] : []),
    pending > 0
      ? `Waybill sends ${counted(pending, pendingDeliveries)}. Receivers may get them twice, with the same webhook-id.`
      : "No webhook delivery is pending, so none is sent twice.",
    "Keys that were revoked and passwords that were changed since then are valid as before: revoke and change them again.",
    comeBack(erased, taken_at),
  ];
}
