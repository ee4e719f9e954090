import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../../api/problem.ts";
import { addDriver, driverClient, type TestDriver } from "../../../../support/drivers.ts";
import { platform } from "../../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../../support/harness.ts";
import { createOperator } from "../../../../support/operator.ts";

const drivers = `${platform}/drivers`;
const everything = { pin: true, signature: true, photo: true, min_age: 18 };
let server: TestServer;
let account: TestAccount;
let operator: Client;
let fleet: string;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  operator = (await createOperator(server)).session;
  fleet = await addOpenFleet(server, account.accountId);
});
afterAll(() => server.stop());

const withoutPhone = (accountId: string | null = account.accountId, carrierId = fleet) =>
  addDriver(server, "sandbox", accountId, { carrierId, withoutPhone: true });

async function jobFor(
  { id }: TestDriver,
  requirements: object = {},
  carrierId = fleet,
  change: object = {},
): Promise<{ id: string; assignmentId: string }> {
  const delivery = {
    contact: { name: "Alex Example", phone: "+4915112345678" },
    address: { line1: "Oranienstr. 25", city: "Berlin", postal_code: "10999", country: "DE" },
    requirements,
  };
  const job = await acceptFleet(account.sandbox, carrierId, { delivery, ...change });
  const isOwn = carrierId === fleet;
  const path = `/assignments/${job.assignmentId}/driver`;
  const { status } = isOwn
    ? await account.sandbox.post(`${platform}${path}`, { driver_id: id })
    : await operator.post(`/api/v1/operator${path}?environment=sandbox`, { driver_id: id });
  expect(status).toBe(200);
  return job;
}

let count = 0;
const now = () => new Date(server.deps.clock.now());
const result = ({ assignmentId }: { assignmentId: string }, change: Record<string, unknown>) => ({
  id: `line-${count++}`,
  assignment_id: assignmentId,
  at: now().toISOString(),
  ...change,
});
async function enter({ id }: TestDriver, results: unknown[]): Promise<Answer["body"][]> {
  const { status, body, text } = await account.sandbox.post(`${drivers}/${id}/results`, results);
  expect(status, text).toBe(200);
  return body.results;
}
const tracked = async ({ id }: { id: string }) =>
  (await account.sandbox.get(`${platform}/tracking/${id}`)).body;

