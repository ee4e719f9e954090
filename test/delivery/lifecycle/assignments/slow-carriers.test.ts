import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import type {
  BookAnswer,
  BookingStatus,
  BookRequest,
  CancelAnswer,
} from "../../../../src/delivery/carriers/carrier.ts";
import { applyReport } from "../../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../../src/infra/deps.ts";
import { assignmentsOf, type BookingWorld, called, startBookingWorld } from "../../../support/bookings.ts";
import { gate, never, offers, type PlayedCarrier, playCarrier } from "../../../support/carriers.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { platform } from "../../../support/fixtures.ts";
import { eventually, startServer } from "../../../support/harness.ts";

/** Whoever is asked twice may deliver, and charge, twice: what happens to a booking that is not answered in time. */

let world: BookingWorld;
beforeAll(async () => {
  world = await startBookingWorld();
});
afterAll(() => world.server.stop());
afterEach(async () => {
  await world.sandbox.delete(`${platform}/sandbox/data`);
});

const yes: BookAnswer = { kind: "booked", reference: "B-1", driver: null, confirmed: true };
/** Longer than any wait of the terms. */
const stepSeconds = 100;
/** Counts as unanswered at once; its waits are those of `patientTerms`. */
const forgetful = { honorsKey: false, answerWithinMs: 5 };

/** Asked once, and past the time that an answer may take. */
async function unanswered(carrier: PlayedCarrier) {
  world.play(carrier);
  const accepted = await world.accept();
  await world.calledTimes(carrier, accepted.assignment.id, 1);
  await world.putOff(accepted.assignment.id, 1);
  return accepted;
}

