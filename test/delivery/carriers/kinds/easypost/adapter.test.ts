import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CarrierCallError } from "../../../../../src/delivery/carriers/call-error.ts";
import type {
  BookingCall,
  BookRequest,
  Carrier,
  QuoteRequest,
} from "../../../../../src/delivery/carriers/carrier.ts";
import type { CarrierWorld } from "../../../../../src/delivery/carriers/kind.ts";
import { easypostKind } from "../../../../../src/delivery/carriers/kinds/easypost/adapter.ts";
import { sampleBooking, sampleQuote } from "../../../../../src/delivery/carriers/kinds/http/sample.ts";
import { createCarrierWorld } from "../../../../../src/delivery/carriers/world.ts";
import type { Environment } from "../../../../../src/infra/environment.ts";
import { keptPurchase } from "../../../../support/bookings.ts";
import { freePort } from "../../../../support/free-port.ts";
import { eventually, startServer, type TestServer } from "../../../../support/harness.ts";
import {
  type EasypostFault,
  type PlayedEasypost,
  playEasypost,
} from "../../../../support/played-easypost.ts";

/** The adapter against a server that plays EasyPost, with everything that its documentation says can go wrong. */
let server: TestServer;
let easypost: PlayedEasypost;
beforeAll(async () => {
  [server, easypost] = await Promise.all([startServer(), playEasypost()]);
});
afterAll(() => Promise.all([server.stop(), easypost.stop()]));

const signal = new AbortController().signal;
type Change = Partial<Parameters<typeof easypostKind.connect>[0]>;

function worldOf(fault: EasypostFault, environment: Environment): CarrierWorld {
  const identity = { id: "car_1", code: "easypost", name: "EasyPost", environment, accountId: null };
  return createCarrierWorld(server.deps, identity, [easypost.url(fault)]);
}

function connect(
  fault: EasypostFault = "well",
  change: Change = {},
  environment: Environment = "live",
  minutesLater = 0,
) {
  const { realClock, ...rest } = worldOf(fault, environment);
  const world = {
    ...rest,
    realClock: { ...realClock, now: () => realClock.now() + minutesLater * 60_000 },
  };
  const api_key = environment === "live" ? easypost.liveKey : easypost.testKey;
  return {
    world,
    carrier: easypostKind.connect({ api_key, base_url: easypost.url(fault), ...change }, world),
  };
}

function ask(change: Partial<QuoteRequest> = {}, fault: EasypostFault = "well", settings: Change = {}) {
  const { carrier, world } = connect(fault, settings);
  return carrier.quote({ ...sampleQuote(world), ...change }, signal);
}

/** A quote of the healthy EasyPost, and the booking of its offer with the code. */
async function quoted(code = "USPS_Priority", settings: Change = {}): Promise<BookRequest> {
  const { carrier, world } = connect("well", settings);
  const answer = await carrier.quote(sampleQuote(world), signal);
  const offer =
    answer.kind === "offers" ? answer.offers.find(({ service }) => service.code === code) : undefined;
  if (!offer) throw new Error(`no offer ${code}`);
  const idempotencyKey = server.deps.ids.make("asg");
  const name = {
    idempotencyKey,
    bookingReference: null,
    offerReference: null,
    callKey: `${idempotencyKey}_1`,
  };
  const request = { ...name, ...sampleBooking(world, offer), offerReference: offer.reference ?? null };
  return Object.defineProperties(request, Object.getOwnPropertyDescriptors(keptPurchase()));
}

const shipmentIdOf = ({ offerReference }: BookingCall) => offerReference?.split("/")[0] ?? "";

/** The other offer of the round. */
function otherRate(request: BookRequest): BookRequest {
  const id = shipmentIdOf(request);
  const rate = easypost.shipments
    .get(id)
    ?.rates.find((each) => !request.offerReference?.endsWith(`${each.id}`));
  return { ...request, offerReference: `${id}/${rate?.id}` };
}

