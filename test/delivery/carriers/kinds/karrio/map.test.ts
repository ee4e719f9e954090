import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readShape } from "../../../../../src/delivery/carriers/answer.ts";
import type { QuoteAnswer } from "../../../../../src/delivery/carriers/carrier.ts";
import {
  failureOf,
  messagesOf,
  textOf,
  unavailable,
} from "../../../../../src/delivery/carriers/kinds/karrio/failure.ts";
import { toDraft, toMarking } from "../../../../../src/delivery/carriers/kinds/karrio/map.ts";
import { fromMinor, toMinor } from "../../../../../src/delivery/carriers/kinds/karrio/money.ts";
import { readOffers } from "../../../../../src/delivery/carriers/kinds/karrio/offers.ts";
import { reasonOf } from "../../../../../src/delivery/carriers/kinds/karrio/reasons.ts";
import { toBooked } from "../../../../../src/delivery/carriers/kinds/karrio/state.ts";
import { readKarrioWebhook } from "../../../../../src/delivery/carriers/kinds/karrio/webhook.ts";
import { type WireRate, WireShipment } from "../../../../../src/delivery/carriers/kinds/karrio/wire.ts";
import { isQuoteAnswer } from "../../../../../src/delivery/carriers/schema.ts";
import { type DeliveryStop, reasonCodes } from "../../../../../src/delivery/model/model.ts";
import heavyNamed from "./answers/16-rates-too-heavy-service-named.json";
import longNamed from "./answers/17-rates-too-long-service-named.json";
import invalid from "./answers/22-rates-bad-enum.json";
import draft from "./answers/30-shipment-draft.json";
import bought from "./answers/33-purchase.json";
import twoParcels from "./answers/37-create-and-buy-two-parcels.json";
import nobodyServes from "./answers/38-shipment-nobody-serves.json";
import purchased from "./answers/70-webhook-shipment-purchased-created.json";
import cancelledDraft from "./answers/71-webhook-shipment-cancelled-cancelled.json";
import trackerUpdated from "./answers/76-webhook-tracker-updated-delivered.json";

/** Karrio's recorded answers, in Waybill's words, and the other way round. */

const shipment = (answer: unknown) => answer as WireShipment;
const offersOf = (answer: QuoteAnswer) => (answer.kind === "offers" ? answer.offers : []);
const totalOf = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

