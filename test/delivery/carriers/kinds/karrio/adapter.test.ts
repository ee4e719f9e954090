import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CarrierCallError } from "../../../../../src/delivery/carriers/call-error.ts";
import type { BookRequest, Carrier, QuoteRequest } from "../../../../../src/delivery/carriers/carrier.ts";
import type { CarrierWorld } from "../../../../../src/delivery/carriers/kind.ts";
import { sampleBooking, sampleQuote } from "../../../../../src/delivery/carriers/kinds/http/sample.ts";
import { karrioKind } from "../../../../../src/delivery/carriers/kinds/karrio/adapter.ts";
import type { KarrioSettings } from "../../../../../src/delivery/carriers/kinds/karrio/settings.ts";
import { createCarrierWorld } from "../../../../../src/delivery/carriers/world.ts";
import type { Environment } from "../../../../../src/infra/environment.ts";
import { keptPurchase } from "../../../../support/bookings.ts";
import { eventually, startServer, type TestServer } from "../../../../support/harness.ts";
import { type PlayedKarrio, playKarrio } from "../../../../support/played-karrio.ts";
import type { KarrioFault } from "../../../../support/played-karrio-faults.ts";

/** The adapter against a server that answers as a recorded Karrio, and misbehaves as one does. */
let server: TestServer;
let karrio: PlayedKarrio;
beforeAll(async () => {
  [server, karrio] = await Promise.all([startServer(), playKarrio()]);
});
afterAll(() => Promise.all([server.stop(), karrio.stop()]));

const signal = new AbortController().signal;
const minuteMs = 60_000;

interface Connected {
  carrier: Carrier;
  world: CarrierWorld;
  settings: KarrioSettings;
}

function connect(
  fault: KarrioFault = "well",
  change: Partial<KarrioSettings> = {},
  { environment = "live" as Environment, minutesLater = 0, purchaseWithinMs = Number.POSITIVE_INFINITY } = {},
): Connected {
  const settings = { url: karrio.url(fault), api_key: karrio.liveKey, ...change };
  const identity = { id: "car_1", code: "karrio", name: "Karrio", environment, accountId: null };
  const { realClock, ...world } = createCarrierWorld(server.deps, identity, [settings.url]);
  const clock = { ...realClock, now: () => realClock.now() + minutesLater * minuteMs };
  const http: CarrierWorld["http"] = (request) =>
    world.http({ ...request, timeoutMs: Math.min(request.timeoutMs, purchaseWithinMs) });
  return {
    settings,
    world: { ...world, http, realClock: clock },
    carrier: karrioKind.connect(settings, { ...world, http, realClock: clock }),
  };
}

const quote = ({ carrier, world }: Connected, change: Partial<QuoteRequest> = {}) =>
  carrier.quote({ ...sampleQuote(world), ...change }, signal);

/** A booking of the first offer, which is the same under every fault. */
async function bookingOf(connected: Connected = connect()): Promise<BookRequest> {
  const answer = await quote(connect());
  if (answer.kind !== "offers" || !answer.offers[0]) throw new Error("no offer");
  const idempotencyKey = server.deps.ids.make("asg");
  const name = { idempotencyKey, bookingReference: null, callKey: `${idempotencyKey}_1` };
  const request = { ...sampleBooking(connected.world, answer.offers[0]), ...name };
  return Object.defineProperties(request, Object.getOwnPropertyDescriptors(keptPurchase()));
}

async function failureOf(
  call: Promise<unknown>,
): Promise<Pick<CarrierCallError, "failure" | "message" | "status">> {
  return call.then(
    (answer) => Promise.reject(new Error(`answered ${JSON.stringify(answer)}`)),
    ({ failure, message, status }) => ({ failure, message, status }),
  );
}

