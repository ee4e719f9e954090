import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { WaybillError } from "waybill-client";
import { type Stage, startWaybill, type WaybillServer } from "waybill-client/testing";
import { executable } from "./executable.ts";

/** `waybill-client/testing` with the executable; the examples show it in each test runner. */

/** Of what comes within milliseconds, unless the machine is busy with something else. */
const timeoutSeconds = 150;

let waybill: WaybillServer;
beforeAll(async () => {
  waybill = await startWaybill({ executable, seed: "tests" });
});
afterAll(() => waybill.stop());

const body = {
  pickup: { contact: { name: "Book shop" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
  delivery: { contact: { name: "Alex" }, address: { line1: "Am Kanal 7", city: "Potsdam", country: "DE" } },
  parcels: [{ weight_grams: 1200 }],
};

async function create({ client }: Stage, reference = "ORD-1"): Promise<string> {
  const { id } = await client.createShipment({ body: { ...body, reference } });
  await client.listQuotes({ path: { id } });
  return id;
}

const accept = ({ client }: Stage, id: string) =>
  client.acceptQuote({ path: { id }, body: { strategy: "cheapest" } });

const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => "nothing was thrown",
    (error: Error) => error.message,
  );

describe("a server", () => {
  test("with a seed has the same key each time, and so have its stages", async () => {
    const other = await startWaybill({ executable, seed: "tests" });
    const [one, same] = [
      await waybill.stage({ seed: "s" }),
      await other.stage({ seed: "s", name: "Checkout" }),
    ];
    await other.stop();
    expect(other.url).not.toBe(waybill.url);
    expect([other.key, same.accountId, same.key]).toEqual([waybill.key, one.accountId, one.key]);
    await expect(fetch(other.url)).rejects.toThrow();
    await other.stop();
  });

  test("that the environment names is used, and goes on when the tests stop", async () => {
    Object.assign(process.env, waybill.env);
    const named = await startWaybill({ executable: "/nowhere/waybill" });
    for (const name of Object.keys(waybill.env)) delete process.env[name];
    await named.stop();
    expect((await named.stage()).url).toBe(waybill.url);
    expect(named.key).toBe(waybill.key);
  });

  test("that does not start says why", async () => {
    const nowhere = "/nowhere/waybill";
    expect(await messageOf(startWaybill({ executable: nowhere }))).toMatch(
      /^\/nowhere\/waybill .*WAYBILL_EXECUTABLE/,
    );
    const wrong = await messageOf(startWaybill({ executable, args: ["--prot", "1"] }));
    expect(wrong).toContain("unknown option '--prot'");
    expect(wrong).toContain("exit code 2");
  });
});

describe("a stage", () => {
  test("sees nothing of another one, and ends when it is removed", async () => {
    const [one, other] = await Promise.all([waybill.stage(), waybill.stage()]);
    const id = await create(one);
    await other.faults.set({ status: 500 });
    expect((await one.client.getShipment({ path: { id } })).reference).toBe("ORD-1");
    await other.faults.clear();
    expect((await other.client.listShipments()).data).toEqual([]);
    await one.remove();
    const error = await one.client.listShipments().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WaybillError);
    expect(error).toMatchObject({ code: "api_key_invalid" });
  });

  test("tells what its faults did", async () => {
    const { client, faults } = await waybill.stage();
    await faults.set({ operation: "listShipments", status: 503, retry_after_seconds: 0, times: 2 });
    expect((await client.listShipments()).data).toEqual([]);
    expect((await faults.read()).rules).toMatchObject([{ matched: 2, applied: 2 }]);
    await faults.clear();
    expect((await faults.read()).rules).toEqual([]);
  });

  test("has a time of its own, which moves forward only", async () => {
    const { client, clock } = await waybill.stage();
    expect((await clock.read()).is_real).toBe(true);
    const noon = new Date(`${new Date().getUTCFullYear() + 1}-02-01T12:00:00Z`);
    expect((await clock.freeze(noon)).frozen_at).toBe(noon.toISOString());
    const { now } = await clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(Date.parse(now) - Number(noon)).toBe((((24 + 2) * 60 + 3) * 60 + 4) * 1000);
    const { id, created_at: created } = await client.createShipment({ body });
    expect(created).toBe(now);
    await expect(clock.advanceTo(noon)).rejects.toMatchObject({ code: "validation_failed" });
    expect((await clock.advanceTo(new Date(Date.parse(now) + 1000))).frozen_at).not.toBeNull();
    expect((await clock.resume()).frozen_at).toBeNull();
    const stopped = await clock.freeze();
    expect(stopped.frozen_at).toBe(stopped.now);
    await clock.reset();
    expect((await clock.read()).is_real).toBe(true);
    await expect(client.getShipment({ path: { id } })).rejects.toMatchObject({ code: "not_found" });
  });

  test("waits for an event that is to come, and finds the one that came", async () => {
    const stage = await waybill.stage();
    const id = await create(stage);
    const waiting = stage.waitForEvent({ type: "shipment.delivered", shipment_id: id, timeoutSeconds });
    await accept(stage, id);
    const event = await waiting;
    expect([event.type, event.data.shipment.id]).toEqual(["shipment.delivered", id]);
    expect(await stage.waitForEvent({ type: "shipment.*" })).toEqual(event);
  });

  test("says which events came instead", async () => {
    const stage = await waybill.stage();
    const filter = { type: "shipment.delivered", timeoutSeconds: 0 } as const;
    const seconds = "within 0 s. There are:";
    expect(await messageOf(stage.waitForEvent(filter))).toBe(`No event shipment.delivered ${seconds} none.`);
    const id = await create(stage);
    expect(await messageOf(stage.waitForEvent({ ...filter, shipment_id: id }))).toBe(
      `No event shipment.delivered of ${id} ${seconds} shipment.created, shipment.quoted.`,
    );
  });
});

