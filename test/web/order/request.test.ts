import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { PublicOrderFormView } from "../../../src/delivery/orders/order-forms/public-schema.ts";
import { changedDraft, emptyDraft } from "../../../src/web/order/draft.ts";
import { faultsOf, missingIn, problemText } from "../../../src/web/order/faults.ts";
import { countriesOf, estimateOf, numberIn, orderOf } from "../../../src/web/order/request.ts";
import { isOver, stageOf, toneOf } from "../../../src/web/order/state.ts";
import { en } from "../../../src/web/order/texts/en.ts";

/** What the fields of the page make, and what it makes of answers. */

const form = {
  services: [
    { code: "express", name: "Express" },
    { code: "day", name: "Today" },
  ],
  countries: ["DE", "AT"],
  pickup: { country: "AT" } as PublicOrderFormView["pickup"],
};
const draft = {
  ...emptyDraft("DE"),
  name: " Ada Park ",
  line1: "Oranienstraße 25",
  city: "Berlin",
  parcels: "2",
  weight: "0,9",
};

describe("the request", () => {
  test("has what was typed, without blanks around it", () => {
    expect(orderOf(draft, form)).toEqual({
      delivery: {
        contact: { name: "Ada Park", phone: null },
        address: { line1: "Oranienstraße 25", postal_code: null, city: "Berlin", country: "DE" },
        instructions: null,
        window: null,
      },
      parcels: [{ quantity: 2, weight_grams: 900 }],
    });
    const chosen = { ...draft, service: "day", window: "2026-11-30T10:00:00.000Z", note: "Ring twice" };
    expect(orderOf(chosen, form)).toMatchObject({
      service: "day",
      delivery: {
        instructions: "Ring twice",
        window: { start: "2026-11-30T10:00:00.000Z", end: "2026-11-30T12:00:00.000Z" },
      },
    });
    // A kept draft may name a service that the form has no more.
    expect(orderOf({ ...draft, service: "gone" }, form)).not.toHaveProperty("service");
  });

  test("asks for a price only once everything that it depends on is there", () => {
    expect(estimateOf(draft, form)?.parcels).toEqual([{ quantity: 2, weight_grams: 900 }]);
    for (const missing of [
      { line1: " " },
      { city: "" },
      { country: "" },
      { weight: "" },
      { weight: "0" },
      { parcels: "two" },
    ])
      expect(estimateOf({ ...draft, ...missing }, form)).toBeUndefined();
    // Who gets it changes no price.
    const other = { ...draft, name: "Lin Wu", note: "Second floor" };
    expect(estimateOf(other, form)).toEqual(estimateOf(draft, form));
  });

  test("reads numbers as people type them, and nothing else", () => {
    expect(["1", "0,9", " 2.5 ", "12"].map(numberIn)).toEqual([1, 0.9, 2.5, 12]);
    for (const text of ["", "one", "-1", "1.2.3", "1e9", "1 kg", "٣"]) expect(numberIn(text)).toBeUndefined();
  });

  test("is another one with another key when a field changes, and the same one when it does not", () => {
    expect(changedDraft(draft, "city", "Berlin")).toBe(draft);
    const changed = changedDraft(draft, "city", "Potsdam");
    expect(changed.key).not.toBe(draft.key);
    expect(Value.Equal({ ...changed, key: draft.key }, { ...draft, city: "Potsdam" })).toBe(true);
  });

  test("goes to the country of the pickup, unless somebody chooses another", () => {
    expect(countriesOf(form)).toEqual(["AT", "DE"]);
    expect(countriesOf({ ...form, countries: ["DE"] })).toEqual(["DE"]);
    expect(countriesOf({ ...form, countries: null })[0]).toBe("AT");
    expect(countriesOf({ ...form, countries: null }).length).toBeGreaterThan(200);
  });
});

describe("what is wrong", () => {
  test("stands at its field, before anything is sent and after", () => {
    expect(missingIn(emptyDraft("DE"), en)).toEqual({
      name: en.problems.required,
      line1: en.problems.required,
      city: en.problems.required,
      weight: en.problems.required,
    });
    for (const weight of ["heavy", "0", "0,0", "0.0004"])
      expect(missingIn({ ...draft, weight }, en)).toEqual({ weight: en.problems.invalid });
    expect(missingIn({ ...draft, weight: "0,0005" }, en)).toEqual({});
    expect(missingIn({ ...draft, parcels: "two" }, en)).toEqual({ parcels: en.problems.invalid });
    const problem = (pointer: string, code: string) => ({
      status: 422,
      code: "validation_failed",
      title: "",
      detail: "",
      errors: [{ pointer, code, detail: "" }],
    });
    for (const [pointer, code, fault] of [
      ["#/delivery/contact/phone", "format", { phone: en.problems.phone }],
      ["#/delivery/contact/name", "max_length", { name: en.problems.tooLong }],
      ["#/delivery/address/country", "not_allowed", { country: en.problems.invalid }],
      ["#/delivery/window/end", "window_in_past", { window: en.problems.windowOver }],
      ["#/parcels/0/quantity", "maximum", { parcels: en.problems.tooMany }],
      ["#/parcels/0/weight_grams", "minimum", { weight: en.problems.invalid }],
      ["#/something/else", "unknown_field", {}],
    ] as const)
      expect([pointer, faultsOf(problem(pointer, code), en)]).toEqual([pointer, fault]);
  });

  test("with the whole is said in words, whatever the server answers", () => {
    const said = (code: string, status = 409) =>
      problemText({ status, code, title: "", detail: "" }, en, "City Riders");
    expect(said("unreachable", 0)).toBe(en.problems.notSent);
    expect(said("order_form_paused")).toBe(
      "City Riders takes no orders here right now. What you typed stays here.",
    );
    expect(said("order_limit_reached", 429)).toBe(en.problems.dayFull);
    expect(said("rate_limited", 429)).toBe(en.problems.tooOften);
    expect(said("not_found", 404)).toBe(en.closed.unknown);
    expect(said("internal_error", 500)).toBe(en.problems.other);
  });
});

test("an order is shown by its request, and once there is one by its shipment", () => {
  const stage = (
    state: "waiting" | "approved" | "refused" | "withdrawn",
    status: string | null = null,
    recall_requested_at: string | null = null,
  ) => stageOf({ state, status, recall_requested_at } as Parameters<typeof stageOf>[0]);
  expect([stage("waiting"), stage("refused"), stage("withdrawn")]).toEqual([
    "waiting",
    "refused",
    "cancelled",
  ]);
  expect(
    ["created", "assigned", "in_transit", "returned"].map((status) => stage("approved", status)),
  ).toEqual(["planned", "booked", "on_its_way", "returned"]);
  expect(stage("approved", "a_later_status")).toBe("planned");
  const asked = "2026-11-02T10:00:00.000Z";
  expect(["in_transit", "delivered", "returning"].map((status) => stage("approved", status, asked))).toEqual([
    "recalled",
    "delivered",
    "returning",
  ]);
  expect(["waiting", "booked"].map((name) => isOver(name as "waiting"))).toEqual([false, false]);
  expect(["delivered", "refused", "cancelled"].map((name) => isOver(name as "refused"))).toEqual([
    true,
    true,
    true,
  ]);
  expect([toneOf("delivered"), toneOf("refused"), toneOf("waiting")]).toEqual(["good", "warn", "busy"]);
});