describe("a quote", () => {
  test("is a draft in Karrio, with the shipment in its metadata", async () => {
    const { carrier, world } = connect("well", { carrier_ids: ["own-couriers"] });
    const asked = sampleQuote(world);
    const answer = await carrier.quote(asked, signal);
    expect(answer).toMatchObject({
      kind: "offers",
      offers: [
        { service: { code: "own_standard", name: "Standard" }, estimatedDeliveryDate: "2026-11-26" },
        { service: { code: "own_express", name: "Express" } },
      ],
    });
    const draft = [...karrio.shipments.values()].at(-1);
    expect(draft).toMatchObject({ status: "draft", metadata: { waybill_shipment: asked.shipmentId } });
  });

  test("counts every piece, and has a limit of them", async () => {
    const { parcels, ...asked } = sampleQuote(connect().world);
    const pieces = (quantity: number) => parcels.map((parcel) => ({ ...parcel, quantity }));
    const two = await quote(connect(), { ...asked, parcels: pieces(2) });
    expect(two).toMatchObject({
      offers: [{ priceLines: [{ amount: 900 }, { amount: 46 }, { amount: -2 }] }, {}],
    });
    expect(await quote(connect(), { parcels: pieces(51) })).toMatchObject({ code: "dimensions_exceeded" });
  });

  test("is unavailable with the reason that Karrio gives", async () => {
    const { delivery, parcels } = sampleQuote(connect().world);
    const to = (change: object) => ({ ...delivery, address: { ...delivery.address, ...change } });
    const heavy = parcels.map((parcel) => ({ ...parcel, weight_grams: 40_000 }));
    expect(await quote(connect(), { delivery: to({ country: "JP" }) })).toMatchObject({
      code: "out_of_zone",
    });
    expect(await quote(connect(), { parcels: heavy })).toMatchObject({ code: "out_of_zone" });
    expect(await quote(connect("well", { services: ["own_express"] }), { parcels: heavy })).toMatchObject({
      code: "weight_exceeded",
    });
    expect(await quote(connect(), { delivery: to({ line1: "x".repeat(101) }) })).toMatchObject({
      code: "incomplete_address",
      message: "Karrio: recipient.address_line1: Ensure this field has no more than 100 characters.",
    });
    expect(await quote(connect("partial"))).toMatchObject({ kind: "offers" });
  });

  test("fails where Karrio or the carrier behind it fails", async () => {
    expect(await failureOf(quote(connect("down")))).toMatchObject({
      failure: "unreachable",
      message: "Karrio cannot reach the carrier behind it.",
    });
    expect(await failureOf(quote(connect("broken")))).toMatchObject({ failure: "status", status: 500 });
    expect(await failureOf(quote(connect("huge")))).toMatchObject({ failure: "unreachable" });
    expect(await failureOf(quote(connect("well", { api_key: "key_wrong" })))).toMatchObject({
      status: 401,
      message: "Karrio refused the API key.",
    });
    expect(await failureOf(quote(connect("well", { carrier_ids: ["nobody"] })))).toMatchObject({
      status: 404,
    });
  });

  test("is refused under a key of the other mode", async () => {
    const test = connect("well", { api_key: karrio.testKey });
    expect(await failureOf(quote(test))).toMatchObject({ message: expect.stringMatching("Live needs") });
    const sandbox = connect("well", {}, { environment: "sandbox" });
    expect(await failureOf(quote(sandbox))).toMatchObject({ message: expect.stringMatching("The sandbox") });
    const right = connect("well", { api_key: karrio.testKey }, { environment: "sandbox" });
    expect(await quote(right)).toMatchObject({ kind: "offers" });
  });
});