describe("a recorded draft", () => {
  const [standard, express] = offersOf(readOffers(shipment(draft.answer), false));

  test("costs what Karrio's total says, though its charges sum to more", () => {
    expect(standard?.priceLines).toEqual([
      { code: "base_charge", name: "Base Charge", amount: 450 },
      { code: "fuel", name: "Fuel", amount: 23 },
      { code: "rounding", name: "Rounding", amount: -1 },
    ]);
    expect(express?.priceLines).toEqual([{ code: "base_charge", name: "Base Charge", amount: 990 }]);
  });

  test("is due on the day after its transit days, and knows no time", () => {
    expect(standard).toMatchObject({
      service: { code: "own_standard", name: "Standard" },
      currency: "EUR",
      estimatedPickupAt: null,
      estimatedDeliveryAt: null,
      estimatedDeliveryDate: "2026-11-26",
      reference: "shp_f2a993c2f27e4947b97822e1e2a57a84/rat_188459ec0e07460e966b758494da7908",
    });
    const [named] = offersOf(readOffers(shipment(draft.answer), true));
    expect(named?.service.name).toBe("Own couriers: Standard");
  });

  const withRate = (change: Partial<WireRate>): WireShipment => {
    const [rate] = draft.answer.rates;
    return shipment({ ...draft.answer, rates: [{ ...rate, ...change }] });
  };

  test("keeps a price whose charges say nothing of it, and leaves out what is no price", () => {
    const linesOf = (change: Partial<WireRate>) =>
      offersOf(readOffers(withRate(change), false))[0]?.priceLines;
    const total = [{ code: "total", name: "Total", amount: 472 }];
    expect(linesOf({ extra_charges: null })).toEqual(total);
    expect(linesOf({ extra_charges: [{ name: "Duty", amount: 5, currency: "USD" }] })).toEqual(total);
    expect(linesOf({ extra_charges: [{ name: "Duty" }] })).toEqual(total);
    // One odd charge hides no price.
    expect(linesOf({ extra_charges: [{ name: "Duty", amount: 1e13 }] })).toEqual(total);
    expect(linesOf({ extra_charges: [{ name: "1–2 kg!", amount: 3 }] })).toEqual([
      { code: "1_2_kg", name: "1–2 kg!", amount: 300 },
      { code: "other_charges", name: "Other charges", amount: 172 },
    ]);
    for (const change of [{ currency: "XXX" }, { currency: null }, { total_charge: -1 }]) {
      expect(readOffers(withRate(change), false)).toMatchObject({ kind: "unavailable" });
    }
  });

  test.each([
    0,
    -0,
    -1,
    -0.01,
    0.001,
    0.0049,
    null,
    undefined,
    "0",
    "0.00",
    "0.001",
    "-4.72",
    "free",
    true,
    {},
  ])("without a price (%p) is no offer, and its connection is named", (total_charge) => {
    const message = "The connection own-couriers has no prices: give it a rate sheet in Karrio.";
    const none = { code: "carrier_error", message } as const;
    const change = { total_charge } as Partial<WireRate>;
    expect(readOffers(withRate(change), false)).toEqual({ kind: "unavailable", ...none });
    // Beside another connection it is told, and not offered.
    const [rate] = draft.answer.rates;
    const other = { ...rate, carrier_id: "postat", service: "other" };
    const rates = [{ ...rate, ...change }, other];
    const both = readOffers(shipment({ ...draft.answer, rates }), false);
    expect(both).toMatchObject({ kind: "offers", unavailable: none });
    expect(offersOf(both).map(({ service }) => service.code)).toEqual(["other"]);
  });

  test("with a price of the smallest coin, or as text, is an offer", () => {
    for (const [total_charge, amount] of [
      [0.01, 1],
      [0.005, 1],
      ["0.01", 1],
      ["12.50", 1250],
    ] as const) {
      const answer = readOffers(withRate({ total_charge, extra_charges: null }), false);
      expect(answer).not.toHaveProperty("unavailable");
      expect(offersOf(answer)[0]?.priceLines).toMatchObject([{ amount }]);
    }
    const cheap = withRate({ total_charge: 0.4, currency: "JPY" });
    expect(readOffers(cheap, false)).toMatchObject({ kind: "unavailable", code: "carrier_error" });
  });

  test("names each connection without prices, and says where only a service has none", () => {
    const [rate] = draft.answer.rates;
    const messageOf = (...rates: object[]) => {
      const answer = readOffers(
        shipment({ ...draft.answer, rates: rates.map((each) => ({ ...rate, ...each })) }),
        false,
      );
      return answer.kind === "offers" ? answer.unavailable?.message : answer.message;
    };
    const [free, nameless] = [{ total_charge: 0 }, { total_charge: 0, carrier_id: null }];
    expect(messageOf(free, { ...free, carrier_id: "postat" }, { ...free, carrier_id: "postat" })).toBe(
      "The connections own-couriers, postat have no prices: give it a rate sheet in Karrio.",
    );
    expect(messageOf(free, {})).toBe(
      "The connection own-couriers has services without a price: give it a rate sheet in Karrio.",
    );
    expect(messageOf(nameless)).toBe("This connection has no prices: give it a rate sheet in Karrio.");
  });

  test("has no day where Karrio names none", () => {
    const dayOf = (change: Partial<WireRate>) =>
      offersOf(readOffers(withRate(change), false))[0]?.estimatedDeliveryDate;
    expect(dayOf({ transit_days: null })).toBeNull();
    expect(dayOf({ transit_days: 0 })).toBe("2026-11-23");
    expect(dayOf({ estimated_delivery: "2026-12-01T17:00:00" })).toBe("2026-12-01");
    expect(dayOf({ estimated_delivery: "soon", transit_days: null })).toBeNull();
  });
});

