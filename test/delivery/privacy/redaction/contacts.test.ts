import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { flushRequests } from "../../../../src/access/request-log/recording.ts";
import { repeatErasure } from "../../../../src/delivery/privacy/redaction/repeating.ts";
import { redactEnded } from "../../../../src/delivery/privacy/redaction/retention.ts";
import { expectProblem } from "../../../api/problem.ts";
import { foundInFiles } from "../../../support/bytes.ts";
import { createClock } from "../../../support/clock.ts";
import {
  advance,
  createAssigned,
  createShipment,
  kreuzberg,
  platform,
  shipmentBody,
} from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { scansOf, watchStatements } from "../../../support/statements.ts";

/** A contact is erased by hand, with its shipments where somebody says so, and by itself some days after its last use. */

const path = `${platform}/contacts`;
const daySeconds = 86_400;
const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const contactOf = (mark: string) => ({
  name: `Alex ${mark}`,
  company: `Books ${mark}`,
  phone: "+4915112345678",
  email: `${mark}@example.com`,
  instructions: `Ring ${mark}`,
  address: { line1: `Street ${mark}`, city: "Berlin", country: "DE" },
});

async function save(client: Client, body: object): Promise<string> {
  const answer = await client.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.id;
}

async function deliver(client: Client, contact: object): Promise<string> {
  const { shipment } = await createAssigned(client, { delivery: { contact, address: kreuzberg } });
  expect((await advance(client, shipment.id, "delivered")).status).toBe(200);
  return shipment.id;
}

const redactedAt = async (client: Client, id: string) =>
  (await client.get(`${platform}/shipments/${id}`)).body.redacted_at;

const atRest = () =>
  eventually("the end of the erasure", () =>
    ["sandbox", "live"].every(
      (name) =>
        server.deps.stores.platform(name as "live").db.all(sql`SELECT 1 FROM redactions`).length === 0,
    ),
  );

test("a deleted contact stands in no file: neither its row, nor requests, nor stored responses", async () => {
  const { live, accountId } = await server.account();
  const [gone, kept] = ["zqgonekzq", "zqkeptkzq"];
  const id = await save(live, contactOf(gone));
  await save(live, contactOf(kept));
  await live.patch(`${path}/${id}`, { instructions: `Knock ${gone}` });
  expect((await live.post(`${platform}/recipients/search`, { q: "Alex" })).body.data).toHaveLength(2);
  await flushRequests(server.deps);
  const inFiles = () => foundInFiles(server.deps.config.data, /zq(gone|kept)kzq/g);
  expect([...inFiles()].toSorted()).toEqual([gone, kept]);
  expect((await live.delete(`${path}/${id}`)).status).toBe(204);
  await atRest();
  expect([...inFiles()]).toEqual([kept]);
  const erased = server.deps.stores.accounts.db.all(
    sql`SELECT kind, environment FROM erasures WHERE id = ${id}`,
  );
  expect(erased).toEqual([{ kind: "contact", environment: "live" }]);
  const audit = server.deps.stores.accounts.db;
  await eventually("the audit log", () => {
    const entries = audit.all(
      sql`SELECT action FROM audit_entries WHERE account_id = ${accountId} AND action = 'contact.removed'`,
    );
    return entries.length === 1;
  });
});

test("erasing a person erases the ended shipments that were shown, and no others", async () => {
  const account = await server.account();
  const { sandbox } = account;
  const alex = { name: "Alex", phone: "+4915112345678" };
  const byMail = { name: "A. Example", email: "Alex@Example.com" };
  const ended = [await deliver(sandbox, alex), await deliver(sandbox, byMail)];
  const back = await sandbox.post(`${platform}/shipments/${ended[0]}/return`, {});
  expect([back.status, back.text]).toEqual([201, back.text]);
  expect((await sandbox.post(`${platform}/shipments/${back.body.id}/cancellation`)).status).toBe(200);
  ended.push(back.body.id);
  const open = await createShipment(sandbox, { delivery: { contact: alex, address: kreuzberg } });
  const other = await deliver(sandbox, { name: "Alex", phone: "+4915112345679" });
  const id = await save(sandbox, { name: "Alex", phone: alex.phone, email: "alex@example.com" });
  // The same person in another account.
  const stranger = await server.account();
  const foreign = await deliver(stranger.sandbox, alex);

  const watch = watchStatements();
  const shown = await sandbox.get(`${path}/${id}/redaction`);
  const scans = watch.take().flatMap((one) => scansOf(one));
  watch.stop();
  expect(scans).toEqual([]);
  const counts = { shipments: 3, open_shipments: 1, schedules: 0 };
  expect(shown.body).toEqual({ contact_id: id, ...counts });
  const fewer = await sandbox.post(`${path}/${id}/redaction`, { shipments: 2 });
  expectProblem(server, fewer, { status: 409, code: "redaction_grew", members: ["shipments"] });
  for (const body of [{}, { shipments: -1 }, { shipments: "3" }])
    expect((await sandbox.post(`${path}/${id}/redaction`, body)).status).toBe(422);
  for (const each of ended) expect([each, await redactedAt(sandbox, each)]).toEqual([each, null]);

  const key = { "idempotency-key": "erase-alex" };
  const erased = await sandbox.post(`${path}/${id}/redaction`, { shipments: 3 }, key);
  expect([erased.status, erased.body]).toEqual([200, { contact_id: id, ...counts }]);
  const again = await sandbox.post(`${path}/${id}/redaction`, { shipments: 3 }, key);
  expect([again.status, again.body]).toEqual([200, erased.body]);
  for (const each of ended) expect(await redactedAt(sandbox, each)).not.toBeNull();
  for (const [client, each] of [
    [sandbox, open.id],
    [sandbox, other],
    [stranger.sandbox, foreign],
  ] as const)
    expect([each, await redactedAt(client, each)]).toEqual([each, null]);
  expect((await sandbox.get(`${path}/${id}`)).status).toBe(404);
  const recalled = await sandbox.post(`${platform}/recipients/search`, { q: "0151 12345678" });
  expect(recalled.body.data.map((each: { shipment_id: string }) => each.shipment_id)).toEqual([open.id]);
  await atRest();
});