describe("a booking", () => {
  test("is marked before it is bought, and found when it is repeated", async () => {
    const request = await bookingOf();
    const { carrier } = connect();
    const first = await carrier.book(request, signal);
    const bought = karrio.shipmentOf(request.idempotencyKey);
    expect(bought).toMatchObject({ status: "created", reference: "waybill-test" });
    expect(first).toMatchObject({ kind: "booked", reference: bought?.id, confirmed: true, driver: null });
    expect(await carrier.book(request, signal)).toEqual(first);
    expect(await carrier.status?.(request, signal)).toEqual(first);
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
    const [parcelId = ""] = (bought?.metadata.waybill_parcels ?? []) as string[];
    expect(first).toMatchObject({ trackingNumbers: { [parcelId]: bought?.tracking_number } });
  });

  test.each(["cut", "locked", "unanswered"] as const)(
    "whose answer was lost (%s) is not bought again",
    async (fault) => {
      const faulty = connect(fault);
      const request = await bookingOf(faulty);
      const stop = new AbortController();
      const lost = failureOf(faulty.carrier.book(request, stop.signal));
      await eventually("bought", () => karrio.labelsOf(request.idempotencyKey) === 1);
      if (fault === "unanswered") stop.abort(callLost);
      expect(await lost).toMatchObject({ failure: "timeout" });
      expect(await faulty.carrier.status?.(request, signal)).toMatchObject({ kind: "booked" });
      expect(await faulty.carrier.book(request, signal)).toMatchObject({ kind: "booked" });
      expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
    },
  );

  test("that Karrio may still be buying is left alone for 110 seconds", async () => {
    const faulty = connect("hanging");
    const request = await bookingOf(faulty);
    const stop = new AbortController();
    const running = failureOf(faulty.carrier.book(request, stop.signal));
    await eventually("ordered", () => karrio.calls.at(-1)?.endsWith("/purchase"));
    stop.abort(callLost);
    expect(await running).toMatchObject({ failure: "timeout" });
    expect(await faulty.carrier.status?.(request, signal)).toMatchObject({ kind: "pending" });
    expect(await failureOf(faulty.carrier.book(request, signal))).toMatchObject({ failure: "timeout" });
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(0);
    // The mark itself may take 20 s of them, and a clock may be set back.
    for (const minutesLater of [1.7, -60]) {
      const { carrier } = connect("hanging", {}, { minutesLater });
      expect(await carrier.status?.(request, signal)).toMatchObject({ kind: "pending" });
    }
    // Karrio may have ended after it asked the carrier: nobody buys again.
    const later = connect("hanging", {}, { minutesLater: 1.9 });
    expect(await later.carrier.status?.(request, signal)).toEqual(unknown);
    expect(await later.carrier.book(request, signal)).toEqual(unknown);
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(0);
  });

  test.each([
    "ends_reset",
    "ends_eof",
    "ends_midway",
    "ends_500",
    "ends_502",
    "ends_503",
    "ends_504",
    "ends_408",
    "ends_silent",
  ] as const)("is never bought again where Karrio ended in the middle (%s)", async (fault) => {
    const request = await bookingOf();
    // Only silence needs an end, and not before the purchase has come to Karrio.
    const before = connect(fault, {}, fault === "ends_silent" ? { purchaseWithinMs: 2_000 } : {});
    expect(await failureOf(before.carrier.book(request, signal))).toMatchObject({ failure: "timeout" });
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
    for (const at of [connect(), connect("well", {}, { minutesLater: 1.7 })]) {
      expect(await at.carrier.status?.(request, signal)).toMatchObject({ kind: "pending" });
      expect(await failureOf(at.carrier.book(request, signal))).toMatchObject({ failure: "timeout" });
    }
    const later = connect("well", {}, { minutesLater: 2 });
    expect(await later.carrier.status?.(request, signal)).toEqual(unknown);
    expect(await later.carrier.book(request, signal)).toEqual(unknown);
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
    expect(karrio.shipmentOf(request.idempotencyKey)).toMatchObject({ status: "draft" });
  });

  test.each(["refused_401", "refused_403", "refused_429", "leaving"] as const)(
    "is bought later where Karrio never got the purchase (%s)",
    async (fault) => {
      const request = await bookingOf();
      const failed = await failureOf(connect(fault).carrier.book(request, signal));
      expect(failed.failure).toBe(fault === "leaving" ? "unreachable" : "status");
      if (fault === "leaving") await karrio.comeBack();
      expect(karrio.labelsOf(request.idempotencyKey)).toBe(0);
      const later = connect(fault, {}, { minutesLater: 2 });
      expect(await later.carrier.status?.(request, signal)).toEqual({ kind: "unknown" });
      expect(await later.carrier.book(request, signal)).toMatchObject({ kind: "booked" });
      expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
    },
  );

  test("whose purchase was sent before a crash is looked up, and never bought again", async () => {
    const request = await bookingOf();
    // The crash came before the draft was marked, for all that is known.
    expect(await request.purchase.begin()).toBe(true);
    expect(await connect().carrier.status?.(request, signal)).toMatchObject({ kind: "pending" });
    const later = connect("well", {}, { minutesLater: 2 });
    expect(await later.carrier.book(request, signal)).toEqual(unknown);
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(0);
  });

  test("that somebody cancelled in Karrio may be made, unless it has a number", async () => {
    const [lost, made] = [await bookingOf(), await bookingOf()];
    await failureOf(connect("ends_eof").carrier.book(lost, signal));
    await failureOf(connect("cut").carrier.book(made, signal));
    for (const [request, mayBeBooked] of [
      [lost, true],
      [made, undefined],
    ] as const) {
      Object.assign(karrio.shipmentOf(request.idempotencyKey) ?? {}, { status: "cancelled" });
      const answer = await connect().carrier.book(request, signal);
      expect(answer).toMatchObject({ kind: "rejected", message: "The shipment was cancelled in Karrio." });
      expect("mayBeBooked" in answer ? answer.mayBeBooked : undefined).toBe(mayBeBooked);
    }
  });

  test("that another attempt has just bought is read again", async () => {
    const request = await bookingOf();
    const both = await Promise.all([
      connect().carrier.book(request, signal).catch(timedOut),
      connect("slow").carrier.book(request, signal).catch(timedOut),
    ]);
    expect(both).toContainEqual(expect.objectContaining({ kind: "booked" }));
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
  });

  test("that another attempt buys before this one marks the draft is found", async () => {
    const request = await bookingOf();
    const late = connect("late_mark").carrier.book(request, signal);
    await eventually("looked up", () => karrio.calls.some((call) => call.startsWith("PUT")) || undefined);
    const first = await connect().carrier.book(request, signal);
    expect(first).toMatchObject({ kind: "booked" });
    expect(await late).toEqual(first);
    expect(karrio.labelsOf(request.idempotencyKey)).toBe(1);
  });

  test.each(["multi_status", "accepted"] as const)("that Karrio answers with %s stands", async (fault) => {
    const request = await bookingOf();
    expect(await connect(fault).carrier.book(request, signal)).toMatchObject({
      kind: "booked",
      reference: karrio.shipmentOf(request.idempotencyKey)?.id,
    });
  });

  test("is rejected where Karrio, the carrier or somebody in Karrio says no", async () => {
    const rejection = async (fault: KarrioFault, change: Partial<BookRequest> = {}) => {
      const request = await bookingOf();
      return connect(fault).carrier.book({ ...request, ...change }, signal);
    };
    const message = (text: string) => ({
      kind: "rejected",
      reason: "carrier_rejected",
      message: expect.stringMatching(text),
    });
    const refused = await rejection("refusing");
    expect(refused).toMatchObject(message("Karrio refused: The address cannot be served."));
    expect(refused).not.toHaveProperty("mayBeBooked");
    expect(await rejection("garbled")).toMatchObject({
      ...message("The carrier behind Karrio failed"),
      mayBeBooked: true,
    });
    expect(await rejection("stale")).toMatchObject(message("Request new quotes"));
    expect(await rejection("well", { offerReference: null })).toMatchObject(message("no rate of Karrio"));
    expect(await rejection("well", { offerReference: "shp_0/rat_0" })).toMatchObject(message("no longer in"));
    const request = await bookingOf();
    const [draftId = ""] = (request.offerReference ?? "").split("/");
    Object.assign(karrio.shipments.get(draftId) ?? {}, { status: "cancelled" });
    expect(await connect().carrier.book(request, signal)).toMatchObject(message("no longer for sale"));
    const { idempotencyKey } = request;
    Object.assign(karrio.shipments.get(draftId)?.metadata ?? {}, { waybill_assignment: idempotencyKey });
    expect(await connect().carrier.book(request, signal)).toMatchObject(message("was cancelled in Karrio"));
  });

  test("is repeated after a while where Karrio never got through to the carrier", async () => {
    const request = await bookingOf();
    expect(await failureOf(connect("down").carrier.book(request, signal))).toMatchObject({
      failure: "timeout",
    });
    const later = connect("well", {}, { minutesLater: 2 });
    expect(await later.carrier.book(request, signal)).toMatchObject({ kind: "booked" });
  });
});

