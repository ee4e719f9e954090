import { afterAll, beforeAll, expect, test } from "bun:test";
import { importStore } from "../../../../src/delivery/orders/imports/store.ts";
import { redactEnded } from "../../../../src/delivery/privacy/redaction/retention.ts";
import { expectProblem } from "../../../api/problem.ts";
import { markedShipment, valuesInFiles } from "../../../support/bytes.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { advance, createAssigned, createShipment, platform } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import {
  checked,
  completed,
  csvOf,
  importsPath,
  orderCells,
  shop,
  upload,
  uploadAs,
} from "../../../support/order-lists.ts";

/** Personal data ends by itself, some days after the end of its shipment. */

const personalDataDays = 10;
const ownDays = 3;
const daySeconds = 86_400;
const clock = createClock();
const path = `${platform}/account`;
const inSandbox = { "x-environment": "sandbox" };

let server: TestServer;
let account: TestAccount;
let hasty: TestAccount;
beforeAll(async () => {
  server = await startServer({ config: { personalDataDays }, replacements: { clock } });
  account = await server.account();
  hasty = await server.account();
});
afterAll(() => server.stop());

const setDays = ({ session }: TestAccount, retention_days: unknown) =>
  session.patch(path, { retention_days }, inSandbox);

async function shipmentOf({ sandbox }: TestAccount, mark: string, isOver: boolean) {
  const { body, values } = markedShipment(mark);
  const { shipment } = await createAssigned(sandbox, body);
  if (isOver) await advance(sandbox, shipment.id, "delivered");
  const read = async () => (await sandbox.get(`${platform}/shipments/${shipment.id}`)).body;
  return { id: shipment.id as string, values, read };
}

async function runJob(): Promise<void> {
  await redactEnded(server.deps, clock.now());
  await jobsAtRest(server.deps);
}

test("an account chooses fewer days than the installation, never more, and only people choose", async () => {
  expect((await setDays(hasty, ownDays)).body).toMatchObject({
    retention_days: ownDays,
    retention_days_max: personalDataDays,
  });
  const { body } = await hasty.session.get("/api/v1/audit");
  expect(body.data[0]).toMatchObject({ action: "account.changed", details: { changed: ["retention_days"] } });
  const tooMany = await setDays(hasty, personalDataDays + 1);
  expect([tooMany.status, tooMany.body.errors[0].pointer]).toEqual([422, "#/retention_days"]);
  for (const wrong of [0, -1, 1.5, "3"]) expect((await setDays(hasty, wrong)).status).toBe(422);
  expectProblem(server, await hasty.sandbox.patch(path, { retention_days: 1 }), {
    status: 401,
    code: "session_required",
  });
  expect((await hasty.sandbox.get(path)).body.retention_days).toBe(ownDays);
  expect((await account.sandbox.get(path)).body.retention_days).toBeNull();
});

test("shipments that ended longer ago are redacted, in rows and files; others stay", async () => {
  const dataDir = server.deps.config.data;
  const early = await shipmentOf(hasty, "qa1zv", true);
  const late = await shipmentOf(account, "qb2zv", true);
  const moving = await shipmentOf(hasty, "qc3zv", false);
  clock.advance(ownDays * daySeconds);
  await runJob();
  expect((await early.read()).redacted_at).toBeNull();

  clock.advance(1);
  await runJob();
  expect((await early.read()).redacted_at).not.toBeNull();
  expect([(await late.read()).redacted_at, (await moving.read()).redacted_at]).toEqual([null, null]);
  expect(valuesInFiles(dataDir, early.values)).toEqual([]);
  expect(valuesInFiles(dataDir, late.values).length).toBeGreaterThan(0);
  const events = await hasty.sandbox.get(`${platform}/shipments/${early.id}/events?limit=100`);
  expect(events.body.data.at(-1).type).toBe("shipment.redacted");

  const { version } = await early.read();
  clock.advance((personalDataDays - ownDays) * daySeconds);
  await runJob();
  expect((await late.read()).redacted_at).not.toBeNull();
  expect(valuesInFiles(dataDir, late.values)).toEqual([]);
  expect([(await early.read()).version, (await moving.read()).redacted_at]).toEqual([version, null]);
});

