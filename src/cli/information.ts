import Table from "cli-table3";
import type { Command } from "commander";
import { version } from "../../package.json";
import type { EffectiveSetting } from "../app/config/reading.ts";
import type { Kind } from "../infra/config/kinds.ts";
import { flagName, settingNames, settings, variableName } from "../infra/config/settings.ts";
import { schemaVersions } from "../infra/db/databases.ts";
import { type Flags, helped, warnOfSettings, withSettings } from "./command.ts";
import { addMigrate } from "./migrate.ts";
import { serveSettings } from "./serve-settings.ts";
import { print, printJson } from "./terminal.ts";

/** Commands that show settings and versions. */

export function addInformation(program: Command): void {
  addMigrate(program);
  const config = program.command("config").description("Show the settings.");
  addConfigPrint(config);
  addVersion(program);
}

function addConfigPrint(config: Command): void {
  const command = config
    .command("print")
    .description("Print every setting that `serve` would use, and where its value comes from.")
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, settingNames, {}), [
    "waybill config print",
    "WAYBILL_PORT=9000 waybill config print --signup closed --json",
  ]);
  command.action(async (flags: Flags) => {
    warnOfSettings(flags);
    const effective = serveSettings(flags);
    if (flags.json) return printJson({ settings: effective.map(toRow) });
    const table = new Table({
      head: ["Setting", "Value", "From"],
      style: { head: [], border: [], compact: true },
    });
    for (const { name, text, from } of effective) {
      table.push([flagName(name).slice(2), text, from ?? "default"]);
    }
    await print(table.toString());
  });
}

function toRow({ name, value, text, source }: EffectiveSetting) {
  const { isSecret, toJson }: Kind<unknown> = settings[name].kind;
  const told = isSecret && value !== null ? text : (toJson?.(value) ?? value);
  const [flag, variable] = [flagName(name), variableName(name)];
  return { name: flag.slice(2), value: told, shown: text, source, flag, variable };
}

function addVersion(program: Command): void {
  const command = program
    .command("version")
    .description("Print the versions of Waybill, Bun and the database schemas.")
    .option("--json", "Print JSON, for scripts.");
  helped(command, ["waybill version", "waybill version --json"]);
  command.action(async (flags: Flags) => {
    const schemas = schemaVersions();
    if (flags.json) return printJson({ version, bun: Bun.version, schemas });
    const stores = Object.entries(schemas).map(([store, schema]) => `${store}.db ${schema}`);
    await print([`waybill ${version}`, `Bun ${Bun.version}`, ...stores].join("\n"));
  });
}
