import type { Command } from "commander";
import type { OperationName, Output } from "../app/admin-socket/operations.ts";
import { SettingError } from "../app/config/reading.ts";
import type { SettingName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import { AppError, type FieldError } from "../infra/errors.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { administer, isInstallation } from "./installation.ts";
import { print, printJson } from "./terminal.ts";

/** What every command that changes an installation has: settings, `--json`, and an operation of the admin socket. */

/** The settings that these commands take. */
export const ownSettings: readonly SettingName[] = ["data", "logLevel", "minFreeMb"];
const ownDefaults = { logLevel: "warn" } as const;

export function group(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}

interface Run<Name extends OperationName> {
  settings?: readonly SettingName[];
  input(flags: Flags, args: string[]): Promise<object>;
  /** @throws Error if the output reports a problem */
  check?(output: Output<Name>): void;
  /** The text for people, on standard output. */
  tell(output: Output<Name>): string;
  /** @throws Error, after the output was printed */
  verdict?(output: Output<Name>): void;
  /** A note for people, on standard error. */
  remark?(output: Output<Name>, config: Config, wasThere: boolean): string;
}

export function finish<Name extends OperationName>(
  command: Command,
  name: Name,
  examples: string[],
  run: Run<Name>,
): void {
  const names = run.settings ?? ownSettings;
  helped(withSettings(command.option("--json", "Print JSON, for scripts."), names, ownDefaults), examples);
  command.action(async () => {
    const flags: Flags = command.opts();
    const config = loadSettings(flags, ownDefaults, names);
    const wasThere = isInstallation(config.data);
    const output = await carryOut(command, config, name, await run.input(flags, command.args));
    run.check?.(output);
    if (!flags.json && run.remark) console.error(run.remark(output, config, wasThere));
    await (flags.json ? printJson(output) : print(run.tell(output)));
    run.verdict?.(output);
  });
}

async function carryOut<Name extends OperationName>(
  command: Command,
  config: Config,
  name: Name,
  input: object,
): Promise<Output<Name>> {
  try {
    return await administer(config, name, input);
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.errors) throw error;
    const sentences = error.options.errors.map((entry) => sentenceOf(command, entry));
    if (error.code === "validation_failed") throw new SettingError(sentences.join("\n"));
    throw new Error([...sentences, error.options.detail].filter(Boolean).join("\n"));
  }
}

/** Turns a field error of the API into a sentence about the flag or argument. */
function sentenceOf(command: Command, { pointer = "", detail }: FieldError): string {
  const [, field = "", ...inside] = pointer.split("/");
  const place = field.replace(/_at$/, "").replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
  const flag = command.options.find((option) => option.attributeName() === place)?.long;
  const argument = command.registeredArguments.find((entry) => entry.name() === place);
  // A list is given as a whole.
  const inFlag =
    flag && inside.length > 0 && !/^\d/.test(inside[0] ?? "") ? `${flag}: ${inside.join(".")}` : flag;
  return `${inFlag ?? (argument ? `<${field}>` : `the ${[field, ...inside].join(".")}`)} ${detail.replace("account_name", "--account-name")}`;
}

/** Commander has checked that the value exists. */
export function text(value: unknown): string {
  return String(value);
}
