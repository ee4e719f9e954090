import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { ofAccount, ofUser } from "../../src/access/accounts/deletion/deletion-store.ts";
import { verifyChain } from "../../src/access/audit/chain.ts";
import { flushRequests } from "../../src/access/request-log/recording.ts";
import { flushUsage } from "../../src/access/usage/counting.ts";
import { deleteAccount } from "../../src/delivery/privacy/account/removal.ts";
import { mentions, ownedTables } from "../../src/infra/db/owned-rows.ts";
import type { Db } from "../../src/infra/db/store.ts";
import { valuesInFiles } from "../support/bytes.ts";
import { carrierClient } from "../support/carrier-client.ts";
import { addCarrier, addFleet } from "../support/carrier-rows.ts";
import { createClock } from "../support/clock.ts";
import { addDriver, driverClient } from "../support/drivers.ts";
import { createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { addHook } from "../support/hooks.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { deliverMarked, holding, marker, once, said, valuesOf } from "../support/redaction.ts";

/** A deleted account leaves no row and no byte: the tables come from the databases, so that a new one cannot be forgotten. */

const days = 14;
const daySeconds = 86_400;
const password = "a long enough passphrase";
const clock = createClock();
const path = "/api/v1/account/deletion";

/** Tables without rows of an account, each with its reason. */
const ofNobody: Record<string, string> = {
  accounts: "the account itself, which the test asks for",
  account_deletions: "the id, for an hour",
  installation: "secrets of the installation",
  push_keys: "the key pair by which push services know the installation",
  tiers: "limits",
  tier_former_names: "names of limits",
  migrations: "what was applied",
  carrier_circuits: "by carrier; forgotten with the carriers",
  carrier_health: "by carrier; forgotten with the carriers",
  attempt_counts: "by endpoint; deleted with the account's endpoints",
  restore_checks: "of the installation's backups",
  backup_departures: "of the installation's backups",
  need_dismissals: "what the operator, whose account nobody deletes, leaves as it is",
  erasures: "ids of what was erased, so that a restored backup does not bring it back",
  image_contents: "by upload; triggers delete them with the last upload or proof that names them",
  geocoder_answers: "where an address is, under a keyed hash of it, for 90 days",
  redacted_ids: "ids of shipments whose bodies the log must not keep",
};

/** Columns that name an account or a user whose row it is not, each with its reason. */
const ofOthers: Record<string, string> = {
  "accounts.sessions.viewed_account_id": "whom the operator looks at: the deletion ends the look",
};

let server: TestServer;
let receiver: Receiver;
let operator: TestOperator;
beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ replacements: { clock } });
  operator = await createOperator(server);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const databases = (): Record<string, Db> => {
  const { accounts: own, telemetry, platform: platformOf } = server.deps.stores;
  return {
    accounts: own.db,
    telemetry: telemetry.db,
    live: platformOf("live").db,
    sandbox: platformOf("sandbox").db,
  };
};

