import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { urlUnder } from "../../../../../src/delivery/carriers/json-call.ts";
import { baseUrlOf } from "../../../../../src/delivery/carriers/kinds/easypost/settings.ts";
import { askSoon } from "../../../../../src/delivery/connections/polling/service.ts";
import { findAssignment } from "../../../../../src/delivery/lifecycle/assignments/transitions.ts";
import { write } from "../../../../../src/infra/deps.ts";
import { expectProblem } from "../../../../api/problem.ts";
import { assignmentsOf } from "../../../../support/bookings.ts";
import { createClock, jobsAtRest, type TestClock, wakeJobs } from "../../../../support/clock.ts";
import { createShipment, platform } from "../../../../support/fixtures.ts";
import { freePort } from "../../../../support/free-port.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../../support/harness.ts";
import {
  type EasypostFault,
  easypostHook,
  type PlayedEasypost,
  playEasypost,
} from "../../../../support/played-easypost.ts";

/** An account that connects EasyPost: from its key to the refund, through the API. */
let server: TestServer;
let clock: TestClock;
let easypost: PlayedEasypost;
beforeAll(async () => {
  clock = createClock();
  [server, easypost] = await Promise.all([startServer({ replacements: { clock } }), playEasypost()]);
});
afterAll(() => Promise.all([server.stop(), easypost.stop()]));

const carriers = `${platform}/carriers`;
const bodyOf = (settings: object) => ({ kind: "easypost", code: "easypost", name: "EasyPost", settings });

async function connect(fault: EasypostFault = "well"): Promise<{ client: Client; carrierId: string }> {
  const { sandbox: client } = await server.account();
  const settings = { api_key: easypost.testKey, base_url: easypost.url(fault) };
  const { status, body } = await client.post(carriers, bodyOf(settings));
  // Waybill asks EasyPost: nobody there needs a token.
  expect([status, body.uses_tokens]).toEqual([201, false]);
  return { client, carrierId: body.id };
}

async function buy({ client, carrierId }: Awaited<ReturnType<typeof connect>>, change = {}) {
  const { id } = await createShipment(client, change);
  const { body } = await client.get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
  const quotes = body.data.filter((quote: { carrier: { id: string } }) => quote.carrier.id === carrierId);
  const cheapest = quotes.find(
    ({ service }: { service: { code: string } }) => service.code === "USPS_GroundAdvantage",
  );
  const { status, body: assignment } = await client.post(assignmentsOf(id), { quote_id: cheapest?.id });
  expect(status).toBe(201);
  const bought = () => [...easypost.shipments.values()].find(({ reference }) => reference?.startsWith(id));
  return { id: id as string, assignmentId: assignment.id as string, quotes, bought };
}

const shipmentOf = async (client: Client, id: string) =>
  (await client.get(`${platform}/shipments/${id}`)).body;
const becomes = (client: Client, id: string, state: object) =>
  eventually(JSON.stringify(state), async () => {
    await wakeJobs(server.deps);
    const shipment = await shipmentOf(client, id);
    return Object.entries(state).every(([name, value]) => shipment[name] === value) ? shipment : undefined;
  });
const chargesOf = async (client: Client, id: string) => {
  const { body } = await client.get(`${platform}/charges?shipment_id=${id}`);
  return body.data.map(({ kind, amount }: { kind: string; amount: { amount: number } }) => [
    kind,
    amount.amount,
  ]);
};

test("a key that EasyPost refuses is not stored, and one that nobody answers for is", async () => {
  const { sandbox: client } = await server.account();
  const settings = { api_key: "EZTKwrong", base_url: easypost.url("well") };
  const refused = [{ pointer: "#/settings/api_key", code: "refused" }];
  const wrong = await client.post(carriers, bodyOf(settings));
  expect([wrong.status, wrong.body.errors]).toMatchObject([422, refused]);
  expect((await client.get(carriers)).body.data.map(({ kind }: { kind: string }) => kind)).not.toContain(
    "easypost",
  );
  const silent = await client.post(
    carriers,
    bodyOf({ ...settings, base_url: `http://127.0.0.1:${freePort()}` }),
  );
  expect(silent.status).toBe(201);
  // Its address comes with its key, so that both are tried.
  const path = `${carriers}/${silent.body.id}`;
  const moved = await client.patch(path, { settings });
  expect([moved.status, moved.body.errors]).toMatchObject([422, refused]);
  const right = await client.patch(path, { settings: { ...settings, api_key: easypost.testKey } });
  expect(right.status).toBe(200);
  const other = await client.patch(path, { settings: { api_key: "EZTKother" } });
  expect([other.status, other.body.errors]).toMatchObject([422, refused]);
  // What has nothing to do with the key tries none.
  expect((await client.patch(path, { settings: { label_format: "PNG" } })).status).toBe(200);
});