test("says why nobody serves, where Karrio says it", () => {
  const codeOf = (answer: unknown) => {
    const given = unavailable(messagesOf({ body: answer }));
    return given.kind === "unavailable" ? given.code : given.kind;
  };
  expect(codeOf(heavyNamed.answer)).toBe("weight_exceeded");
  expect(codeOf(longNamed.answer)).toBe("dimensions_exceeded");
  expect(codeOf({ messages: [{ code: "destination_not_supported" }] })).toBe("out_of_zone");
  expect(codeOf({ messages: [{ code: "SHIPPING_SDK_INTERNAL_ERROR" }] })).toBe("carrier_error");
  expect(readOffers(shipment(nobodyServes.answer), false)).toMatchObject({ code: "out_of_zone" });
  expect(textOf(messagesOf({ body: invalid.answer }))).toBe(
    'recipient.country_code: "XX" is not a valid choice. parcels.0.weight_unit: "STONE" is not a valid choice.',
  );
  expect(textOf(messagesOf({ body: "nonsense" }))).toBe("It gave no reason.");
  const quoting = [{ code: "invalid", message: "1 Main Street is wrong" }, { code: "1 Main Street" }];
  expect(failureOf({ status: 400, body: {} }, quoting).message).toBe(
    "Karrio answered with status 400 (invalid).",
  );
});

describe("a reason of Karrio's own library", () => {
  const given = (code: string, message: unknown, details?: unknown) =>
    unavailable(messagesOf({ body: { errors: [{ code: `SHIPPING_SDK_${code}_ERROR`, message, details }] } }));

  test.each([
    ["ORIGIN_NOT_SERVICED", "Origin address 'DE' is not serviced", "out_of_zone"],
    ["DESTINATION_NOT_SERVICED", "Destination address 'US' is not serviced", "out_of_zone"],
    ["MULTI_PARCEL_NOT_SUPPORTED", "Multi-parcel shipment not supported", "requirement_unsupported"],
    ["NON_SUPPORTED", "get_rates not supported by Post", "requirement_unsupported"],
    ["VALIDATING", "The postal code is missing", "incomplete_address"],
    ["VALIDATING", "The parcel has no height", "requirement_unsupported"],
  ])("%s: %s", (name, message, code) => {
    expect(given(name, message)).toEqual({
      kind: "unavailable",
      code,
      message: `Karrio: ${message}`,
    } as never);
  });

  test("names the fields that are missing", () => {
    expect(given("FIELD", "Invalid request payload", { "parcel[0].weight": "required" })).toMatchObject({
      code: "requirement_unsupported",
      message: "Karrio: Invalid request payload (parcel[0].weight: required)",
    });
    expect(given("FIELD", "Invalid request payload", { "recipient.phone": "required" })).toMatchObject({
      code: "incomplete_address",
      message: "Karrio: Invalid request payload (recipient.phone: required)",
    });
    expect(given("FIELD", "Invalid request payload", "odd")).toMatchObject({ code: "incomplete_address" });
  });
});

test("a connection that is set up wrongly is named beside the rates of others", () => {
  const messages = [
    { carrier_id: "ups-main", code: "250003", message: "Invalid Access License number" },
    { carrier_id: "post", code: "9", message: "No service to 1 Main Street" },
  ];
  const answer = readOffers(shipment({ ...draft.answer, messages }), false);
  expect(answer).toMatchObject({ kind: "offers", accountFault: "ups-main: Invalid Access License number" });
  expect(readOffers(shipment(draft.answer), false)).not.toHaveProperty("accountFault");
});

test("an abbreviation in a service's name keeps its capitals", () => {
  const nameOf = (service_name: string) =>
    offersOf(
      readOffers(
        shipment({ ...draft.answer, rates: [{ ...draft.answer.rates[0], meta: { service_name } }] }),
        false,
      ),
    )[0]?.service.name;
  expect(["us_standard", "US_COURIERS", "dpd_classic", "business_bus", "myService One"].map(nameOf)).toEqual([
    "US standard",
    "US couriers",
    "DPD classic",
    "Business bus",
    "MyService One",
  ]);
});

test("a member of another form hides neither a rate nor that a label was bought", () => {
  const [rate] = draft.answer.rates;
  const odd = shipment({ ...draft.answer, rates: [{ id: 5 }, "odd", rate], messages: "odd", options: [] });
  expect(offersOf(readOffers(odd, false))).toMatchObject([
    { priceLines: [{}, {}, {}], estimatedDeliveryDate: null },
  ]);
  const strange = {
    ...bought.answer,
    meta: { tracking_numbers: [5] },
    rates: 5,
    metadata: null,
    tracking_number: 5,
  };
  expect(toBooked(readShape(WireShipment, strange))).toMatchObject({ kind: "booked", confirmed: true });
});

