/**
 * `bun run tools/operating-tables.ts` writes the exit codes of `src/cli/exit-code.ts` and the settings of
 * `src/infra/config/settings.ts` into the tables of `docs/operating.md`.
 */

import { exitCodes } from "../src/cli/exit-code.ts";
import {
  fileVariableName,
  flagSyntax,
  settingNames,
  settings,
  variableName,
} from "../src/infra/config/settings.ts";

/** The page with its tables up to date. */
export function withTables(page: string): string {
  return replaceTable(replaceTable(page, "exit codes", exitCodesTable()), "settings", settingsTable());
}

/** The settings: flag, variables, default, meaning. */
export function settingRows(): { flag: string; variables: string[]; standard: string; help: string }[] {
  return settingNames.map((name) => ({
    flag: flagSyntax(name),
    variables: [variableName(name), fileVariableName(name)].filter((variable) => variable !== undefined),
    standard: settings[name].shown,
    help: settings[name].help,
  }));
}

function settingsTable(): string {
  const rows = settingRows().map(({ flag, variables, standard, help }) => {
    const names = variables.map((variable) => `\`${variable}\``).join(", ");
    return `| \`${flag.replaceAll("|", "\\|")}\` | ${names} | ${standard} | ${help} |`;
  });
  return ["| Flag | Variable | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

function exitCodesTable(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return ["| Exit code | Meaning |", "|---|---|", ...rows].join("\n");
}

/** @throws Error if the page has no comments around the table */
function replaceTable(page: string, name: string, table: string): string {
  const begin = `<!-- ${name}: written by tools/operating-tables.ts -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/operating.md has no table of ${name}`);
  return `${before}${begin}\n${table}\n${end}${after}`;
}

if (import.meta.main) {
  const path = new URL("../docs/operating.md", import.meta.url);
  await Bun.write(path, withTables(await Bun.file(path).text()));
}