test("erasing a person ends the standing orders to them, and no others", async () => {
  const { sandbox } = await server.account();
  const stranger = await server.account();
  const schedules = `${platform}/schedules`;
  const standing = async (client: Client, contact: object) => {
    const shipment = shipmentBody({ delivery: { contact, address: kreuzberg } });
    const body = { name: "Bread", shipment, days: ["mon"], pickup_window: { from: "09:00", to: "12:00" } };
    const answer = await client.post(schedules, body);
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.body.id as string;
  };
  const called = { name: "Alex", phone: "0151 22233344" };
  const written = { name: "A. Park", email: "ALEX@example.com" };
  const [byPhone, byEmail, other, foreign] = [
    await standing(sandbox, called),
    await standing(sandbox, written),
    await standing(sandbox, { name: "Robin", phone: "+4915100000009" }),
    await standing(stranger.sandbox, called),
  ];
  const id = await save(sandbox, { name: "Alex", phone: "+4915122233344", email: "alex@example.com" });
  expect((await sandbox.get(`${path}/${id}/redaction`)).body).toMatchObject({ schedules: 2 });
  const erased = await sandbox.post(`${path}/${id}/redaction`, { shipments: 0 });
  expect(erased).toMatchObject({ status: 200, body: { contact_id: id, shipments: 0, schedules: 2 } });
  for (const each of [byPhone, byEmail]) {
    const { body } = await sandbox.get(`${schedules}/${each}`);
    expect(body).toMatchObject({ shipment: null, paused: true, redacted_at: expect.any(String) });
  }
  for (const [client, each] of [
    [sandbox, other],
    [stranger.sandbox, foreign],
  ] as const) {
    const { body } = await client.get(`${schedules}/${each}`);
    expect(body).toMatchObject({ name: "Bread", paused: false, redacted_at: null });
    expect(body.shipment).not.toBeNull();
  }
  await atRest();
});

test("an unused contact ends when its account's days are over, in the account's own count", async () => {
  const [hasty, patient] = [await server.account(), await server.account()];
  const inSandbox = { "x-environment": "sandbox" };
  const { session, live } = hasty;
  expect((await session.patch(`${platform}/account`, { retention_days: 3 }, inSandbox)).status).toBe(200);
  const idle = await save(live, { name: "Idle", phone: "+4915100000001" });
  const used = await save(live, { name: "Used", phone: "+4915100000002" });
  const other = await save(patient.live, { name: "Idle" });
  clock.advance(2 * daySeconds);
  await createShipment(live, {
    delivery: { contact: { name: "Anybody", phone: "+4915100000002" }, address: kreuzberg },
  });
  await redactEnded(server.deps, clock.now());
  expect((await live.get(path)).body.data).toHaveLength(2);
  clock.advance(daySeconds + 60);
  await redactEnded(server.deps, clock.now());
  expect((await live.get(`${path}/${idle}`)).status).toBe(404);
  expect((await live.get(`${path}/${used}`)).status).toBe(200);
  clock.advance(2 * daySeconds);
  await redactEnded(server.deps, clock.now());
  expect((await live.get(path)).body.data).toEqual([]);
  expect((await patient.live.get(`${path}/${other}`)).status).toBe(200);
  await atRest();
});

test("a contact that a restored backup brought back is erased again", async () => {
  const { live } = await server.account();
  const [again, kept] = [await save(live, { name: "Alex" }), await save(live, { name: "Robin" })];
  await server.deps.stores.accounts.write(
    (tx) =>
      void tx.run(sql`INSERT INTO erasures (id, kind, environment, erased_at, due_at)
      VALUES (${again}, 'contact', 'live', 0, ${Date.now() + daySeconds * 1000})`),
  );
  await repeatErasure(server.deps, again);
  expect((await live.get(`${path}/${again}`)).status).toBe(404);
  expect((await live.get(`${path}/${kept}`)).status).toBe(200);
  await atRest();
});
