import { expect, test } from "bun:test";
import type { Envelope } from "../../../../../src/messaging/events/event.ts";
import {
  detailOf,
  matchesFilters,
  shipmentNames,
  shipmentOf,
  subjectOf,
} from "../../../../../src/web/dashboard/pages/events/about.ts";

const event = (type: string, data: Envelope["data"]) => ({ id: `evt_${type}`, type, data }) as Envelope;

const [named, unnamed] = ["shp_named", "shp_unnamed"];
const created = event("shipment.created", {
  shipment: { id: named, reference: "ORD-1", tracking_number: "WB1" },
});
const moved = event("tracking.substatus_changed", { shipment_id: named, tracking_number: "WB1" });
const charged = event("charge.created", { charge: { shipment_id: named } });
const raised = event("attention.raised", { attention: { shipment_id: unnamed } });
const other = event("tracking.substatus_changed", { shipment_id: unnamed, tracking_number: "WB2" });

test("in a list of events one shipment has one name, the best that they hold, and each leads to it", () => {
  const names = shipmentNames([charged, moved, created, raised, other]);
  expect(Object.fromEntries(names)).toEqual({ [named]: "ORD-1", [unnamed]: "WB2" });
  expect(shipmentNames([charged]).size).toBe(0);
  expect([charged, moved, created, raised, other].map(shipmentOf)).toEqual([
    named,
    named,
    named,
    unnamed,
    unnamed,
  ]);
});

test("the filter by shipment leaves out what the API leaves out", () => {
  const kept = [created, moved, charged].filter((each) => matchesFilters(each, { shipment_id: named }));
  expect(kept).toEqual([created, moved]);
});

test("filters by type and time take what the API takes: from the first moment on, and before the last", () => {
  const at = (timestamp: string) => ({ ...moved, timestamp }) as Envelope;
  const [early, late] = ["2026-01-31T09:30:00.000Z", "2026-01-31T09:31:00.000Z"];
  const passes = (filters: Parameters<typeof matchesFilters>[1]) => matchesFilters(at(early), filters);
  expect(passes({})).toBe(true);
  expect([passes({ type: moved.type }), passes({ type: `shipment.created,${moved.type}` })]).toEqual([
    true,
    true,
  ]);
  expect([passes({ type: "tracking" }), passes({ type: "shipment.created" })]).toEqual([false, false]);
  expect([passes({ created_after: early }), passes({ created_after: late })]).toEqual([true, false]);
  expect([passes({ created_before: early }), passes({ created_before: late })]).toEqual([false, true]);
  expect(passes({ type: moved.type, created_after: early, created_before: late, shipment_id: named })).toBe(
    true,
  );
  expect(passes({ type: moved.type, created_after: late, shipment_id: named })).toBe(false);
});

test.each<[string, Envelope["data"], string | undefined]>([
  ["tracking.substatus_changed", { substatus: "arrived_at_pickup" }, "Arrived at pickup"],
  [
    "charge.created",
    { charge: { kind: "cancellation_fee", amount: { amount: 450, currency: "EUR" } } },
    "Cancellation fee, €4.50",
  ],
  ["attention.raised", { attention: { kind: "no_driver" } }, "No driver"],
  ["proof.added", { missing: ["signature", "photo"] }, "Signature, photo"],
  ["shipment.failed", { message: "Lost.", reason_code: "lost" }, "Lost."],
  ["shipment.failed", { message: null, reason_code: "recipient_refused" }, "Recipient refused"],
  ["shipment.updated", { substatus: "confirmed" }, undefined],
  ["a.later_type", {}, undefined],
])("an event of the type %s says of itself: %p", (type, data, detail) => {
  expect(detailOf(event(type, data))).toBe(detail);
});

test("an event without a shipment is about a carrier or an endpoint", () => {
  const url = "https://shop.example.com/hooks";
  expect(
    [
      { carrier: { name: "City Riders" } },
      { webhook: { description: "Order system", url } },
      { webhook: { description: null, url } },
      {},
    ].map((data) => subjectOf(event("a.type", data))),
  ).toEqual(["City Riders", "Order system", url, "—"]);
});