function failureOf(
  call: Promise<unknown>,
): Promise<Pick<CarrierCallError, "failure" | "message" | "status">> {
  return call.then(
    (answer) => Promise.reject(new Error(`answered ${JSON.stringify(answer)}`)),
    ({ failure, message, status }) => ({ failure, message, status }),
  );
}

const cancel = (carrier: Carrier, request: BookingCall) =>
  carrier.cancel({ ...request, reason: "cancelled_by_client" }, signal);

describe("a quote", () => {
  test("has a price of each service, in minor units, and a day where the carrier knows one", async () => {
    const parcel = {
      ...sampleQuote(connect().world).parcels[0],
      id: "pcl_1",
      quantity: 1,
      weight_grams: 1200,
    };
    const monday = Date.parse("2026-03-02T10:00:00Z");
    const answer = await ask({
      now: monday,
      shipmentId: "shp_1",
      parcels: [parcel] as QuoteRequest["parcels"],
    });
    expect(answer).toMatchObject({
      kind: "offers",
      offers: [
        {
          service: { code: "USPS_Express", name: "USPS Express" },
          currency: "USD",
          priceLines: [{ code: "postage", name: "Postage", amount: 3310 }],
          estimatedPickupAt: null,
          estimatedDeliveryAt: null,
          estimatedDeliveryDate: "2026-03-04",
        },
        { service: { name: "USPS Priority" }, priceLines: [{ amount: 690 }] },
        {
          service: { name: "USPS Ground Advantage" },
          priceLines: [{ amount: 593 }],
          estimatedDeliveryDate: "2026-03-05",
        },
      ],
    });
    const [id] = [...easypost.sent.keys()].slice(-1);
    expect(easypost.sent.get(id ?? "")).toMatchObject({
      reference: "shp_1/pcl_1",
      from_address: { street1: "Torstr. 1", zip: "10119", country: "DE" },
      parcel: { weight: 42.4, length: 11.9, width: 7.9, height: 4 },
      options: { label_format: "PDF" },
    });
    expect(easypost.sent.get(id ?? "")).not.toHaveProperty("carrier_accounts");
  });

  test("counts working days at the pickup's place: on a Thursday evening in California, UTC has Friday", async () => {
    const { pickup, delivery } = sampleQuote(connect().world);
    const town = { city: "Los Angeles", state: "CA", postal_code: "90012", country: "US" };
    const address = {
      ...pickup.address,
      ...town,
      latitude: null,
      longitude: null,
      geocode_source: "town",
    } as const;
    for (const thursday of ["2026-03-05T23:00:00Z", "2026-03-06T01:00:00Z"]) {
      const answer = await ask({
        now: Date.parse(thursday),
        pickup: { ...pickup, address, window: null },
        delivery: { ...delivery, address },
      });
      const days = answer.kind === "offers" ? answer.offers.map((offer) => offer.estimatedDeliveryDate) : [];
      expect(days).toEqual(["2026-03-09", "2026-03-09", "2026-03-10"]);
    }
  });

  test("counts working days from the pickup, and orders what the shipment requires", async () => {
    const { world } = connect();
    const { pickup, delivery } = sampleQuote(world);
    const friday = { start: "2026-03-06T09:00:00.000Z", end: "2026-03-06T12:00:00.000Z" };
    const answer = await ask(
      {
        now: Date.parse("2026-03-02T10:00:00Z"),
        pickup: { ...pickup, window: friday },
        delivery: { ...delivery, requirements: { ...delivery.requirements, signature: true } },
      },
      "well",
      { signature: true, label_format: "PNG", carrier_accounts: ["ca_1", "ca_2"] },
    );
    expect(answer).toMatchObject({ offers: [{ estimatedDeliveryDate: "2026-03-10" }, {}, {}] });
    expect([...easypost.sent.values()].at(-1)).toMatchObject({
      options: { label_format: "PNG", delivery_confirmation: "SIGNATURE", label_date: friday.start },
      carrier_accounts: ["ca_1", "ca_2"],
    });
  });

  test("of a return names the way there, which EasyPost turns around", async () => {
    expect(await ask({ isReturn: true })).toMatchObject({ kind: "offers" });
    const sent = [...easypost.sent.values()].at(-1);
    expect(sent).toMatchObject({
      is_return: true,
      from_address: { street1: "Oranienstr. 25" },
      to_address: { street1: "Torstr. 1" },
    });
    await ask();
    expect([...easypost.sent.values()].at(-1)).not.toHaveProperty("is_return");
  });

  test("proves a signature only where the owner says that the accounts collect one", () => {
    expect(connect().carrier.proves).toEqual([]);
    expect(connect("well", { signature: true }).carrier.proves).toEqual(["signature"]);
  });

  test("of several parcels, or for customs, is unavailable and reaches nobody", async () => {
    const { world } = connect();
    const { parcels, delivery } = sampleQuote(world);
    const [parcel] = parcels as [QuoteRequest["parcels"][number]];
    const before = easypost.calls.length;
    expect(await ask({ parcels: [parcel, parcel] })).toEqual({
      kind: "unavailable",
      code: "requirement_unsupported",
      message:
        "EasyPost takes one parcel with each shipment, and this one has 2. Create a shipment for each parcel.",
    });
    expect(await ask({ parcels: [{ ...parcel, quantity: 3 }] })).toMatchObject({
      code: "requirement_unsupported",
      message: expect.stringContaining("this one has 3"),
    });
    const to = (country: string) =>
      ask({ delivery: { ...delivery, address: { ...delivery.address, country } } });
    expect(await to("CH")).toMatchObject({
      code: "requirement_unsupported",
      message: expect.stringContaining("customs"),
    });
    expect(easypost.calls.length).toBe(before);
    expect(await to("FR")).toMatchObject({ kind: "offers" });
  });

  test("that no carrier makes says why, as far as they do", async () => {
    const { world } = connect();
    const [parcel] = sampleQuote(world).parcels as [QuoteRequest["parcels"][number]];
    expect(await ask({ parcels: [{ ...parcel, weight_grams: 40_000 }] })).toEqual({
      kind: "unavailable",
      code: "weight_exceeded",
      message: "USPS: The weight is above 70 pounds.",
    });
    expect(await ask({}, "no_rates")).toMatchObject({ kind: "unavailable", code: "out_of_zone" });
    expect(await ask({}, "bad_address")).toEqual({
      kind: "unavailable",
      code: "incomplete_address",
      message: "EasyPost: Unable to verify address. zip: is not a ZIP code",
    });
  });

  test("that fails says how, and never what is not a code", async () => {
    const failures = await Promise.all(
      (["broken", "html", "huge", "limited", "bad_parameter", "other_mode"] as const).map((fault) =>
        failureOf(ask({}, fault)),
      ),
    );
    expect(failures).toEqual([
      { failure: "status", message: "EasyPost answered with status 500.", status: 500 },
      { failure: "nonsense", message: "The carrier's response is not JSON." },
      { failure: "unreachable", message: expect.any(String) },
      { failure: "status", message: "EasyPost's rate limit is used up.", status: 429 },
      { failure: "status", message: "EasyPost answered with status 422 (PARAMETER.REQUIRED).", status: 422 },
      {
        failure: "nonsense",
        message: 'EasyPost answered in its mode "other" instead of "production".',
      },
    ]);
    const { world } = connect();
    const wrong = easypostKind.connect({ api_key: "EZAKwrong", base_url: easypost.url() }, world);
    expect(await failureOf(wrong.quote(sampleQuote(world), signal))).toEqual({
      failure: "status",
      message: "EasyPost refused the API key.",
      status: 401,
    });
  });
});

