import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { scopes } from "../../src/access/model.ts";
import type { Line } from "../../src/delivery/privacy/export/export.ts";
import { beginExport } from "../../src/delivery/privacy/export/service.ts";
import { write } from "../../src/infra/deps.ts";
import { sha256Hex } from "../../src/infra/ids.ts";
import { raiseAttention } from "../support/attention.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver, driverClient } from "../support/drivers.ts";
import {
  advance,
  callerOf,
  createAssigned,
  createShipment,
  platform,
  shipmentBody,
  withPin,
} from "../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { addHook } from "../support/hooks.ts";
import { uploadLogo } from "../support/images.ts";
import { addCarrierLabel } from "../support/labels.ts";
import { createForm, customer, place } from "../support/order-forms.ts";
import { csvOf, orderCells, uploadAs } from "../support/order-lists.ts";
import { addRecipientMail } from "../support/recipient-mails.ts";

/**
 * An export holds everything of an account and nothing of others. The tables come from the schemas, so that a new one
 * fails here until an export has it or an exception says why not.
 */

/** Tables with rows of an account → the type of line that holds them. */
const exported: Record<string, Line["type"]> = {
  account_brands: "account",
  account_images: "logo",
  accounts: "account",
  api_keys: "key",
  assignments: "assignment",
  audit_entries: "audit_entry",
  carrier_labels: "label",
  carrier_hooks: "carrier_hook",
  carriers: "carrier",
  charges: "charge",
  contacts: "contact",
  devices: "device",
  driver_notices: "driver_notice",
  drivers: "driver",
  events: "event",
  import_rows: "import_row",
  imports: "import",
  invitations: "invitation",
  positions: "position",
  proof_images: "picture",
  proofs_of_delivery: "tracking",
  quotes: "quote",
  rate_cards: "rate_card",
  recipient_mails: "recipient_mail",
  shipment_entries: "tracking",
  schedules: "schedule",
  order_forms: "order_form",
  form_orders: "order_request",
  shipments: "shipment",
  tokens: "token",
  trackings: "tracking",
  users: "user",
  webhook_endpoints: "webhook",
};
/** And those that no export holds, each with its reason. */
const exceptions: Record<string, string> = {
  account_deletions: "when the account goes, which `account` tells",
  address_pins: "the shipment has the same coordinates",
  handovers: "where riders handed over, which the positions of the shipment show",
  geocodings: "work that waits for the geocoder; the address tells what it found",
  alarms: "messages to the operator about them",
  api_faults: "rules for tests, by which the sandbox fails on purpose",
  sandbox_clocks: "the time of the sandbox, for tests",
  sandbox_chores: "when calendar jobs run by that time",
  attention_items: "made from the shipment, and gone when its reason is",
  audit_outbox: "audit entries on their way to the audit log",
  carrier_calls: "work that waits for a carrier; the assignment tells of it",
  carrier_inboxes: "the secrets in webhook addresses of carriers",
  carrier_reports: "hashes, by which a repeated report is known",
  carrier_tracking_numbers: "an index; the assignment tells of them",
  trackers: "when a carrier is asked about a booking; the assignment tells of it",
  digests: "when the next mail may go out",
  driver_jobs: "how Waybill looks for a driver; the assignment names who has it",
  driver_links: "hashes of links that connect a phone, for a day",
  driver_places: "the newest position of a driver, which `driver` shows",
  driver_positions:
    "tracks that judge positions, for 30 days; those of jobs are exported with their shipment",
  driver_absences: "until when drivers are out, which each driver says",
  driver_routes: "the order of today's stops",
  driver_shifts: "who was on duty, which the days of each driver say, for two years",
  driver_rides: "how far drivers rode, which their days say, for two years",
  driver_tracks: "what the judge of positions remembers",
  driver_turns: "who had a job when a late report came",
  email_verifications: "hashes of mailed links",
  familiar_networks: "hashes of networks",
  idempotency_keys: "responses that repeat what is exported, for a day",
  import_files: "uploads until they are read; each row is exported",
  import_mappings: "what columns meant last time, which `import` shows",
  inbox_messages: "what the inbox of the sandbox received; each event is exported",
  images: "uploads that no report has named, for a day",
  mailed_links: "hashes of mailed links, for a day",
  notices: "texts of the next mail, which tell of events",
  push_subscriptions: "secrets of drivers' browsers",
  quota_use: "a count",
  quote_asks: "carriers that are being asked just now",
  quote_rounds: "the rounds of quotes; each quote is exported",
  recovery_codes: "hashes of codes",
  order_form_codes: "hashes of codes",
  order_form_devices: "hashes of secrets",
  redactions: "redactions on their way",
  rush_hours: "the plan of what the sandbox plays",
  schedule_days: "which shipments a schedule made, each of which names its day",
  second_factors: "secrets",
  security_mails: "mails on their way, which tell of audit entries",
  sessions: "hashes of cookies",
  shipment_troubles: "facts behind items of attention; the events tell them",
  simulations: "the steps of simulated drivers",
  stages: "which of the tests' accounts opened it; gone with the instance",
  statement_totals: "sums of charges, each of which is exported",
  storage_use: "a sum",
  tracking_checks: "when Waybill looks at a trip again",
  used_codes: "times at which a code was used",
  user_erasures: "people who are gone, until no file holds their data",
  troubles: "what raises an alarm of the operator; the events and lists of the account say it",
  webhook_attempts: "the log of sending; each event is exported",
  webhook_deliveries: "the log of sending; each event is exported",
};

