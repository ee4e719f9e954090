/**
 * `bun run tools/readme-settings.ts` writes the settings of `src/app/config/settings.ts`, and the exit codes of
 * `src/cli/exit-code.ts`, into README's tables.
 */

import {
  fileVariableName,
  flagSyntax,
  settingNames,
  settings,
  variableName,
} from "../src/app/config/settings.ts";
import { exitCodes } from "../src/cli/exit-code.ts";

/** README with its tables as they should be. */
export function withTables(readme: string): string {
  return replaced(replaced(readme, "settings", settingsTable()), "exit codes", exitCodesTable());
}

/** The settings: flag, variable, default, meaning. */
export function settingRows(): { flag: string; variable: string; standard: string; help: string }[] {
  return settingNames.map((name) => ({
    flag: flagSyntax(name),
    variable: [variableName(name), fileVariableName(name)].filter(Boolean).join("`, `"),
    standard: settings[name].shown,
    help: settings[name].help,
  }));
}

function settingsTable(): string {
  const rows = settingRows().map(
    ({ flag, variable, standard, help }) =>
      `| \`${flag.replaceAll("|", "\\|")}\` | \`${variable}\` | ${standard} | ${help} |`,
  );
  return ["| Flag | Variable | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

function exitCodesTable(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return ["| Exit code | Meaning |", "|---|---|", ...rows].join("\n");
}

function replaced(readme: string, name: string, table: string): string {
  const begin = `<!-- ${name}: made by tools/readme-settings.ts -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`README has no place for the ${name}`);
  return `${before}${begin}\n${table}\n${end}${after}`;
}

if (import.meta.main) {
  const path = new URL("../README.md", import.meta.url);
  await Bun.write(path, withTables(await Bun.file(path).text()));
}