test("reads a bought shipment with the numbers of its parcels", () => {
  expect(toBooked(shipment(bought.answer))).toEqual({
    kind: "booked",
    reference: "shp_f2a993c2f27e4947b97822e1e2a57a84",
    driver: null,
    confirmed: true,
  });
  const numbersOf = (pieces: unknown) =>
    toBooked(shipment({ ...twoParcels.answer, metadata: { waybill_parcels: pieces } })).trackingNumbers;
  expect(numbersOf(["pcl_1", "pcl_2"])).toEqual({ pcl_1: "4c3e842f021b", pcl_2: "PCL-2" });
  // Two pieces of one parcel: by the main number Karrio tracks both.
  expect(numbersOf(["pcl_1", "pcl_1"])).toEqual({ pcl_1: "4c3e842f021b" });
  expect(numbersOf(["pcl_1", "pcl_2", "pcl_3"])).toEqual({
    pcl_1: "4c3e842f021b",
    pcl_2: "4c3e842f021b",
    pcl_3: "4c3e842f021b",
  });
});

describe("what Karrio is told", () => {
  const stop: DeliveryStop = {
    contact: { name: "Ada L.", company: null, phone: "+4930123456", email: null },
    address: {
      line1: "Torstr. 1",
      line2: "Hof",
      city: "Berlin",
      state: null,
      postal_code: "10119",
      country: "DE",
      latitude: 52.5,
      longitude: 13.4,
      geocode_source: "client",
    },
    instructions: null,
    window: { start: "2026-07-01T07:30:00.000Z", end: "2026-07-01T09:00:00.000Z" },
    requirements: { signature: true, photo: false, pin: false, min_age: null },
  };
  const parcel = {
    id: "pcl_1",
    description: "Books",
    quantity: 2,
    weight_grams: 1234,
    length_mm: 305,
    width_mm: 200,
    height_mm: 100,
    reference: null,
    value: { amount: 1250, currency: "EUR" },
  };
  const other = { ...parcel, id: "pcl_2", quantity: 1, width_mm: null };
  const sending = { shipmentId: "shp_1", round: 2, pickup: stop, delivery: stop, parcels: [parcel, other] };
  const settings = { url: "https://karrio.example.com", api_key: "key_1" };

  test("is each piece, the local time of the pickup, the value and the signature", async () => {
    const told = await toDraft({ ...settings, carrier_ids: ["dhl"], services: ["dhl_paket"] }, sending);
    const measured = { length: 30.5, width: 20, height: 10, dimension_unit: "CM" };
    const piece = { weight: 1.234, weight_unit: "KG", description: "Books" };
    expect(told.parcels).toEqual([{ ...piece, ...measured }, { ...piece, ...measured }, piece]);
    expect(told).toMatchObject({
      shipper: { person_name: "Ada L.", address_line2: "Hof", country_code: "DE", postal_code: "10119" },
      options: {
        shipping_date: "2026-07-01T09:30",
        declared_value: 37.5,
        currency: "EUR",
        signature_confirmation: true,
      },
      label_type: "PDF",
      metadata: {
        waybill_shipment: "shp_1",
        waybill_round: "2",
        waybill_parcels: ["pcl_1", "pcl_1", "pcl_2"],
      },
      carrier_ids: ["dhl"],
      services: ["dhl_paket"],
    });
    const plain = { ...stop, window: null, requirements: { ...stop.requirements, signature: false } };
    const mixed = [parcel, { ...other, value: null }];
    const less = await toDraft(settings, { ...sending, pickup: plain, delivery: plain, parcels: mixed });
    expect(less.options).toEqual({});
    expect(Object.keys(less)).not.toContain("carrier_ids");
  });

  test("has the day of the place, also where its country has several time zones", async () => {
    const losAngeles = {
      ...stop.address,
      city: "Los Angeles",
      state: "CA",
      postal_code: "90012",
      country: "US",
      latitude: null,
      longitude: null,
      geocode_source: "town",
    } as const;
    const window = { start: "2026-12-01T01:00:00.000Z", end: "2026-12-01T03:00:00.000Z" };
    const told = await toDraft(settings, { ...sending, pickup: { ...stop, address: losAngeles, window } });
    expect(told.options).toMatchObject({ shipping_date: "2026-11-30T17:00" });
  });

  test("is the assignment with all that Karrio would replace by defaults", async () => {
    const order = { assignmentId: "asg_1", reference: "ORD-1", orderedAt: 5 };
    const marking = await toMarking({ ...settings, label_type: "PNG" }, sending, order);
    expect(marking).toMatchObject({
      reference: "ORD-1",
      label_type: "PNG",
      options: { shipping_date: "2026-07-01T09:30" },
      metadata: { waybill_assignment: "asg_1", waybill_ordered_at: "5" },
    });
    // Karrio takes a change of the metadata alone also of what is bought.
    expect(Object.keys(marking).length).toBeGreaterThan(1);
  });
});

