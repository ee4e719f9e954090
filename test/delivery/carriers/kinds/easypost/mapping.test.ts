import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { toText } from "../../../../../src/delivery/carriers/kinds/easypost/failure.ts";
import { toMinor } from "../../../../../src/delivery/carriers/kinds/easypost/money.ts";
import {
  dateIn,
  readOffers,
  unavailable,
} from "../../../../../src/delivery/carriers/kinds/easypost/offers.ts";
import { toTracked } from "../../../../../src/delivery/carriers/kinds/easypost/tracker.ts";
import { toInches, toOunces } from "../../../../../src/delivery/carriers/kinds/easypost/units.ts";
import type { WireDetail, WireTracker } from "../../../../../src/delivery/carriers/kinds/easypost/wire.ts";
import { applyTracked } from "../../../../../src/delivery/connections/polling/applying.ts";
import { write } from "../../../../../src/infra/deps.ts";
import { currencyCodes, minorUnits } from "../../../../../src/infra/geography/country.ts";
import { type BookingWorld, startBookingWorld } from "../../../../support/bookings.ts";
import { playCarrier } from "../../../../support/carriers.ts";
import { platform } from "../../../../support/fixtures.ts";

/** Between EasyPost's words and Waybill's: amounts, units, trackers. */

const monday = Temporal.ZonedDateTime.from("2026-11-23T10:00[UTC]");
const currency = fc.constantFrom(...currencyCodes);
const amount = fc.integer({ min: 0, max: 999_999_999_999 });

function inMajor(minor: number, places: number, zeros: string): string {
  const digits = String(minor).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = places === 0 ? "" : digits.slice(-places);
  return fraction + zeros === "" ? whole : `${whole}.${fraction}${zeros}`;
}

test("of the same service of two accounts the cheaper one is offered, and both where their currencies differ", () => {
  const rates = [
    ["USD", "6.90"],
    ["CAD", "9.50"],
    ["USD", "7.40"],
    ["CAD", "9.10"],
  ].map(([of, rate], at) => ({ id: `rate_${at}`, carrier: "USPS", service: "Priority", currency: of, rate }));
  for (const inAnyOrder of [rates, rates.toReversed()]) {
    const answer = readOffers({ id: "shp_1", rates: inAnyOrder }, monday);
    const offers = answer.kind === "offers" ? answer.offers : [];
    const prices = offers.map(({ currency: of, priceLines: [line] }) => `${of} ${line?.amount}`);
    expect(prices.toSorted()).toEqual(["CAD 910", "USD 690"]);
  }
});

describe("a rate without a price", () => {
  const rateWith = (change: object) => ({
    id: "rate_1",
    carrier: "USPS",
    carrier_account_id: "ca_1",
    service: "Priority",
    currency: "USD",
    rate: "6.90",
    ...change,
  });
  const unavailable = {
    code: "carrier_error",
    message: "The account USPS (ca_1) has no prices: check its prices in EasyPost.",
  } as const;

  test.each([0, -0, -1, 0.001, null, undefined, "0", "0.00", "0.00000", "0.001", "-6.90", "", "free", {}])(
    "(%p) is no offer, and its account is named",
    (rate) => {
      const messages = [{ carrier: "UPS", message: "Invalid Access License number" }];
      const alone = readOffers({ id: "shp_1", rates: [rateWith({ rate })], messages }, monday);
      expect(alone).toEqual({ kind: "unavailable", ...unavailable });
      const other = rateWith({ id: "rate_2", service: "Express", carrier_account_id: "ca_2" });
      const both = readOffers({ id: "shp_1", rates: [rateWith({ rate }), other] }, monday);
      expect(both).toMatchObject({ kind: "offers", offers: [{ reference: "shp_1/rate_2" }], unavailable });
      expect(both.kind === "offers" && both.offers.length).toBe(1);
    },
  );

  test("is one of less than the smallest coin, also where that coin is whole", () => {
    const of = (change: object) => readOffers({ id: "shp_1", rates: [rateWith(change)] }, monday);
    expect(of({ rate: "0.4", currency: "JPY" })).toMatchObject({ kind: "unavailable" });
    for (const [change, amount] of [
      [{ rate: "0.01" }, 1],
      [{ rate: "0.011" }, 2],
      [{ rate: 6.9 }, 690],
      [{ rate: "1", currency: "JPY" }, 1],
    ] as const) {
      const answer = of(change);
      expect(answer).toMatchObject({ offers: [{ priceLines: [{ amount }] }] });
      expect(answer).not.toHaveProperty("unavailable");
    }
  });
});