/** What a webhook does that proves nothing. */
async function ask(assignmentId: string): Promise<void> {
  await write(server.deps, "sandbox", (writing) => {
    const assignment = findAssignment(writing, assignmentId);
    if (assignment) askSoon(writing, assignment);
  });
}

test("an account that fails beside others is named to the carrier's owner, and not with each shipment", async () => {
  const { client, carrierId } = await connect("some_fail");
  const { id } = await createShipment(client);
  const { body } = await client.get(`${platform}/shipments/${id}/quotes?wait_seconds=20`);
  expect(
    body.unavailable.filter(({ carrier }: { carrier: { id: string } }) => carrier.id === carrierId),
  ).toEqual([]);
  const { health } = (await client.get(`${carriers}/${carrierId}`)).body;
  expect(health).toMatchObject({ asked: 1, answered: 1, circuit: "closed" });
  expect(health.last_error.message).toBe("UPS: Invalid Access License number");
});

describe("a key", () => {
  test("of production is refused in the sandbox, and a test key in live", async () => {
    const account = await server.account();
    const base_url = easypost.url();
    const real = await account.sandbox.post(carriers, bodyOf({ api_key: easypost.liveKey, base_url }));
    expectProblem(server, real, {
      status: 422,
      code: "production_credentials",
      at: { "#/settings/api_key": "production_credentials" },
    });
    const toy = await account.live.post(carriers, bodyOf({ api_key: easypost.testKey, base_url }));
    expectProblem(server, toy, {
      status: 422,
      code: "validation_failed",
      at: { "#/settings/api_key": "test_credentials" },
    });
    const neither = await account.live.post(carriers, bodyOf({ api_key: "sk_live_1", base_url }));
    expectProblem(server, neither, {
      status: 422,
      code: "validation_failed",
      at: { "#/settings/api_key": "format" },
    });
    expect((await account.live.get(carriers)).body.data).toEqual([]);
  });

  test("is never shown, goes to no other address, and needs no address of its own", async () => {
    const { client, carrierId } = await connect();
    const path = `${carriers}/${carrierId}`;
    const { text, body } = await client.get(path);
    expect(text).not.toContain(easypost.testKey);
    expect(body.settings).toMatchObject({ api_key: { set: true, last4: easypost.testKey.slice(-4) } });
    const elsewhere = { base_url: "https://example.com/v2" };
    expect((await client.patch(path, { settings: elsewhere })).body).toMatchObject({
      code: "secret_required",
      detail: "Enter the carrier's secrets again: its address changed.",
    });
    const changed = await client.patch(path, { settings: { base_url: null, api_key: easypost.testKey } });
    expect(changed.body.settings).not.toHaveProperty("base_url");
    const refused = await client.patch(path, { settings: { api_key: easypost.liveKey } });
    expect(refused.body.code).toBe("production_credentials");
    // Without one it is EasyPost's own: no test may call it.
    expect(server.deps.carrier("sandbox", carrierId)?.kind).toBe("easypost");
    const urlOf = (base_url?: string) => baseUrlOf({ api_key: "EZTK1", ...(base_url && { base_url }) });
    expect(urlUnder(urlOf(), "/shipments")).toBe("https://api.easypost.com/v2/shipments");
    expect(urlUnder(urlOf("https://proxy.example.com/ep/"), "/x")).toBe("https://proxy.example.com/ep/x");
  });
});

