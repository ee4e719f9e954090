import { existsSync } from "node:fs";
import type { Command } from "commander";
import { askServer } from "../app/admin-socket/socket.ts";
import type { SettingName } from "../infra/config/settings.ts";
import { databaseFiles, schemaVersions } from "../infra/db/databases.ts";
import { openStores } from "../infra/db/open-stores.ts";
import { hasRemains, markRemains } from "../infra/db/upgrading.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { requireInstallation } from "./installation.ts";
import { print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data"];

const told = {
  done: "All databases are rewritten.",
  at_next_start: "The next start rewrites the databases.",
};

interface Applied {
  store: string;
  migrations: string[];
}

/** `serve` migrates too. This command is for operators who want to do it before they start. */
export function addMigrate(program: Command): void {
  const command = program
    .command("migrate")
    .description(
      "Migrate the databases to this version, keeping a copy of each. `serve` does the same when it starts.",
    )
    .option(
      "--rewrite",
      "Rewrite the databases too, so that no part of a file holds deleted data. Beside a server, its next start does it.",
    )
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, {}), [
    "waybill migrate --data /var/lib/waybill",
    "waybill migrate --rewrite --data /var/lib/waybill",
  ]);
  command.action(async (flags: Flags) => {
    const applied: Applied[] = [];
    const config = loadSettings(flags, {}, names);
    requireInstallation(config);
    const { data } = config;
    const files = flags.rewrite
      ? databaseFiles({ dataDir: data }).filter(({ path }) => existsSync(path))
      : [];
    for (const { path } of files) markRemains(path);
    await migrate(data, (step) => {
      applied.push(step);
      if (!flags.json) console.log(`${step.store}.db: applied ${step.migrations.join(", ")}`);
    });
    const rewriting = files.some(({ path }) => hasRemains(path)) ? "at_next_start" : "done";
    if (flags.json) await printJson({ applied, ...(flags.rewrite && { rewriting }) });
    else if (applied.length === 0) await print("All databases are up to date.");
    if (!flags.json && flags.rewrite) await print(told[rewriting]);
  });
}

/** A running server of the same version has already migrated. */
async function migrate(dataDir: string, onApplied: (step: Applied) => void): Promise<void> {
  const served = await askServer(dataDir, "schemas", {});
  if (served === undefined) return migrateFiles(dataDir, onApplied);
  if (Bun.deepEquals(served.result, schemaVersions())) return;
  throw new Error(`a server of another version uses ${dataDir}: stop it, then migrate`);
}

async function migrateFiles(dataDir: string, onApplied: (step: Applied) => void): Promise<void> {
  const say = (_: object, message: string) => console.error(`waybill: ${message}`);
  const log = { info: () => {}, warn: say, error: say, fatal: say };
  const onMigrated = (store: string, migrations: string[]) => onApplied({ store, migrations });
  const stores = await openStores({ dataDir, log, onMigrated });
  await stores.close();
}