describe("a price", () => {
  test("in any currency is the same amount in minor units, however many zeros follow", () => {
    const zeros = fc.constantFrom("", "0", "000");
    fc.assert(
      fc.property(amount, currency, zeros, (minor, code, end) => {
        expect(toMinor(inMajor(minor, minorUnits(code), end), code)).toBe(minor);
      }),
    );
  });

  test("finer than the minor unit is rounded up, so that it covers what it costs", () => {
    const rest = fc.integer({ min: 1, max: 99_999 }).map((digits) => String(digits).padStart(5, "0"));
    fc.assert(
      fc.property(amount, currency, rest, (minor, code, fine) => {
        expect(toMinor(inMajor(minor, minorUnits(code), fine), code)).toBe(minor + 1);
      }),
    );
  });

  test("that is none is refused", () => {
    for (const text of ["", "1,5", "-1.00", "1e3", ".5", "5.", "NaN", " 1", "1234567890123"])
      expect([text, toMinor(text, "USD")]).toEqual([text, undefined]);
    expect(toMinor("33.10", "USD")).toBe(3310);
    expect(toMinor("5.93000", "USD")).toBe(593);
    expect(toMinor("1200", "JPY")).toBe(1200);
  });
});

describe("a size", () => {
  // An ounce is 28 349 523 125 ng, an inch 25 400 µm.
  test("is never less than what was said, and less than a tenth more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (grams) => {
        const tenths = BigInt(Math.round(toOunces(grams) * 10));
        const nanograms = BigInt(grams) * 1_000_000_000n * 10n;
        expect(tenths * 28_349_523_125n >= nanograms).toBe(true);
        expect((tenths - 1n) * 28_349_523_125n < nanograms).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (millimeters) => {
        const tenths = Math.round(toInches(millimeters) * 10);
        expect(tenths * 25_400).toBeGreaterThanOrEqual(millimeters * 10_000);
        expect((tenths - 1) * 25_400).toBeLessThan(millimeters * 10_000);
      }),
    );
    expect([toInches(254), toInches(255), toOunces(1), toOunces(454)]).toEqual([10, 10.1, 0.1, 16.1]);
  });
});

test("what carriers say is told once, cut, and without markup", () => {
  const said = { message: ["<b>No</b>", { message: "No ZIP", field: "zip" }], errors: ["No", null, 7] };
  expect(toText([said, "No"])).toBe(" b No /b  zip: No ZIP No");
  expect(toText({})).toBe("It gave no reason.");
  expect(toText("x".repeat(1000))).toHaveLength(300);
  const code = (message: string) => unavailable([{ carrier: "UPS", message }]).kind === "unavailable";
  expect(code("anything")).toBe(true);
  expect(unavailable([{ carrier: "UPS", message: "Package exceeds the maximum dimensions" }])).toMatchObject({
    code: "dimensions_exceeded",
    message: "UPS: Package exceeds the maximum dimensions",
  });
  expect(unavailable([{ message: { errors: ["Mystery"] } }])).toMatchObject({ code: "carrier_error" });
  expect([dateIn("2022-07-08T23:30:00Z"), dateIn("soon")]).toEqual(["2022-07-08", undefined]);
});

const begin = Date.parse("2026-03-02T08:00:00Z");
const details = ["arrived_at_facility", "departed_facility", "delayed", "weather_delay", "held"] as const;
const troubles = ["delivery_exception", "refused", "damaged", "address_correction", "unknown"] as const;
const step = (status: string, status_detail: string, message: string | null = null) => ({
  status,
  status_detail,
  message,
});

const onTheWay = fc.array(
  fc.constantFrom(...details).map((what) => step("in_transit", what, "Seen")),
  { maxLength: 4 },
);
const attempts = fc.array(
  fc
    .constantFrom(...troubles)
    .map((what) => [step("out_for_delivery", "out_for_delivery"), step("failure", what)]),
  { maxLength: 2 },
);
const ends = fc.constantFrom(
  [],
  [step("out_for_delivery", "out_for_delivery"), step("delivered", "arrived_at_destination")],
  [step("available_for_pickup", "arrived_at_pickup_location"), step("delivered", "arrived_at_destination")],
  [step("return_to_sender", "return"), step("in_transit", "return"), step("delivered", "return")],
  [step("return_to_sender", "return"), step("return_to_sender", "return")],
  [step("failure", "lost")],
);
/** What a carrier tells of one parcel, in the order of what happened: an hour lies between two details. */
const journeys = fc.tuple(onTheWay, attempts, ends).map(([way, tries, end]) =>
  [step("pre_transit", "label_created", "Label made"), ...way, ...tries.flat(), ...end].map(
    (told, index): WireDetail => ({
      ...told,
      datetime: new Date(begin + index * 3_600_000).toISOString(),
      tracking_location: { city: "HOUSTON", state: "TX", country: null, zip: "77063" },
    }),
  ),
);