describe("a booking", () => {
  test("buys the rate that was quoted, and names the parcel's number and page", async () => {
    const request = await quoted();
    const { carrier } = connect();
    const parcelId = easypost.shipments.get(shipmentIdOf(request))?.reference?.split("/")[1] ?? "";
    const booked = await carrier.book(request, signal);
    const shipment = easypost.shipments.get(shipmentIdOf(request));
    expect(booked).toEqual({
      kind: "booked",
      reference: shipmentIdOf(request),
      driver: null,
      confirmed: true,
      trackingNumbers: { [parcelId]: String(shipment?.tracking_code) },
      trackingUrl: String(shipment?.tracker?.public_url),
    });
    expect(shipment?.selected_rate).toMatchObject({ service: "Priority", rate: "6.90" });
    expect(await carrier.status?.(request, signal)).toEqual(booked);
    expect(await carrier.book(request, signal)).toEqual(booked);
    expect(easypost.purchases.get(shipmentIdOf(request))).toBe(1);
  });

  test("is bought once by two attempts at the same time", async () => {
    const { carrier } = connect();
    const request = await quoted();
    const [answer, refused] = await Promise.all([
      carrier.book(request, signal),
      failureOf(carrier.book(request, signal)),
    ]);
    expect(answer).toMatchObject({ kind: "booked" });
    expect(refused).toMatchObject({ failure: "timeout" });
    expect(easypost.calls.filter((call) => call.endsWith(`${shipmentIdOf(request)}/buy`))).toHaveLength(1);
    // Each takes the other's purchase for its own, where nobody keeps that one was sent.
    const other = await quoted();
    const unkept = { ...other, purchase: { begin: async () => true, undo: async () => {} } };
    const both = await Promise.all([carrier.book(unkept, signal), carrier.book(unkept, signal)]);
    expect(both).toMatchObject([{ kind: "booked" }, { kind: "booked" }]);
    expect(easypost.purchases.get(shipmentIdOf(other))).toBe(1);
    expect(easypost.purchases.get(shipmentIdOf(request))).toBe(1);
  });

  test("is bought once, whatever became of the answer", async () => {
    for (const fault of ["cut", "unanswered", "unheard"] as const) {
      const request = await quoted();
      const { carrier } = connect(fault);
      const limit = new AbortController();
      const answer = carrier.book(request, limit.signal).catch((error) => error);
      const purchase = `${shipmentIdOf(request)}/buy`;
      await eventually("the purchase", () => easypost.calls.some((call) => call.endsWith(purchase)));
      if (fault !== "cut") limit.abort(new DOMException("No answer in time", "TimeoutError"));
      const lost = await answer;
      // A cut connection says nothing of the purchase, so that the wait after a timeout applies.
      if (fault === "cut") expect(lost).toMatchObject({ failure: "timeout" });
      else expect(lost).toBeInstanceOf(Error);
      const found = await carrier.status?.(request, signal);
      expect(found?.kind).toBe(fault === "unheard" ? "pending" : "booked");
      if (fault === "unheard") continue;
      expect(await carrier.book(request, signal)).toMatchObject({ kind: "booked" });
      expect(easypost.purchases.get(shipmentIdOf(request))).toBe(1);
    }
  });

  test.each(["ends_eof", "ends_502", "ends_504", "no_response", "buying"] as const)(
    "is never bought again where a purchase has no answer (%s)",
    async (fault) => {
      const request = await quoted();
      const lost = await failureOf(connect(fault).carrier.book(request, signal));
      expect(lost).toMatchObject({ failure: "timeout" });
      const soon = connect("well", {}, "live", 1.4).carrier;
      expect(await soon.status?.(request, signal)).toMatchObject({ kind: "pending" });
      expect(await failureOf(soon.book(request, signal))).toMatchObject({ failure: "timeout" });
      const later = connect("well", {}, "live", 1.6).carrier;
      const unknown = {
        kind: "rejected",
        reason: "carrier_rejected",
        message:
          "EasyPost did not say what became of the purchase. The carrier may have made a label all the same.",
        mayBeBooked: true,
      };
      expect(await later.status?.(request, signal)).toMatchObject(unknown);
      expect(await later.book(request, signal)).toMatchObject(unknown);
      expect(await cancel(later, request)).toEqual({ kind: "cancelled", fee: null, mayBeBooked: true });
      expect(easypost.purchases.get(shipmentIdOf(request))).toBeUndefined();
    },
  );

  test("is bought later where EasyPost refused to work on it, or was not reached", async () => {
    const limited = await quoted();
    const { carrier } = connect("limited_purchase");
    expect(await failureOf(carrier.book(limited, signal))).toMatchObject({ status: 429 });
    expect(await carrier.status?.(limited, signal)).toEqual({ kind: "unknown" });
    expect(await carrier.book(limited, signal)).toMatchObject({ kind: "booked" });
    const gone = await quoted();
    const { world } = connect();
    const nobody = `http://127.0.0.1:${freePort()}`;
    const reach = createCarrierWorld(server.deps, world.carrier, [easypost.url(), nobody]);
    const http: CarrierWorld["http"] = (asked) =>
      reach.http({ ...asked, ...(asked.url.endsWith("/buy") && { url: `${nobody}/buy` }) });
    const settings = { api_key: easypost.liveKey, base_url: easypost.url() };
    const unreached = easypostKind.connect(settings, { ...world, http });
    expect(await failureOf(unreached.book(gone, signal))).toMatchObject({ failure: "unreachable" });
    expect(await connect().carrier.book(gone, signal)).toMatchObject({ kind: "booked" });
    for (const request of [limited, gone]) expect(easypost.purchases.get(shipmentIdOf(request))).toBe(1);
  });

  test("that EasyPost may still be making is waited for", async () => {
    for (const fault of ["buying", "no_response"] as const) {
      const { carrier } = connect(fault);
      expect(await failureOf(carrier.book(await quoted(), signal))).toMatchObject({ failure: "timeout" });
    }
    const { carrier } = connect("limited");
    expect(await failureOf(carrier.book(await quoted(), signal))).toMatchObject({
      failure: "status",
      status: 429,
    });
    const { retryWaitsMs, waitAfterTimeoutMs, honorsKey } = carrier.terms;
    expect({ waitAfterTimeoutMs, honorsKey }).toEqual({ waitAfterTimeoutMs: 90_000, honorsKey: false });
    expect(retryWaitsMs[0]).toBeGreaterThanOrEqual(5_000);
  });

  test("is rejected with EasyPost's own reason", async () => {
    const answers = await Promise.all(
      (["poor", "stale"] as const).map(async (fault) => connect(fault).carrier.book(await quoted(), signal)),
    );
    expect(answers).toEqual([
      {
        kind: "rejected",
        reason: "carrier_rejected",
        message:
          "The EasyPost account cannot pay for the label: Insufficient funds. Please add funds to your account.",
      },
      {
        kind: "rejected",
        reason: "carrier_rejected",
        message: "EasyPost refused: The rate is no longer valid. Rates have expired.",
      },
    ]);
    const { carrier } = connect();
    const request = await quoted();
    for (const offerReference of [null, "shp_gone/rate_1", "nonsense"]) {
      expect(await carrier.book({ ...request, offerReference }, signal)).toMatchObject({ kind: "rejected" });
    }
  });

  test("cannot use a round that another booking has used, and never touches its label", async () => {
    const { carrier } = connect();
    const first = await quoted();
    await carrier.book(first, signal);
    const second = otherRate(first);
    expect(await carrier.book(second, signal)).toMatchObject({
      kind: "rejected",
      reason: "carrier_rejected",
    });
    expect(await cancel(carrier, second)).toEqual({ kind: "cancelled", fee: null });
    expect(easypost.shipments.get(shipmentIdOf(first))?.refund_status).toBeNull();
    await cancel(carrier, first);
    expect(await carrier.book(first, signal)).toMatchObject({ kind: "rejected" });
    expect(easypost.purchases.get(shipmentIdOf(first))).toBe(1);
  });
});

