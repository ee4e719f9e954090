import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { verifyProofFile } from "../../../../src/delivery/orders/proof-file/verifying.ts";
import { redactEnded } from "../../../../src/delivery/privacy/redaction/retention.ts";
import { type DispatchWorld, type Rider, startDispatchWorld } from "../../../support/dispatch.ts";
import { advance, createAssigned, kreuzberg, openProofs, platform } from "../../../support/fixtures.ts";
import { addOpenFleet } from "../../../support/fleets.ts";
import type { Answer, Client } from "../../../support/harness.ts";
import { pictures } from "../../../support/images.ts";
import { createOperator, type TestOperator } from "../../../support/operator.ts";
import { addPerson } from "../../../support/people.ts";

/** Wrong states that the owner of a fleet puts right, and all that hangs on them. */

let world: DispatchWorld;
let fleet: string;
let rider: Rider;
beforeAll(async () => {
  world = await startDispatchWorld({ watchesVersions: true });
  await openProofs(world.account);
  fleet = await world.addFleet({ dispatch: "manual" });
});
beforeEach(async () => {
  rider = await world.addRider(fleet);
});
afterAll(() => world.server.stop());

type Body = Answer["body"];
const reason = "The driver tapped the wrong job.";
let made = 0;

const correct = (
  id: string,
  status: string,
  change: object = {},
  headers = {},
  client = world.account.sandbox,
) => client.post(`${platform}/shipments/${id}/correction`, { status, reason, ...change }, headers);
const tracking = async (id: string): Promise<Body> =>
  (await world.account.sandbox.get(`${platform}/tracking/${id}`)).body;
const events = async (id: string): Promise<Body[]> =>
  (await world.account.sandbox.get(`${platform}/shipments/${id}/events?limit=100`)).body.data;
const chargesOf = async (id: string): Promise<Body[]> =>
  (await world.account.sandbox.get(`${platform}/charges?shipment_id=${id}`)).body.data;

/** A job that the rider has accepted, reported on in this order. */
async function job(reports: object[], change: object = {}, driver = rider, carrierId = fleet) {
  const booked = await world.book(carrierId, { ...change });
  expect((await world.assign(booked.assignmentId, driver.id)).status).toBe(200);
  for (const report of reports) await send(driver, booked.assignmentId, report);
  return booked;
}

async function send(driver: Rider, assignmentId: string, report: object): Promise<Body> {
  made += 1;
  await world.pass(1);
  const at = new Date(world.clock.now()).toISOString();
  const { body } = await driver.client.post("/api/v1/driver/reports", {
    sent_at: at,
    reports: [{ id: `r-${made}`, at, assignment_id: assignmentId, ...report }],
  });
  return body.results[0];
}

const pickedUp = { type: "progress", substatus: "picked_up" };
const delivered = { type: "delivered", proof: { recipient_name: "Ada" } };
const refused = { type: "undeliverable", reason_code: "recipient_refused" };

/** The chain is whole up to its own head, and knows every entry. */
async function expectWholeChain(id: string): Promise<void> {
  const { body: file } = await world.account.sandbox.get(`${platform}/shipments/${id}/proof.json`);
  expect(verifyProofFile(file, file.head).problems).toEqual([]);
  const { entries } = await tracking(id);
  const sequences = file.links.flatMap((link: Body) => JSON.parse(link.record).sequence ?? []);
  expect(sequences).toEqual(entries.map(({ sequence }: Body) => sequence));
}

