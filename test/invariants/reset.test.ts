import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { jobStore } from "../../src/delivery/lifecycle/driver-jobs/store.ts";
import { learningStore } from "../../src/delivery/lifecycle/places/learning-store.ts";
import { placeStore } from "../../src/delivery/lifecycle/places/store.ts";
import { write } from "../../src/infra/deps.ts";
import { raiseAttention } from "../support/attention.ts";
import { carrierClient } from "../support/carrier-client.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver, driverClient } from "../support/drivers.ts";
import { advance, createAssigned, createQuoted, platform, shipmentBody } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { addHook } from "../support/hooks.ts";
import { pictures } from "../support/images.ts";
import { addCarrierLabel } from "../support/labels.ts";
import { createForm, customer, knownDevice, place } from "../support/order-forms.ts";
import { csvOf, importsPath, orderCells, uploadAs } from "../support/order-lists.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { addRecipientMail } from "../support/recipient-mails.ts";
import { addTracker } from "../support/trackers.ts";

/**
 * A reset of the sandbox leaves nothing of the account but what is declared here. The tables come from the database,
 * so that a new one fails until it is filled below and emptied by the reset.
 */

/** Tables that keep rows, each with its reason. */
const kept: Record<string, string> = {
  webhook_endpoints: "the account's receivers stay",
  carriers: "the account's carriers stay, as their tokens do",
  carrier_inboxes: "and their webhook addresses",
  rate_cards: "as their rate cards do",
  drivers: "and the drivers of fleets",
  contacts: "and whom the account knows",
  order_forms: "and by which links its customers order",
  order_form_devices: "from which devices",
  order_form_codes: "and which codes they were sent",
  driver_shifts: "with whether they are on duty",
  driver_absences: "and until when they are out",
  sandbox_clocks: "the time of the sandbox only moves forward",
  sandbox_chores: "and when calendar jobs run by it",
  storage_use: "what the endpoints and rate cards that stay take",
  geocoder_answers: "where addresses are, whoever has them",
  migrations: "what was applied to the database",
  idempotency_keys: "the requests that made the endpoints can still be repeated",
};
/** Tables that jobs empty by themselves at any time: they need not hold rows before, and hold none in the end. */
const emptied = [
  "audit_outbox",
  "carrier_calls",
  "carrier_circuits",
  "carrier_health",
  "import_files",
  "notices",
  "quote_asks",
  "redactions",
];

let server: TestServer;
let receiver: Receiver;
let account: TestAccount;
beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ config: { testClock: true } });
  account = await server.account();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

