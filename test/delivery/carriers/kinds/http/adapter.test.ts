import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CarrierCallError } from "../../../../../src/delivery/carriers/call-error.ts";
import type { BookRequest, Carrier } from "../../../../../src/delivery/carriers/carrier.ts";
import type { CarrierWorld } from "../../../../../src/delivery/carriers/kind.ts";
import { httpKind } from "../../../../../src/delivery/carriers/kinds/http/adapter.ts";
import { readBookAnswer } from "../../../../../src/delivery/carriers/kinds/http/map.ts";
import { sampleBooking, sampleQuote } from "../../../../../src/delivery/carriers/kinds/http/sample.ts";
import type { HttpSettings } from "../../../../../src/delivery/carriers/kinds/http/settings.ts";
import { createCarrierWorld } from "../../../../../src/delivery/carriers/world.ts";
import type { Address } from "../../../../../src/delivery/model/model.ts";
import { type ExampleCarrier, offer, startExampleCarrier } from "../../../../support/example-carrier.ts";
import { startServer, type TestServer } from "../../../../support/harness.ts";

/** The adapter against a real server that misbehaves: what it refuses, and what it says of it. */
let server: TestServer;
let example: ExampleCarrier;
beforeAll(async () => {
  [server, example] = await Promise.all([startServer(), startExampleCarrier()]);
});
afterAll(() => Promise.all([server.stop(), example.stop()]));

const signal = new AbortController().signal;

function worldOf(baseUrl: string, accountId: string | null = null): CarrierWorld {
  const identity = { id: "car_1", code: "example", name: "Example", environment: "live", accountId } as const;
  return createCarrierWorld(server.deps, identity, [baseUrl]);
}

function connect(
  baseUrl: string,
  change: Partial<HttpSettings> = {},
): { carrier: Carrier; world: CarrierWorld } {
  const world = worldOf(baseUrl);
  const settings = { base_url: baseUrl, signing_secret: example.secret, ...change };
  return { world, carrier: httpKind.connect(settings, world) };
}

async function bookingAt(baseUrl: string): Promise<{ carrier: Carrier; request: BookRequest }> {
  const { carrier, world } = connect(baseUrl);
  const answer = await connect(example.baseUrl()).carrier.quote(sampleQuote(world), signal);
  if (answer.kind !== "offers" || !answer.offers[0]) throw new Error("no offer");
  const idempotencyKey = server.deps.ids.make("asg");
  const name = {
    idempotencyKey,
    bookingReference: null,
    offerReference: null,
    callKey: `${idempotencyKey}_1`,
  };
  return { carrier, request: { ...sampleBooking(world, answer.offers[0]), ...name } };
}

const bookingsOf = (id: string) => example.ledger().filter(({ job }) => job.assignment_id === id);

async function failureOf(
  call: Promise<unknown>,
): Promise<Pick<CarrierCallError, "failure" | "message" | "status">> {
  return call.then(
    (answer) => Promise.reject(new Error(`answered ${JSON.stringify(answer)}`)),
    ({ failure, message, status }) => ({ failure, message, status }),
  );
}

test("a quote, a booking, its repetition, a change and a cancellation", async () => {
  const { carrier, request } = await bookingAt(example.baseUrl());
  const { world } = connect(example.baseUrl());
  const quoted = await carrier.quote(sampleQuote(world), signal);
  expect(quoted).toMatchObject({
    kind: "offers",
    offers: [{ service: { code: "express" }, currency: "EUR", reference: "express-1" }],
  });
  const booked = await carrier.book(request, signal);
  expect(booked).toMatchObject({
    kind: "booked",
    confirmed: true,
    driver: { name: "Kim", vehicle: { type: "cargo_bike" } },
  });
  expect(await carrier.book(request, signal)).toEqual(booked);
  expect(bookingsOf(request.idempotencyKey)).toHaveLength(1);
  const delivery = { ...request.delivery, contact: { ...request.delivery.contact, name: "Robin" } };
  await carrier.update({ ...request, delivery }, signal);
  expect(bookingsOf(request.idempotencyKey).at(-1)?.job.delivery.contact.name).toBe("Robin");
  const cancellation = { ...request, reason: "cancelled_by_client" } as const;
  expect(await carrier.cancel(cancellation, signal)).toEqual({ kind: "cancelled", fee: null });
  expect(bookingsOf(request.idempotencyKey).at(-1)?.cancelled).toBe(true);
});