describe("a cancellation", () => {
  async function bookedAt(fault: EasypostFault) {
    const request = await quoted();
    const { carrier } = connect(fault);
    await connect().carrier.book(request, signal);
    return { carrier, request, id: shipmentIdOf(request) };
  }
  const track = (carrier: Carrier, id: string) =>
    carrier.track?.({ idempotencyKey: "asg_1", bookingReference: id }, signal);

  test("asks for a refund, which the carrier confirms or refuses later", async () => {
    for (const [status, refund] of [
      ["refunded", "confirmed"],
      ["rejected", "refused"],
    ] as const) {
      const { carrier, request, id } = await bookedAt("well");
      const pending = { kind: "cancelled", fee: null, refund: "pending" } as const;
      expect(await cancel(carrier, request)).toEqual(pending);
      expect(await cancel(carrier, { ...request, bookingReference: id })).toEqual(pending);
      expect(easypost.calls.filter((call) => call.endsWith(`${id}/refund`))).toHaveLength(1);
      const detail = { datetime: "2026-03-02T10:00:00Z", message: "Label created" };
      easypost.track(id, [{ ...detail, status: "pre_transit" }]);
      expect(await track(carrier, id)).toMatchObject({ updates: [], refund: "pending" });
      easypost.track(id, [{ ...detail, status: "in_transit" }]);
      expect((await track(carrier, id))?.updates).toHaveLength(3);
      easypost.settleRefund(id, status);
      expect(await track(carrier, id)).toMatchObject({ refund });
    }
  });

  test("is refused where the label cannot be given back", async () => {
    const refused = (message: string) => ({ kind: "refused" as const, reason: "other" as const, message });
    const firm = await bookedAt("firm");
    expect(await cancel(firm.carrier, firm.request)).toEqual(
      refused("EasyPost refused: Refund is not possible for this shipment."),
    );
    const rejecting = await bookedAt("refund_rejected");
    expect(await cancel(rejecting.carrier, rejecting.request)).toEqual(
      refused("The carrier does not refund this label."),
    );
    const moving = await bookedAt("well");
    easypost.track(moving.id, [
      { datetime: "2026-03-02T10:00:00Z", status: "in_transit", message: "Picked up" },
    ]);
    expect(await cancel(moving.carrier, moving.request)).toEqual(
      refused("The carrier already has the parcel."),
    );
    expect(easypost.shipments.get(moving.id)?.refund_status).toBeNull();
  });

  test("waits for a purchase whose answer is lost", async () => {
    const { carrier, world } = connect();
    const request = await quoted();
    const now = world.realClock.now();
    const asked = (bookingAskedAt: number) =>
      carrier.cancel({ ...request, reason: "cancelled_by_client", bookingAskedAt }, signal);
    expect(await failureOf(asked(now))).toMatchObject({ failure: "timeout" });
    expect(await asked(now - 120_000)).toEqual({ kind: "cancelled", fee: null });
    await carrier.book(request, signal);
    expect(await asked(now)).toMatchObject({ kind: "cancelled", refund: "pending" });
  });

  test("costs nothing where nothing was bought, or the carrier bills what it scans", async () => {
    const free = { kind: "cancelled", fee: null } as const;
    const { carrier } = connect();
    expect(await cancel(carrier, await quoted())).toEqual(free);
    expect(await cancel(carrier, { ...(await quoted()), offerReference: null })).toEqual(free);
    expect(await cancel(carrier, { ...(await quoted()), offerReference: "shp_gone/rate_1" })).toEqual(free);
    // The key is that of another account now, where the label does not stand.
    const strange = { ...(await quoted()), bookingReference: "shp_gone" };
    expect(await failureOf(cancel(carrier, strange))).toMatchObject({ status: 404 });
    const scanned = await bookedAt("bills_on_scan");
    expect(await cancel(scanned.carrier, scanned.request)).toEqual(free);
  });
});

