import { afterAll, beforeAll, expect, test } from "bun:test";
import { carrierClient } from "../../../support/carrier-client.ts";
import { type PlayedCarrier, playCarrier } from "../../../support/carriers.ts";
import { createClock } from "../../../support/clock.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

/** The clock of the shipment's account counts for what its carrier does. The real time stands still. */

const clock = createClock();
const monthMs = 30 * 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();
let carrier: PlayedCarrier;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    config: { testClock: true },
    replacements: { clock, carriers: () => [carrier] },
  });
});
afterAll(() => server.stop());

/** An accepted quote of an account whose clock stands a month ahead, and the server of its carrier. */
async function bookAhead(): Promise<{
  account: TestAccount;
  api: Client;
  path: string;
  id: string;
  at: number;
}> {
  const account = await server.account();
  const { sandbox } = account;
  const api = await carrierClient(server, account, carrier.identity.id);
  const at = clock.now() + monthMs;
  await sandbox.patch(`${platform}/sandbox/clock`, { frozen_at: iso(at) });
  const { shipment, quotes } = await createQuoted(sandbox);
  const path = `${platform}/shipments/${shipment.id}`;
  const { body } = await sandbox.post(`${path}/assignments`, { quote_id: quotes[0].id });
  return { account, api, path, id: body.id, at };
}

test("a report is judged by it", async () => {
  carrier = playCarrier("a", {
    book: async () => ({ kind: "booked", reference: "r", driver: null, confirmed: false }),
  });
  const { account, api, path, id, at } = await bookAhead();
  const send = async (report: string, when: number) => {
    const reports = [
      { id: report, assignment_id: id, type: "progress", substatus: "at_pickup", at: iso(when) },
    ];
    return (await api.post("/api/v1/carrier/reports", reports)).body.results[0];
  };
  // Real time lies before the assignment: the carrier is told so.
  expect(await send("real", clock.now())).toMatchObject({
    result: "refused",
    problem: { code: "validation_failed", errors: [{ pointer: "#/0/at" }] },
  });
  expect(await send("own", at)).toMatchObject({ result: "applied" });
  const { data } = (await account.sandbox.get(`${path}/events?limit=100`)).body;
  expect(data.at(-1).timestamp).toBe(iso(at));
  expect((await account.sandbox.get(path)).body.updated_at).toBe(iso(at));
});

/** What became of a booking that the carrier left open, so many seconds after it was asked. Times are ms from then on. */
async function answered(seconds: number, answer?: "acceptance" | "rejection") {
  const { account, api, path, id, at } = await bookAhead();
  const { sandbox } = account;
  await eventually("the carrier was asked", () => carrier.calls.at(-1)?.verb === "book" || undefined);
  const moved = await sandbox.patch(`${platform}/sandbox/clock`, { advance_seconds: seconds });
  expect(moved.body.now).toBe(iso(at + seconds * 1000));
  if (answer) {
    const input = answer === "rejection" ? { reason_code: "no_supply" } : undefined;
    expect((await api.post(`/api/v1/carrier/assignments/${id}/${answer}`, input)).status).toBe(200);
  }
  const { data: events } = (await sandbox.get(`${path}/events?limit=100`)).body;
  const confirmed = events.find(
    (event: { data: { substatus?: string } }) => event.data.substatus === "confirmed",
  );
  const [assignment] = (await sandbox.get(`${path}/assignments`)).body.data;
  const since = (time: string | undefined | null) => (time ? Date.parse(time) - at : null);
  return {
    status: assignment.status,
    confirmed: since(confirmed?.timestamp),
    released: since(assignment.released_at),
    reason: assignment.release_reason,
  };
}

test("a booking that the carrier left open is accepted, rejected or given up by it", async () => {
  carrier = playCarrier("a", { book: async () => ({ kind: "pending", reference: null }) });
  const { deadlineMs } = carrier.terms;
  const open = { status: "pending", confirmed: null, released: null, reason: null };
  expect(await answered(60, "acceptance")).toEqual({ ...open, status: "confirmed", confirmed: 60_000 });
  const rejected = { ...open, status: "rejected" };
  expect(await answered(60, "rejection")).toEqual({ ...rejected, released: 60_000, reason: "no_supply" });
  expect(await answered(deadlineMs / 1000 - 1)).toEqual(open);
  expect(await answered(deadlineMs / 1000 + 60)).toEqual({
    ...rejected,
    released: deadlineMs,
    reason: "timeout",
  });
});