/** Number of rows of an account, by `database.table`. */
function rowsOf(accountId: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(databases()).flatMap(([name, db]) =>
      ownedTables(db, ofAccount).map(({ name: table, condition }) => {
        const where = sql.raw(condition.replaceAll("?", `'${accountId}'`));
        return [
          `${name}.${table}`,
          db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.identifier(table)} WHERE ${where}`)?.n ??
            0,
        ];
      }),
    ),
  );
}

const withRows = (rows: Record<string, number>) => Object.keys(rows).filter((name) => (rows[name] ?? 0) > 0);

async function signUp(email: string, name: string): Promise<{ id: string; session: Client }> {
  const answer = await server.client({ "user-agent": said("Browser") }).post("/api/v1/auth/sign-up", {
    email,
    password,
    account_name: name,
  });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { id: answer.body.account.id, session: server.client({ cookie, "sec-fetch-site": "same-origin" }) };
}

/** Sessions end long before the waiting time does. */
async function signIn(address: string): Promise<Client> {
  const answer = await server.client().post("/api/v1/auth/sign-in", { email: address, password });
  expect(answer.status).toBe(200);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return server.client({ cookie, "sec-fetch-site": "same-origin" });
}

const email = `owner.${marker}@example.com`;

/** An account that has used everything, with texts that can be told from all others. */
async function fill() {
  const { id: accountId, session } = await signUp(email, said("Shop"));
  const keyOf = async (environment: string) => {
    const { body } = await session.post(
      "/api/v1/keys",
      { name: said("Key"), environment },
      once(environment),
    );
    return body.secret as string;
  };
  const sandbox = server.client({ "x-api-key": await keyOf("sandbox") });
  const live = server.client({ "x-api-key": await keyOf("live") });
  const account = { accountId, sandbox, live, session } as TestAccount;
  const wrong = { email, password: "not the passphrase" };
  expect((await server.client().post("/api/v1/auth/sign-in", wrong)).status).toBe(401);
  expect((await operator.session.get(`/api/v1/operator/accounts/${accountId}`)).status).toBe(200);
  receiver.answer = () => new Response(said("Thanks from"));
  const endpoint = {
    events: ["*"],
    description: said("Our"),
    headers: { "x-own": marker },
  };
  const phones: Client[] = [];
  const carriers: Client[] = [];
  for (const [environment, client] of [
    ["sandbox", sandbox],
    ["live", live],
  ] as const) {
    const url = environment === "sandbox" ? receiver.url : "https://example.com/hook";
    const made = await client.post(`${platform}/webhooks`, { ...endpoint, url }, once("endpoint"));
    expect(made.status).toBe(201);
    const fleet = await addFleet(server, environment, accountId, { name: said("Riders") });
    await addHook(server, environment, fleet, { accountId, text: said("Recipient") });
    const driver = await addDriver(server, environment, accountId, {
      carrierId: fleet,
      name: said("Kim"),
      onDuty: true,
    });
    const phone = await driverClient(server, driver, accountId);
    const sent_at = new Date(clock.now()).toISOString();
    const here = { id: "p-1", at: sent_at, type: "position", latitude: 52.5137731, longitude: 13.4 };
    expect(
      (await phone.post("/api/v1/driver/reports", { sent_at, reports: [here] }, once("report"))).status,
    ).toBe(200);
    phones.push(phone);
    carriers.push(await carrierClient(server, account, fleet, accountId, environment));
    const { body: shipment } = await client.post(
      `${platform}/shipments`,
      shipmentBody({ reference: said("Order") }),
      once("make"),
    );
    expect(
      (await client.post(`${platform}/shipments/${shipment.id}/cancellation`, { message: said("No") }))
        .status,
    ).toBe(200);
  }
  await sandbox.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["*"] });
  const trip = await deliverMarked(server, account, "deletion");
  const rush = { shipments: 1, minutes: 1, speed: 60, seed: marker };
  expect((await sandbox.post(`${platform}/sandbox/rush-hour`, rush)).status).toBe(201);
  const rules = [{ operation: "listAttention", status: 500 }];
  expect((await sandbox.put(`${platform}/sandbox/faults`, { rules })).status).toBe(200);
  return { account, trip, phones, carriers };
}

test("every table belongs to an account, or an exception says why not", () => {
  for (const [name, db] of Object.entries(databases())) {
    const all = db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    );
    const owned = new Set(ownedTables(db, ofAccount).map((table) => table.name));
    const parents = (table: string) =>
      db
        .all<{ table: string }>(
          sql`SELECT "table" FROM pragma_foreign_key_list(${table}) WHERE on_delete = 'CASCADE'`,
        )
        .map((key) => key.table);
    const goesAlong = (table: string): boolean =>
      parents(table).some((parent) => parent !== table && (owned.has(parent) || goesAlong(parent)));
    const others = all.map((table) => table.name).filter((table) => !owned.has(table) && !goesAlong(table));
    expect({ [name]: others.filter((table) => !(table in ofNobody)) }).toEqual({ [name]: [] });
  }
});

test("every column that names an account or a user says whose row it is, or an exception says why not", () => {
  const columns = Object.entries(databases()).flatMap(([name, db]) =>
    db
      .all<{ place: string; named: string }>(
        sql`SELECT tables.name || '.' || columns.name AS place, columns.name AS named
          FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
          WHERE tables.type = 'table' AND (columns.name GLOB '*account_id' OR columns.name GLOB '*user_id')`,
      )
      .filter(({ named }) => ![...ofAccount.columns, ...ofUser.columns].includes(named))
      .map(({ place }) => `${name}.${place}`),
  );
  expect(columns.filter((place) => !(place in ofOthers))).toEqual([]);
});

test("the deletion reads no table from end to end", () => {
  // A thread of its own writes the counts, day by day.
  const counts = ["request_counts", "outcome_counts", "response_counts", "account_days"];
  for (const [database, db] of Object.entries(databases())) {
    const kinds = database === "accounts" ? [ofAccount, ofUser] : [ofAccount];
    const rows = kinds.flatMap((kind) => [
      ...ownedTables(db, kind),
      ...mentions(db, kind).map(({ name, column }) => ({ name, condition: `"${column}" = ?` })),
    ]);
    for (const { name, condition } of rows) {
      const plan = db.all<{ detail: string }>(
        sql.raw(`EXPLAIN QUERY PLAN DELETE FROM "${name}" WHERE ${condition.replaceAll("?", "'x'")} LIMIT 1`),
      );
      const scans = plan.filter(({ detail }) => detail.startsWith("SCAN"));
      if (!counts.includes(name)) expect({ [name]: scans }).toEqual({ [name]: [] });
    }
  }
});

test("an account that is deleted closes at once, waits, can be taken back, and leaves nothing", async () => {
  const { deps } = server;
  const dataDir = deps.config.data;
  const kept = await server.account();
  await createShipment(kept.live, { reference: "xjkeptwp" });
  const shared = await addCarrier(server, "live", null, { accounts: [kept.accountId] });
  const { account, trip, phones, carriers } = await fill();
  const { accountId, session, sandbox, live } = account;
  const only = await addCarrier(server, "sandbox", null, { accounts: [accountId] });
  await flushRequests(deps);
  await flushUsage(deps);
  const values = [...valuesOf(trip), email, said("Shop"), said("Browser"), "52.5137731"];
  expect(holding(dataDir, values).length).toBeGreaterThan(20);
  const before = rowsOf(accountId);

  const asked = await session.post(path);
  expect([asked.status, asked.body]).toEqual([
    200,
    {
      requested_at: expect.any(String),
      due_at: new Date(clock.now() + days * daySeconds * 1000).toISOString(),
    },
  ]);
  expect((await session.get("/api/v1/auth/session")).body.account.deletion_due_at).toBe(asked.body.due_at);
  clock.advance(60);
  expect((await session.post(path)).body).toEqual(asked.body);
  const refused = await Promise.all([
    sandbox.get(`${platform}/shipments`),
    live.get(`${platform}/shipments`),
    sandbox.post(`${platform}/shipments`, shipmentBody({ reference: said("Order") }), once("make")),
    ...phones.map((phone) => phone.get("/api/v1/driver/me")),
    ...carriers.map((carrier) => carrier.get("/api/v1/carrier/assignments")),
    session.post(`${platform}/shipments`, shipmentBody(), { "x-environment": "live" }),
  ]);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, "account_closing"]),
  );
  expect((await session.get(`${platform}/account`, { "x-environment": "live" })).body.deletion).toEqual(
    asked.body,
  );
  expect((await session.get(`${platform}/export`, { "x-environment": "sandbox" })).text).toContain(
    '"type":"end"',
  );
  await signIn(email);

  expect((await session.delete(path)).status).toBe(204);
  expect((await session.delete(path)).status).toBe(204);
  expect((await sandbox.get(`${platform}/shipments`)).status).toBe(200);
  expect((await phones[0]?.get("/api/v1/driver/me"))?.status).toBe(200);
  clock.advance(days * daySeconds);
  await deleteAccount(deps, accountId);
  expect(rowsOf(accountId)["accounts.users"]).toBe(1);

  const operating = await signIn(operator.email);
  const late = await operating.post(`/api/v1/operator/accounts/${accountId}/deletion`);
  expect(late.status).toBe(200);
  clock.advance(days * daySeconds - 1);
  const waiting = await signIn(email);
  await deleteAccount(deps, accountId);
  expect(rowsOf(accountId)["accounts.users"]).toBe(1);
  clock.advance(1);
  await deleteAccount(deps, accountId);

  expect(withRows(before).length).toBeGreaterThan(20);
  expect(withRows(rowsOf(accountId))).toEqual([]);
  expect(holding(dataDir, values)).toEqual([]);
  const inFiles = valuesInFiles(dataDir, [accountId]);
  expect(inFiles.filter((found) => !found.startsWith("accounts.db"))).toEqual([]);
  expect((await waiting.get("/api/v1/auth/session")).status).toBe(401);
  const again = await signIn(operator.email);
  expect((await sandbox.get(`${platform}/shipments`)).body.code).toBe("api_key_invalid");
  expect((await again.get(`/api/v1/operator/accounts/${accountId}`)).status).toBe(404);
  expect((await kept.live.get(`${platform}/shipments?q=xjkeptwp`)).body.data).toHaveLength(1);
  const accountsOf = (environment: "live" | "sandbox", id: string) =>
    databases()[environment]?.get<{ accounts: string }>(sql`SELECT accounts FROM carriers WHERE id = ${id}`)
      ?.accounts;
  expect([accountsOf("live", shared), accountsOf("sandbox", only)]).toEqual([`["${kept.accountId}"]`, "[]"]);

  const log = await again.get("/api/v1/audit?limit=100");
  const about = log.body.data.filter(({ target }: { target: { id: string } }) => target.id === accountId);
  expect(about.map(({ action }: { action: string }) => action)).toContain("account.deleted");
  for (const { target } of about) expect(target.name).toBeNull();
  const verdict = await verifyChain(deps, operator.accountId);
  expect(verdict).toMatchObject({ brokenAt: null });
  expect(verdict.redacted).toBeGreaterThan(0);

  const next = await signUp(email, "Another shop");
  expect(next.id).not.toBe(accountId);
  const seen = await next.session.get(`${platform}/shipments`, { "x-environment": "sandbox" });
  expect(seen.body.data).toEqual([]);
  clock.advance(3_600);
  await deleteAccount(deps, accountId);
  expect(databases().accounts?.all(sql`SELECT 1 FROM account_deletions`)).toEqual([]);
  expect(valuesInFiles(dataDir, [marker]).filter((found) => !found.startsWith("accounts.db"))).toEqual([]);
});