function trackerOf(tracking_details: readonly WireDetail[]): WireTracker {
  const { status = null, status_detail = null, datetime = null } = tracking_details.at(-1) ?? {};
  return {
    id: "trk_1",
    status,
    status_detail,
    updated_at: datetime,
    signed_by: status === "delivered" ? "J. TESTER" : null,
    tracking_details: [...tracking_details],
  };
}

describe("a tracker", () => {
  const shuffled = journeys.chain((told) =>
    fc.tuple(fc.constant(told), fc.shuffledSubarray([...told, ...told], { minLength: told.length * 2 })),
  );

  test("says the same, whatever the order of its details and however often they stand there", () => {
    fc.assert(
      fc.property(shuffled, ([told, mixed]) => {
        const { updates } = toTracked(trackerOf(told));
        expect(toTracked({ ...trackerOf(told), tracking_details: mixed }).updates).toEqual(updates);
        const keys = updates.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const key of keys) expect(key.length).toBeLessThanOrEqual(64);
      }),
    );
  });

  test("that has more to tell repeats what it told before, with the same keys", () => {
    fc.assert(
      fc.property(journeys, fc.nat(), (told, cut) => {
        const before = toTracked(trackerOf(told.slice(0, 1 + (cut % told.length)))).updates;
        const after = toTracked(trackerOf(told)).updates;
        expect(after.slice(0, before.length)).toEqual(before);
      }),
    );
  });

  test("that goes out again ends the failed attempt before it", () => {
    const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, "0")}:00:00Z`;
    const told = ["out_for_delivery", "failure", "out_for_delivery"].map((status, hour) => ({
      ...step(status, status === "failure" ? "delivery_exception" : status),
      datetime: at(hour),
    }));
    const kinds = toTracked(trackerOf(told)).updates.map(({ update }) => update.kind);
    expect(kinds).toEqual(["progress", "scan", "attempt_failed", "progress", "scan"]);
  });

  test("that names a place later tells the same event, and no second one", () => {
    const seen = { datetime: "2026-03-02T08:00:00Z", status: "in_transit", message: "Arrived" };
    const place = { ...seen, tracking_location: { city: "HOUSTON" } };
    const keysOf = (...told: WireDetail[]) => toTracked(trackerOf(told)).updates.map(({ key }) => key);
    const keys = keysOf(seen);
    expect(keysOf(place)).toEqual(keys);
    expect(keysOf(place, seen)).toEqual(keys);
    expect(toTracked(trackerOf([place, seen])).updates).toEqual(toTracked(trackerOf([seen, place])).updates);
  });

  test("says what it means for the shipment", () => {
    const meaning = (...told: Partial<WireDetail>[]) =>
      toTracked(
        trackerOf(
          told.map((detail, index) => ({
            datetime: new Date(begin + index * 1000).toISOString(),
            ...detail,
          })),
        ),
      ).updates.map(({ update }) => update);
    expect(
      meaning({
        status: "in_transit",
        status_detail: "held",
        message: "Held by customs",
        tracking_location: { city: "Calais", country: "FR" },
      }),
    ).toEqual([
      { kind: "progress", substatus: "picked_up" },
      { kind: "scan", message: "Held by customs (Calais, FR)", location: null, reason: "customs_hold" },
    ]);
    expect(meaning({ status: "in_transit", status_detail: "weather_delay" })).toMatchObject([
      { kind: "progress" },
      { kind: "scan", message: "in transit" },
      { kind: "estimate", delayed: true },
    ]);
    expect(
      meaning(
        { status: "failure", status_detail: "refused", message: "Refused" },
        { status: "return_to_sender", status_detail: "return", message: "Back" },
        { status: "delivered" },
      ),
    ).toMatchObject([
      { kind: "attempt_failed", reason: "recipient_refused" },
      { kind: "undeliverable", reason: "recipient_refused", message: "Back" },
      { kind: "returned" },
    ]);
    expect(meaning({ status: "failure", status_detail: "lost" })).toMatchObject([
      { kind: "undeliverable", reason: "lost" },
    ]);
    // The refund ends a booking, and not the tracker.
    expect(meaning({ status: "cancelled" })).toMatchObject([{ kind: "scan", message: "cancelled" }]);
    const datetime = new Date(begin).toISOString();
    expect(
      meaning({ status: "delivered", datetime }, { status: "in_transit", datetime, message: "Seen" }),
    ).toMatchObject([{ substatus: "picked_up" }, { message: "Seen" }, { kind: "delivered" }]);
    const [pickup] = meaning({ status: "in_transit", status_detail: "constructor" }, { status: "cancelled" });
    expect(pickup).toEqual({ kind: "progress", substatus: "picked_up" });
    // Goods on their way back are not picked up again.
    expect(meaning({ status: "return_to_sender" }, { status: "in_transit" })).toMatchObject([
      { kind: "undeliverable", reason: "other" },
      { kind: "scan" },
    ]);
    expect(
      meaning({ status: "unknown" }, { status: "error" }, { status: "delivered", datetime: "soon" }),
    ).toEqual([]);
  });

  test("tells a status without a detail, and the day that it expects", () => {
    const bare = {
      id: "trk_1",
      updated_at: "2026-03-02T08:00:00Z",
      est_delivery_date: "2026-03-05T00:00:00Z",
    };
    expect(toTracked({ ...bare, status: "in_transit" }).updates).toEqual([
      {
        key: "status:in_transit",
        at: begin,
        update: { kind: "progress", substatus: "picked_up" },
      },
      {
        key: `day:2026-03-05:${begin}`,
        at: begin,
        update: {
          kind: "estimate",
          pickupAt: null,
          deliveryAt: null,
          deliveryDate: "2026-03-05",
          delayed: false,
        },
      },
    ]);
    expect(toTracked({ ...bare, status: "delivered", signed_by: "KIM" }).updates).toMatchObject([
      { update: { kind: "delivered", proof: { recipientName: "KIM" } } },
    ]);
    expect(toTracked({ ...bare, status: "failure" }).updates).toMatchObject([
      { key: "status:failure", update: { kind: "attempt_failed", reason: "other" } },
      {},
    ]);
    expect(toTracked({ ...bare, status: "return_to_sender" }).updates).toMatchObject([
      { key: "status:return_to_sender", update: { kind: "undeliverable", reason: "other" } },
      {},
    ]);
    expect(toTracked(undefined).updates).toEqual([]);
    // Goods on their way back can only arrive, and do so after all that was told of them.
    const back = [{ ...step("return_to_sender", "return"), datetime: "2026-03-02T09:00:00Z" }];
    const kindsOf = (status: string) =>
      toTracked({ ...bare, est_delivery_date: null, tracking_details: back, status }).updates.map(
        ({ key, at, update }) => [key.replace(/^[0-9a-f]{40}/, "#"), at - begin, update.kind],
      );
    const sentBack = ["#:undeliverable", 3_600_000, "undeliverable"];
    expect(kindsOf("delivered")).toEqual([sentBack, ["status:delivered", 3_600_000, "returned"]]);
    for (const status of ["in_transit", "out_for_delivery", "failure", "return_to_sender", "unknown"])
      expect(kindsOf(status)).toEqual([sentBack]);
  });
});

describe("a shipment", () => {
  let world: BookingWorld;
  beforeAll(async () => {
    world = await startBookingWorld();
  });
  afterAll(() => world.server.stop());

  /** Applies what EasyPost told, answer by answer. @returns the shipment and its timeline without times */
  async function lifeOf(answers: readonly WireTracker[]) {
    const terms = { cancelsAtOnce: false, enforcesProof: false };
    world.play(playCarrier("easypost", { terms, track: async () => ({ updates: [] }) }));
    const accepted = await world.accept();
    await world.becomes(accepted, "confirmed");
    for (const answer of answers) {
      await write(world.server.deps, "sandbox", (writing) =>
        applyTracked(writing, accepted.assignment, toTracked(answer)),
      );
    }
    const { status, substatus, reason_code } = await world.shipmentOf(accepted.id);
    const { body } = await world.sandbox.get(`${platform}/tracking/${accepted.id}`);
    const entries = body.entries
      .map(({ status, substatus, code, message }: Record<string, unknown>) =>
        [status, substatus, code, code ? message : ""].join(" "),
      )
      .filter((entry: string) => !entry.includes("late_report"));
    return { status, substatus, reason_code, setback: body.setback?.kind ?? null, entries };
  }

  test("ends in the same state, in whatever order the webhooks come and however often", async () => {
    const stories = journeys.chain((told) => {
      const prefixes = told.map((_, index) => index + 1);
      return fc.tuple(fc.constant(told), fc.shuffledSubarray([...prefixes, ...prefixes], { minLength: 1 }));
    });
    await fc.assert(
      fc.asyncProperty(stories, async ([told, lengths]) => {
        const answers = [...lengths, told.length].map((length) => trackerOf(told.slice(0, length)));
        const once = await lifeOf([trackerOf(told)]);
        const mixed = await lifeOf(answers);
        expect(mixed).toEqual(once);
      }),
      { numRuns: 20 },
    );
  });
});
