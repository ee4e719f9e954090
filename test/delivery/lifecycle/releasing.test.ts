import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Carrier, Rejected } from "../../../src/delivery/carriers/carrier.ts";
import { applyReport } from "../../../src/delivery/lifecycle/reporting.ts";
import { write } from "../../../src/infra/deps.ts";
import { assignmentsOf, type BookingWorld, startBookingWorld } from "../../support/bookings.ts";
import { booked, never, offers, playCarrier } from "../../support/carriers.ts";
import { jobsAtRest, wakeJobs } from "../../support/clock.ts";
import { createQuoted, platform } from "../../support/fixtures.ts";

/** A carrier gives a shipment back: where the client asked for it, the next best offer takes over. */

const deadlineSeconds = 60;

let world: BookingWorld;
beforeAll(async () => {
  world = await startBookingWorld();
});
afterAll(() => world.server.stop());

const no: Rejected = { kind: "rejected", reason: "carrier_rejected", message: "No driver." };
const cap = (amount: number, currency = "EUR") => ({ auto_reassign: { max_price: { amount, currency } } });

/** A carrier with one offer of each price; the `no`s are those that it rejects. */
function market(prices: readonly number[], rejected: readonly number[], minutes = 60) {
  return playCarrier("market", {
    quote: async () => offers(...prices.map((amount) => ({ amount, minutes: minutes + 1000 - amount }))),
    book: async (request) => (rejected.includes(request.price.amount) ? no : booked(request)),
  });
}

async function attempts(id: string): Promise<[price: number, status: string][]> {
  const { data } = (await world.sandbox.get(assignmentsOf(id))).body;
  return data.map(({ price, status }: { price: { amount: number }; status: string }) => [
    price.amount,
    status,
  ]);
}

async function statusOf(id: string): Promise<string> {
  return (await world.shipmentOf(id)).status;
}

test("a rejection takes the next best offer, in one transaction, until one books", async () => {
  world.play(market([500, 600, 700, 800], [500, 600]));
  const { id, assignment } = await world.accept(undefined, { strategy: "cheapest", ...cap(750) });
  expect(assignment.auto_reassign).toEqual({ max_price: { amount: 750, currency: "EUR" }, remaining: 5 });
  await jobsAtRest(world.server.deps);
  expect(await attempts(id)).toEqual([
    [500, "rejected"],
    [600, "rejected"],
    [700, "confirmed"],
  ]);
  const shipment = await world.shipmentOf(id);
  expect([shipment.status, shipment.assignment.attempt, shipment.assignment.auto_reassign.remaining]).toEqual(
    ["assigned", 3, 3],
  );
  const { entries } = (await world.sandbox.get(`${platform}/tracking/${id}`)).body;
  const made = entries.map(({ status, source }: { status: string; source: string }) => `${status} ${source}`);
  expect(made).toEqual([
    "created client",
    "quoted system",
    "assigned client",
    "quoted carrier",
    "assigned system",
    "quoted carrier",
    "assigned system",
    "assigned carrier",
  ]);
  const { data } = (await world.sandbox.get(`${platform}/charges?shipment_id=${id}`)).body;
  const total = data.reduce(
    (sum: number, charge: { amount: { amount: number } }) => sum + charge.amount.amount,
    0,
  );
  expect(total).toBe(700);
});

test("offers above the price and in another currency are not taken", async () => {
  world.play(market([500, 600], [500]));
  const above = await world.accept(undefined, { strategy: "cheapest", ...cap(599) });
  const foreign = await world.accept(undefined, { strategy: "cheapest", ...cap(10_000, "CHF") });
  const none = await world.accept(undefined, { strategy: "cheapest" });
  await jobsAtRest(world.server.deps);
  for (const { id } of [above, foreign, none]) {
    expect([await statusOf(id), await attempts(id)]).toEqual(["quoted", [[500, "rejected"]]]);
  }
});

test("at most five offers are taken after the first one", async () => {
  const prices = [100, 200, 300, 400, 500, 600, 700, 800];
  world.play(market(prices, prices));
  const { id } = await world.accept(undefined, { strategy: "cheapest", ...cap(1000) });
  await jobsAtRest(world.server.deps);
  expect(await attempts(id)).toEqual(prices.slice(0, 6).map((price) => [price, "rejected"]));
  expect(await statusOf(id)).toBe("quoted");
});