describe("what a dispatcher enters for a driver without a phone", () => {
  test("counts when it was, and the proof says what is missing and whose word it is", async () => {
    const kim = await withoutPhone();
    const job = await jobFor(kim, everything);
    const pickedUpAt = now().toISOString();
    const pickup = result(job, { type: "progress", substatus: "picked_up", at: pickedUpAt });
    expect(await enter(kim, [pickup])).toMatchObject([{ id: pickup.id, result: "applied", problem: null }]);
    const proof = { recipient_name: "K. B.", handed_to: "neighbour", note: "2nd floor" };
    const delivery = result(job, { type: "delivered", proof });
    expect(await enter(kim, [delivery])).toMatchObject([{ result: "applied" }]);
    expect(await enter(kim, [delivery])).toMatchObject([{ result: "duplicate" }]);
    const { status, proof_of_delivery: shown, ...rest } = await tracked(job);
    expect(status).toBe("delivered");
    expect(shown).toMatchObject({
      missing: ["signature", "photo", "pin", "age"],
      captured_by: "client",
      recipient_name: "K. B.",
      handed_to: "neighbour",
      signature: null,
      pin: { verified: false },
    });
    expect(rest.entries.find((entry: Answer["body"]) => entry.status === "in_transit").occurred_at).toBe(
      pickedUpAt,
    );
    const { body } = await account.sandbox.get(`${drivers}/${kim.id}`);
    expect(body).toMatchObject({ active_assignments: 0, without_phone: true });
    const audit = await eventually("the audit entry", async () => {
      const { body } = await account.session.get("/api/v1/audit?action=shipment.moved");
      return body.data.find(({ target }: Answer["body"]) => target.id === job.id);
    });
    expect(audit.details.reported).toEqual(["delivered"]);
  });

  test("without a pickup: the goods were picked up then, and nothing is learned of the place", async () => {
    const kim = await withoutPhone();
    const job = await jobFor(kim);
    expect(await enter(kim, [result(job, { type: "delivered" })])).toMatchObject([{ result: "applied" }]);
    const { status, proof_of_delivery: shown } = await tracked(job);
    expect([status, shown.missing, shown.captured_by]).toEqual(["delivered", [], "client"]);
  });

  test("a failure has its reason, and what comes back is a stop until it is returned", async () => {
    const kim = await withoutPhone();
    const job = await jobFor(kim, {}, fleet, { if_undeliverable: "return" });
    const failed = result(job, { type: "undeliverable", reason_code: "recipient_unavailable" });
    expect(await enter(kim, [failed])).toMatchObject([{ result: "applied" }]);
    const { body: stops } = await account.sandbox.get(`${drivers}/${kim.id}/stops`);
    expect(stops.data.map(({ kind }: Answer["body"]) => kind)).toEqual(["return"]);
    expect(await enter(kim, [result(job, { type: "returned" })])).toMatchObject([{ result: "applied" }]);
    expect(await tracked(job)).toMatchObject({ status: "returned" });
  });

  test("a failed attempt leaves the goods with the driver, and the delivery can be entered later", async () => {
    const kim = await withoutPhone();
    const job = await jobFor(kim);
    await enter(kim, [result(job, { type: "progress", substatus: "picked_up" })]);
    const failed = result(job, { type: "attempt_failed", reason_code: "recipient_unavailable" });
    expect(await enter(kim, [failed])).toMatchObject([{ result: "applied" }]);
    expect(await tracked(job)).toMatchObject({ status: "in_transit", setback: { kind: "attempt_failed" } });
    expect(await enter(kim, [result(job, { type: "delivered" })])).toMatchObject([{ result: "applied" }]);
    expect((await tracked(job)).status).toBe("delivered");
  });

  test("each line is judged alone: what is wrong changes nothing, and says why at its place", async () => {
    const [kim, sam] = [await withoutPhone(), await withoutPhone()];
    const [good, foreign, given] = [await jobFor(kim), await jobFor(sam), await jobFor(kim)];
    await account.sandbox.post(`${platform}/assignments/${given.assignmentId}/driver`, { driver_id: sam.id });
    const picked = await jobFor(kim);
    await enter(kim, [result(picked, { type: "progress", substatus: "picked_up" })]);
    const early = new Date(now().getTime() - 60_000).toISOString();
    const later = new Date(now().getTime() + 600_000).toISOString();
    const results = await enter(kim, [
      result(good, { type: "delivered" }),
      result(foreign, { type: "delivered" }),
      result(given, { type: "delivered" }),
      result(picked, { type: "delivered", at: early }),
      result(picked, { type: "delivered", at: later }),
      result(picked, { type: "delivered", proof: { pin: "1234" } }),
      result(picked, { type: "position", latitude: 52.5, longitude: 13.4 }),
      result(picked, { type: "undeliverable" }),
      "nothing",
    ]);
    expect(results.map(({ result, problem }) => problem?.code ?? result)).toEqual([
      "applied",
      "assignment_not_found",
      "assignment_ended",
      ...Array(6).fill("validation_failed"),
    ]);
    expect(results[3].problem.errors).toMatchObject([{ pointer: "#/3/at", code: "minimum" }]);
    expect(results[4].problem.errors).toMatchObject([{ pointer: "#/4/at", code: "maximum" }]);
    expect(results[5].problem.errors).toMatchObject([{ pointer: "#/5/proof/pin", code: "unknown_field" }]);
    const states = await Promise.all([foreign, given, picked].map(tracked));
    expect(states.map(({ status }) => status)).toEqual(["assigned", "assigned", "in_transit"]);
    expect(await enter(kim, [result(good, { type: "undeliverable", reason_code: "lost" })])).toMatchObject([
      { result: "late" },
    ]);
  });

  test("is for a driver without a phone of this side only, and needs the scope to dispatch", async () => {
    const phoned = await addDriver(server, "sandbox", account.accountId, { carrierId: fleet });
    const job = await jobFor(phoned);
    const path = (id: string) => `${drivers}/${id}/results`;
    const body = [result(job, { type: "delivered" })];
    const refused = await account.sandbox.post(path(phoned.id), body);
    expectProblem(server, refused, { status: 409, code: "driver_has_phone" });
    const other = await server.account();
    expectProblem(server, await other.sandbox.post(path(phoned.id), body), {
      status: 404,
      code: "not_found",
    });
    expect((await tracked(job)).status).toBe("assigned");
    expectProblem(server, await account.sandbox.post(path(phoned.id), []), {
      status: 422,
      code: "validation_failed",
      at: { "#": "min_items" },
    });
  });

  test("the operator enters for the installation's drivers, and the proof says so", async () => {
    const installed = await addOpenFleet(server, null);
    const kim = await withoutPhone(null, installed);
    const job = await jobFor(kim, { signature: true }, installed);
    const path = `/api/v1/operator/drivers/${kim.id}/results?environment=sandbox`;
    const answer = await operator.post(path, [result(job, { type: "delivered" })]);
    expect(answer.body.results).toMatchObject([{ result: "applied" }]);
    expect((await tracked(job)).proof_of_delivery).toMatchObject({
      missing: ["signature"],
      captured_by: "operator",
    });
    const foreign = await account.sandbox.post(`${drivers}/${kim.id}/results`, [
      result(job, { type: "returned" }),
    ]);
    expectProblem(server, foreign, { status: 404, code: "not_found" });
  });
});