test("a parcel: quoted beside couriers, bought, its label kept, followed, delivered without proof, and returned", async () => {
  const account = await connect();
  const { client } = account;
  const { id, assignmentId, quotes, bought } = await buy(account);
  expect(quotes).toHaveLength(3);
  expect(quotes[0]).toMatchObject({
    estimated_delivery_at: null,
    estimated_delivery_date: expect.any(String),
  });
  const { assignment } = await becomes(client, id, { substatus: "confirmed" });
  const parcel = (await shipmentOf(client, id)).parcels[0];
  const purchased = bought();
  expect(assignment).toMatchObject({
    service: { name: "USPS Ground Advantage" },
    tracking_numbers: { [parcel.id]: purchased?.tracking_code },
    carrier_tracking_url: purchased?.tracker?.public_url,
  });
  expect(await chargesOf(client, id)).toEqual([["delivery", 593]]);

  const label = await eventually("the label", async () => {
    await wakeJobs(server.deps);
    const answer = await client.get(`${platform}/shipments/${id}/label`);
    return answer.status === 200 ? answer : undefined;
  });
  expect(label.text).toStartWith("%PDF-1.4\n% a label");

  clock.advance(3_600);
  const told = (status: string, status_detail: string, message: string) => ({
    datetime: new Date(clock.now()).toISOString(),
    status,
    status_detail,
    message,
    tracking_location: { city: "HOUSTON", state: "TX", zip: "77063", country: null },
  });
  easypost.track(purchased?.id ?? "", [
    told("in_transit", "arrived_at_facility", "Arrived at USPS Facility"),
  ]);
  await ask(assignmentId);
  await becomes(client, id, { status: "in_transit" });
  clock.advance(86_400);
  easypost.track(purchased?.id ?? "", [told("out_for_delivery", "out_for_delivery", "Out for Delivery")]);
  clock.advance(60);
  easypost.track(purchased?.id ?? "", [told("delivered", "arrived_at_destination", "Delivered")], {
    signed_by: "A. EXAMPLE",
  });
  await ask(assignmentId);
  await becomes(client, id, { status: "delivered" });
  const { body: tracking } = await client.get(`${platform}/tracking/${id}`);
  expect(tracking.proof_of_delivery).toMatchObject({ recipient_name: "A. EXAMPLE" });
  const codes = tracking.entries.map(({ code, message }: Record<string, string>) => (code ? message : null));
  expect(codes.filter(Boolean)).toEqual([
    "Arrived at USPS Facility (HOUSTON, TX 77063)",
    "Out for Delivery (HOUSTON, TX 77063)",
  ]);

  const { status, body: back } = await client.post(`${platform}/shipments/${id}/return`, {});
  expect(status).toBe(201);
  await client.get(`${platform}/shipments/${back.id}/quotes?wait_seconds=20`);
  const asked = (shipmentId: string) =>
    [...easypost.sent.values()].find(({ reference }) => String(reference).startsWith(shipmentId));
  const { from_address, to_address } = asked(id) ?? {};
  expect(asked(back.id)).toMatchObject({ is_return: true, from_address, to_address });
});

test("webhooks: a signed one counts at once, also twice and out of order; another only makes Waybill look", async () => {
  const account = await connect();
  const { client, carrierId } = account;
  const path = `${carriers}/${carrierId}`;
  const { body: address } = await client.get(`${path}/hook-address`);
  const post = async ({ headers, body }: ReturnType<typeof easypostHook>) => {
    const { status } = await fetch(address.url, { method: "POST", headers, body });
    expect(status).toBe(200);
    await wakeJobs(server.deps);
  };
  const { id, bought } = await buy(account);
  await becomes(client, id, { substatus: "confirmed" });
  const shipmentId = bought()?.id ?? "";
  const told = (status: string) => ({
    datetime: new Date(clock.now()).toISOString(),
    status,
    message: status,
  });
  const mode = "test" as const;

  // Without a secret the webhook proves nothing: what EasyPost says when it is asked counts.
  easypost.track(shipmentId, [told("in_transit")]);
  const forged = { id: "trk_1", shipment_id: shipmentId, tracking_details: [told("delivered")] };
  await post(easypostHook("tracker.updated", forged, { mode }));
  await becomes(client, id, { status: "in_transit" });

  const secret = "a secret of ours";
  expect((await client.patch(path, { settings: { webhook_secret: secret } })).status).toBe(200);
  await post(easypostHook("tracker.updated", forged, { mode, secret: "another" }));
  clock.advance(3_600);
  const early = structuredClone(easypost.track(shipmentId, [told("out_for_delivery")]));
  clock.advance(3_600);
  const late = structuredClone(easypost.track(shipmentId, [told("delivered")], { signed_by: "KIM" }));
  const first = easypostHook("tracker.updated", early, { mode, secret });
  const last = easypostHook("tracker.updated", late, { mode, secret });
  for (const hook of [last, first, last, first]) await post(hook);
  await becomes(client, id, { status: "delivered" });
  const { body } = await eventually("all of them read", async () => {
    await wakeJobs(server.deps);
    const list = await client.get(`${path}/hooks`);
    const open = list.body.data.filter(({ status }: { status: string }) => status === "waiting");
    return open.length === 0 ? list : undefined;
  });
  expect(body.data.map(({ status, reason }: Record<string, string>) => [status, reason])).toEqual([
    ["applied", null],
    ["applied", null],
    ["failed", "The signature does not match. Check the webhook secret in Settings."],
    ["applied", null],
  ]);
  const { body: tracking } = await client.get(`${platform}/tracking/${id}`);
  expect(tracking.entries.filter(({ status }: { status: string }) => status === "delivered")).toHaveLength(1);
});