/** Moves the clock in steps, so that a repetition could follow a repetition. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= stepSeconds) {
    world.clock.advance(Math.min(stepSeconds, left));
    await world.settle();
  }
}

describe("a carrier that sells", () => {
  test("gets a purchase once, unless it has not got it, and never after the booking has ended", async () => {
    const answer = gate<BookAnswer>();
    const begun: boolean[] = [];
    let latest: BookRequest["purchase"] | undefined;
    const sentAt: unknown[] = [];
    const carrier = playCarrier("seller", {
      terms: forgetful,
      status: async () => ({ kind: "unknown" }),
      async book({ purchase, purchaseSentAt }) {
        sentAt.push(purchaseSentAt);
        latest = purchase;
        begun.push(await purchase.begin(), await purchase.begin());
        return answer.promise;
      },
    });
    const sent = world.server.deps.realClock.now();
    const accepted = await unanswered(carrier);
    const { id } = accepted.assignment;
    await eventually("both beginnings", () => begun.length === 2 || undefined);
    expect(begun).toEqual([true, false]);
    await pass(10);
    await world.calledTimes(carrier, id, 3);
    expect(called(carrier, id)).toEqual(["book", "status", "book"]);
    await eventually("those of the second call", () => begun.length === 4 || undefined);
    expect(begun).toEqual([true, false, false, false]);
    expect(sentAt).toEqual([null, sent]);
    // The first purchase is the one that stands: only it can be taken back.
    const { db } = world.server.deps.stores.platform("sandbox");
    const kept = () =>
      db.all<{ at: number }>(
        sql`SELECT purchase_sent_at AS at FROM carrier_calls WHERE assignment_id = ${id}`,
      );
    await latest?.undo();
    expect(kept()).toEqual([{ at: sent }]);
    await world.sandbox.post(`${platform}/shipments/${accepted.id}/cancellation`);
    expect(await latest?.begin()).toBe(false);
  });

  test("may have what was sent at the deadline: nobody chooses another offer", async () => {
    const carrier = playCarrier("seller", {
      terms: forgetful,
      async book({ purchase }) {
        await purchase.begin();
        return never();
      },
    });
    const other = playCarrier("other", { quote: async () => offers({ amount: 2000 }) });
    world.play(carrier, other);
    const accepted = await world.accept(world.sandbox, {
      strategy: "cheapest",
      auto_reassign: { max_price: { amount: 9000, currency: "EUR" } },
    });
    await world.putOff(accepted.assignment.id, 1);
    await pass(600);
    expect(await world.becomes(accepted, "rejected")).toMatchObject({ release_reason: "timeout" });
    expect(other.calls.filter(({ verb }) => verb === "book")).toEqual([]);
    expect(await world.calledTimes(carrier, accepted.assignment.id, 2)).toEqual(["book", "cancel"]);
    const { body } = await world.sandbox.get(`${platform}/attention`);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toContain("booking_kept");
  });
});

describe("a carrier that neither honors the key nor can look a booking up", () => {
  test("is asked once, and its late answer is taken", async () => {
    const answer = gate<BookAnswer>();
    const carrier = playCarrier("slow", { terms: forgetful, book: () => answer.promise });
    const accepted = await unanswered(carrier);
    await pass(30);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
    answer.resolve(yes);
    await world.becomes(accepted, "confirmed");
    await pass(700);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
    expect(await world.shipmentOf(accepted.id)).toMatchObject({ status: "assigned", substatus: "confirmed" });
  });

  test("is asked once where it fails: the error may have come after the booking", async () => {
    const carrier = playCarrier("broken", {
      terms: forgetful,
      book: () => Promise.reject(new Error("connection reset")),
    });
    const accepted = await unanswered(carrier);
    await pass(590);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
    expect((await world.assignmentOf(accepted.id, accepted.assignment.id)).status).toBe("pending");
  });

  test("at the deadline the assignment is rejected as timeout and the booking cancelled, each once", async () => {
    const answer = gate<BookAnswer>();
    const askedAt: unknown[] = [];
    const carrier = playCarrier("slow", {
      terms: forgetful,
      book: () => answer.promise,
      cancel: async ({ bookingAskedAt }) => {
        askedAt.push(bookingAskedAt);
        return { kind: "cancelled", fee: null };
      },
    });
    const begun = world.server.deps.realClock.now();
    const accepted = await unanswered(carrier);
    await pass(599);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
    await pass(1);
    const rejected = await world.becomes(accepted, "rejected");
    expect(rejected.release_reason).toBe("timeout");
    expect(await world.calledTimes(carrier, accepted.assignment.id, 2)).toEqual(["book", "cancel"]);
    await pass(60);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "cancel"]);
    // The carrier may still be working on what was asked for then.
    expect(askedAt).toEqual([begun]);
  });

  test("a cancellation does not wait for the deadline, and a yes that follows it is cancelled again", async () => {
    const answer = gate<BookAnswer>();
    const carrier = playCarrier("slow", { terms: forgetful, book: () => answer.promise });
    const accepted = await unanswered(carrier);
    await world.sandbox.post(`${platform}/shipments/${accepted.id}/cancellation`);
    expect(await world.calledTimes(carrier, accepted.assignment.id, 2)).toEqual(["book", "cancel"]);
    await world.settle();
    answer.resolve(yes);
    expect(await world.calledTimes(carrier, accepted.assignment.id, 3)).toEqual(["book", "cancel", "cancel"]);
    await world.settle();
    expect(called(carrier, accepted.assignment.id)).toHaveLength(3);
    expect(await world.shipmentOf(accepted.id)).toMatchObject({ status: "cancelled" });
    expect((await world.assignmentOf(accepted.id, accepted.assignment.id)).status).toBe("cancelled");
  });

  test("a yes while the carrier is asked to cancel is cancelled too, or stands where the carrier refuses", async () => {
    const [yesGate, cancelGate] = [gate<BookAnswer>(), gate<CancelAnswer>()];
    const refusal = { kind: "refused", reason: "other", message: "The driver is there." } as const;
    const named: (string | null)[] = [];
    const carrier = playCarrier("slow", {
      terms: { ...forgetful, cancelsAtOnce: false },
      book: () => yesGate.promise,
      cancel: ({ bookingReference }) => {
        named.push(bookingReference);
        return bookingReference === null ? cancelGate.promise : Promise.resolve(refusal);
      },
    });
    const accepted = await unanswered(carrier);
    const answered = world.sandbox.post(`${platform}/shipments/${accepted.id}/cancellation`);
    await world.calledTimes(carrier, accepted.assignment.id, 2);
    yesGate.resolve(yes);
    await world.becomes(accepted, "confirmed");
    cancelGate.resolve({ kind: "cancelled", fee: null });
    await world.calledTimes(carrier, accepted.assignment.id, 3);
    await world.settle();
    expect(named).toEqual([null, "B-1"]);
    expect((await answered).body.code).toBe("carrier_refused_cancellation");
    expect(await world.shipmentOf(accepted.id)).toMatchObject({ status: "assigned" });
  });

  test("a late no gives the shipment back at once, and cancels nothing", async () => {
    const answer = gate<BookAnswer>();
    const carrier = playCarrier("slow", { terms: forgetful, book: () => answer.promise });
    const accepted = await unanswered(carrier);
    answer.resolve({ kind: "rejected", reason: "no_supply", message: "Nobody is free." });
    expect((await world.becomes(accepted, "rejected")).release_reason).toBe("no_supply");
    await pass(700);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
  });
});

describe("a carrier that can look a booking up", () => {
  /** What it finds, one answer a look. */
  function looking(...found: BookingStatus[]) {
    return playCarrier("looking", {
      terms: { ...forgetful, waitAfterTimeoutMs: 90_000 },
      book: never,
      status: () => Promise.resolve(found.shift() ?? { kind: "unknown" }),
    });
  }

  test("is looked up after its own wait, and what it has booked is taken", async () => {
    const carrier = looking(yes);
    const accepted = await unanswered(carrier);
    await pass(89);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
    await pass(1);
    await world.becomes(accepted, "confirmed");
    await pass(700);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "status"]);
  });

  test("is left to work while it says pending, and asked again where it knows nothing", async () => {
    const carrier = looking({ kind: "pending", reference: null }, { kind: "unknown" });
    const accepted = await unanswered(carrier);
    await pass(90);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "status"]);
    await pass(90);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "status", "status", "book"]);
  });

  test("a status that does not fit the port counts as none", async () => {
    const carrier = looking({ kind: "perhaps" } as never);
    const accepted = await unanswered(carrier);
    await pass(90);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "status"]);
    expect((await world.assignmentOf(accepted.id, accepted.assignment.id)).status).toBe("pending");
  });
});

