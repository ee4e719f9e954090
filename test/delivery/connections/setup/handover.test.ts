import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { issueLink } from "../../../../src/access/devices/linking.ts";
import { storedBytes } from "../../../../src/access/limits/storage.ts";
import type { CarrierUpdate, ProofOfDelivery } from "../../../../src/delivery/carriers/carrier-update.ts";
import type { DeliveryDeps } from "../../../../src/delivery/carriers/deps.ts";
import { carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { operatorIn } from "../../../../src/infra/http/principal.ts";
import { expectProblem } from "../../../api/problem.ts";
import { addCarrier } from "../../../support/carrier-rows.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { addDriver, driverClient, driverToken, giveJob, type TestDriver } from "../../../support/drivers.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { addPerson } from "../../../support/people.ts";

/** A fleet that the operator's own account made becomes the installation's. */

const ofOperator = "/api/v1/operator";
const live = "environment=live";

let server: TestServer;
let operator: TestOperator;
/** A key of the operator's account. */
let own: Client;
let shop: TestAccount;
beforeAll(async () => {
  server = await startServer({ config: { testClock: true } });
  operator = await createOperator(server);
  const { body } = await operator.session.post("/api/v1/keys", { name: "own", environment: "live" });
  own = server.client({ "x-api-key": body.secret });
  shop = await server.account();
});
afterAll(() => server.stop());

const inLive = { "x-environment": "live" };
const handOver = (id: string, body: unknown = {}, by: Client = operator.session, headers = {}) =>
  by.post(`${platform}/carriers/${id}/handover`, body, { ...inLive, ...headers });
const ownFleet = () => addOpenFleet(server, operator.accountId, { dispatch: "manual" }, "live");
const offersOf = async ({ live: client }: TestAccount) =>
  (await createQuoted(client)).quotes.map(({ carrier }: Answer["body"]) => carrier.id);

const say = (shipment: { id: string; assignmentId: string }, update: CarrierUpdate) =>
  write<unknown, DeliveryDeps>(server.deps, "live", (writing) =>
    applyReport(writing, shipment.id, {
      assignmentId: shipment.assignmentId,
      by: "driver",
      at: server.deps.clock.now(),
      update,
    }),
  );

const nothingShown: ProofOfDelivery = {
  recipientName: null,
  handedTo: null,
  signature: null,
  photos: [],
  pin: null,
  ageVerified: false,
  note: null,
  location: null,
};

/** The rider has delivered it. */
async function deliver(driver: TestDriver, shipment: { id: string; assignmentId: string }): Promise<void> {
  await giveJob(server, driver, shipment);
  await say(shipment, { kind: "progress", substatus: "picked_up" });
  await say(shipment, { kind: "delivered", proof: nothingShown });
}

describe("a fleet of the operator's account", () => {
  test("serves every account afterwards, with its card, its drivers and their phones", async () => {
    const id = await ownFleet();
    const rider = await addDriver(server, "live", operator.accountId, { carrierId: id });
    const phone = await driverClient(server, rider, operator.accountId);
    const before = await own.get(`${platform}/carriers/${id}`);
    expect(await offersOf(shop)).not.toContain(id);

    const handed = await handOver(id);
    expect(handed.status).toBe(200);
    expect(handed.body).toMatchObject({
      id,
      owner: "installation",
      accounts: null,
      margin: null,
      code: before.body.code,
      settings: before.body.settings,
      version: before.body.version + 1,
    });
    expect(handed.headers.get("etag")).toBe(`"${before.body.version + 1}"`);
    expect(await offersOf(shop)).toContain(id);

    const drivers = await operator.session.get(`${ofOperator}/drivers?${live}&carrier_id=${id}`);
    expect(drivers.body.data.map(({ id: driver }: Answer["body"]) => driver)).toEqual([rider.id]);
    const card = await operator.session.get(`${ofOperator}/carriers/${id}/rate-card?${live}`);
    expect([card.status, card.body.version]).toEqual([200, 1]);

    // The phone that was connected has the job of another account's parcel.
    const job = await acceptFleet(shop.live, id);
    await giveJob(server, rider, job);
    const stops = await phone.get("/api/v1/driver/stops");
    expect(stops.body.data.map(({ assignment_id }: Answer["body"]) => assignment_id)).toContain(
      job.assignmentId,
    );
  });

  test("is read by its account like any other of the installation, and managed by the operator only", async () => {
    const id = await ownFleet();
    const rider = await addDriver(server, "live", operator.accountId, { carrierId: id });
    await handOver(id, { accounts: [operator.accountId] });
    const seen = await own.get(`${platform}/carriers/${id}`);
    expect(seen.body).toMatchObject({ owner: "installation", settings: null, health: null });
    const sentence = "This carrier is the installation's: the operator manages it under Operator → Carriers.";
    for (const refused of [
      await own.patch(`${platform}/carriers/${id}`, { name: "Mine" }),
      await own.delete(`${platform}/carriers/${id}`),
      await own.get(`${platform}/carriers/${id}/rate-card`),
      await own.post(`${platform}/carriers/${id}/tokens`, { name: "server" }),
      await handOver(id),
    ]) {
      expectProblem(server, refused, { status: 404, code: "not_found" });
      expect(refused.body.detail).toBe(sentence);
    }
    expect((await own.get(`${platform}/drivers/${rider.id}`)).status).toBe(404);
    expect((await own.get(`${platform}/drivers`)).body.data).not.toContainEqual(
      expect.objectContaining({ id: rider.id }),
    );
    expect(await offersOf(shop)).not.toContain(id);
    const renamed = await operator.session.patch(`${ofOperator}/carriers/${id}?${live}`, { name: "Ours" });
    expect([renamed.status, renamed.body.name]).toEqual([200, "Ours"]);
  });

  test("ends its tokens and open links, which people of the account have seen", async () => {
    const id = await ownFleet();
    const other = await ownFleet();
    const rider = await addDriver(server, "live", operator.accountId, { carrierId: id });
    const neighbor = await addDriver(server, "live", operator.accountId, { carrierId: other });
    const [token, kept] = [
      await driverToken(server, rider, operator.accountId),
      await driverToken(server, neighbor, operator.accountId),
    ].map((secret) => server.client({ authorization: `Bearer ${secret}` })) as [Client, Client];
    const ofServer = await own.post(`${platform}/carriers/${id}/tokens`, { name: "server" });
    const carrier = server.client({ authorization: `Bearer ${ofServer.body.secret}` });
    const linked = { ...rider, driverId: rider.id };
    const { code } = await issueLink(server.deps, operatorIn(operator.accountId), () => linked);
    expect((await token.get("/api/v1/driver/me")).status).toBe(200);

    expect((await handOver(id)).status).toBe(200);
    const refused = [await token.get("/api/v1/driver/me"), await carrier.get("/api/v1/carrier/me")];
    for (const answer of refused) expectProblem(server, answer, { status: 401, code: "token_revoked" });
    const late = await server.client().post("/api/v1/driver/link", { code, device_name: "Phone" });
    expectProblem(server, late, { status: 403, code: "driver_link_refused" });
    expect((await kept.get("/api/v1/driver/me")).status).toBe(200);
  });

  test("ends them also if the server stopped in between: a job does the rest", async () => {
    const id = await ownFleet();
    const rider = await addDriver(server, "live", operator.accountId, { carrierId: id });
    const phone = await driverClient(server, rider, operator.accountId);
    const secret = await driverToken(server, rider, operator.accountId);
    const token = server.client({ authorization: `Bearer ${secret}` });
    await write(server.deps, "live", ({ tx, now }) => {
      const row = carrierStore(tx).find(id);
      if (row) carrierStore(tx).update({ ...row, accountId: null, unsettled: true, updatedAt: now });
    });
    await jobsAtRest(server.deps);
    expectProblem(server, await token.get("/api/v1/driver/me"), { status: 401, code: "token_revoked" });
    expect((await phone.get("/api/v1/driver/me")).status).toBe(200);
  });

  test("keeps what it delivered and charged before; only new deliveries are the installation's", async () => {
    const id = await ownFleet();
    const rider = await addDriver(server, "live", operator.accountId, { carrierId: id });
    const before = await acceptFleet(own, id);
    await deliver(rider, before);
    const charge = (await own.get(`${platform}/charges?shipment_id=${before.id}`)).body.data;
    expect(charge.map(({ billed_by }: Answer["body"]) => billed_by)).toEqual(["carrier"]);

    expect((await handOver(id)).status).toBe(200);
    expect((await own.get(`${platform}/charges?shipment_id=${before.id}`)).body.data).toEqual(charge);
    const shipment = await own.get(`${platform}/shipments/${before.id}`);
    expect([shipment.body.status, shipment.body.carrier?.id ?? id]).toEqual(["delivered", id]);
    const after = await acceptFleet(own, id);
    const { body } = await own.get(`${platform}/charges?shipment_id=${after.id}`);
    expect(body.data.map(({ billed_by }: Answer["body"]) => billed_by)).toEqual(["installation"]);

    // A discount on what the fleet billed itself is none that the installation owes.
    const discountOn = async (shipmentId: string) => {
      const path = `${ofOperator}/shipments/${shipmentId}/charges?${live}`;
      const discount = { kind: "discount", amount: { amount: 100, currency: "EUR" }, reason: "Late." };
      const headers = { "idempotency-key": shipmentId };
      const { status, body: charged } = await operator.session.post(path, discount, headers);
      return [status, charged.billed_by];
    };
    expect(await discountOn(before.id)).toEqual([201, "carrier"]);
    // Nor does the operator charge more than the account agreed to, whoever billed the price.
    for (const { id: shipmentId } of [before, after]) {
      const waiting = { kind: "waiting", amount: { amount: 101, currency: "EUR" }, reason: "Late." };
      const path = `${ofOperator}/shipments/${shipmentId}/charges?${live}`;
      const headers = { "idempotency-key": `waiting-${shipmentId}` };
      const refused = await operator.session.post(path, waiting, headers);
      expect([refused.status, refused.body.code]).toEqual([409, "charge_unagreed"]);
    }
    expect(await discountOn(after.id)).toEqual([201, "installation"]);
  });

  test("no longer lets its riders call recipients, who may be another account's", async () => {
    const settings = { dispatch: "nearest", radius_meters: 900, riders_may_call: true };
    const id = await addOpenFleet(server, operator.accountId, settings, "live");
    const handed = await handOver(id);
    expect(handed.body.settings).toEqual({ dispatch: "nearest", radius_meters: 900 });
  });

  test("counts no more as what the account stores", async () => {
    const id = await ownFleet();
    const stored = () => storedBytes(server.deps, { accountId: operator.accountId, environment: "live" });
    const [before, card] = [stored(), await own.get(`${platform}/carriers/${id}/rate-card`)];
    expect(card.status).toBe(200);
    expect((await handOver(id)).status).toBe(200);
    expect(stored()).toBeLessThan(before);
  });

  test("is written down once in the account's audit log, also when the request is repeated", async () => {
    const id = await ownFleet();
    const headers = { "idempotency-key": "hand-over-once" };
    const first = await handOver(id, {}, operator.session, headers);
    const again = await handOver(id, {}, operator.session, headers);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    await jobsAtRest(server.deps);
    const { body } = await operator.session.get("/api/v1/audit?limit=100");
    const entries = body.data.filter(
      ({ action, target }: Answer["body"]) => action === "carrier.handed_over" && target.id === id,
    );
    expect(entries).toHaveLength(1);
    expect(entries[0].actor).toMatchObject({ kind: "user", email: operator.email });
  });
});

describe("handing over is refused, and changes nothing", () => {
  /** The carrier as its account has it. */
  const owned = (id: string) => ({ id, owner: "account" });
  async function expectRefused(id: string, answer: Answer, problem: Parameters<typeof expectProblem>[2]) {
    expectProblem(server, answer, problem);
    expect((await own.get(`${platform}/carriers/${id}`)).body).toMatchObject(owned(id));
    expect((await operator.session.get(`${ofOperator}/carriers/${id}?${live}`)).status).toBe(404);
  }

  test("while the fleet has jobs; after their end it goes", async () => {
    const id = await ownFleet();
    const rider = await addDriver(server, "live", operator.accountId, { carrierId: id });
    const token = await driverToken(server, rider, operator.accountId);
    const job = await acceptFleet(own, id);
    await expectRefused(id, await handOver(id), { status: 409, code: "carrier_in_use" });
    const bearer = server.client({ authorization: `Bearer ${token}` });
    expect((await bearer.get("/api/v1/driver/me")).status).toBe(200);
    await deliver(rider, job);
    expect((await handOver(id)).status).toBe(200);
  });

  test("for another version than If-Match names", async () => {
    const id = await ownFleet();
    const answer = await handOver(id, {}, operator.session, { "if-match": '"7"' });
    await expectRefused(id, answer, { status: 412, code: "precondition_failed" });
    expect((await handOver(id, {}, operator.session, { "if-match": '"1"' })).status).toBe(200);
  });

  test("while the installation has a carrier with this code", async () => {
    const id = await addOpenFleet(server, operator.accountId, {}, "live");
    const { code } = (await own.get(`${platform}/carriers/${id}`)).body;
    await addCarrier(server, "live", null, { code });
    await expectRefused(id, await handOver(id), { status: 422, code: "carrier_code_taken" });
  });

  test("for a carrier that is no fleet", async () => {
    const id = await addCarrier(server, "live", operator.accountId, { kind: "http" });
    await expectRefused(id, await handOver(id), { status: 409, code: "carrier_not_transferable" });
  });

  test("in a sandbox with a clock of its own", async () => {
    const id = await addOpenFleet(server, operator.accountId, {}, "sandbox");
    const path = `${platform}/sandbox/clock`;
    const inSandbox = { "x-environment": "sandbox" };
    const moved = await operator.session.patch(path, { advance_seconds: 60 }, inSandbox);
    expect([200, 202]).toContain(moved.status);
    const handing = () => handOver(id, {}, operator.session, inSandbox);
    const refused = await handing();
    expectProblem(server, refused, { status: 409, code: "carrier_not_transferable" });
    expect(refused.body.detail).toContain("a clock of its own");
    await operator.session.delete(path, inSandbox);
    expect((await handing()).status).toBe(200);
  });

  test("for everybody but an operator who is in the account", async () => {
    const id = await ownFleet();
    const colleague = await addPerson(server, operator.accountId, "owner");
    await expectRefused(id, await handOver(id, {}, colleague.session), {
      status: 403,
      code: "operator_required",
    });
    await expectRefused(id, await handOver(id, {}, own), { status: 401, code: "session_required" });
    const theirs = await addOpenFleet(server, shop.accountId, {}, "live");
    expectProblem(server, await handOver(theirs, {}, shop.session), {
      status: 403,
      code: "operator_required",
    });
    expectProblem(server, await handOver(theirs), { status: 404, code: "not_found" });
    expect((await shop.live.get(`${platform}/carriers/${theirs}`)).body.owner).toBe("account");
  });
});

test("the operator who asks for an account's carrier hears whose it is", async () => {
  const theirs = await addOpenFleet(server, shop.accountId, {}, "live");
  const path = `${ofOperator}/carriers/${theirs}?${live}`;
  for (const refused of [
    await operator.session.get(path),
    await operator.session.patch(path, { name: "Ours" }),
    await operator.session.delete(path),
  ]) {
    expectProblem(server, refused, { status: 404, code: "not_found" });
    expect(refused.body.detail).toBe(
      "This carrier is an account's: the account's people manage it under Carriers.",
    );
  }
});