test("a purchase whose answer is lost is looked up after 90 seconds, and made once", async () => {
  const account = await connect("cut");
  const { id, assignmentId, bought } = await buy(account);
  const purchases = () => easypost.purchases.get(bought()?.id ?? "");
  const { db } = server.deps.stores.platform("sandbox");
  await eventually("the attempt without an answer", () => {
    const calls = db.all(
      sql`SELECT 1 FROM carrier_calls WHERE assignment_id = ${assignmentId} AND attempts >= 1`,
    );
    return calls.length > 0 || undefined;
  });
  expect(purchases()).toBe(1);
  const before = easypost.calls.length;
  for (let waited = 0; waited < 80; waited += 20) {
    clock.advance(20);
    await jobsAtRest(server.deps);
  }
  expect(easypost.calls.slice(before)).toEqual([]);
  clock.advance(20);
  await becomes(account.client, id, { substatus: "confirmed" });
  expect(purchases()).toBe(1);
});

test.each(["ends_eof", "ends_502", "no_response"] as const)(
  "nobody buys again where a purchase has no answer (%s)",
  async (fault) => {
    const account = await connect(fault);
    const { client, carrierId } = account;
    const { id, assignmentId, bought } = await buy(account);
    const { db } = server.deps.stores.platform("sandbox");
    await eventually("the attempt without an answer", () => {
      const calls = db.all(
        sql`SELECT 1 FROM carrier_calls WHERE assignment_id = ${assignmentId} AND attempts >= 1`,
      );
      return calls.length > 0 || undefined;
    });
    // EasyPost is well again, and has sold nothing.
    const settings = { api_key: easypost.testKey, base_url: easypost.url() };
    expect((await client.patch(`${carriers}/${carrierId}`, { settings })).status).toBe(200);
    const purchases = () => easypost.calls.filter((call) => call.endsWith(`${bought()?.id}/buy`));
    clock.advance(91);
    const item = await eventually("a person is asked", async () => {
      const { body } = await client.get(`${platform}/attention`);
      return body.data.find(({ kind }: { kind: string }) => kind === "booking_kept");
    });
    expect(item.shipment_id).toBe(id);
    await jobsAtRest(server.deps);
    expect(purchases()).toHaveLength(1);
    expect((await client.get(`${assignmentsOf(id)}/${assignmentId}`)).body.status).toBe("rejected");
  },
);

test("a purchase that EasyPost refuses brings the shipment back, with its reason", async () => {
  const account = await connect("poor");
  const { id, assignmentId } = await buy(account);
  const { body } = await eventually("rejected", async () => {
    const read = await account.client.get(`${assignmentsOf(id)}/${assignmentId}`);
    return read.body.status === "rejected" ? read : undefined;
  });
  expect(body).toMatchObject({ release_reason: "carrier_rejected" });
  const { body: tracking } = await account.client.get(`${platform}/tracking/${id}`);
  expect(JSON.stringify(tracking.entries)).toContain("Insufficient funds");
  expect(await chargesOf(account.client, id)).toEqual([
    ["adjustment", -593],
    ["delivery", 593],
  ]);
});

