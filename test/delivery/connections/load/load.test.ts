import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, jobsAtRest } from "../../../support/clock.ts";
import { createShipment, platform, shipmentBody } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";

/** A fleet slows down, or takes no orders, for a while. */

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
});
afterAll(() => server.stop());

const minuteMs = 60_000;
const loadPath = (id: string) => `${platform}/carriers/${id}/load`;
const inMinutes = (minutes: number) => new Date(clock.now() + minutes * minuteMs).toISOString();
const usual = { extra_minutes: 0, accepts_orders: true, until: null, text: null };
const later = (change: object = {}) => ({
  extra_minutes: 30,
  accepts_orders: true,
  until: inMinutes(60),
  text: null,
  ...change,
});

async function createFleet(): Promise<TestAccount & { id: string }> {
  const account = await server.account();
  return { ...account, id: await addOpenFleet(server, account.accountId) };
}

interface Answered {
  pickup: number;
  delivery: number;
}

/** The fleet's answer to a new shipment: how many milliseconds from now it picks up and delivers, or why it does not. */
async function askFleet(
  client: Client,
  fleetId: string,
): Promise<Answered | { code: string; message: string }> {
  const { id } = await createShipment(client);
  await jobsAtRest(server.deps);
  const { data, unavailable } = (await client.get(`${platform}/shipments/${id}/quotes`)).body;
  const isFleets = ({ carrier }: { carrier: { id: string } }) => carrier.id === fleetId;
  const refusal = unavailable.find(isFleets);
  if (refusal) return { code: refusal.code, message: refusal.message };
  const quote = data.find(isFleets);
  return {
    pickup: Date.parse(quote.estimated_pickup_at) - clock.now(),
    delivery: Date.parse(quote.estimated_delivery_at) - clock.now(),
  };
}