describe("to a state that is not final", () => {
  test("a delivery that was tapped on the wrong job goes on with the same driver", async () => {
    const { id, assignmentId } = await job([pickedUp, delivered]);
    expect(await world.stops(rider)).toEqual([]);
    const before = await world.shipment(id);
    const answer = await correct(id, "in_transit");
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    const shipment = await world.shipment(id);
    expect(answer.body).toEqual(shipment);
    expect([shipment.status, shipment.substatus, shipment.delivered_at]).toEqual([
      "in_transit",
      "picked_up",
      null,
    ]);
    expect(shipment.picked_up_at).toBe(before.picked_up_at);
    expect([shipment.assignment.id, shipment.assignment.status]).toEqual([assignmentId, "confirmed"]);
    expect(await world.stops(rider)).toEqual(["delivery next"]);
    const seen = await tracking(id);
    expect([seen.proof_of_delivery, seen.progress.percent, seen.eta.delivery]).toEqual([null, 0, null]);
    expect(seen.entries.at(-1)).toMatchObject({
      status: "in_transit",
      code: "corrected",
      source: "client",
      message: `Corrected from delivered to in transit: ${reason}`,
    });
    expect((await events(id)).at(-1)).toMatchObject({
      type: "shipment.corrected",
      data: {
        previous_status: "delivered",
        reason,
        shipment: { status: "in_transit", version: shipment.version },
      },
    });
    await expectWholeChain(id);

    expect(await send(rider, assignmentId, { ...delivered, proof: { recipient_name: "Bo" } })).toMatchObject({
      result: "applied",
    });
    const again = await tracking(id);
    expect([again.status, again.proof_of_delivery.recipient_name]).toEqual(["delivered", "Bo"]);
    expect(await world.stops(rider)).toEqual([]);
    await expectWholeChain(id);
  });

  test("goods that were not handed over after all go back, and back to the recipient", async () => {
    const { id, assignmentId } = await job([pickedUp, delivered]);
    expect((await correct(id, "returning")).status).toBe(200);
    expect(await world.stops(rider)).toEqual(["return next"]);
    expect((await world.shipment(id)).failure).toMatchObject({
      reason_code: "other",
      message: reason,
      by: "client",
    });
    expect((await correct(id, "in_transit")).status).toBe(200);
    expect(await world.stops(rider)).toEqual(["delivery next"]);
    expect((await world.shipment(id)).failure).toBeNull();
    await send(rider, assignmentId, delivered);
    expect((await world.shipment(id)).status).toBe("delivered");
  });

  test("the pictures of both deliveries are in the chain", async () => {
    const { id, assignmentId } = await job([pickedUp]);
    const photo = async () =>
      (
        await rider.client.send("/api/v1/driver/images", {
          method: "POST",
          body: pictures.png,
          headers: { "content-type": "application/octet-stream" },
        })
      ).body.id;
    await send(rider, assignmentId, { type: "delivered", proof: { image_ids: [await photo()] } });
    const { photos: first } = (await tracking(id)).proof_of_delivery;
    await correct(id, "in_transit");
    await send(rider, assignmentId, { type: "delivered", proof: { image_ids: [await photo()] } });
    const { photos: second } = (await tracking(id)).proof_of_delivery;
    expect([first[0].url, second[0].url].map((url) => url.split("/").at(-1))).toEqual([
      "photo-1.png",
      "photo-2.png",
    ]);
    const { body: file } = await world.account.sandbox.get(`${platform}/shipments/${id}/proof.json`);
    expect(file.pictures.map(({ name }: Body) => name)).toEqual(["photo-1.png", "photo-2.png"]);
    await expectWholeChain(id);
  });

  test("without the driver who had the goods it is refused", async () => {
    const other = await world.addRider(fleet, 2);
    const { id } = await job([pickedUp, delivered], {}, other);
    expect((await world.account.sandbox.delete(`${platform}/drivers/${other.id}`)).status).toBe(204);
    const answer = await correct(id, "in_transit");
    expect([answer.status, answer.body.code]).toEqual([409, "driver_missing"]);
    expect((await world.shipment(id)).status).toBe("delivered");
    expect((await correct(id, "failed")).status).toBe(200);
  });

  test("goods that another driver brings back are not sent out again", async () => {
    const other = await world.addRider(fleet, 2);
    const { id, assignmentId } = await job([pickedUp, refused]);
    await world.pass(1);
    expect((await world.assign(assignmentId, other.id)).status).toBe(200);
    expect((await correct(id, "in_transit")).body.code).toBe("driver_missing");
    expect((await correct(id, "returned")).status).toBe(200);
  });
});

