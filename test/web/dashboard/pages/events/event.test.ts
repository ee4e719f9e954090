import { expect, test } from "bun:test";
import type { Envelope } from "../../../../../src/messaging/events/event.ts";
import {
  matchesFilters,
  shipmentNames,
  shipmentOf,
} from "../../../../../src/web/dashboard/pages/events/event.ts";

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
