import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import {
  createUser,
  findAccount,
  isPasswordOf,
  resetPassword,
} from "../access/accounts/operator/administration.ts";
import { changeSettings } from "../access/accounts/settings.ts";
import { createOperator, hasOperator } from "../access/accounts/sign-in/operator.ts";
import { findAccountId } from "../access/accounts/sign-in/service.ts";
import { authenticateKey, issueKey } from "../access/keys/service.ts";
import type { SettingTexts } from "../app/config/reading.ts";
import { AddressError } from "../app/front/http-server.ts";
import type { Running } from "../app/server.ts";
import { shortShipment } from "../delivery/lifecycle/state/example.ts";
import { settingNames, settings } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { operatorIn } from "../infra/http/principal.ts";
import { helped, loadSettings, withSettings } from "./command.ts";
import { placeDemoMap } from "./demo-map.ts";
import { listen } from "./listen.ts";
import { serveOnly } from "./serve-settings.ts";
import { stopSignal } from "./stopping.ts";
import { commandName } from "./terminal.ts";

/** Defaults of `dev` and `demo`: a local folder, no limits, webhooks to this machine. */
const developmentDefaults: SettingTexts = {
  data: ".waybill",
  defaultTier: "unlimited",
  logLevel: "warn",
  webhookAllowCidrs: "127.0.0.0/8,::1/128",
};
const developmentSettings = settingNames.filter((name) => !serveOnly.includes(name));

const demoEmail = "demo@example.com";
const passwordCharacters = 20;
/** Files in the data folder that only its owner can read. */
const keyFile = "development-key";
const passwordFile = "development-password";

/** Credentials of a development server. */
export interface Access {
  /** A sandbox key. */
  key: string;
  /** For the dashboard; null if somebody changed it since. */
  password: string | null;
}

export function addDev(program: Command): void {
  addDevelopment(
    program,
    "dev",
    "Serve for development, with a local folder, a sandbox key and webhooks to this machine.",
    runDev,
  );
}

/** Adds a command with the settings and defaults of development. */
export function addDevelopment(
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

/** Serves, and prints a sandbox key and a dashboard password. */
async function runDev(config: Config): Promise<void> {
  const stopRequested = stopSignal();
  const { running, access } = await startDevelopment(config);
  console.log(`\nWaybill is listening on ${running.url}`);
  printNextSteps(running.url, access);
  await stopRequested;
  await running.stop();
}

/** Starts with a demo account. If the default port is in use, takes a free one. */
export async function startDevelopment(config: Config): Promise<{ running: Running; access: Access }> {
  const running = await listen(config).catch((error) => {
    if (!(error instanceof AddressError) || config.port !== settings.port.default) throw error;
    return listen({ ...config, port: 0 });
  });
  const password = await developmentPassword(running.deps);
  placeDemoMap(running.deps.config);
  return { running, access: { key: await developmentKey(running.deps), password } };
}

/** Creates the demo user as the operator. The password stays the same until somebody changes it. */
async function developmentPassword(deps: Deps): Promise<string | null> {
  const kept = readSecret(deps, passwordFile);
  const isThere = findAccountId(deps, demoEmail) !== undefined;
  if (isThere && kept !== "") return (await isPasswordOf(deps, demoEmail, kept)) ? kept : null;
  const password = deps.ids.base62(passwordCharacters);
  const person = { email: demoEmail, password };
  if (isThere) await resetPassword(deps, person);
  else await createDemoUser(deps, person);
  keep(deps, passwordFile, password);
  return password;
}

async function createDemoUser(deps: Deps, person: { email: string; password: string }): Promise<void> {
  const input = { ...person, account_name: "Demo" };
  const { account } = hasOperator(deps) ? await createUser(deps, input) : await createOperator(deps, input);
  // Whoever starts this has a program to test: the first page need not ask.
  await deps.stores.accounts.write((tx) => void changeSettings(deps, tx, account.id, { purpose: "test" }));
}

/** Returns the same key at every start while it is valid, because people put it into scripts. */
async function developmentKey(deps: Deps): Promise<string> {
  const kept = readSecret(deps, keyFile);
  if (isUsable(deps, kept)) return kept;
  const { id } = findAccount(deps, demoEmail);
  const { secret } = await issueKey(deps, operatorIn(id), { name: "Development", environment: "sandbox" });
  keep(deps, keyFile, secret);
  return secret;
}

/** Empty if the file does not exist. */
function readSecret({ config }: Deps, name: string): string {
  const file = join(config.data, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

function keep({ config }: Deps, name: string, secret: string): void {
  writeFileSync(join(config.data, name), `${secret}\n`, { mode: 0o600 });
}

function isUsable(deps: Deps, secret: string): boolean {
  try {
    authenticateKey(deps, secret);
    return true;
  } catch {
    return false;
  }
}

/** Prints the addresses, the credentials and commands that work as printed. */
export function printNextSteps(url: string, { key, password }: Access): void {
  console.log(`
  Dashboard     ${url}/dashboard
  Sign in as    ${demoEmail}, ${password === null ? "with the password that you set" : `password ${password}`}
  API           ${url}/api/v1
  Sandbox key   ${key}
  Docs          ${url}/docs
  Health        ${url}/healthz

Create a shipment:

  curl -s ${url}/api/v1/platform/shipments \\
    -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(shortShipment)}'

Forward webhooks to your own receiver, from another terminal:

  ${commandName()} listen --url ${url} --api-key ${key} --forward-to http://localhost:3000/hook

Stop with Ctrl-C.`);
}