test("a cancellation names the job as every other call does", async () => {
  let seen: unknown;
  const spy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      seen = await request.json();
      return Response.json({ status: "cancelled", fee: null });
    },
  });
  const { request } = await bookingAt(example.baseUrl());
  const { carrier, world } = connect(`http://127.0.0.1:${spy.port}/base`);
  await carrier.cancel({ ...request, bookingReference: "B-17", reason: "cancelled_by_client" }, signal);
  spy.stop(true);
  expect(seen).toEqual({
    action: "cancel",
    environment: world.carrier.environment,
    assignment_id: request.idempotencyKey,
    reason_code: "cancelled_by_client",
    reference: "B-17",
  });
});

test("a booking whose answer is lost is booked once, and keeps its id", async () => {
  const { carrier, request } = await bookingAt(example.baseUrl("lost"));
  const answers = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    answers.push(await carrier.book(request, signal).catch(({ failure }) => failure));
  }
  expect(answers[0]).toBe("unreachable");
  expect(answers.at(-1)).toMatchObject({ kind: "booked" });
  expect(bookingsOf(request.idempotencyKey)).toHaveLength(1);
  const sent = example.requests.filter(({ id }) => id === request.callKey);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(["POST /bookings"]));
});

test("what a question holds: addresses without names, phones, mail and instructions", async () => {
  let seen: unknown;
  const spy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      seen = await request.json();
      return Response.json({ offers: [offer] });
    },
  });
  const { carrier, world } = connect(`http://127.0.0.1:${spy.port}/base?key=1`);
  const sample = sampleQuote(world);
  const silent = { ...sample.pickup, contact: { ...sample.pickup.contact, email: null } };
  const parcels = sample.parcels.map((parcel) => ({ ...parcel, value: { amount: 4900, currency: "EUR" } }));
  await carrier.quote({ ...sample, pickup: silent, parcels }, signal);
  spy.stop(true);
  expect(seen).toEqual({
    action: "quote",
    environment: "live",
    shipment_id: sample.shipmentId,
    round: 1,
    is_return: false,
    pickup: {
      address: withoutLine2(sample.pickup.address),
      window: null,
      has_phone: true,
      has_email: false,
    },
    delivery: {
      address: withoutLine2(sample.delivery.address),
      window: null,
      has_phone: true,
      has_email: true,
      requirements: { signature: false, photo: false, pin: false, min_age: null },
    },
    parcels: [
      {
        id: sample.parcels[0]?.id,
        quantity: 1,
        weight_grams: 1200,
        length_mm: 300,
        width_mm: 200,
        height_mm: 100,
        value: { amount: 4900, currency: "EUR" },
      },
    ],
  });
});

test("a carrier that needs phone numbers is not asked about a shipment without", async () => {
  const before = example.ledger().length;
  const { carrier, world } = connect(example.baseUrl(), { needs: ["phone", "email"] });
  const sample = sampleQuote(world);
  const contact = { ...sample.delivery.contact, phone: null };
  const mute = { ...sample.delivery, contact };
  expect(await carrier.quote({ ...sample, delivery: mute }, signal)).toEqual({
    kind: "unavailable",
    code: "requirement_unsupported",
    message: "The carrier needs the phone numbers of sender and recipient.",
  });
  const nobody = { ...mute, contact: { ...contact, email: null } };
  expect(await carrier.quote({ ...sample, delivery: nobody }, signal)).toMatchObject({
    message: "The carrier needs the phone numbers and the email addresses of sender and recipient.",
  });
  expect(await carrier.quote(sample, signal)).toMatchObject({ kind: "offers" });
  expect(example.ledger()).toHaveLength(before);
});

test("a carrier proves a PIN of its own only where its settings say so", () => {
  const base = example.baseUrl();
  expect(
    [{}, { proves: [] }, { proves: ["pin" as const] }].map((own) => connect(base, own).carrier.ownPin),
  ).toEqual([false, false, true]);
});

test("the answer to a booking may name the carrier's own page and numbers, of known parcels and https only", () => {
  const booked = { reference: "B-17", confirmed: true };
  const parcels = [{ id: "pcl_1" }];
  const numbers = { pcl_1: "X-1", pcl_9: "X-9" };
  const url = "https://carrier.example.com/track/B-17";
  expect(readBookAnswer(201, { ...booked, tracking_url: url, tracking_numbers: numbers }, parcels)).toEqual({
    kind: "booked",
    ...booked,
    driver: null,
    trackingUrl: url,
    trackingNumbers: { pcl_1: "X-1" },
  });
  expect(readBookAnswer(201, { ...booked, tracking_url: null, tracking_numbers: null }, parcels)).toEqual({
    kind: "booked",
    ...booked,
    driver: null,
  });
  for (const tracking_url of ["http://carrier.example.com/", "javascript:alert(1)", "no"])
    expect(() => readBookAnswer(201, { ...booked, tracking_url }, parcels)).toThrow("#/tracking_url");
});