describe("a driver without a phone", () => {
  test("is put on duty by the dispatcher, and another one is not", async () => {
    const kim = await withoutPhone();
    const path = `${drivers}/${kim.id}`;
    const on = await account.sandbox.patch(path, { on_duty: true });
    expect(on.body).toMatchObject({ on_duty: true, without_phone: true, position: null });
    expect((await account.sandbox.patch(path, { on_duty: false })).body.on_duty).toBe(false);
    const until = new Date(now().getTime() + 3_600_000).toISOString();
    await account.sandbox.put(`${path}/absence`, { until, jobs: "keep" });
    expectProblem(server, await account.sandbox.patch(path, { on_duty: true }), {
      status: 409,
      code: "driver_absent",
    });
    const phoned = await addDriver(server, "sandbox", account.accountId, { carrierId: fleet });
    const refused = { status: 422, code: "validation_failed", at: { "#/on_duty": "driver_only" } } as const;
    const ofPhoned = `${drivers}/${phoned.id}`;
    expectProblem(server, await account.sandbox.patch(ofPhoned, { on_duty: true }), refused);
    const both = await account.sandbox.patch(ofPhoned, { on_duty: true, without_phone: true });
    expect(both.body).toMatchObject({ on_duty: true, without_phone: true });
    expectProblem(
      server,
      await account.sandbox.patch(ofPhoned, { on_duty: true, without_phone: false }),
      refused,
    );
    expect((await account.sandbox.get(ofPhoned)).body.without_phone).toBe(true);
  });

  test("is passed by where Waybill asks or looks for the nearest, also with a place; capacity counts", async () => {
    const nearest = await addOpenFleet(server, account.accountId, { dispatch: "nearest" });
    const kim = await addDriver(server, "sandbox", account.accountId, {
      carrierId: nearest,
      onDuty: true,
      capacityAssignments: 1,
    });
    const phone = await driverClient(server, kim, account.accountId);
    const { status } = await phone.post("/api/v1/driver/reports", {
      sent_at: now().toISOString(),
      reports: [{ id: "p", at: now().toISOString(), type: "position", latitude: 52.53, longitude: 13.4 }],
    });
    expect(status).toBe(200);
    const job = await acceptFleet(account.sandbox, nearest);
    const path = `${platform}/assignments/${job.assignmentId}/driver`;
    const offered = () => phone.get("/api/v1/driver/stops");
    await eventually("the offer", async () => (await offered()).body.data.length > 0 || undefined);
    // The offer waits for an answer that nobody gives any more.
    await account.sandbox.patch(`${drivers}/${kim.id}`, { without_phone: true });
    expect((await offered()).body.data).toEqual([]);
    expectProblem(server, await account.sandbox.post(path, { driver_id: "nearest" }), {
      status: 409,
      code: "no_driver_near",
    });
    expect((await account.sandbox.post(path, { driver_id: kim.id })).status).toBe(200);
    const more = await acceptFleet(account.sandbox, nearest);
    const full = await account.sandbox.post(`${platform}/assignments/${more.assignmentId}/driver`, {
      driver_id: kim.id,
    });
    expectProblem(server, full, { status: 409, code: "driver_over_capacity" });
  });
});
