import { Command, CommanderError, Option } from "commander";
import { version } from "../../package.json";
import {
  type Config,
  flagName,
  loadConfig,
  SettingError,
  type SettingName,
  settings,
  variableName,
} from "../config.ts";
import { parseCidrs } from "../webhooks/address.ts";
import { runDemo } from "./demo.ts";
import { runDev } from "./dev.ts";
import { runServe } from "./serve.ts";

/** Exit codes: 0 done, 1 failed, 2 asked for in a way that cannot be understood. */
const usageExitCode = 2;

/** What the development commands have in place of the defaults: a local folder, receivers on this machine. */
const developmentDefaults: Partial<Config> = {
  data: ".waybill",
  logLevel: "warn",
  webhookAllowCidrs: parseCidrs(["127.0.0.0/8", "::1/128"]),
};

/** Runs one command. @returns the exit code */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageExitCode;
    console.error(`waybill: ${(error as Error).message}`);
    return error instanceof SettingError ? usageExitCode : 1;
  }
}

function createProgram(): Command {
  const program = new Command("waybill")
    .description("A delivery platform in one executable: shipments, quotes, live tracking, signed webhooks.")
    .version(version, "-V, --version", "Print the version.")
    .helpOption("-h, --help", "Show this help.")
    .helpCommand(false)
    .addHelpText("after", "\nRun `waybill <command> --help` for a command's settings.");
  // Before the commands are added: they inherit it.
  program.exitOverride();
  addCommand(program, "serve", "Serve the API until told to stop.", {}, runServe);
  addCommand(
    program,
    "dev",
    "Serve for development: a local folder, webhooks to this machine, a sandbox key.",
    developmentDefaults,
    runDev,
  );
  addCommand(
    program,
    "demo",
    "Take a sandbox shipment through its whole life, then go on serving as `dev`.",
    developmentDefaults,
    runDemo,
  );
  return program;
}

function addCommand(
  program: Command,
  name: string,
  description: string,
  defaults: Partial<Config>,
  run: (config: Config) => Promise<void>,
): void {
  const command = program.command(name).description(description).helpOption("-h, --help", "Show this help.");
  for (const setting of Object.keys(settings) as SettingName[])
    command.addOption(optionFor(setting, defaults));
  command.addHelpText("after", "\nEach setting can also be given as a variable, such as WAYBILL_PORT=8080.");
  command.action((flags: Partial<Record<SettingName, string>>) => run(loadConfig(flags, defaults)));
}

function optionFor(name: SettingName, defaults: Partial<Config>): Option {
  const { kind, help, shown } = settings[name];
  const standard = typeof defaults[name] === "string" ? defaults[name] : shown;
  const own = defaults[name] !== undefined && typeof defaults[name] !== "string";
  const note = own ? "Default: loopback." : `Default: ${standard}.`;
  return new Option(`${flagName(name)} <${kind.placeholder}>`, `${help} ${note} [${variableName(name)}]`);
}