describe("a label", () => {
  const labelOf = async (settings: Change, bought: Change = settings) => {
    const request = await quoted("USPS_Priority", bought);
    await connect().carrier.book(request, signal);
    const { carrier } = connect("well", settings);
    return carrier.label?.({ idempotencyKey: "asg_1", bookingReference: shipmentIdOf(request) }, signal);
  };

  test("comes from EasyPost's file host without the key, in the format of the settings", async () => {
    const label = await labelOf({});
    expect(label?.contentType).toBe("application/pdf");
    expect(Buffer.from(label?.content ?? []).toString()).toStartWith("%PDF");
    expect((await labelOf({ label_format: "PNG" }))?.contentType).toBe("image/png");
  });

  test("that was bought as a picture is converted", async () => {
    expect((await labelOf({}, { label_format: "PNG" }))?.contentType).toBe("application/pdf");
    expect(easypost.calls.at(-1)).toMatch(/^GET .*\/label$/);
  });

  test("for a label printer is ZPL; one that cannot be converted comes as it was bought", async () => {
    const zpl = await labelOf({ label_format: "ZPL" }, { label_format: "PNG" });
    expect([zpl?.contentType, Buffer.from(zpl?.content ?? []).toString()]).toEqual([
      "application/zpl",
      expect.stringMatching(/^\^XA/),
    ]);
    expect((await labelOf({ label_format: "ZPL" }, { label_format: "PDF" }))?.contentType).toBe(
      "application/pdf",
    );
    expect((await labelOf({ label_format: "PNG" }, { label_format: "PDF" }))?.contentType).toBe(
      "application/pdf",
    );
  });

  test("of a booking without one is an error", async () => {
    const { carrier } = connect();
    const booking = { idempotencyKey: "asg_1", bookingReference: shipmentIdOf(await quoted()) };
    const failed = carrier.label?.(booking, signal) ?? Promise.resolve();
    expect(await failureOf(failed)).toMatchObject({ failure: "status", status: 404 });
  });
});