describe("to a final state", () => {
  test("a person's word says that the goods were delivered, and what is missing", async () => {
    const requirements = { signature: true, pin: true };
    const delivery = { contact: { name: "Ada" }, address: kreuzberg, requirements };
    const { id } = await job([pickedUp, refused], { delivery });
    const at = new Date(world.clock.now() - 500).toISOString();
    const answer = await correct(id, "delivered", {
      at,
      proof: { recipient_name: "Neighbor", handed_to: "neighbour" },
    });
    expect(answer.status).toBe(200);
    expect([answer.body.delivered_at, answer.body.failure, answer.body.assignment.status]).toEqual([
      at,
      null,
      "completed",
    ]);
    const { proof_of_delivery: proof } = await tracking(id);
    expect(proof).toMatchObject({
      types: [],
      missing: ["signature", "pin"],
      recipient_name: "Neighbor",
      captured_by: "client",
      pin: { verified: false },
    });
    expect((await events(id)).at(-1)?.data.proof_head).toBe((await tracking(id)).entries.at(-1).hash);
    expect(await world.stops(rider)).toEqual([]);
    await expectWholeChain(id);
  });

  test("the first proof stands again where the goods never left", async () => {
    const { id } = await job([pickedUp, delivered]);
    const { proof_of_delivery: first } = await tracking(id);
    await correct(id, "failed");
    expect((await tracking(id)).proof_of_delivery).toBeNull();
    await correct(id, "delivered");
    expect((await tracking(id)).proof_of_delivery).toEqual(first);
    await expectWholeChain(id);
  });

  test("after another trip it does not", async () => {
    const { id, assignmentId } = await job([pickedUp, delivered]);
    await correct(id, "in_transit");
    await send(rider, assignmentId, refused);
    await correct(id, "delivered");
    expect((await tracking(id)).proof_of_delivery).toMatchObject({
      recipient_name: null,
      captured_by: "client",
    });
    await expectWholeChain(id);
  });

  test("nothing is charged or taken back: all these states cost the same", async () => {
    const { id } = await job([pickedUp, delivered]);
    const before = await chargesOf(id);
    for (const status of ["failed", "returned", "delivered", "returning", "in_transit"]) {
      expect((await correct(id, status)).status).toBe(200);
    }
    expect(await chargesOf(id)).toEqual(before);
    expect(before.map(({ kind }) => kind)).toEqual(["delivery"]);
    await correct(id, "failed");
  });
});

async function refusedAs(answer: Answer, status: number, code: string, id: string, state = "delivered") {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect((await world.shipment(id)).status).toBe(state);
  expect((await events(id)).some(({ type }) => type === "shipment.corrected")).toBe(false);
}

