import Table from "cli-table3";
import type { Command } from "commander";
import { version } from "../../package.json";
import { type EffectiveSetting, flagName, settingNames, variableName } from "../config.ts";
import { schemaVersions } from "../db/store.ts";
import { type Flags, helped, withSettings } from "./command.ts";
import { addMigrate } from "./migrate.ts";
import { serveSettings } from "./serve.ts";
import { printJson } from "./terminal.ts";

/** Commands that tell what this executable is and would do. */

export function addInformation(program: Command): void {
  addMigrate(program);
  const config = program.command("config").description("Settings.");
  addConfigPrint(config);
  addVersion(program);
}

function addConfigPrint(config: Command): void {
  const command = config
    .command("print")
    .description(
      "Print every setting that `serve` would use with these flags and variables, and where it is from.",
    )
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, settingNames, {}), [
    "waybill config print",
    "WAYBILL_PORT=9000 waybill config print --signup closed --json",
  ]);
  command.action((flags: Flags) => {
    const rows = serveSettings(flags).map(toRow);
    if (flags.json) return printJson({ settings: rows });
    const table = new Table({
      head: ["Setting", "Value", "From"],
      style: { head: [], border: [], compact: true },
    });
    for (const { name, value, source, flag, variable } of rows) {
      table.push([name, value, { flag, variable, default: "default" }[source]]);
    }
    console.log(table.toString());
  });
}

function toRow({ name, text, source }: EffectiveSetting) {
  const variable = variableName(name);
  return { name: flagName(name).slice(2), value: text, source, flag: flagName(name), variable };
}

function addVersion(program: Command): void {
  const command = program
    .command("version")
    .description("Print the version, Bun's, and the schema that this executable migrates each database to.")
    .option("--json", "Print JSON, for scripts.");
  helped(command, ["waybill version", "waybill version --json"]);
  command.action((flags: Flags) => {
    const schemas = schemaVersions();
    if (flags.json) return printJson({ version, bun: Bun.version, schemas });
    console.log(`waybill ${version}\nBun ${Bun.version}`);
    for (const [store, schema] of Object.entries(schemas)) console.log(`${store}.db ${schema}`);
  });
}
