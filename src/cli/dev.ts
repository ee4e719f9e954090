import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandFor } from "../accounts/caller.ts";
import { createAccount, findAccountId } from "../accounts/service.ts";
import { type Config, SettingError, settings } from "../config.ts";
import type { Deps } from "../deps.ts";
import { authenticateKey, issueKey } from "../keys/service.ts";
import type { Running } from "../server.ts";
import { listen } from "./listen.ts";
import { stopSignal } from "./stopping.ts";

const demoEmail = "demo@example.com";
/** In the data folder, for its owner only. */
const keyFile = "development-key";

/** Serves with a sandbox key at hand. */
export async function runDev(config: Config): Promise<void> {
  const asked = stopSignal();
  const { running, key } = await startDevelopment(config);
  console.log(`\nWaybill is listening on ${running.url}`);
  printNextSteps(running.url, key);
  await asked;
  await running.stop();
}

/** Starts with a demo account and its sandbox key; takes another port when the usual one is taken. */
export async function startDevelopment(config: Config): Promise<{ running: Running; key: string }> {
  const running = await listen(config).catch((error) => {
    if (!(error instanceof SettingError) || config.port !== settings.port.default) throw error;
    return listen({ ...config, port: 0 });
  });
  return { running, key: await developmentKey(running) };
}

/** The same key at every start, as long as it is valid: it stands in people's scripts. */
async function developmentKey({ deps }: Running): Promise<string> {
  const file = join(deps.config.data, keyFile);
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (isUsable(deps, kept)) return kept;
  const accountId = findAccountId(deps, demoEmail) ?? (await createDemoAccount(deps));
  const { secret } = await issueKey(deps, commandFor(accountId), {
    name: "Development",
    environment: "sandbox",
  });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function isUsable(deps: Deps, secret: string): boolean {
  try {
    authenticateKey(deps, secret);
    return true;
  } catch {
    return false;
  }
}

async function createDemoAccount(deps: Deps): Promise<string> {
  const input = { email: demoEmail, password: deps.ids.base62(32), account_name: "Demo" };
  const { view } = await createAccount(deps, input, null);
  return view.account.id;
}

/** What a reader can do now: one command that works as it stands. */
export function printNextSteps(url: string, key: string): void {
  const body = {
    pickup: {
      contact: { name: "Book shop" },
      address: { line1: "Torstr. 1", city: "Berlin", country: "DE" },
    },
    delivery: {
      contact: { name: "Alex Example" },
      address: { line1: "Alexandrinenstr. 7", city: "Potsdam", country: "DE" },
    },
    parcels: [{ weight_grams: 1200 }],
  };
  console.log(`
  API           ${url}/api/v1
  Sandbox key   ${key}
  Reference     ${url}/docs
  Health        ${url}/healthz

Go on with a shipment of your own:

  curl -s ${url}/api/v1/platform/shipments \\
    -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(body)}'

Stop with Ctrl-C.`);
}