test.each([
  ["https://waybill.example.com/hooks/car_1/secret", "production", true],
  ["https://waybill.example.com/hooks/car_1/secret", "test", false],
  ["https://waybill.example.com/hooks/car_12/secret", "production", false],
  ["https://shop.example.com/easypost", "production", false],
])("a check counts %s of the mode %s: %p", async (url, mode, passed) => {
  const body = JSON.stringify({ webhooks: [{ url, mode }] });
  const world = { ...worldOf("well", "live"), http: async () => ({ status: 200, headers: {}, body }) };
  const points = await easypostKind.check?.({ api_key: easypost.liveKey }, world, signal);
  expect(points?.at(-1)).toMatchObject({ code: "webhook", passed });
});

test("a check names the accounts that had no prices in what EasyPost rated last", async () => {
  const { world } = connect();
  const prices = async () => {
    const settings = { api_key: easypost.liveKey, base_url: easypost.url() };
    const points = await easypostKind.check?.(settings, world, signal);
    return points?.find(({ code }) => code === "prices");
  };
  const rated = async (rates: object[]) => {
    await ask();
    const latest = [...easypost.shipments.values()].at(-1);
    const [rate] = latest?.rates ?? [];
    if (latest) latest.rates = rates.map((change) => ({ ...rate, ...change }));
  };
  const free = { rate: "0.00", carrier: "UPS", carrier_account_id: "ca_2" };
  await rated([free, {}]);
  const before = easypost.shipments.size;
  expect(await prices()).toMatchObject({
    passed: false,
    detail: "The account UPS (ca_2) has no prices: check its prices in EasyPost.",
  });
  expect(easypost.shipments.size).toBe(before);
  // Somebody entered them since.
  await rated([{ ...free, rate: "7.10" }]);
  expect(await prices()).toMatchObject({ passed: true, detail: "Accounts that gave prices lately: 2." });
});

test("a check says whether EasyPost takes the key, and in which mode", async () => {
  const check = (fault: EasypostFault, api_key: string, environment: Environment) => {
    const settings = { api_key, base_url: easypost.url(fault) };
    return easypostKind.check?.(settings, worldOf(fault, environment), signal);
  };
  const passed = (await check("well", easypost.liveKey, "live"))?.map(({ code, passed }) => [code, passed]);
  expect(passed).toEqual([
    ["reachable", true],
    ["key_accepted", true],
    ["mode", true],
    ["webhook", false],
    ["prices", true],
  ]);
  expect(await check("well", "EZAKwrong", "live")).toMatchObject([
    { code: "reachable", passed: true },
    {
      code: "key_accepted",
      passed: false,
      detail: "EasyPost refused the API key. Enter another key in Settings.",
    },
  ]);
  expect(await check("broken", easypost.testKey, "sandbox")).toMatchObject([
    { code: "reachable", passed: false, detail: "EasyPost answered with status 500." },
  ]);
});
