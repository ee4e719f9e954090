import type { Command } from "commander";
import { askServer } from "../app/admin-socket/socket.ts";
import type { SettingName } from "../app/config/settings.ts";
import { schemaVersions } from "../infra/db/databases.ts";
import { openStores } from "../infra/db/open-stores.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data"];

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
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, {}), ["waybill migrate --data /var/lib/waybill"]);
  command.action(async (flags: Flags) => {
    const applied: Applied[] = [];
    const { data } = loadSettings(flags, {}, names);
    await migrate(data, (step) => {
      applied.push(step);
      if (!flags.json) console.log(`${step.store}.db: applied ${step.migrations.join(", ")}`);
    });
    if (flags.json) await printJson({ applied });
    else if (applied.length === 0) await print("All databases are up to date.");
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
