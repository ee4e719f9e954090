import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type ExampleCarrier, startExampleCarrier } from "../support/example-carrier.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, type Client, eventually } from "../support/harness.ts";
import { clientOf, type Serving, serve, signUp } from "./executable.ts";

/**
 * One kill in the middle of everything that a booking can be in: nobody has heard of it, it is booked and the answer is
 * on its way, the carrier decides later, has rejected it, says nothing, is asked to cancel it, has cancelled it, reports.
 */

type Fault = Parameters<ExampleCarrier["baseUrl"]>[0];
type Body = Answer["body"];

const outageMs = 10 * 60_000;

/** Carriers and shipments of the accounts of one server, which a test kills and starts again. */
function createWorld(example: ExampleCarrier, serving: () => Serving) {
  const carrierIds = new Map<string, string>();
  const accountOf = (key: string): Client => clientOf(serving(), { "x-api-key": key });

  async function addCarrier(key: string, fault: Fault, code = String(fault)): Promise<string> {
    const { status, body } = await accountOf(key).post(`${platform}/carriers`, {
      kind: "http",
      code,
      name: code,
      settings: { base_url: example.baseUrl(fault), signing_secret: example.secret, quote_seconds: 10 },
    });
    expect(status).toBe(201);
    carrierIds.set(code, body.id);
    return body.id;
  }

  /** A shipment, and the offer of each carrier. */
  async function quoted(key: string): Promise<{ id: string; quoteOf(code: string): string }> {
    const { body } = await accountOf(key).post(`${platform}/shipments`, shipmentBody());
    const { body: quotes } = await accountOf(key).get(
      `${platform}/shipments/${body.id}/quotes?wait_seconds=20`,
    );
    const quoteOf = (code: string) => quotes.data.find(({ carrier }: Body) => carrier.code === code).id;
    return { id: body.id, quoteOf };
  }

  return {
    accountOf,
    addCarrier,
    quoted,
    carrierId: (code: string) => carrierIds.get(code) ?? "",
    async accept(
      key: string,
      code: string,
      more: object = {},
    ): Promise<{ id: string; assignmentId: string }> {
      const { id, quoteOf } = await quoted(key);
      const path = `${platform}/shipments/${id}/assignments`;
      const { status, body } = await accountOf(key).post(path, { quote_id: quoteOf(code), ...more });
      expect(status).toBe(201);
      return { id, assignmentId: body.id };
    },
    shipmentOf: async (key: string, id: string): Promise<Body> =>
      (await accountOf(key).get(`${platform}/shipments/${id}`)).body,
    assignmentsOf: async (key: string, id: string): Promise<Body[]> =>
      (await accountOf(key).get(`${platform}/shipments/${id}/assignments`)).body.data,
    /** The calls about an assignment that reached the carrier's front. */
    callsOf: (assignmentId: string, call: string) =>
      example.requests.filter((each) => each.call.startsWith(call) && each.id.startsWith(assignmentId)),
    /** What the carrier's books say of an assignment, oldest first. */
    booksOf: (assignmentId: string) =>
      example
        .ledger()
        .filter(({ job }) => job.assignment_id === assignmentId)
        .map(({ cancelled }): string => (cancelled ? "cancelled" : "booked")),
  };
}

const cwd = mkdtempSync(join(tmpdir(), "waybill-phases-"));
let example: ExampleCarrier;
let serving: Serving;
beforeAll(async () => {
  example = await startExampleCarrier();
});
afterAll(async () => {
  serving.kill("SIGKILL");
  await example.stop();
  rmSync(cwd, { recursive: true });
});