describe("a fleet's load", () => {
  test("is as usual until somebody sets it, and ends by itself", async () => {
    const { sandbox, id } = await createFleet();
    expect((await sandbox.get(loadPath(id))).body).toEqual(usual);
    const sent = later({ text: "  Two riders   are out. " });
    const set = await sandbox.put(loadPath(id), sent);
    expect(set.status).toBe(200);
    expect(set.body).toEqual({ ...sent, text: "Two riders are out." });
    expect((await sandbox.get(loadPath(id))).body).toEqual(set.body);
    clock.advance(60 * 60 - 1);
    expect((await sandbox.get(loadPath(id))).body).toEqual(set.body);
    clock.advance(1);
    expect((await sandbox.get(loadPath(id))).body).toEqual(usual);
  });

  test("can be sent as it was read", async () => {
    const { sandbox, id } = await createFleet();
    await sandbox.put(loadPath(id), later());
    expect((await sandbox.put(loadPath(id), usual)).body).toEqual(usual);
    expect((await sandbox.get(loadPath(id))).body).toEqual(usual);
  });

  test("makes new offers, estimates and explanations later, and changes nothing of what is there", async () => {
    const { sandbox, id } = await createFleet();
    const before = await acceptFleet(sandbox, id);
    await jobsAtRest(server.deps);
    const accepted = (await sandbox.get(`${platform}/shipments/${before.id}`)).body;
    const normal = (await askFleet(sandbox, id)) as Answered;
    await sandbox.put(loadPath(id), later());
    expect(await askFleet(sandbox, id)).toEqual({
      pickup: normal.pickup + 30 * minuteMs,
      delivery: normal.delivery + 30 * minuteMs,
    });
    const body = shipmentBody();
    const estimated = (await sandbox.post(`${platform}/estimates`, body)).body;
    const offer = estimated.data.find(({ carrier }: { carrier: { id: string } }) => carrier.id === id);
    expect(Date.parse(offer.estimated_pickup_at) - clock.now()).toBe(normal.pickup + 30 * minuteMs);
    const { services } = (await sandbox.post(`${platform}/carriers/${id}/quote-explanation`, body)).body;
    expect(Date.parse(services[0].offer.estimated_pickup_at) - clock.now()).toBe(
      normal.pickup + 30 * minuteMs,
    );
    expect((await sandbox.get(`${platform}/shipments/${before.id}`)).body).toEqual(accepted);
    clock.advance(60 * 60);
    expect(await askFleet(sandbox, id)).toEqual(normal);
  });

  test("makes an agreed price's times later, and is no obstacle to it", async () => {
    const { sandbox, id } = await createFleet();
    const normal = (await askFleet(sandbox, id)) as Answered;
    await sandbox.put(loadPath(id), later({ accepts_orders: false }));
    const shipment = await createShipment(sandbox);
    const agreed = { price: { amount: 700, currency: "EUR" }, service: "plain", carrier_id: id };
    const { status, body } = await sandbox.post(`${platform}/shipments/${shipment.id}/assignments`, agreed);
    expect(status, JSON.stringify(body)).toBe(201);
    const { data } = (await sandbox.get(`${platform}/shipments/${shipment.id}/quotes`)).body;
    const quote = data.find(({ price }: { price: { amount: number } }) => price.amount === 700);
    expect(Date.parse(quote.estimated_pickup_at) - clock.now()).toBe(normal.pickup + 30 * minuteMs);
  });

  test("closes the fleet with the owner's text or with Waybill's, for its window only", async () => {
    const { sandbox, id } = await createFleet();
    const normal = await askFleet(sandbox, id);
    const closed = { extra_minutes: 0, accepts_orders: false };
    await sandbox.put(loadPath(id), later({ ...closed, text: "We take orders again at six." }));
    expect(await askFleet(sandbox, id)).toEqual({
      code: "window_unavailable",
      message: "We take orders again at six.",
    });
    await sandbox.put(loadPath(id), later(closed));
    expect(await askFleet(sandbox, id)).toEqual({
      code: "window_unavailable",
      message: "The fleet takes no new orders now.",
    });
    clock.advance(60 * 60);
    expect(await askFleet(sandbox, id)).toEqual(normal);
  });

  test("is refused where it would not end, or says nothing that counts", async () => {
    const { sandbox, id } = await createFleet();
    await sandbox.put(loadPath(id), later());
    const before = (await sandbox.get(loadPath(id))).body;
    const refused: [object, string, string][] = [
      [later({ until: null }), "#/until", "required"],
      [later({ until: inMinutes(0) }), "#/until", "in_past"],
      [later({ until: inMinutes(-1) }), "#/until", "in_past"],
      [later({ until: inMinutes(31 * 24 * 60 + 1) }), "#/until", "too_late"],
      [later({ until: "tonight" }), "#/until", "format"],
      [later({ extra_minutes: 241 }), "#/extra_minutes", "maximum"],
      [later({ extra_minutes: -1 }), "#/extra_minutes", "minimum"],
      [later({ extra_minutes: 1.5 }), "#/extra_minutes", "type"],
      [later({ text: "x".repeat(201) }), "#/text", "max_length"],
      [{ extra_minutes: 30, until: inMinutes(60) }, "#/accepts_orders", "required"],
      [later({ reason: "sick" }), "#/reason", "unknown_field"],
    ];
    for (const [body, pointer, code] of refused) {
      const answer = await sandbox.put(loadPath(id), body);
      expectProblem(server, answer, { status: 422, code: "validation_failed", at: { [pointer]: code } });
    }
    expect((await sandbox.get(loadPath(id))).body).toEqual(before);
  });

  test("is the fleet's owner's: others find nothing, and the operator has their own path", async () => {
    const { sandbox, accountId, id } = await createFleet();
    const other = await server.account();
    for (const answer of [
      await other.sandbox.get(loadPath(id)),
      await other.sandbox.put(loadPath(id), later()),
      await other.sandbox.put(loadPath("car_01m7x5rdwme1ct34p92xd7wpnk"), later()),
    ])
      expectProblem(server, answer, { status: 404, code: "not_found" });
    const installed = await addOpenFleet(server, null);
    expectProblem(server, await sandbox.put(loadPath(installed), later()), {
      status: 404,
      code: "not_found",
    });
    const { session: operator } = await createOperator(server);
    const twin = (carrier: string) => `/api/v1/operator/carriers/${carrier}/load?environment=sandbox`;
    expect((await operator.put(twin(installed), later())).status).toBe(200);
    expectProblem(server, await operator.put(twin(id), later()), { status: 404, code: "not_found" });
    expect((await operator.get(twin(installed))).body.extra_minutes).toBe(30);
    expect((await sandbox.get(loadPath(id))).body).toEqual(usual);
    expect(accountId).toBeString();
  });

  test("is in the audit log once for each change, and not for a repetition", async () => {
    const { sandbox, id, ...account } = await createFleet();
    const body = later();
    for (const _ of [1, 2]) expect((await sandbox.put(loadPath(id), body)).status).toBe(200);
    await jobsAtRest(server.deps);
    const { data } = (await account.session.get("/api/v1/audit?action=carrier.changed")).body;
    expect(data.map(({ details }: { details: object }) => details)).toEqual([
      { environment: "sandbox", changed: ["load"] },
    ]);
  });
});