test("a cancellation is taken, repeated, or refused", async () => {
  const { carrier } = connect();
  const request = await bookingOf();
  const booked = await carrier.book(request, signal);
  const bookingReference = booked.kind === "booked" ? booked.reference : null;
  const asked = { ...request, bookingReference, reason: "cancelled_by_client" } as const;
  const refused = await connect("firm").carrier.cancel(asked, signal);
  expect(refused).toMatchObject({ kind: "refused", message: expect.stringMatching("'in_transit'") });
  // The key is that of another account now, where the label does not stand.
  const strange = { ...asked, bookingReference: "shp_0" };
  expect(await failureOf(carrier.cancel(strange, signal))).toMatchObject({ status: 404 });
  for (const name of [asked, asked, { ...asked, bookingReference: null }]) {
    expect(await carrier.cancel(name, signal)).toEqual({ kind: "cancelled", fee: null });
  }
  expect(karrio.shipmentOf(request.idempotencyKey)).toMatchObject({ status: "cancelled" });
  expect(await carrier.track?.(asked, signal)).toMatchObject({
    updates: [{ update: { kind: "withdrawn", reason: "carrier_cancelled" } }],
  });
  // Somebody ships with the label all the same.
  karrio.track(bookingReference ?? "", [{ status: "in_transit", timestamp: "2026-11-22T10:00:00Z" }]);
  expect(await carrier.track?.(asked, signal)).toMatchObject({
    updates: [{ update: { substatus: "picked_up" } }, { update: { kind: "scan" } }],
  });
});

