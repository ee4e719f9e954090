import { type Command, Option } from "commander";
import { loadConfig, type SettingTexts } from "../app/config/reading.ts";
import { unknownVariables } from "../app/config/variables.ts";
import {
  fileVariableName,
  flagName,
  flagSyntax,
  isSecretValue,
  type SettingName,
  settingNames,
  settings,
  variableName,
} from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";

/** Shared by all commands. */

/** The flags as commander parses them: text, or true for a flag without a value. */
export type Flags = Record<string, string | boolean | undefined>;

/** Adds a flag for each setting. `defaults` replaces the defaults of some. */
export function withSettings(
  command: Command,
  names: readonly SettingName[],
  defaults: SettingTexts,
): Command {
  for (const name of names) {
    const standard = defaults[name] ?? settings[name].shown;
    const help = `${settings[name].help} Default: ${standard}. [${variableName(name)}]`;
    command.addOption(new Option(flagSyntax(name).replace(/ (.+)$/, " <$1>"), help));
  }
  return command;
}

export function choiceOption(flag: string, help: string, choices: readonly string[]): Option {
  return new Option(flag, help).choices(choices);
}

/** Commander's own `requiredOption` would complain before it names a misspelled flag. */
export function withRequired(command: Command, option: Option): Command {
  option.description += " Required.";
  command.addOption(option).hook("preAction", () => {
    if (command.getOptionValue(option.attributeName()) !== undefined) return;
    command.error(`error: required option '${option.flags}' not specified`);
  });
  return command;
}

/** Adds examples to `--help`. */
export function helped(command: Command, examples: readonly string[]): Command {
  return command.addHelpText("after", ["\nExamples:", ...examples.map((line) => `  ${line}`)].join("\n"));
}

/** The flags that are settings, as text. */
export function settingTexts(flags: Flags, names: readonly SettingName[]): SettingTexts {
  const typed = names.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(typed.map((name) => [name, String(flags[name])]));
}

/** @throws SettingError */
export function loadSettings(flags: Flags, defaults: SettingTexts, names: readonly SettingName[]): Config {
  warnOfSettings(flags);
  return loadConfig(settingTexts(flags, names), defaults, undefined, names);
}

/** Says what is wrong with how settings are given, though their values are right. */
export function warnOfSettings(flags: Flags): void {
  warnOfUnknownVariables();
  warnOfSecretFlags(flags);
}

/** Every user of the machine can read a command line, in the list of processes. */
function warnOfSecretFlags(flags: Flags): void {
  const typed = Object.entries(settingTexts(flags, settingNames)) as [SettingName, string][];
  for (const [name] of typed.filter(([name, value]) => isSecretValue(name, value))) {
    const others = `${variableName(name)} or ${fileVariableName(name)}`;
    console.error(
      `waybill: every user of this machine can read ${flagName(name)} in the command line; set ${others} instead`,
    );
  }
}

/** Waybill ignores a misspelled variable, so it must say so. */
function warnOfUnknownVariables(): void {
  const unknown = unknownVariables();
  if (unknown.length > 0)
    console.error(`waybill: unknown environment variable ${unknown.join(", ")}; see "waybill config print"`);
}

/** More would push the error itself off the screen. */
const mostFlags = 20;

/** The choices to show after a usage error. */
export function allowedBy(command: Command): string {
  const commands = command.commands.map((entry) => entry.name());
  if (commands.length > 0) return `Commands: ${commands.join(", ")}.`;
  const wanted = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const flags = command.options.map((option) => option.long ?? option.flags);
  if (flags.length > mostFlags) return `\`waybill ${command.name()} --help\` lists the flags.`;
  const first = wanted.length > 0 ? `Arguments: ${wanted.join(", ")}. ` : "";
  return `${first}Flags: ${[...flags, "--help"].join(", ")}.`;
}