test("a carrier that reports instead of answering keeps the booking past the deadline", async () => {
  const carrier = playCarrier("silent", { terms: forgetful, book: never });
  const accepted = await unanswered(carrier);
  const { id } = accepted.assignment;
  await write(world.server.deps, "sandbox", (writing) =>
    applyReport(writing, accepted.id, {
      assignmentId: id,
      by: "carrier",
      at: world.clock.now(),
      update: { kind: "progress", substatus: "en_route_to_pickup" },
    }),
  );
  await pass(700);
  expect(called(carrier, id)).toEqual(["book"]);
  expect(await world.shipmentOf(accepted.id)).toMatchObject({
    status: "assigned",
    substatus: "en_route_to_pickup",
  });
  expect((await world.assignmentOf(accepted.id, id)).status).toBe("confirmed");
});

test("of two different bookings for one assignment the first stands, and the log names both", async () => {
  const first = gate<BookAnswer>();
  const answers = [first.promise, Promise.resolve({ ...yes, reference: "B-2" })];
  const carrier = playCarrier("double", {
    terms: { answerWithinMs: 5 },
    book: () => answers.shift() ?? never(),
  });
  const accepted = await unanswered(carrier);
  const error = spyOn(world.server.deps.log, "error").mockImplementation(() => {});
  await pass(100);
  await world.becomes(accepted, "confirmed");
  first.resolve(yes);
  await eventually("the log", () => error.mock.calls.length > 0);
  const { id } = accepted.assignment;
  expect(error.mock.calls).toEqual([
    [{ assignment: id, kept: "B-2", other: "B-1" }, "Carrier booked one assignment twice"],
  ]);
  error.mockRestore();
  expect((await world.assignmentOf(accepted.id, id)).status).toBe("confirmed");
  expect(called(carrier, id)).toEqual(["book", "book"]);
});