test("what the next list takes over is forgotten as many days after its last use", async () => {
  const lists = await server.account();
  expect((await setDays(lists, ownDays)).status).toBe(200);
  const { sandbox } = lists;
  const { id } = await uploadAs(sandbox, csvOf([orderCells(1)]));
  expect((await sandbox.post(`${importsPath}/${id}/confirmation`, { rows: 1 })).status).toBe(202);
  await completed(sandbox, id);
  const takenOver = async (order: number) => {
    const { body } = await upload(sandbox, csvOf([orderCells(order)]));
    return (await checked(sandbox, body.id)).defaults;
  };
  clock.advance(ownDays * daySeconds);
  await runJob();
  expect(await takenOver(2)).toMatchObject({ pickup: { contact: shop.contact } });
  clock.advance(1);
  await runJob();
  expect(await takenOver(3)).toEqual({});
});

test("no file keeps what lists took over so long ago", async () => {
  const lists = await server.account();
  expect((await setDays(lists, ownDays)).status).toBe(200);
  const name = "namezqmap7kv";
  const { accountId } = lists;
  const defaults = { pickup: { ...shop, contact: { name } } };
  const used = { accountId, kind: "shipments", headersHash: "headers", usedAt: clock.now() } as const;
  await server.deps.stores
    .platform("sandbox")
    .write((tx) => importStore(tx).saveMapping({ ...used, columns: [], defaults }));
  clock.advance(ownDays * daySeconds);
  await runJob();
  expect(valuesInFiles(server.deps.config.data, [name])).not.toEqual([]);
  clock.advance(1);
  await runJob();
  expect(valuesInFiles(server.deps.config.data, [name])).toEqual([]);
});

test("an account without its own days follows the installation again", async () => {
  const fresh = await server.account();
  expect((await setDays(fresh, ownDays)).body.retention_days).toBe(ownDays);
  expect((await setDays(fresh, null)).body.retention_days).toBeNull();
  const one = await shipmentOf(fresh, "qd4zv", true);
  clock.advance(ownDays * daySeconds + 1);
  await runJob();
  expect((await one.read()).redacted_at).toBeNull();
});

test("a shipment that expired is cancelled and redacted in the end; one that was revived stays", async () => {
  const fresh = await server.account();
  expect((await setDays(fresh, ownDays)).status).toBe(200);
  const { body, values } = markedShipment("qe5zv");
  const revivable = markedShipment("qf6zv");
  const made = [];
  for (const one of [body, revivable.body]) made.push((await createShipment(fresh.sandbox, one)).id);
  const read = async (one: string | undefined) =>
    (await fresh.sandbox.get(`${platform}/shipments/${one}`)).body;
  const [id, revived] = made;
  // Quotes that come after the jump would give the shipment more time.
  for (const one of made) {
    await eventually("quotes", async () => (await read(one)).status === "quoted" || undefined);
  }
  await jobsAtRest(server.deps);
  clock.advance(daySeconds + 1);
  await jobsAtRest(server.deps);
  expect([(await read(id)).status, (await read(revived)).status]).toEqual(["expired", "expired"]);
  expect((await fresh.sandbox.post(`${platform}/shipments/${revived}/quotes`)).status).toBe(201);
  clock.advance(ownDays * daySeconds - 1);
  await runJob();
  expect((await read(id)).redacted_at).toBeNull();

  clock.advance(2);
  await runJob();
  expect(await read(id)).toMatchObject({
    status: "cancelled",
    cancellation: { by: "system", reason_code: "other" },
    redacted_at: expect.any(String),
  });
  expect(valuesInFiles(server.deps.config.data, values)).toEqual([]);
  expect(valuesInFiles(server.deps.config.data, revivable.values).length).toBeGreaterThan(0);
});

test("an account chooses how long its tracking links work", async () => {
  const fresh = await server.account();
  const { sandbox, session } = fresh;
  const one = await shipmentOf(fresh, "qg7zv", true);
  const { tracking_url: url } = await one.read();
  const page = async () => (await server.client().get(`/api/v1/track/${url.split("/t/")[1]}`)).status;
  const days = (link_days: unknown) => session.patch(path, { link_days }, inSandbox);
  expect((await sandbox.get(path)).body).toMatchObject({ link_days: null, link_days_default: 30 });
  expect((await days(2)).body.link_days).toBe(2);
  for (const wrong of [0, 3_651, "2"]) expect((await days(wrong)).status).toBe(422);
  clock.advance(2 * daySeconds - 1);
  expect(await page()).toBe(200);
  clock.advance(1);
  expect(await page()).toBe(410);
});
