import { expect, test } from "bun:test";
import { type ChargeKind, chargeKinds } from "../../../../../../src/delivery/lifecycle/charges/charge.ts";
import type { ChargeView } from "../../../../../../src/delivery/lifecycle/charges/schema.ts";
import { shipmentEvents } from "../../../../../../src/delivery/lifecycle/state/events.ts";
import type { Problem } from "../../../../../../src/web/browser/problem.ts";
import {
  chargeProblem,
  explainCharge,
  minutesBeyond,
  waitReason,
  waitsOf,
} from "../../../../../../src/web/dashboard/pages/shipments/shipment/charge-words.ts";

/** Charges and waits in words. */

const charge = (kind: ChargeKind, change: Partial<ChargeView> = {}) =>
  ({ kind, reason: null, reverses: null, ...change }) as ChargeView;

test("every charge says why", () => {
  for (const kind of chargeKinds) expect(explainCharge(charge(kind))).toMatch(/^[A-Z].{15,}\.$/);
  const told = new Set(chargeKinds.map((kind) => explainCharge(charge(kind))));
  expect(told.size).toBe(5);
  expect(explainCharge(charge("adjustment", { reverses: "chg_1" }))).toStartWith("Takes a charge back");
  expect(explainCharge(charge("waiting", { reason: "20 minutes at the ramp" }))).toBe(
    "20 minutes at the ramp",
  );
});

test("a wait is what the stops say, and each stop has its free minutes", () => {
  const { shipment } = shipmentEvents["shipment.assigned"].example;
  const waited = (pickup?: number | null, delivery?: number | null) =>
    waitsOf({
      pickup: { ...shipment.pickup, ...(pickup !== undefined && { waited_minutes: pickup }) },
      delivery: { ...shipment.delivery, ...(delivery !== undefined && { waited_minutes: delivery }) },
    });
  expect([waited(), waited(null, null), waited(0, 0)]).toEqual([[], [], []]);
  const both = waited(25, 4);
  expect(both).toEqual([
    { stop: "pickup", minutes: 25 },
    { stop: "delivery", minutes: 4 },
  ]);
  expect([0, 3, 10, 25].map((free) => minutesBeyond(both, free))).toEqual([29, 23, 15, 0]);
  expect(waitReason(both, 0)).toBe(
    "The driver waited 25 minutes at the pickup and 4 minutes at the delivery.",
  );
  expect(waitReason(waited(25), 1)).toBe(
    "The driver waited 25 minutes at the pickup. 1 is free at each stop.",
  );
  expect(waitReason(waited(1), 0)).toBe("The driver waited 1 minute at the pickup.");
  expect([waitReason(waited(10), 10), waitReason([], 0)]).toEqual([undefined, undefined]);
});

test("a refusal speaks of money, and not of minor units", () => {
  const problem = (code: string, errors?: Problem["errors"]): Problem => ({
    status: 409,
    code,
    title: "Title",
    detail: "0 of it are left, in minor units.",
    ...(errors && { errors }),
  });
  for (const code of ["charge_unagreed", "charge_too_late"])
    expect(chargeProblem(problem(code), "EUR").detail).not.toMatch(/minor|\b0\b/);
  const tooMuch = {
    pointer: "#/amount/amount",
    code: "maximum",
    detail: "must be at most 450: the shipment costs no more",
  };
  const shown = chargeProblem(problem("validation_failed", [tooMuch]), "EUR");
  expect(shown.errors?.[0]?.detail.replaceAll(/[^\d.,a-z: ]/g, "")).toBe(
    "must be at most 4.50: the shipment costs no more",
  );
  const other = { pointer: "#/reason", code: "max_length", detail: "must have at most 500 characters" };
  expect(chargeProblem(problem("validation_failed", [other]), "EUR").errors).toEqual([other]);
  expect(chargeProblem(problem("not_found"), "EUR")).toEqual(problem("not_found"));
});