test("the late answer of another booking leaves the one that the carrier still decides to its deadline", async () => {
  const first = gate<BookAnswer>();
  const answers = [first.promise, Promise.resolve({ kind: "pending", reference: "B-2" } as const)];
  const carrier = playCarrier("undecided", {
    terms: { answerWithinMs: 5 },
    book: () => answers.shift() ?? never(),
  });
  const accepted = await unanswered(carrier);
  const { id } = accepted.assignment;
  await pass(100);
  await world.putOff(id, 2);
  const error = spyOn(world.server.deps.log, "error").mockImplementation(() => {});
  first.resolve(yes);
  await eventually("the log", () => error.mock.calls.length > 0);
  expect(error.mock.calls).toEqual([
    [{ assignment: id, kept: "B-2", other: "B-1" }, "Carrier booked one assignment twice"],
  ]);
  error.mockRestore();
  expect((await world.assignmentOf(accepted.id, id)).status).toBe("pending");
  await pass(600);
  expect((await world.becomes(accepted, "rejected")).release_reason).toBe("timeout");
  expect(await world.calledTimes(carrier, id, 3)).toEqual(["book", "book", "cancel"]);
});

describe("a carrier that honors the key", () => {
  test("is asked again after its own wait, and the first answer of any try counts", async () => {
    const first = gate<BookAnswer>();
    const answers = [first.promise, never<BookAnswer>()];
    const carrier = playCarrier("slow", {
      terms: { answerWithinMs: 5, waitAfterTimeoutMs: 90_000 },
      book: () => answers.shift() ?? never(),
    });
    const accepted = await unanswered(carrier);
    await pass(89);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book"]);
    await pass(1);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "book"]);
    first.resolve(yes);
    await world.becomes(accepted, "confirmed");
    await pass(700);
    expect(called(carrier, accepted.assignment.id)).toEqual(["book", "book"]);
    expect((await world.assignmentOf(accepted.id, accepted.assignment.id)).status).toBe("confirmed");
  });
});

/** What follows a start after a server ended while it waited for the answer. */
async function restarted(carriers: [PlayedCarrier, PlayedCarrier]) {
  const dataDir = await makeDataFolder();
  const [silent, after] = carriers;
  const before = await startServer({ dataDir, replacements: { carriers: () => [silent] } });
  const { sandbox, sandboxKey } = await before.account();
  const { id, assignment } = await world.accept(sandbox);
  await eventually("the booking", () => (called(silent, assignment.id).length > 0 ? true : undefined));
  await before.stop();
  const server = await startServer({ dataDir, replacements: { carriers: () => [after] } });
  const client = server.client({ "x-api-key": sandboxKey });
  return {
    key: assignment.id as string,
    read: async () => (await client.get(`${assignmentsOf(id)}/${assignment.id}`)).body,
    async end() {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

test("a restart does not ask a forgetful carrier again", async () => {
  const silent = playCarrier("a", { terms: { honorsKey: false }, book: never });
  const awake = playCarrier("a", { terms: { honorsKey: false, deadlineMs: 1 } });
  const { key, read, end } = await restarted([silent, awake]);
  const rejected = await eventually("rejected", async () => {
    const assignment = await read();
    return assignment.status === "rejected" ? assignment : undefined;
  });
  expect(rejected.release_reason).toBe("timeout");
  await eventually("the cancellation", () => (called(awake, key).length > 0 ? true : undefined));
  expect(called(awake, key)).toEqual(["cancel"]);
  await end();
});

test("a restart looks a booking up before it asks again", async () => {
  const silent = playCarrier("a", { terms: { honorsKey: false }, book: never, status: never });
  const awake = playCarrier("a", { terms: { honorsKey: false }, status: () => Promise.resolve(yes) });
  const { key, read, end } = await restarted([silent, awake]);
  await eventually("confirmed", async () => ((await read()).status === "confirmed" ? true : undefined));
  expect(called(awake, key)).toEqual(["status"]);
  await end();
});
