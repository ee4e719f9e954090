import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import type { ErrorEntry } from "../infra/error-catalog/entry.ts";
import { errorCatalog } from "../infra/error-catalog.ts";
import { AppError } from "../infra/errors.ts";
import { allowedBy, helped } from "./command.ts";
import { exitCodeOf, exitCodes } from "./exit-code.ts";

interface Part {
  commands: readonly string[];
  /** Loads the part and adds its commands. */
  add(program: Command): Promise<void>;
}

/** In the order of the help. A process runs one command, so only the part that has it is loaded. */
const parts: readonly Part[] = [
  { commands: ["serve"], add: async (program) => (await import("./serve.ts")).addServe(program) },
  { commands: ["dev"], add: async (program) => (await import("./dev.ts")).addDev(program) },
  { commands: ["demo"], add: async (program) => (await import("./demo.ts")).addDemo(program) },
  { commands: ["listen"], add: async (program) => (await import("./receive.ts")).addReceive(program) },
  { commands: ["trigger"], add: async (program) => (await import("./trigger.ts")).addTrigger(program) },
  { commands: ["events"], add: async (program) => (await import("./resend.ts")).addEvents(program) },
  {
    commands: ["init", "user", "key", "account", "audit"],
    add: async (program) => (await import("./administration.ts")).addAdministration(program),
  },
  { commands: ["carrier"], add: async (program) => (await import("./carrier.ts")).addCarrier(program) },
  { commands: ["driver"], add: async (program) => (await import("./driver.ts")).addDriver(program) },
  { commands: ["proof"], add: async (program) => (await import("./proof.ts")).addProof(program) },
  { commands: ["map"], add: async (program) => (await import("./map.ts")).addMap(program) },
  { commands: ["backup"], add: async (program) => (await import("./backup.ts")).addBackup(program) },
  { commands: ["restore"], add: async (program) => (await import("./restore.ts")).addRestore(program) },
  { commands: ["doctor"], add: async (program) => (await import("./doctor.ts")).addDoctor(program) },
  {
    commands: ["healthcheck"],
    add: async (program) => (await import("./healthcheck.ts")).addHealthcheck(program),
  },
  {
    commands: ["accept-lost-log"],
    add: async (program) => (await import("./lost-log.ts")).addLostLog(program),
  },
  { commands: ["secrets"], add: async (program) => (await import("./secrets.ts")).addSecrets(program) },
  {
    commands: ["migrate", "config", "version"],
    add: async (program) => (await import("./information.ts")).addInformation(program),
  },
];

const versionFlags = ["-V", "--version"];

/** Runs one command. @returns the exit code */
export async function runCli(typed: readonly string[]): Promise<number> {
  const args = withoutHelpWord(typed);
  const program = await createProgram(args);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes.done.code;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
    }
    for (const line of messageOf(error).split("\n")) console.error(`waybill: ${line}`);
    return exitCodeOf(error);
  }
}

/** `help key create` is `key create --help`. Commander knows only `help key`, and gives no reason for an unknown command. */
function withoutHelpWord(args: readonly string[]): string[] {
  const [word, name, ...rest] = args;
  if (word !== "help" || name === undefined) return [...args];
  const isKnown = parts.some(({ commands }) => commands.includes(name));
  return isKnown ? [name, ...rest, "--help"] : [name];
}

/** A refusal without a detail of its own has that of its code, which says what to do. */
function messageOf(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof AppError) || error.options.detail !== undefined) return message;
  const { detail }: ErrorEntry = errorCatalog[error.code];
  return detail === undefined ? message : `${message}. ${detail}`;
}

/** The command that the arguments begin with, or all commands, with their flags. */
export async function createProgram([name = ""]: readonly string[] = []): Promise<Command> {
  const program = new Command("waybill")
    .description("A delivery platform in one executable: shipments, quotes, live tracking, signed webhooks.")
    .version(version, versionFlags.join(", "), "Print the version.")
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, "waybill: ")),
    });
  // Commands inherit this only if they are added later.
  program.exitOverride();
  for (const { add } of partsFor(name)) await add(program);
  helped(program, ["waybill dev", "waybill serve --help", "waybill init --email you@example.com"]);
  explainUsageErrors(program);
  program.helpCommand("help [command]", "Show help for a command.");
  return program;
}

/** The version alone needs no command. Whatever names none gets them all, for the help. */
function partsFor(name: string): readonly Part[] {
  if (versionFlags.includes(name)) return [];
  const wanted = parts.filter(({ commands }) => commands.includes(name));
  return wanted.length > 0 ? wanted : parts;
}

/** Shows the allowed choices after a usage error. */
function explainUsageErrors(command: Command): void {
  command
    .helpOption("-h, --help", "Show this help.")
    .helpCommand(false)
    .showHelpAfterError(allowedBy(command));
  for (const entry of command.commands) explainUsageErrors(entry);
}
