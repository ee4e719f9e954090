import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createShipment, platform } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { playEasypost } from "../support/played-easypost.ts";
import { clientOf, serve, signUp } from "./executable.ts";

/**
 * Kills the executable while it asks a parcel carrier about its bookings: each is asked about until it ends, each news
 * counts once, and each refund is settled once.
 */

const bookings = 12;
const kills = 8;
const momentMsMax = 400;

// biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
type Body = any;

interface Booking {
  id: string;
  easypostId: string;
  isCancelled: boolean;
}

test("killed while it asks: no booking is forgotten, and what the carrier tells counts once", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-trackers-"));
  const data = join(cwd, "data");
  const env = {
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    WAYBILL_LOG_LEVEL: "error",
    WAYBILL_SECRET_KEY: randomBytes(32).toString("base64"),
  };
  const easypost = await playEasypost();
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);
  const client = () => clientOf(serving, { "x-api-key": keys.sandbox });
  const settings = { api_key: easypost.testKey, base_url: easypost.url() };
  const created = await client().post(`${platform}/carriers`, {
    kind: "easypost",
    code: "easypost",
    name: "EasyPost",
    settings,
  });
  expect(created.status).toBe(201);

  async function book(isCancelled: boolean): Promise<Booking> {
    const { id } = await createShipment(client());
    const path = `${platform}/shipments/${id}`;
    const { body } = await client().get(`${path}/quotes?wait_seconds=20`);
    const quote = body.data.find(({ carrier }: Body) => carrier.id === created.body.id);
    expect((await client().post(`${path}/assignments`, { quote_id: quote.id })).status).toBe(201);
    await eventually("booked", async () => {
      const { body: shipment } = await client().get(path);
      return shipment.substatus === "confirmed" || undefined;
    });
    if (isCancelled) expect((await client().post(`${path}/cancellation`, {})).status).toBe(200);
    const bought = [...easypost.shipments.values()].find(({ reference }) => reference?.startsWith(id));
    return { id, easypostId: bought?.id ?? "", isCancelled };
  }

  /** Ends it in the middle of whatever it does. Meanwhile hours pass: every booking is to be asked about. */
  async function killAndPass(): Promise<void> {
    await Bun.sleep((randomBytes(2).readUInt16LE() / 65_536) * momentMsMax);
    serving.kill("SIGKILL");
    await serving.exited;
    const files = new Database(join(data, "sandbox.db"));
    files.prepare("UPDATE trackers SET due_at = 0").run();
    serving = await serve(data, { cwd, env });
    // Whoever closes the files last deletes the log that the server looks for.
    files.close();
  }

  const all: Booking[] = [];
  for (let made = 0; made < bookings; made += 1) all.push(await book(made % 3 === 0));
  const parcels = all.filter(({ isCancelled }) => !isCancelled);
  const tell = (status: string, message: string) => {
    const datetime = new Date().toISOString();
    for (const { easypostId } of parcels) {
      easypost.track(easypostId, [{ datetime, status, status_detail: "in_transit", message }]);
    }
  };
  for (let count = 1; count <= kills; count += 1) {
    if (count === 3) tell("in_transit", "Arrived at a facility");
    if (count === 5) tell("in_transit", "Left a facility");
    await killAndPass();
  }
  tell("delivered", "Delivered");
  for (const { easypostId, isCancelled } of all)
    if (isCancelled) easypost.settleRefund(easypostId, "refunded");
  await killAndPass();

  for (const { id, isCancelled } of all) {
    await eventually(`the end of ${id}`, async () => {
      const [{ body: shipment }, { body: charges }] = await Promise.all([
        client().get(`${platform}/shipments/${id}`),
        client().get(`${platform}/charges?shipment_id=${id}`),
      ]);
      const isOver = isCancelled ? charges.data.length > 1 : shipment.status === "delivered";
      return isOver || undefined;
    });
    const { body: tracking } = await client().get(`${platform}/tracking/${id}`);
    const scans = tracking.entries.filter(({ code }: Body) => code === "scanned");
    const { body: charges } = await client().get(`${platform}/charges?shipment_id=${id}`);
    expect([id, scans.length, charges.data.map(({ kind }: Body) => kind)]).toEqual(
      isCancelled ? [id, 0, ["adjustment", "delivery"]] : [id, 2, ["delivery"]],
    );
  }
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  const db = new Database(join(data, "sandbox.db"), { readonly: true });
  expect(db.prepare("SELECT * FROM trackers").all()).toEqual([]);
  db.close();
  await easypost.stop();
  rmSync(cwd, { recursive: true });
});