function withoutLine2({ line2: _, ...address }: Address) {
  return address;
}

describe("a server that misbehaves is refused:", () => {
  test.each([
    ["slow", { failure: "timeout", message: "No complete answer within 3 s." }],
    ["silent", { failure: "timeout", message: "No complete answer within 3 s." }],
    ["broken", { failure: "status", status: 500, message: "The carrier answered with status 500." }],
    ["redirecting", { failure: "status", status: 307, message: "The carrier answered with status 307." }],
    ["forging", { failure: "status", status: 401, message: "The carrier answered with status 401." }],
    ["html", { failure: "nonsense", message: "The carrier's response is not JSON." }],
    ["huge", { failure: "unreachable", message: "The carrier sent an answer of more than 512 KiB." }],
  ] as const)("%s", async (fault, expected) => {
    const { carrier, world } = connect(example.baseUrl(fault));
    expect(await failureOf(carrier.quote(sampleQuote(world), signal))).toMatchObject(expected);
  });

  const line = { code: "base", name: "Base", amount: 777 };
  const one = (change: object) => ({ offers: [{ ...offer, ...change }] });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  test.each([
    [
      "markup in a name",
      one({ service: { code: "x", name: "<img src=x>" } }),
      "#/offers/0/service/name must have text, without <",
    ],
    [
      "text that turns around",
      one({ service: { code: "x", name: "a\u202eb" } }),
      "#/offers/0/service/name must have text",
    ],
    [
      "an absurd price",
      one({ price: { amount: 1e308, currency: "EUR" } }),
      "#/offers/0/price/amount must be",
    ],
    [
      "a fraction of a cent",
      one({ price: { amount: 7.77, currency: "EUR" } }),
      "#/offers/0/price/amount must be an integer",
    ],
    [
      "a price below nothing",
      one({ price: { amount: -1, currency: "EUR" } }),
      "#/offers/0/price/amount must be at least 0",
    ],
    [
      "a currency of four letters",
      one({ price: { amount: 1, currency: "EURO" } }),
      "#/offers/0/price/currency must be an ISO",
    ],
    [
      "a time that is none",
      one({ estimated_pickup_at: "tomorrow" }),
      "#/offers/0/estimated_pickup_at must be",
    ],
    [
      "a delivery before the pickup",
      one({ estimated_pickup_at: at(20), estimated_delivery_at: at(10) }),
      "has a delivery before the pickup",
    ],
    ["an offer of yesterday", one({ expires_at: at(-1) }), "has expired"],
    ["no offers", { offers: [] }, "#/offers must not be empty"],
    ["too many offers", { offers: Array.from({ length: 51 }, () => offer) }, "#/offers must have at most 50"],
    [
      "a long name",
      one({ price_breakdown: [{ ...line, name: "x".repeat(101) }] }),
      "price_breakdown/0/name must have at most",
    ],
    [
      "offers and none",
      { offers: [offer], unavailable: { code: "no_drivers", message: "No." } },
      "has offers and is unavailable",
    ],
    [
      "a reason of Waybill's own",
      { unavailable: { code: "carrier_error", message: "No." } },
      "#/unavailable/code must be one of",
    ],
    ["a list", [offer], "# must be an object"],
    ["null", null, "# must be an object"],
  ] as const)("%s", async (_, body, message) => {
    const { carrier, world } = connect(example.saying(body));
    const failure = await failureOf(carrier.quote(sampleQuote(world), signal));
    expect(failure.failure).toBe("nonsense");
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain("<img");
  });
});

test("members that Waybill does not know are ignored; lines that do not sum get one of rounding", async () => {
  const lines = [
    { code: "base", name: "Base", amount: 700, tax: 19 },
    { code: "fuel", name: "Fuel", amount: 76 },
  ];
  const { carrier, world } = connect(
    example.saying({ offers: [{ ...offer, price_breakdown: lines, co2: 1 }], version: 2 }),
  );
  expect(await carrier.quote(sampleQuote(world), signal)).toEqual({
    kind: "offers",
    offers: [
      {
        service: { code: "express", name: "Express" },
        currency: "EUR",
        priceLines: [
          { code: "base", name: "Base", amount: 700 },
          { code: "fuel", name: "Fuel", amount: 76 },
          { code: "rounding", name: "Rounding", amount: 1 },
        ],
        estimatedPickupAt: null,
        estimatedDeliveryAt: null,
      },
    ],
  });
});

