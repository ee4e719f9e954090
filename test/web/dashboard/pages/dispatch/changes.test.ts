import { describe, expect, test } from "bun:test";
import type { ListedAttentionItemView } from "../../../../../src/delivery/fleet/attention/schema.ts";
import type { LiveState } from "../../../../../src/delivery/fleet/live/schema.ts";
import { shipmentEvents } from "../../../../../src/delivery/lifecycle/state/events.ts";
import type { ListedShipmentView } from "../../../../../src/delivery/orders/shipments/schema.ts";
import { isOutdated, withStates } from "../../../../../src/web/dashboard/pages/dispatch/changes.ts";
import { isHeard } from "../../../../../src/web/dashboard/pages/dispatch/live.ts";

/** What the stream changes in the lists of the dispatch page. */

const { shipment } = shipmentEvents["shipment.assigned"].example;
const eta = (delivery: string): NonNullable<ListedShipmentView["eta"]> => ({
  pickup: null,
  delivery,
  delivery_date: null,
  returned: null,
  source: "estimate",
  updated_at: "2026-01-31T09:30:00.000Z",
});

const row = (id: string, change: Partial<ListedShipmentView> = {}): ListedShipmentView => ({
  ...shipment,
  eta: eta("2026-01-31T10:10:00.000Z"),
  setback: null,
  promised_delivery_at: null,
  late_seconds: null,
  due_at: null,
  ...change,
  id,
});

/** The shipment of a row, as the stream tells it, after a change. */
function stateOf(of: ListedShipmentView, change: Partial<LiveState> = {}): LiveState {
  const { id, status, substatus, reference, tracking_number, updated_at, assignment } = of;
  return {
    shipment_id: id,
    driver_id: null,
    account_id: "acct_1",
    assignment_id: assignment?.id ?? null,
    carrier_id: assignment?.carrier.id ?? null,
    status,
    substatus,
    reference,
    tracking_number,
    eta: of.eta,
    updated_at,
    ...change,
  };
}

const statesOf = (...states: LiveState[]) => new Map(states.map((state) => [state.shipment_id, state]));
const later = { updated_at: "2026-01-31T09:50:00.000Z" };

describe("a shipment that changed", () => {
  const [one, other] = [row("shp_1"), row("shp_2")];

  test("is shown as it is now, and the others stay the same objects", () => {
    const state = stateOf(one, {
      ...later,
      status: "in_transit",
      substatus: "picked_up",
      reference: "ORD-2",
      eta: eta("2026-01-31T11:00:00.000Z"),
    });
    const rows = withStates([one, other], statesOf(state));
    expect(rows[0]).toEqual({
      ...one,
      ...later,
      status: "in_transit",
      substatus: "picked_up",
      reference: "ORD-2",
      eta: eta("2026-01-31T11:00:00.000Z"),
    });
    expect(rows[1]).toBe(other);
  });

  test("is the same after it was told twice", () => {
    const states = statesOf(stateOf(one, { ...later, substatus: "confirmed" }));
    const once = withStates([one, other], states);
    expect(withStates(once, states)).toEqual(once);
    expect(isOutdated(once, states)).toBe(false);
  });

  test("keeps its estimate while no other one is known", () => {
    expect(withStates([one], statesOf(stateOf(one, { ...later, eta: null })))[0]?.eta).toEqual(one.eta);
  });

  test("adds no row where it is not in the list", () => {
    expect(withStates([one], statesOf(stateOf(other)))).toEqual([one]);
    expect(withStates([], statesOf(stateOf(other)))).toEqual([]);
  });
});

describe("the list is read again", () => {
  const one = row("shp_1");

  test.each<[string, Partial<LiveState>]>([
    ["another state", { ...later, status: "in_transit", substatus: "picked_up" }],
    ["another carrier", { ...later, assignment_id: "asg_2" }],
    ["no carrier any more", { ...later, assignment_id: null }],
    ["another address or reference", later],
  ])("for %s", (_name, change) => {
    expect(isOutdated([one], statesOf(stateOf(one, change)))).toBe(true);
  });

  test("for a shipment that is in none of the lists", () => {
    expect(isOutdated([one], statesOf(stateOf(row("shp_new"))))).toBe(true);
    expect(isOutdated([], statesOf(stateOf(one)))).toBe(true);
  });

  test.each<[string, Partial<LiveState>]>([
    ["a step on the way", { ...later, substatus: "confirmed" }],
    ["another estimate", { eta: eta("2026-01-31T11:00:00.000Z") }],
    ["what is known", {}],
  ])("not for %s", (_name, change) => {
    expect(isOutdated([row("shp_2"), one], statesOf(stateOf(one, change)))).toBe(false);
  });
});

describe("a sound", () => {
  const told = (state: "raised" | "settled", is_urgent: boolean) =>
    isHeard({ state, attention: { is_urgent } as ListedAttentionItemView });

  test("comes with what cannot wait, and with nothing else", () => {
    expect([told("raised", true), told("raised", false), told("settled", true)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
