import { Command, CommanderError } from "commander";
import { version } from "../../package.json";
import { type SettingTexts, settingNames } from "../app/config/settings.ts";
import type { Config } from "../infra/config.ts";
import type { ErrorEntry } from "../infra/error-catalog/entry.ts";
import { errorCatalog } from "../infra/error-catalog.ts";
import { AppError } from "../infra/errors.ts";
import { addAdministration } from "./administration.ts";
import { addBackup } from "./backup.ts";
import { addCarrier } from "./carrier.ts";
import { addCheck } from "./check.ts";
import { allowedBy, helped, loadSettings, withSettings } from "./command.ts";
import { runDemo } from "./demo.ts";
import { runDev } from "./dev.ts";
import { exitCodeOf, exitCodes } from "./exit-code.ts";
import { addInformation } from "./information.ts";
import { addLostLog } from "./lost-log.ts";
import { addProof } from "./proof.ts";
import { addReceive } from "./receive.ts";
import { addEvents } from "./resend.ts";
import { addSecrets } from "./secrets.ts";
import { addServe, serveOnly } from "./serve.ts";
import { addTrigger } from "./trigger.ts";

/** Defaults of `dev` and `demo`: a local folder, no limits, webhooks to this machine. */
const developmentDefaults: SettingTexts = {
  data: ".waybill",
  defaultTier: "unlimited",
  logLevel: "warn",
  webhookAllowCidrs: "127.0.0.0/8,::1/128",
};
const developmentSettings = settingNames.filter((name) => !serveOnly.includes(name));

/** Runs one command. @returns the exit code */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCodes.done.code;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
    }
    for (const line of messageOf(error).split("\n")) console.error(`waybill: ${line}`);
    return exitCodeOf(error);
  }
}

/** A refusal without a detail of its own has that of its code, which says what to do. */
function messageOf(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof AppError) || error.options.detail !== undefined) return message;
  const { detail }: ErrorEntry = errorCatalog[error.code];
  return detail === undefined ? message : `${message}. ${detail}`;
}

/** Every command, with its flags. */
export function createProgram(): Command {
  const program = new Command("waybill")
    .description("A delivery platform in one executable: shipments, quotes, live tracking, signed webhooks.")
    .version(version, "-V, --version", "Print the version.")
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, "waybill: ")),
    });
  // Commands inherit this only if they are added later.
  program.exitOverride();
  addServe(program);
  addDevelopment(
    program,
    "dev",
    "Serve for development, with a local folder, a sandbox key and webhooks to this machine.",
    runDev,
  );
  addDevelopment(
    program,
    "demo",
    "Run one sandbox shipment from creation to delivery, then keep serving like `dev`.",
    runDemo,
  );
  addReceive(program);
  addTrigger(program);
  addEvents(program);
  addAdministration(program);
  addCarrier(program);
  addProof(program);
  addBackup(program);
  addCheck(program);
  addLostLog(program);
  addSecrets(program);
  addInformation(program);
  helped(program, ["waybill dev", "waybill serve --help", "waybill init --email you@example.com"]);
  explainUsageErrors(program);
  program.helpCommand("help [command]", "Show help for a command.");
  return program;
}

function addDevelopment(
  program: Command,
  name: string,
  description: string,
  run: (config: Config) => Promise<void>,
): void {
  const command = program.command(name).description(description);
  withSettings(command, developmentSettings, developmentDefaults);
  helped(command, [`waybill ${name}`, `waybill ${name} --port 8081 --data /tmp/waybill`]);
  command.action((flags) => run(loadSettings(flags, developmentDefaults, developmentSettings)));
}

/** Shows the allowed choices after a usage error. */
function explainUsageErrors(command: Command): void {
  command
    .helpOption("-h, --help", "Show this help.")
    .helpCommand(false)
    .showHelpAfterError(allowedBy(command));
  for (const entry of command.commands) explainUsageErrors(entry);
}