test("killed in each phase of a booking: each one goes on from there, and the carrier's books have it once", async () => {
  const data = join(cwd, "data");
  const env = {
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    WAYBILL_LOG_LEVEL: "silent",
    WAYBILL_SECRET_KEY: randomBytes(32).toString("base64"),
  };
  serving = await serve(data, { cwd, env });
  const world = createWorld(example, () => serving);
  const { addCarrier, accept, quoted, shipmentOf, assignmentsOf, callsOf, booksOf, accountOf } = world;
  const [main, rejected, silent] = await Promise.all(
    ["main", "rejected", "silent"].map(async (name) => {
      const { keys } = await signUp(serving.url, `${name}@example.com`);
      return keys.live;
    }),
  );
  if (!main || !rejected || !silent) throw new Error("no keys");
  const faults = [
    "well",
    "booking_unheard",
    "booking_unanswered",
    "pending",
    "cancellation_unheard",
    "cancellation_unanswered",
  ] as const;
  for (const fault of faults) await addCarrier(main, fault);
  // Where a carrier gives back a shipment, one other can take it.
  await addCarrier(rejected, "rejecting");
  await addCarrier(rejected, "booking_unanswered", "next");
  await addCarrier(silent, "mute");
  await addCarrier(silent, "well", "rescue");
  const tokenOf = async (code: string) =>
    (await accountOf(main).post(`${platform}/carriers/${world.carrierId(code)}/tokens`, { name: "server" }))
      .body.secret as string;
  const [wellToken, pendingToken] = [await tokenOf("well"), await tokenOf("pending")];
  const carrierServer = (token: string) => clientOf(serving, { authorization: `Bearer ${token}` });

  const becomes = (key: string, id: string, status: string, substatus: string | null) =>
    eventually(`${status} ${substatus}`, async () => {
      const read = await shipmentOf(key, id);
      return read.status === status && read.substatus === substatus ? read : undefined;
    });
  const cancelling = (id: string) =>
    accountOf(main)
      .post(`${platform}/shipments/${id}/cancellation`)
      .then(({ status }) => status)
      .catch(() => "killed");

  const unheard = await accept(main, "booking_unheard");
  const unanswered = await accept(main, "booking_unanswered");
  const givenUp = await accept(main, "booking_unanswered");
  const undecided = await accept(main, "pending");
  const uncancelled = await accept(main, "cancellation_unheard");
  const cancelled = await accept(main, "cancellation_unanswered");
  const reporting = await accept(main, "well");
  const wish = { auto_reassign: { max_price: { amount: 100_000, currency: "EUR" } } };
  const moved = await accept(rejected, "rejecting", wish);
  const missed = await accept(silent, "mute", wish);
  const accepting = await quoted(main);

  await eventually("phases of bookings", async () => {
    const [, next] = await assignmentsOf(rejected, moved.id);
    const { body: mute } = await accountOf(silent).get(`${platform}/carriers/${world.carrierId("mute")}`);
    return (
      callsOf(unheard.assignmentId, "POST /bookings").length === 1 &&
      booksOf(unanswered.assignmentId).length === 1 &&
      booksOf(givenUp.assignmentId).length === 1 &&
      callsOf(undecided.assignmentId, "POST /bookings").length === 1 &&
      next !== undefined &&
      booksOf(next.id).length === 1 &&
      mute.health.last_error !== null
    );
  });
  for (const { id } of [uncancelled, cancelled, reporting]) await becomes(main, id, "assigned", "confirmed");
  // The booking is unanswered, so the carrier is asked to cancel it later.
  expect(await cancelling(givenUp.id)).toBe(202);
  const waiting = [cancelling(uncancelled.id), cancelling(cancelled.id)];
  await eventually("phases of cancellations", () => {
    const isAsked = callsOf(uncancelled.assignmentId, "POST /bookings/").length === 1;
    return isAsked && booksOf(cancelled.assignmentId).length === 2;
  });

  const at = new Date().toISOString();
  const told = { assignment_id: reporting.assignmentId, at };
  const reports = [
    { id: "r-1", type: "progress", substatus: "picked_up", ...told },
    { id: "r-2", type: "delivered", proof: { recipient_name: "Alex" }, ...told },
  ];
  const report = async () => (await carrierServer(wellToken).post("/api/v1/carrier/reports", reports)).body;
  const acceptOnce = () =>
    accountOf(main).post(
      `${platform}/shipments/${accepting.id}/assignments`,
      { quote_id: accepting.quoteOf("well") },
      { "idempotency-key": "accept-once" },
    );
  const cutOff = [report().catch(() => undefined), acceptOnce().catch(() => undefined)];
  serving.kill("SIGKILL");
  await serving.exited;
  await Promise.all(cutOff);
  expect(await Promise.all(waiting)).toEqual(["killed", "killed"]);
  // The carrier that says nothing was asked long ago when the server comes back.
  const files = new Database(join(data, "live.db"));
  files
    .prepare("UPDATE assignments SET assigned_at = assigned_at - ? WHERE id = ?")
    .run(outageMs, missed.assignmentId);

  serving = await serve(data, { cwd, env });
  // Whoever closes the files last deletes the log that the server looks for.
  files.close();
  const again = await acceptOnce();
  expect(again.status).toBe(201);
  const { results } = await report();
  for (const { result } of results) expect(["applied", "duplicate"]).toContain(result);
  await becomes(main, reporting.id, "delivered", null);
  await becomes(main, accepting.id, "assigned", "confirmed");
  await becomes(main, unheard.id, "assigned", "confirmed");
  await becomes(main, unanswered.id, "assigned", "confirmed");
  for (const { id } of [givenUp, uncancelled, cancelled]) await becomes(main, id, "cancelled", null);
  expect((await shipmentOf(main, undecided.id)).substatus).toBe("awaiting_carrier");
  const accepted = await carrierServer(pendingToken).post(
    `/api/v1/carrier/assignments/${undecided.assignmentId}/acceptance`,
  );
  expect([accepted.status, accepted.body.status]).toEqual([200, "confirmed"]);
  await becomes(rejected, moved.id, "assigned", "confirmed");
  await becomes(silent, missed.id, "assigned", "confirmed");

  const once = ["booked"];
  expect(booksOf(again.body.id)).toEqual(once);
  for (const { assignmentId } of [unheard, unanswered]) expect(booksOf(assignmentId)).toEqual(once);
  expect(callsOf(undecided.assignmentId, "POST /bookings")).toHaveLength(1);
  for (const { assignmentId } of [givenUp, uncancelled, cancelled]) {
    expect([assignmentId, booksOf(assignmentId)]).toEqual([assignmentId, ["booked", "cancelled"]]);
  }
  for (const [key, { id }, reason] of [
    [rejected, moved, "no_supply"],
    [silent, missed, "timeout"],
  ] as const) {
    const [first, second] = await assignmentsOf(key, id);
    expect([first.status, first.release_reason, booksOf(first.id)]).toEqual(["rejected", reason, []]);
    expect([second.status, booksOf(second.id)]).toEqual(["confirmed", once]);
  }
  // The carrier that said nothing may have booked: it is asked to cancel.
  await eventually("a cancellation", () => callsOf(missed.assignmentId, "POST /bookings/").length > 0);
  const { entries } = (await accountOf(main).get(`${platform}/tracking/${reporting.id}`)).body;
  expect(entries.map(({ status, substatus }: Body) => substatus ?? status)).toEqual([
    "created",
    "quoted",
    "awaiting_carrier",
    "confirmed",
    "picked_up",
    "delivered",
  ]);
  // A shipment owes what its assignment costs, once, and a cancelled one nothing.
  for (const key of [main, rejected, silent]) {
    const { data: charges } = (await accountOf(key).get(`${platform}/charges?limit=100`)).body;
    for (const id of new Set<string>(charges.map(({ shipment_id }: Body) => shipment_id))) {
      const own = charges.filter(({ shipment_id }: Body) => shipment_id === id);
      const owed = own.reduce((sum: number, { amount }: Body) => sum + amount.amount, 0);
      const { status, price } = await shipmentOf(key, id);
      expect([id, owed]).toEqual([id, status === "cancelled" ? 0 : price.amount]);
    }
  }
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
});
