import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { examineDataFolder } from "../../src/app/doctor/doctor.ts";
import { finishMove, moveSecrets } from "../../src/app/secret-key.ts";
import { tablesOf } from "../../src/infra/db/columns.ts";
import { environments } from "../../src/infra/environment.ts";
import { keyFingerprint } from "../../src/infra/secrets/vault.ts";
import { addCarrier } from "../support/carrier-rows.ts";
import { createClock } from "../support/clock.ts";
import { makeDataFolder } from "../support/data-folder.ts";
import { addDriver, driverClient } from "../support/drivers.ts";
import { createAssigned, platform, withPin } from "../support/fixtures.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { addHook } from "../support/hooks.ts";
import { readSources } from "../support/imports.ts";
import { withSecondFactor } from "../support/second-factor.ts";

/**
 * `waybill secrets rotate` encrypts every sealed column with the new key. The columns are those whose type in a
 * `table.ts` holds `StoredSecret`, so that a new one is tried without anybody thinking of it: it fails here until it says
 * `sealed` and the server below fills it.
 */

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

/** `table.column` of what is sealed, by the types in the sources. */
async function sealedColumns(): Promise<string[]> {
  const files = await readSources();
  const holders = files.flatMap(({ code }) =>
    [...code.matchAll(/interface (\w+) \{([^}]*)\}/g)].filter(([, , body]) =>
      /\bStoredSecret\b/.test(body ?? ""),
    ),
  );
  const names = ["StoredSecret", ...holders.map(([, name]) => name)];
  expect(holders.map(([, name]) => name)).toContain("SigningSecret");
  const types = new RegExp(`\\b(${names.join("|")})\\b`);
  return files
    .filter(({ path }) => path.endsWith("/table.ts"))
    .flatMap(({ code }) =>
      [...code.matchAll(/ table\("(\w+)", \{([\s\S]*?)\n\}\)/g)].flatMap(([, table, columns = ""]) =>
        columns
          .split(/^ {2}(?=\w+: )/m)
          .filter((column) => types.test(column))
          .map((column) => `${table}.${(/\("(\w+)"/.exec(column) ?? /^(\w+)/.exec(column))?.[1]}`),
      ),
    );
}

/** `table.column` of what its table says is sealed. */
function declaredIn({ deps: { stores } }: TestServer): string[] {
  return [stores.accounts, stores.platform("live")]
    .flatMap(({ db }) => tablesOf(db))
    .flatMap(({ name, columns }) =>
      columns.filter((column) => "sealed" in column).map(({ column }) => `${name}.${column.name}`),
    );
}

function textsOf({ deps: { stores } }: TestServer, place: string): string {
  const [table = "", column = ""] = place.split(".");
  return [stores.accounts, stores.platform("sandbox"), stores.platform("live")]
    .filter(({ db }) => db.get(sql`SELECT 1 FROM sqlite_schema WHERE name = ${table}`) !== undefined)
    .flatMap(({ db }) => db.all<{ text: string }>(sql.raw(`SELECT "${column}" AS text FROM "${table}"`)))
    .map(({ text }) => text)
    .join("\n");
}

test("rotating the secret key moves every sealed column", async () => {
  const columns = await sealedColumns();
  expect(columns).toContain("webhook_endpoints.secrets");
  expect(columns).toContain("webhook_endpoints.headers");
  expect(columns).toContain("carriers.secrets");
  expect(columns).toContain("carrier_inboxes.secret");
  expect(columns).toContain("carrier_hooks.headers");
  expect(columns).toContain("shipments.pin");
  expect(columns).toContain("second_factors.secret");

  const dataDir = await makeDataFolder();
  const server = await startServer({ dataDir, config: { secretKey: first, push: "on" } });
  try {
    expect(declaredIn(server).toSorted()).toEqual(columns.toSorted());
    const account = await server.account();
    for (const client of [account.sandbox, account.live]) {
      const url = `https://example.com/${account.accountId}`;
      const headers = { authorization: "Bearer a-secret-of-the-receiver" };
      const { status, body } = await client.post(`${platform}/webhooks`, { url, events: ["*"], headers });
      expect(status).toBe(201);
      const rotated = await client.post(`${platform}/webhooks/${body.id}/rotate-secret`, {});
      expect(rotated.status).toBe(200);
    }
    for (const environment of environments) {
      const carrier = await addCarrier(server, environment, account.accountId);
      await addHook(server, environment, carrier, account);
    }
    await createAssigned(account.sandbox, withPin);
    await withSecondFactor(server, createClock());
    const driver = await addDriver(server, "sandbox", account.accountId);
    const phone = await driverClient(server, driver, account.accountId);
    const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
    const subscribed = await phone.put("/api/v1/driver/me/push", {
      endpoint: "https://127.0.0.1:9999/",
      keys,
    });
    expect(subscribed.status).toBe(204);
    for (const column of columns) {
      expect([column, textsOf(server, column).includes(keyFingerprint(first))]).toEqual([column, true]);
    }
    const place = { dataDir, nativeBinding: undefined, now: Date.now(), onExamine() {} };
    const diagnosed = await examineDataFolder({ ...place, config: { secretKey: first, minFreeMb: 0 } });
    const secrets = diagnosed.checks.filter(({ check }) => check === "secrets");
    // Of accounts a second factor, the key for pushes and where a phone is woken. In each environment two signing secrets, a header, and of a carrier a secret, an address and a webhook; in the
    // sandbox also a PIN and the tracking link of its shipment.
    expect(secrets.map(({ database, message }) => [database, message])).toEqual([
      ["accounts", "3 secrets can be read."],
      ["live", "6 secrets can be read."],
      ["sandbox", "8 secrets can be read."],
    ]);
    await moveSecrets(server.deps, second);
    await finishMove(server.deps.stores, second);
    for (const column of columns) {
      const texts = textsOf(server, column);
      expect([column, texts.includes(keyFingerprint(first))]).toEqual([column, false]);
      expect([column, texts.includes(keyFingerprint(second))]).toEqual([column, true]);
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
});