const path = `${platform}/export`;

let server: TestServer;
let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  other = await server.account();
});
afterAll(() => server.stop());

/** Tables with a column `account_id`, and those whose rows belong to a row of such a table. */
function ownedTables(): string[] {
  const { accounts, platform: platformOf } = server.deps.stores;
  return [accounts.db, platformOf("live").db].flatMap((db) => {
    const tables = db.all<{ name: string }>(
      sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    );
    const columns = (name: string) =>
      db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${name})`).map((column) => column.name);
    const parents = (name: string) =>
      db
        .all<{ table: string }>(sql`SELECT "table" FROM pragma_foreign_key_list(${name})`)
        .map((key) => key.table);
    const owned = new Set(
      tables
        .map(({ name }) => name)
        .filter((name) => name === "accounts" || columns(name).includes("account_id")),
    );
    for (let before = -1; before !== owned.size; ) {
      before = owned.size;
      for (const { name } of tables) if (parents(name).some((parent) => owned.has(parent))) owned.add(name);
    }
    return [...owned];
  });
}

async function exportOf(client: Client, headers = {}): Promise<{ text: string; lines: Line[] }> {
  const { status, headers: answered, text } = await client.get(path, headers);
  expect([status, answered.get("content-type")]).toEqual([200, "application/jsonl"]);
  return {
    text,
    lines: text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

/** Fills an account and returns what an export must not hold, and ids that it must. */
async function fill(account: TestAccount) {
  const { sandbox, accountId, session } = account;
  const webhook = await sandbox.post(`${platform}/webhooks`, {
    url: "https://example.com/hook",
    events: ["shipment.failed"],
    headers: { authorization: "Bearer a-secret-header-value" },
  });
  const fleet = await addFleet(server, "sandbox", accountId);
  const hook = await addHook(server, "sandbox", fleet, { accountId });
  const token = await sandbox.post(`${platform}/carriers/${fleet}/tokens`, { name: "Depot" });
  const driver = await addDriver(server, "sandbox", accountId, { carrierId: fleet });
  const note = await sandbox.post(`${platform}/drivers/${driver.driverId}/notes`, { text: "Side entrance" });
  const contact = await sandbox.post(`${platform}/contacts`, { name: "Ada Lovelace" });
  const schedule = await sandbox.post(`${platform}/schedules`, {
    name: "Bread",
    shipment: shipmentBody(),
    days: ["mon"],
    pickup_window: { from: "09:00", to: "11:00" },
    paused: true,
  });
  const form = await createForm(sandbox);
  const order = await place(customer(server, form.token));
  const list = await uploadAs(sandbox, csvOf([orderCells(1)]));
  await driverClient(server, driver, accountId);
  const { shipment, assignment } = await createAssigned(sandbox, withPin);
  await advance(sandbox, shipment.id, "delivered");
  await addCarrierLabel(server, "sandbox", { accountId, assignmentId: assignment.id });
  await addRecipientMail(server, "sandbox", account, shipment.id);
  const moving = (await createAssigned(sandbox)).shipment;
  await raiseAttention(server, "sandbox", moving.id);
  const waiting = await createShipment(sandbox);
  const key = await session.post("/api/v1/keys", {
    name: "narrow",
    environment: "sandbox",
    scopes: ["shipments:read"],
  });
  const invited = { email: `${accountId}@example.com`, role: "viewer" };
  const invitation = await session.post("/api/v1/account/invitations", invited);
  const logo = await uploadLogo(account);
  const secrets = [
    ...[webhook.body.secret, token.body.secret, key.body.secret, "a-secret-header-value"],
    invitation.body.url?.split("#")[1],
  ];
  expect(secrets.every((secret) => typeof secret === "string")).toBe(true);
  const ids = [
    logo,
    invitation.body.id,
    webhook.body.id,
    fleet,
    hook,
    token.body.id,
    driver.driverId,
    note.body.id,
    contact.body.id,
    schedule.body.id,
    form.id,
    order.body.id,
    list.id,
    shipment.id,
    moving.id,
    waiting.id,
  ];
  return { secrets, ids, shipment, narrowKey: key.body.secret };
}

test("every table with data of an account is exported, or an exception says why not", () => {
  const owned = ownedTables().toSorted();
  expect(owned).toContain("webhook_attempts");
  expect(owned.filter((name) => !(name in exported) && !(name in exceptions))).toEqual([]);
  expect(Object.keys({ ...exported, ...exceptions }).filter((name) => !owned.includes(name))).toEqual([]);
});

test("an export has every object of its account, nothing of another, and no secret", async () => {
  const own = await fill(account);
  const foreign = await fill(other);
  const { text, lines } = await exportOf(account.session, { "x-environment": "sandbox" });

  const types = new Set(lines.map(({ type }) => type));
  const wanted = Object.values(exported).filter((type) => type !== "charge" && type !== "rate_card");
  expect(wanted.filter((type) => !types.has(type))).toEqual([]);
  expect(lines.at(-1)).toEqual({
    type: "end",
    data: { lines: lines.length - 1, finished_at: expect.any(String) },
  });
  for (const id of own.ids) expect(text).toContain(id);
  for (const id of [...foreign.ids, other.email, other.accountId]) expect(text).not.toContain(id);
  for (const secret of [...own.secrets, account.sandboxKey, account.password])
    expect(text).not.toContain(secret);
  expect(text).not.toContain("argon2");

  const { body } = await account.sandbox.get(`${platform}/tracking/${own.shipment.id}`);
  const pictures = lines
    .filter(({ type }) => type === "picture")
    .map(({ data }) => data as Record<string, string>);
  const { signature, photos } = body.proof_of_delivery;
  expect(pictures.map(({ sha256 }) => sha256).toSorted()).toEqual(
    [signature.sha256, ...photos.map((photo: { sha256: string }) => photo.sha256)].toSorted(),
  );
  for (const { content_base64, sha256 } of pictures) {
    expect(sha256Hex(Buffer.from(content_base64 ?? "", "base64"))).toBe(String(sha256));
  }
  const { pin } = (await account.sandbox.get(`${platform}/shipments/${own.shipment.id}/pin`)).body;
  const { body: mails } = await account.sandbox.get(
    `${platform}/shipments/${own.shipment.id}/recipient-mails`,
  );
  expect(lines.filter(({ type }) => type === "recipient_mail").map(({ data }) => data)).toEqual(
    mails.data.map((mail: object) => ({
      shipment_id: own.shipment.id,
      ...mail,
      stopped_at: "2026-11-23T09:00:00.000Z",
    })),
  );
  expect(lines).toContainEqual({ type: "pin", data: { shipment_id: own.shipment.id, pin } });
  const { body: notices } = await account.sandbox.get(`${platform}/driver-notices`);
  expect(lines.filter(({ type }) => type === "driver_notice").map(({ data }) => data)).toEqual(notices.data);
  expect(lines.filter(({ type }) => type === "event")).toHaveLength(
    server.deps.stores
      .platform("sandbox")
      .db.all(sql`SELECT 1 FROM events WHERE account_id = ${account.accountId} AND sample = 0`).length,
  );

  const told = await account.sandbox.get(`${platform}/shipments/${own.shipment.id}/events`);
  expect(lines).toContainEqual({ type: "event", data: told.body.data[0] });

  const byKey = await exportOf(account.sandbox);
  const keyTypes = new Set(byKey.lines.map(({ type }) => type));
  expect([keyTypes.has("user"), keyTypes.has("audit_entry"), keyTypes.has("shipment")]).toEqual([
    false,
    false,
    true,
  ]);
  const live = await exportOf(account.live);
  expect(live.text).not.toContain(own.shipment.id);
  const narrow = await server.client({ "x-api-key": own.narrowKey }).get(path);
  expect([narrow.status, narrow.body.code]).toEqual([403, "scope_missing"]);
});

/** Events of a megabyte. */
const fillers = 64;

test("one export per account runs at a time, and one that is given up makes room", async () => {
  const { end } = beginExport(server.deps, Object.assign(callerOf(account.accountId, "sandbox"), { scopes }));
  const second = await account.live.get(path);
  expect([second.status, second.body.code]).toEqual([409, "limit_reached"]);
  expect((await other.sandbox.get(path)).status).toBe(200);
  end();
  await exportOf(account.live);

  const { db } = server.deps.stores.platform("sandbox");
  const { accountId } = account;
  // More than the buffers of a connection hold: on Linux 32 MB of the receiver's and 4 MB of the sender's.
  const body = JSON.stringify({ data: "x".repeat(1_000_000) });
  await write(server.deps, "sandbox", ({ tx }) => {
    for (let number = 0; number < fillers; number += 1) {
      tx.run(sql`INSERT INTO events (id, account_id, type, body, sample, created_at)
        VALUES (${`evt_filler_${number}`}, ${accountId}, 'webhook.test', ${body}, 0, ${number})`);
    }
  });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const begun = new Promise<void>((resolve) => {
    // What comes after its beginning is not read, so the server waits.
    socket.once("data", () => {
      socket.pause();
      resolve();
    });
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${account.sandboxKey}\r\n\r\n`);
  await begun;
  expect((await account.live.get(path)).status).toBe(409);
  socket.destroy();
  await eventually(
    "room for another one",
    async () => (await account.live.get(path)).status === 200 || undefined,
  );
  expect(db.all(sql`SELECT 1 FROM events WHERE account_id = ${accountId}`).length).toBeGreaterThan(fillers);
});