describe("a webhook", () => {
  const read = (hook: { headers: Record<string, string>; body: unknown }, secret?: string) =>
    readKarrioWebhook(
      { url: "https://karrio.example.com", api_key: "key_1", ...(secret && { webhook_secret: secret }) },
      { headers: hook.headers, body: JSON.stringify(hook.body) },
    );
  const headers = { "x-event-id": "whsec_right" };

  test("is a hint, never more", () => {
    expect(read({ headers, body: trackerUpdated.body })).toEqual({
      kind: "hint",
      booking: { trackingNumber: "0eeacf45c9bc" },
    });
    const { data } = purchased.body;
    const body = { ...purchased.body, data: { ...data, metadata: { waybill_assignment: "asg_1" } } };
    expect(read({ headers, body })).toEqual({
      kind: "hint",
      booking: {
        idempotencyKey: "asg_1",
        bookingReference: data.id,
        trackingNumber: data.tracking_number,
      },
    });
  });

  test("of a draft, of another's shipment or of anything else is ignored", () => {
    for (const body of [purchased.body, cancelledDraft.body, { event: "order_created", data: {} }]) {
      expect(read({ headers, body })).toMatchObject({ kind: "ignored" });
    }
    expect(read({ headers, body: "nonsense" })).toMatchObject({ kind: "refused" });
  });

  test("needs the secret where one is set", () => {
    const { body } = trackerUpdated;
    expect(read({ headers, body }, "whsec_right")).toMatchObject({ kind: "hint" });
    expect(read({ headers, body }, "whsec_righT")).toMatchObject({ kind: "refused" });
    expect(read({ headers: {}, body }, "whsec_right")).toMatchObject({ kind: "refused" });
  });
});

test("amounts stay exact", () => {
  expect([
    toMinor(4.725, "EUR"),
    toMinor(1.005, "EUR"),
    toMinor(4.72, "JPY"),
    toMinor(1.2345, "KWD"),
  ]).toEqual([473, 101, 5, 1235]);
  const currency = fc.constantFrom("EUR", "JPY", "KWD");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), currency, (amount, currency) => {
      expect(toMinor(fromMinor({ amount, currency }), currency)).toBe(amount);
    }),
  );
});

test("every reason is one of Waybill's", () => {
  expect(reasonCodes).toContain(reasonOf("consignee_not_home"));
  expect([reasonOf("customs_delay"), reasonOf("security_issue"), reasonOf(null)]).toEqual([
    "customs_hold",
    "other",
    "other",
  ]);
});

test("whatever Karrio charges, an offer fits the port and its lines sum to the price", () => {
  const amount = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const charge = fc.record({ name: fc.string(), amount }, { requiredKeys: [] });
  const rate = fc.record({
    id: fc.string({ minLength: 1 }),
    carrier_name: fc.string(),
    service: fc.string(),
    currency: fc.constantFrom("EUR", "JPY", "KWD", "USD"),
    total_charge: fc.double({ min: 0, max: 1e6, noNaN: true }),
    transit_days: fc.option(fc.integer({ min: -5, max: 400 })),
    extra_charges: fc.option(fc.array(charge, { maxLength: 5 })),
  });
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 4 }), (rates) => {
      const answer = readOffers(shipment({ ...draft.answer, rates }), true);
      expect(isQuoteAnswer(answer)).toBe(true);
      const prices = rates.map(({ total_charge, currency }) => toMinor(total_charge, currency));
      const totals = offersOf(answer).map(({ priceLines }) => totalOf(priceLines));
      expect(totals).toEqual(prices.filter((price) => price > 0));
    }),
  );
});