test("a cancellation of a purchase without an answer gives back what Karrio knows, and says what it does not", async () => {
  const [request, made] = [await bookingOf(), await bookingOf()];
  await failureOf(connect("ends_reset").carrier.book(request, signal));
  await failureOf(connect("cut").carrier.book(made, signal));
  const { carrier } = connect();
  const cancel = ({ ...booking }: BookRequest) =>
    carrier.cancel({ ...booking, reason: "cancelled_by_client" }, signal);
  // An answer may be lost: the second one is the same.
  for (const _ of [1, 2]) {
    expect(await cancel(request)).toEqual({ kind: "cancelled", fee: null, mayBeBooked: true });
    expect(await cancel(made)).toEqual({ kind: "cancelled", fee: null });
  }
  for (const { idempotencyKey } of [request, made])
    expect(karrio.shipmentOf(idempotencyKey)).toMatchObject({ status: "cancelled" });
});

test("a booking's way is read back with its numbers, and its label", async () => {
  const { carrier } = connect();
  const request = await bookingOf();
  const booked = await carrier.book(request, signal);
  const name = { ...request, bookingReference: booked.kind === "booked" ? booked.reference : null };
  const shipment = karrio.shipmentOf(request.idempotencyKey);
  const id = shipment?.id ?? "";
  expect(await carrier.track?.(name, signal)).toMatchObject({ updates: [] });
  karrio.track(id, [{ status: "in_transit", timestamp: "2026-11-22T10:00:00.000Z", location: "Berlin" }]);
  for (const bookingReference of [name.bookingReference, null]) {
    const tracked = await carrier.track?.({ ...name, bookingReference }, signal);
    expect(tracked?.updates.map(({ update }) => update.kind)).toEqual(["progress", "scan"]);
    expect(Object.values(tracked?.trackingNumbers ?? {})).toEqual([String(shipment?.tracking_number)]);
    const label = await carrier.label?.({ ...name, bookingReference }, signal);
    expect(label?.contentType).toBe("application/pdf");
  }
  const down = connect("tracker_down").carrier;
  expect(await failureOf(down.track?.(name, signal) ?? Promise.resolve())).toMatchObject({
    failure: "unreachable",
  });
  const gone = { ...name, bookingReference: "shp_0" };
  expect(await failureOf(carrier.track?.(gone, signal) ?? Promise.resolve())).toMatchObject({ status: 404 });
});