function countRows(): Record<string, number> {
  const { db } = server.deps.stores.platform("sandbox");
  const tables = db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  );
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      db.get<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM "${name}"`))?.n ?? 0,
    ]),
  );
}

/** What a geocoder, a person's pin and a rider leave, and what is still to be asked. */
async function addPlaces(shipmentId: string): Promise<void> {
  const point = { latitude: 52.5, longitude: 13.4 };
  await write(server.deps, "sandbox", ({ tx, now }) => {
    const places = placeStore(tx);
    const { accountId } = account;
    places.queue({ shipmentId, dueAt: now, attempts: 0, rank: 0, pickupAt: now });
    places.saveAnswer({ addressHash: "hash", precision: "house", ...point, expiresAt: now + 1_000 });
    places.savePin({ accountId, addressHash: "hash", shipmentId, ...point, setAt: now });
    const handover = { driverId: "drv_none", handedOverAt: now, teaches: true };
    learningStore(tx).save({ accountId, addressHash: "hash", shipmentId, ...point, ...handover });
  });
}

async function fill(): Promise<void> {
  const { sandbox } = account;
  const once = (key: string) => ({ "idempotency-key": key });
  expect((await sandbox.patch(`${platform}/sandbox/clock`, { advance_seconds: 0.001 })).status).toBe(200);
  const endpoint = { url: receiver.url, events: ["*"] };
  expect((await sandbox.post(`${platform}/webhooks`, endpoint, once("endpoint"))).status).toBe(201);
  await sandbox.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["*"] }, once("inbox"));
  const rules = [{ operation: "listAttention", status: 500 }];
  expect((await sandbox.put(`${platform}/sandbox/faults`, { rules })).status).toBe(200);
  const carrierId = await addFleet(server, "sandbox", account.accountId);
  await addHook(server, "sandbox", carrierId, account);
  const driver = await addDriver(server, "sandbox", account.accountId, { carrierId, onDuty: true });
  const out = { until: new Date(Date.now() + 3_600_000).toISOString(), jobs: "keep" };
  const away = await addDriver(server, "sandbox", account.accountId, { carrierId });
  expect((await sandbox.put(`${platform}/drivers/${away.driverId}/absence`, out)).status).toBe(200);
  const note = { text: "Call me." };
  expect((await sandbox.post(`${platform}/drivers/${driver.driverId}/notes`, note)).status).toBe(201);
  const phone = await driverClient(server, driver, account.accountId);
  const sent_at = new Date().toISOString();
  const here = { id: "p-1", at: sent_at, type: "position", latitude: 52.5, longitude: 13.4 };
  await phone.post("/api/v1/driver/reports", { sent_at, reports: [here] });
  const carrier = await carrierClient(server, account, carrierId, account.accountId);
  const { assignmentId } = await acceptFleet(sandbox, await addOpenFleet(server, account.accountId));
  await write(server.deps, "sandbox", ({ tx, now }) => jobStore(tx).beginTurn(assignmentId, "drv_none", now));
  expect((await phone.put("/api/v1/driver/stops/order", { stops: [] })).status).toBe(200);
  const picture = { method: "POST", body: pictures.png, headers: { "content-type": "image/png" } };
  expect((await carrier.send("/api/v1/carrier/images", picture)).status).toBe(201);
  await sandbox.post(`${platform}/shipments`, shipmentBody(), once("shipment"));
  expect((await sandbox.post(`${platform}/contacts`, { name: "Alex Example" })).status).toBe(201);
  const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const standing = { name: "Bread", shipment: shipmentBody(), days: everyDay, create_hours_before: 24 };
  const pickup_window = { from: "00:00", to: "00:00" };
  const ordered = await sandbox.post(`${platform}/schedules`, { ...standing, pickup_window });
  expect([ordered.status, ordered.text]).toEqual([201, ordered.text]);
  const form = await createForm(sandbox);
  expect((await place(customer(server, form.token))).status).toBe(201);
  const device = await knownDevice(server, form.token);
  expect((await device.post("/api/v1/order-form/code")).status).toBe(202);
  const list = await uploadAs(sandbox, csvOf([orderCells(1), orderCells(2)]));
  const confirmation = `${importsPath}/${list.id}/confirmation`;
  expect((await sandbox.post(confirmation, { rows: 2 })).status).toBe(202);
  await createQuoted(sandbox);
  const moving = await createAssigned(sandbox);
  await advance(sandbox, moving.shipment.id, "in_transit");
  const simulated = await carrierClient(server, account, moving.assignment.carrier.id);
  const at = new Date().toISOString();
  const scan = { id: "r-1", assignment_id: moving.assignment.id, at, type: "scan", message: "Seen." };
  const reported = await simulated.post("/api/v1/carrier/reports", [scan]);
  expect(reported.body.results[0].result).toBe("applied");
  await addTracker(server, "sandbox", moving.assignment.id);
  await addPlaces(moving.shipment.id);
  const watched = await createAssigned(sandbox);
  const seen = { type: "position", latitude: 52.53, longitude: 13.4 };
  const position = { ...seen, id: "r-2", assignment_id: watched.assignment.id, at };
  const carrying = await carrierClient(server, account, watched.assignment.carrier.id);
  const located = await carrying.post("/api/v1/carrier/reports", [position]);
  expect(located.body.results[0].result).toBe("applied");
  const rush = { shipments: 1, minutes: 1, speed: 60, seed: "reset" };
  expect((await sandbox.post(`${platform}/sandbox/rush-hour`, rush)).status).toBe(201);
  await eventually(
    "a shipment of a rush hour",
    async () => (await sandbox.get(`${platform}/sandbox/rush-hour`)).body.created_shipments > 0 || undefined,
  );
  const arrived = await createAssigned(sandbox);
  expect((await advance(sandbox, arrived.shipment.id, "delivered")).status).toBe(200);
  await raiseAttention(server, "sandbox", arrived.shipment.id);
  await addRecipientMail(server, "sandbox", account, arrived.shipment.id);
  const printed = { accountId: account.accountId, assignmentId: arrived.assignment.id };
  await addCarrierLabel(server, "sandbox", printed);
  await eventually("an item of attention", () => (countRows().attention_items ?? 0) > 0 || undefined);
  await eventually("a message in the inbox", () => (countRows().inbox_messages ?? 0) > 0 || undefined);
  await eventually("a delivery with its attempts", () => receiver.received.length > 3 || undefined);
}

test("a reset leaves no row of any table but those that are declared", async () => {
  await fill();
  const before = countRows();
  const empty = Object.keys(before).filter((name) => before[name] === 0);
  expect(empty.filter((name) => !emptied.includes(name))).toEqual([]);

  expect((await account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  const after = await eventually("an end of what jobs empty", () => {
    const rows = countRows();
    return emptied.every((name) => rows[name] === 0) ? rows : undefined;
  }).catch(countRows);
  const left = Object.keys(after).filter((name) => (after[name] ?? 0) > 0);
  expect(left.toSorted()).toEqual(Object.keys(kept).toSorted());
});