test("a cancellation is a refund: the charge stands until the carrier confirms it", async () => {
  const account = await connect();
  const { client } = account;
  const { id, assignmentId, bought } = await buy(account);
  await becomes(client, id, { substatus: "confirmed" });
  const { status, body } = await client.post(`${platform}/shipments/${id}/cancellation`, {});
  expect([status, body.status]).toEqual([200, "cancelled"]);
  expect(bought()?.refund_status).toBe("submitted");
  expect(await chargesOf(client, id)).toEqual([["delivery", 593]]);
  easypost.settleRefund(bought()?.id ?? "", "refunded");
  await ask(assignmentId);
  await eventually("the charge reversed", async () => {
    await wakeJobs(server.deps);
    return (await chargesOf(client, id)).length === 2 || undefined;
  });
  expect(await chargesOf(client, id)).toEqual([
    ["adjustment", -593],
    ["delivery", 593],
  ]);
});

test("a label that cannot be refunded leaves the shipment with its carrier", async () => {
  const account = await connect("firm");
  const { id } = await buy(account);
  await becomes(account.client, id, { substatus: "confirmed" });
  const { status, body } = await account.client.post(`${platform}/shipments/${id}/cancellation`, {});
  expect([status, body.code, body.detail]).toEqual([
    409,
    "carrier_refused_cancellation",
    "EasyPost refused: Refund is not possible for this shipment.",
  ]);
});

test.each(["leave_at_door", "discard"])(
  "a parcel that EasyPost sends back is returned, though the client wished %s: the carrier never heard of it",
  async (wish) => {
    const account = await connect();
    const { client } = account;
    const { id, assignmentId, bought } = await buy(account, { if_undeliverable: wish });
    await becomes(client, id, { substatus: "confirmed" });
    for (const status of ["in_transit", "return_to_sender", "delivered"]) {
      clock.advance(3_600);
      const datetime = new Date(clock.now()).toISOString();
      easypost.track(bought()?.id ?? "", [{ datetime, status, message: status }]);
    }
    await ask(assignmentId);
    await eventually("the end", async () => {
      await wakeJobs(server.deps);
      return (
        (await shipmentOf(client, id)).returned_at ?? (await shipmentOf(client, id)).failure ?? undefined
      );
    });
    expect(await shipmentOf(client, id)).toMatchObject({ status: "returned", delivered_at: null });
  },
);

test.each(["an ask", "a signed webhook"])(
  "a label that somebody refunds in EasyPost keeps its charge until the refund is decided: told by %s",
  async (way) => {
    const account = await connect();
    const { client, carrierId } = account;
    const { id, assignmentId, bought } = await buy(account);
    await becomes(client, id, { substatus: "confirmed" });
    const shipmentId = bought()?.id ?? "";
    easypost.settleRefund(shipmentId, "submitted");
    const datetime = new Date(clock.now()).toISOString();
    const tracker = easypost.track(shipmentId, [{ datetime, status: "cancelled", message: "Cancelled" }]);
    if (way === "a signed webhook") {
      const path = `${carriers}/${carrierId}`;
      const secret = "a secret of ours";
      await client.patch(path, { settings: { webhook_secret: secret } });
      const { body: address } = await client.get(`${path}/hook-address`);
      const hook = easypostHook("tracker.updated", tracker, { mode: "test", secret });
      expect((await fetch(address.url, { method: "POST", ...hook })).status).toBe(200);
    } else await ask(assignmentId);
    const ended = () => client.get(`${assignmentsOf(id)}/${assignmentId}`);
    await eventually("the end of the booking", async () => {
      await wakeJobs(server.deps);
      return (await ended()).body.status === "cancelled" || undefined;
    });
    expect(await chargesOf(client, id)).toEqual([["delivery", 593]]);
    easypost.settleRefund(shipmentId, "refunded");
    await ask(assignmentId);
    await eventually("the charge reversed", async () => {
      await wakeJobs(server.deps);
      return (await chargesOf(client, id)).length === 2 || undefined;
    });
  },
);
