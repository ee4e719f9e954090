import type { Command } from "commander";
import type { SettingName } from "../infra/config/settings.ts";
import { lockDataFolder } from "../infra/db/data-folder.ts";
import { databaseFiles } from "../infra/db/databases.ts";
import { acceptLostLogs } from "../infra/db/lost-log.ts";
import { provideAddon } from "../infra/db/native-addon.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { requireInstallation } from "./installation.ts";
import { print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data"];

/** `waybill accept-lost-log`. A flag of `serve` would stay in a unit file and accept the next loss too. */
export function addLostLog(program: Command): void {
  const command = program
    .command("accept-lost-log")
    .description(
      "Continue without a missing write-ahead log, and lose the last acknowledged writes before the crash.",
    )
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, {}), ["waybill accept-lost-log --data /var/lib/waybill"]);
  command.action(async (flags: Flags) => {
    const config = loadSettings(flags, {}, names);
    requireInstallation(config);
    const accepted = accept(config.data);
    if (flags.json) return printJson({ accepted });
    await print(
      accepted.length === 0
        ? "No log is missing. Nothing was changed."
        : `Accepted the loss of ${accepted.join(" and ")}. Start the server.`,
    );
  });
}

/** @throws DataFolderError if another process uses the folder */
function accept(dataDir: string): string[] {
  const unlock = lockDataFolder(dataDir, provideAddon(dataDir));
  try {
    return acceptLostLogs(databaseFiles({ dataDir }));
  } finally {
    unlock();
  }
}