test("a check names the connections without prices, and makes nothing", async () => {
  const points = async ({ settings, world }: Connected) =>
    (await karrioKind.check?.(settings, world, signal))?.filter(({ code }) => code === "prices");
  const rates = () => karrio.calls.filter((call) => call === "POST /v1/proxy/rates").length;
  const [before, asked] = [karrio.shipments.size, rates()];
  expect(await points(connect())).toMatchObject([
    { passed: true, detail: "Connections that gave prices: 1." },
  ]);
  karrio.unpriced(["postat"]);
  const named = {
    passed: false,
    detail: "The connection postat has no prices: give it a rate sheet in Karrio.",
  };
  expect(await points(connect())).toMatchObject([named]);
  expect(karrio.shipments.size).toBe(before);
  expect(rates()).toBe(asked + 2);
  // A connection of another country rates what was quoted last, and not the sample.
  const { pickup } = sampleQuote(connect().world);
  await quote(connect(), { pickup: { ...pickup, address: { ...pickup.address, country: "AT" } } });
  karrio.unpriced([]);
  expect(await points(connect())).toEqual([]);
  await quote(connect());
  expect(await points(connect())).toMatchObject([{ passed: true }]);
  // Where Karrio does not rate alone, its latest draft tells.
  karrio.unpriced(["postat"], true);
  expect(await quote(connect())).toMatchObject({ kind: "unavailable", message: named.detail });
  karrio.unpriced([]);
  expect(await points(connect("rates_missing"))).toMatchObject([named]);
  expect(await points(connect("broken"))).toEqual([]);
});

test("a check tells what is wrong, and a key of the other mode is not stored", async () => {
  const found = async ({ settings, world }: Connected) =>
    Object.fromEntries(
      (await karrioKind.check?.(settings, world, signal))?.map(({ code, passed }) => [code, passed]) ?? [],
    );
  expect(await found(connect())).toEqual({
    reachable: true,
    key_accepted: true,
    mode: true,
    connections: true,
    prices: true,
  });
  expect(await found(connect("broken"))).toEqual({ reachable: false });
  expect(await found(connect("well", { api_key: "key_wrong" }))).toEqual({
    reachable: true,
    key_accepted: false,
  });
  const test = connect("well", { api_key: karrio.testKey, carrier_ids: ["own-couriers", "dhl"] });
  expect(await found(test)).toMatchObject({ mode: false, connections: false });
  const admit = ({ settings, world }: Connected) =>
    karrioKind.refuseWrongCredentials?.(settings, world, signal);
  await admit(connect());
  await admit(connect("broken"));
  await expect(admit(connect("well", { api_key: "key_wrong" }))).rejects.toMatchObject({
    code: "validation_failed",
  });
  await expect(admit(test)).rejects.toMatchObject({ code: "validation_failed" });
  await expect(admit(connect("well", {}, { environment: "sandbox" }))).rejects.toMatchObject({
    code: "production_credentials",
  });
});

const unknown = {
  kind: "rejected" as const,
  reason: "carrier_rejected" as const,
  message: "Karrio did not say what became of the purchase. The carrier may have made a label all the same.",
  mayBeBooked: true as const,
};
const callLost = Object.assign(new Error("called off"), { failure: "timeout" });
const timedOut = (error: CarrierCallError) => error.failure;
