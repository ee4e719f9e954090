import { constants, setPriority } from "node:os";
import type { Command } from "commander";
import type { SettingName } from "../app/config/settings.ts";
import { checkDatabases, type Damage } from "../infra/db/check.ts";
import { asDataFolderError, DataFolderError } from "../infra/db/data-folder-error.ts";
import { provideAddon } from "../infra/db/native-addon.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { requireInstallation } from "./installation.ts";
import { print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data"];

/** `waybill check`. The server runs this command itself once a day, in a separate process. */
export function addCheck(program: Command): void {
  const command = program
    .command("check")
    .description("Check the databases for damage; the server may keep running.")
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, {}), ["waybill check --data /var/lib/waybill"]);
  command.action(async (flags: Flags) => {
    const config = loadSettings(flags, {}, names);
    requireInstallation(config);
    setPriority(constants.priority.PRIORITY_LOW);
    const found = check(config.data);
    if (flags.json) await printJson({ damaged: found });
    else if (found.length === 0) await print("No damage found.");
    if (found.length === 0) return;
    throw new DataFolderError("damaged", found.map(({ message }) => message).join("\n"));
  });
}

function check(dataDir: string): Damage[] {
  try {
    return checkDatabases(dataDir, provideAddon(dataDir));
  } catch (error) {
    throw asDataFolderError(error, dataDir);
  }
}