describe("what is refused", () => {
  test("a state that the table does not lead to", async () => {
    const { id } = await job([pickedUp]);
    const answer = await correct(id, "delivered");
    await refusedAs(answer, 409, "transition_not_allowed", id, "in_transit");
    expect(answer.body).toMatchObject({ from: "in_transit", to: "delivered", allowed: [] });
    await send(rider, (await world.shipment(id)).assignment.id, delivered);
    const same = await correct(id, "delivered");
    expect(same.body.allowed).toEqual(["in_transit", "returning", "returned", "failed"]);
  });

  test("bad input, each with its pointer", async () => {
    const { id } = await job([pickedUp, delivered]);
    const pickup = Date.parse((await world.shipment(id)).picked_up_at);
    const ahead = new Date(world.clock.now() + 301_000).toISOString();
    const faults: [body: object, pointer: string][] = [
      [{ status: "cancelled" }, "#/status"],
      [{ status: "failed", reason: "" }, "#/reason"],
      [{ status: "failed", reason: "   " }, "#/reason"],
      [{ status: "failed", reason: "x".repeat(501) }, "#/reason"],
      [{ status: "failed", at: "yesterday" }, "#/at"],
      [{ status: "failed", at: ahead }, "#/at"],
      [{ status: "failed", at: new Date(pickup - 1).toISOString() }, "#/at"],
      [{ status: "failed", proof: { note: "n" } }, "#/proof"],
    ];
    for (const [body, pointer] of faults) {
      const answer = await correct(id, "failed", body);
      expect([pointer, answer.body.errors?.[0]?.pointer]).toEqual([pointer, pointer]);
      await refusedAs(answer, 422, "validation_failed", id);
    }
    await job([pickedUp, refused]).then(async (other) => {
      const answer = await correct(other.id, "delivered", { proof: { pin: "1234" } });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, "#/proof/pin"]);
      const unknown = await correct(other.id, "delivered", { proof: { image_ids: ["img_none"] } });
      await refusedAs(unknown, 422, "image_unknown", other.id, "returning");
    });
  });

  test("the second of two people who correct at once", async () => {
    const { id } = await job([pickedUp, delivered]);
    const etag = (await world.account.sandbox.get(`${platform}/shipments/${id}`)).headers.get("etag") ?? "";
    const answers = await Promise.all(
      ["failed", "returned"].map((status) => correct(id, status, {}, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const won = answers.find(({ status }) => status === 200);
    expect((await world.shipment(id)).status).toBe(won?.body.status);
    expect(won?.headers.get("etag")).toBe(`"${won?.body.version}"`);
  });

  test("a repeated request with the same key changes nothing more", async () => {
    const { id } = await job([pickedUp, delivered]);
    const key = { "idempotency-key": "once" };
    const first = await correct(id, "failed", {}, key);
    const second = await correct(id, "failed", {}, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect((await correct(id, "returned", {}, key)).body.code).toBe("idempotency_key_reused");
  });

  test("a person who may only look", async () => {
    const { id } = await job([pickedUp, delivered]);
    const viewer = await addPerson(world.server, world.account.accountId, "viewer");
    const answer = await correct(id, "failed", {}, { "x-environment": "sandbox" }, viewer.session);
    await refusedAs(answer, 403, "scope_missing", id);
  });

  test("another account, and carriers that are no own fleets", async () => {
    const { id } = await job([pickedUp, delivered]);
    const other = await world.server.account();
    expect((await correct(id, "failed", {}, {}, other.sandbox)).status).toBe(404);
    expect((await correct(id, "failed", {}, {}, world.account.live)).status).toBe(404);
    const installed = await addOpenFleet(world.server, null);
    const theirs = await world.book(installed);
    await refusedAs(await correct(theirs.id, "failed"), 409, "transition_not_allowed", theirs.id, "assigned");
  });

  test("simulated carriers only to final states", async () => {
    const { shipment } = await createAssigned(world.account.sandbox);
    await advance(world.account.sandbox, shipment.id, "delivered");
    await refusedAs(await correct(shipment.id, "in_transit"), 409, "driver_missing", shipment.id);
    expect((await correct(shipment.id, "returned")).body.status).toBe("returned");
    await expectWholeChain(shipment.id);
  });
});

describe("what hangs on the end", () => {
  test("the recipient sees the state and no reason, nor the proof that no longer stands", async () => {
    const { id } = await job([pickedUp]);
    const { body: image } = await rider.client.send("/api/v1/driver/images", {
      method: "POST",
      body: pictures.png,
      headers: { "content-type": "application/octet-stream" },
    });
    const { assignment, tracking_url: url } = await world.shipment(id);
    await send(rider, assignment.id, { type: "delivered", proof: { image_ids: [image.id] } });
    const path = `/api/v1/track/${url.split("/t/")[1]}`;
    expect((await world.server.client().get(`${path}/proof/photo-1.png`)).status).toBe(200);
    await correct(id, "in_transit");
    const { body } = await world.server.client().get(path);
    expect([body.status, body.proof_of_delivery]).toEqual(["in_transit", null]);
    expect(body.entries.at(-1)).toMatchObject({ code: "corrected", message: "The state was corrected." });
    expect(JSON.stringify(body)).not.toContain("wrong job");
    expect((await world.server.client().get(`${path}/proof/photo-1.png`)).status).toBe(404);
    expect((await world.account.sandbox.get(`${platform}/tracking/${id}/proof/photo-1.png`)).status).toBe(
      200,
    );
    const { text } = await world.server.client({ "accept-language": "de" }).get(`/t/${url.split("/t/")[1]}`);
    expect(text).toContain("Der Absender hat den Status berichtigt: ");
  });

  test("the audit log says who corrected it", async () => {
    const { id } = await job([pickedUp, delivered]);
    await correct(id, "failed");
    await world.pass();
    const { body } = await world.account.session.get("/api/v1/audit?action=shipment.corrected");
    expect(body.data.find(({ target }: Body) => target.id === id)).toMatchObject({
      action: "shipment.corrected",
      target: { id },
      details: { carrier_id: fleet, reported: ["failed"] },
    });
  });
});

describe("the operator, for the installation's fleets", () => {
  let operator: TestOperator;
  let installed: string;
  const at = (path: string) => `/api/v1/operator/shipments/${path}?environment=sandbox`;
  beforeAll(async () => {
    operator = await createOperator(world.server);
    installed = await addOpenFleet(world.server, null, { dispatch: "manual" });
  });

  async function theirJob(): Promise<string> {
    const driver = await world.addRider(installed, 1, { accountId: null });
    const booked = await world.book(installed);
    const path = `/api/v1/operator/assignments/${booked.assignmentId}/driver?environment=sandbox`;
    expect((await operator.session.post(path, { driver_id: driver.id })).status).toBe(200);
    for (const report of [pickedUp, delivered]) await send(driver, booked.assignmentId, report);
    return booked.id;
  }

  test("reads the version and corrects, without names and addresses", async () => {
    const id = await theirJob();
    const own = await correct(id, "failed");
    expect([own.status, own.body.code]).toEqual([409, "not_own_fleet"]);
    const read = await operator.session.get(at(id));
    expect([read.status, read.body.status]).toEqual([200, "delivered"]);
    const etag = read.headers.get("etag") ?? "";
    const body = { status: "in_transit", reason };
    const answer = await operator.session.post(at(`${id}/correction`), body, { "if-match": etag });
    expect([answer.status, answer.body.status]).toEqual([200, "in_transit"]);
    const { delivery, pickup } = await world.shipment(id);
    for (const { text } of [read, answer]) {
      expect(text).not.toContain(delivery.contact.name);
      expect(text).not.toContain(pickup.address.line1);
    }
    const again = await operator.session.post(at(`${id}/correction`), body, { "if-match": etag });
    expect(again.status).toBe(412);
    expect((await tracking(id)).entries.at(-1)).toMatchObject({ code: "corrected", source: "operator" });
    await expectWholeChain(id);
  });

  test("finds no other shipment", async () => {
    const { id } = await job([pickedUp, delivered]);
    expect((await operator.session.get(at(id))).status).toBe(404);
    const answer = await operator.session.post(at(`${id}/correction`), { status: "failed", reason });
    expect(answer.status).toBe(404);
    const account: Client = world.account.session;
    expect((await account.post(at(`${id}/correction`), { status: "failed", reason })).status).toBe(403);
  });
});

/** Last, because sessions end meanwhile. */
describe("long after the end", () => {
  test("after 14 days, after the erasure, and while a return is open", async () => {
    const late = await job([pickedUp, delivered]);
    const returned = await job([pickedUp, delivered]);
    const { body: back } = await world.account.sandbox.post(`${platform}/shipments/${returned.id}/return`);
    const open = await correct(returned.id, "failed");
    await refusedAs(open, 409, "return_open", returned.id);
    expect(open.body.return_shipment_id).toBe(back.id);
    await world.account.sandbox.post(`${platform}/shipments/${back.id}/cancellation`);
    expect((await correct(returned.id, "failed")).status).toBe(200);
    world.clock.advance(14 * 86_400);
    expect((await correct(returned.id, "returned")).status).toBe(200);
    world.clock.advance(2);
    await refusedAs(await correct(late.id, "failed"), 409, "correction_too_late", late.id);
    const erased = await job([pickedUp, delivered]);
    await world.account.sandbox.post(`${platform}/shipments/${erased.id}/redaction`);
    await refusedAs(await correct(erased.id, "failed"), 409, "shipment_redacted", erased.id);
  });

  test("retention, link and stream count from the next end", async () => {
    const { id, assignmentId } = await job([pickedUp, delivered]);
    const { session } = await addPerson(world.server, world.account.accountId, "owner");
    const days = { retention_days: 2, link_days: 1 };
    const patched = await session.patch(`${platform}/account`, days, { "x-environment": "sandbox" });
    expect(patched.status).toBe(200);
    await correct(id, "in_transit");
    const link = (await world.shipment(id)).tracking_url.split("/t/")[1];
    const page = () => world.server.client().get(`/api/v1/track/${link}`);
    world.clock.advance(3 * 86_400);
    await redactEnded(world.server.deps, world.clock.now());
    const kept = await world.shipment(id);
    expect([kept.redacted_at, kept.delivery.contact.name]).toEqual([null, kept.delivery.contact.name]);
    expect((await page()).status).toBe(200);
    await send(rider, assignmentId, delivered);
    world.clock.advance(86_400 + 1);
    expect((await page()).status).toBe(410);
    world.clock.advance(86_400);
    await redactEnded(world.server.deps, world.clock.now());
    await world.pass();
    const erased = await world.shipment(id);
    expect(erased.redacted_at).not.toBeNull();
    const all = JSON.stringify([erased, await tracking(id), await events(id)]);
    expect(all).not.toContain("wrong job");
    await expectWholeChain(id);
  });
});
