import { createAccount, findAccountId } from "../accounts/service.ts";
import { type Config, SettingError, settings } from "../config.ts";
import { issueKey, listKeys, revokeKey } from "../keys/service.ts";
import type { Running } from "../server.ts";
import { listen, untilStopped } from "./serve.ts";

const demoEmail = "demo@example.com";
const keyName = "Development";

/** Serves with a sandbox key at hand. */
export async function runDev(config: Config): Promise<void> {
  const { running, key } = await startDevelopment(config);
  console.log(`\nWaybill is listening on ${running.url}`);
  printNextSteps(running.url, key);
  await untilStopped(running);
}

/** Starts with a demo account and a fresh sandbox key; takes another port when the usual one is taken. */
export async function startDevelopment(config: Config): Promise<{ running: Running; key: string }> {
  const running = await listen(config).catch((error) => {
    if (!(error instanceof SettingError) || config.port !== settings.port.default) throw error;
    return listen({ ...config, port: 0 });
  });
  return { running, key: await freshKey(running) };
}

/** The development key of the start before is revoked, so that they do not pile up. */
async function freshKey({ deps }: Running): Promise<string> {
  const accountId = findAccountId(deps, demoEmail) ?? (await createDemoAccount(deps));
  for (const key of listKeys(deps, accountId, { limit: 100 }).data) {
    if (key.name === keyName && key.revoked_at === null) await revokeKey(deps, accountId, key.id);
  }
  const issued = await issueKey(deps, accountId, { name: keyName, environment: "sandbox" });
  return issued.secret;
}

async function createDemoAccount(deps: Running["deps"]): Promise<string> {
  const { view } = await createAccount(deps, {
    email: demoEmail,
    password: deps.ids.base62(32),
    account_name: "Demo",
  });
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
  Health        ${url}/healthz

Go on with a shipment of your own:

  curl -s ${url}/api/v1/platform/shipments \\
    -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(body)}'

Stop with Ctrl-C.`);
}