test("null says as much as a member that is left out: some servers write each that they have", async () => {
  const nothing = { price_breakdown: null, estimated_delivery_date: null, expires_at: null, reference: null };
  const plain = connect(example.saying({ offers: [offer] }));
  const padded = connect(example.saying({ offers: [{ ...offer, ...nothing }] }));
  const said = await padded.carrier.quote(sampleQuote(padded.world), signal);
  expect(said).toEqual(await plain.carrier.quote(sampleQuote(plain.world), signal));
  expect(said).toMatchObject({ kind: "offers", offers: [{ currency: "EUR" }] });
});

test("a booking may be decided later or rejected, a cancellation refused; an unknown booking is no error", async () => {
  const later = await bookingAt(example.baseUrl("pending"));
  expect(await later.carrier.book(later.request, signal)).toEqual({ kind: "pending", reference: null });
  const reason = "cancelled_by_client" as const;
  expect(await later.carrier.cancel({ ...later.request, reason }, signal)).toEqual({ kind: "pending" });
  const never = await bookingAt(example.baseUrl("rejecting"));
  expect(await never.carrier.book(never.request, signal)).toEqual({
    kind: "rejected",
    reason: "no_supply",
    message: "No driver is free.",
  });
  const firm = await bookingAt(example.baseUrl("firm"));
  expect(await firm.carrier.cancel({ ...firm.request, reason }, signal)).toEqual({
    kind: "refused",
    reason: "other",
    message: "The driver is at the door.",
  });
  const unknown = await bookingAt(example.baseUrl());
  expect(await unknown.carrier.cancel({ ...unknown.request, reason }, signal)).toEqual({
    kind: "cancelled",
    fee: null,
  });
});

test("an adapter reaches the addresses of its settings only, and plain http where it is allowed", async () => {
  const { carrier, world } = connect(example.baseUrl());
  const request = { method: "GET", headers: {}, timeoutMs: 1000, isRepeatable: true, signal } as const;
  await expect(world.http({ ...request, url: "http://127.0.0.1:1/x" })).rejects.toThrow(
    "none of its addresses",
  );
  await expect(world.http({ ...request, url: "not a url" })).rejects.toThrow("none of its addresses");
  const inside = worldOf("http://10.1.2.3/");
  const failure = await failureOf(inside.http({ ...request, url: "http://10.1.2.3/" }));
  expect(failure).toMatchObject({ failure: "unreachable" });
  expect(failure.message).toContain("The destination is not allowed.");
  const controller = new AbortController();
  const call = connect(example.baseUrl("silent")).carrier.quote(sampleQuote(world), controller.signal);
  controller.abort(new Error("called off"));
  await expect(call).rejects.toThrow("called off");
  expect(carrier.owner.accountId).toBeNull();
});

describe("the conformance suite", () => {
  const points = async (baseUrl: string) => {
    const settings = { base_url: baseUrl, signing_secret: example.secret };
    const found = httpKind.verify?.(settings, worldOf(baseUrl), signal) ?? [];
    return Array.fromAsync(found);
  };

  test("passes the example of the guide", async () => {
    const found = await points(example.baseUrl());
    expect(found.filter(({ passed }) => !passed)).toEqual([]);
    expect(found.map(({ code }) => code)).toEqual([
      "reachable",
      "answers_quotes",
      "refuses_wrong_signature",
      "refuses_old_timestamp",
      "ignores_unknown_members",
      "books",
      "books_once",
      "updates",
      "cancels",
      "cancels_again",
      "cancels_unknown",
    ]);
  });

  test("finds what is wrong with a careless server", async () => {
    const found = await points(example.baseUrl("careless"));
    const failed = found.filter(({ passed }) => !passed);
    expect(failed.map(({ code }) => code)).toEqual([
      "refuses_wrong_signature",
      "refuses_old_timestamp",
      "books_once",
      "updates",
      "cancels",
      "cancels_again",
      "cancels_unknown",
    ]);
    expect(JSON.stringify(found)).not.toContain(example.secret);
  });

  test("books nothing when it only checks", async () => {
    const before = example.ledger().length;
    const settings = { base_url: example.baseUrl(), signing_secret: example.secret };
    const found = await httpKind.check?.(settings, worldOf(settings.base_url), signal);
    expect(found?.map(({ passed }) => passed)).toEqual([true, true, true, true]);
    expect(example.ledger()).toHaveLength(before);
  });
});

test("an empty text in an answer counts as null", () => {
  const driver = { name: "Kim", phone: "", vehicle: { type: "van", plate: "" } };
  expect(readBookAnswer(200, { reference: "B-17", confirmed: true, driver }, [])).toMatchObject({
    driver: { phone: null, vehicle: { plate: null } },
  });
  expect(readBookAnswer(202, { reference: "" }, [])).toEqual({ kind: "pending", reference: null });
});