test("the fastest, where the strategy says so; after a quote by its id the cheapest", async () => {
  // The dearer, the faster.
  world.play(market([500, 600, 700], [600, 700]));
  const fastest = await world.accept(undefined, { strategy: "fastest", ...cap(1000) });
  const { shipment, quotes } = await createQuoted(world.sandbox);
  const quote_id = quotes.find(({ price }: { price: { amount: number } }) => price.amount === 700).id;
  await world.sandbox.post(assignmentsOf(shipment.id), { quote_id, ...cap(1000) });
  await jobsAtRest(world.server.deps);
  expect((await attempts(fastest.id)).map(([price]) => price)).toEqual([700, 600, 500]);
  expect((await attempts(shipment.id)).map(([price]) => price)).toEqual([700, 500]);
});

test("a rejection after which the carrier may have booked waits for a person", async () => {
  const names = ["draft/standard", "draft/express"];
  const sharing: Carrier = {
    ...playCarrier("sharing", { book: async () => ({ ...no, mayBeBooked: true }) }),
    quote: async () => {
      const answer = offers({ amount: 100 }, { amount: 200 });
      if (answer.kind !== "offers") return answer;
      return {
        ...answer,
        offers: answer.offers.map((one, at) => ({ ...one, reference: String(names[at]) })),
      };
    },
    sharesBooking: (one, other) => one.split("/")[0] === other.split("/")[0],
  };
  world.play(sharing, market([500], []));
  const accepted = await world.accept(undefined, { strategy: "cheapest", ...cap(1000) });
  await world.becomes(accepted, "rejected");
  await jobsAtRest(world.server.deps);
  expect([await statusOf(accepted.id), await attempts(accepted.id)]).toEqual(["quoted", [[100, "rejected"]]]);
  const { data } = (await world.sandbox.get(`${platform}/shipments/${accepted.id}/quotes`)).body;
  expect(
    data.map(({ price, status }: { price: { amount: number }; status: string }) => [price.amount, status]),
  ).toEqual([
    [100, "withdrawn"],
    [200, "withdrawn"],
    [500, "open"],
  ]);
  const { body: attention } = await world.sandbox.get(`${platform}/attention`);
  expect(attention.data.map(({ kind, detail }: Record<string, unknown>) => [kind, detail])).toEqual([
    [
      "booking_kept",
      "sharing rejected the booking, and may have made it all the same. Waybill accepts no other quote by itself: ask the carrier first.",
    ],
  ]);
  const chosen = await world.sandbox.post(assignmentsOf(accepted.id), { strategy: "cheapest" });
  expect([chosen.status, chosen.body.price.amount]).toEqual([201, 500]);
});

test("no answer and a drop count alike; the client's own release does not", async () => {
  const terms = { honorsKey: false, answerWithinMs: 1, deadlineMs: deadlineSeconds * 1000 };
  const quote = async () => offers({ amount: 100 });
  const silent = playCarrier("silent", { terms, quote, book: () => never() });
  world.play(silent, market([500, 600], []));
  const accepted = await world.accept(undefined, { strategy: "cheapest", ...cap(1000) });
  await world.putOff(accepted.assignment.id, 1);
  world.clock.advance(deadlineSeconds + 1);
  await wakeJobs(world.server.deps);
  await world.becomes(accepted, "rejected");
  const next = (await world.shipmentOf(accepted.id)).assignment;
  await world.becomes({ ...accepted, assignment: next }, "confirmed");

  await write(world.server.deps, "sandbox", (writing) =>
    applyReport(writing, accepted.id, {
      assignmentId: next.id,
      by: "carrier",
      at: world.clock.now(),
      update: { kind: "withdrawn", reason: "vehicle_breakdown", message: "Flat tire.", rejected: false },
    }),
  );
  const [last] = (await attempts(accepted.id)).slice(-1);
  expect(last?.[0]).toBe(600);
  const { id } = (await world.shipmentOf(accepted.id)).assignment;
  expect((await world.sandbox.delete(`${assignmentsOf(accepted.id)}/${id}`)).status).toBe(200);
  expect((await attempts(accepted.id)).map(([price]) => price)).toEqual([100, 500, 600]);
});

test("bad wishes are refused and change nothing", async () => {
  world.play(market([500], []));
  const { shipment, quotes } = await createQuoted(world.sandbox);
  const [{ id: quote_id }] = quotes;
  for (const body of [
    { quote_id, auto_reassign: {} },
    { quote_id, auto_reassign: { max_price: { amount: -1, currency: "EUR" } } },
    { quote_id, auto_reassign: { max_price: { amount: 1, currency: "EURO" } } },
    { quote_id, strategy: "cheapest", ...cap(1) },
    cap(1),
  ]) {
    const answer = await world.sandbox.post(assignmentsOf(shipment.id), body);
    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
  }
  expect(await attempts(shipment.id)).toEqual([]);
});