test("the live mode of a stage has events and an inbox of its own", async () => {
  const stage = await waybill.stage();
  const [sandbox, live] = [await stage.openInbox(), await stage.live.openInbox()];
  const { id } = await stage.live.client.createShipment({ body });
  const webhook = await live.next({ type: "shipment.created", shipment_id: id, timeoutSeconds });
  expect(live.verify(webhook)).toMatchObject({ environment: "live", type: "shipment.created" });
  const event = await stage.live.waitForEvent({ type: "shipment.created", timeoutSeconds });
  expect(event.data.shipment.id).toBe(id);
  expect(await sandbox.list()).toEqual([]);
  expect((await stage.client.listEvents()).data.map(({ type }) => type)).not.toContain("shipment.created");
});

describe("an inbox", () => {
  test("hands out each webhook once, the oldest first, whatever others receive", async () => {
    const stage = await waybill.stage();
    const inbox = await stage.openInbox();
    const other = await stage.openInbox({ events: ["shipment.created"] });
    const [first, second] = [await create(stage), await create(stage, "ORD-2")];
    const type = "shipment.created";
    expect((await inbox.next({ type, timeoutSeconds })).shipment_id).toBe(first);
    expect((await inbox.next({ type, timeoutSeconds })).shipment_id).toBe(second);
    const quoted = await inbox.next({ shipment_id: first, timeoutSeconds });
    expect(quoted).toMatchObject({ type: "shipment.quoted" });
    expect((await other.next({ timeoutSeconds })).shipment_id).toBe(first);
    const waiting = inbox.next({ type, timeoutSeconds });
    const third = await create(stage);
    expect((await waiting).shipment_id).toBe(third);
    // Each endpoint is sent to by itself.
    await other.next({ shipment_id: third, timeoutSeconds });
    expect((await other.list()).map((webhook) => webhook.shipment_id)).toEqual([first, second, third]);
    expect(await messageOf(other.next({ type: "shipment.quoted", timeoutSeconds: 0 }))).toBe(
      `No webhook shipment.quoted within 0 s. There are: ${Array(3).fill(type).join(", ")}.`,
    );
  });

  test("verifies a webhook with its own secret", async () => {
    const stage = await waybill.stage();
    const [inbox, other] = [await stage.openInbox(), await stage.openInbox()];
    const id = await create(stage);
    const webhook = await inbox.next({ timeoutSeconds });
    expect(inbox.verify(webhook)).toMatchObject({ type: "shipment.created", data: { shipment: { id } } });
    expect(() => other.verify(webhook)).toThrow("No matching signature");
    expect(() => inbox.verify({ ...webhook, body: `${webhook.body} ` })).toThrow();
  });
});
