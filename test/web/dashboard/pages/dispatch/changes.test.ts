import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ListedAttentionItemView } from "../../../../../src/delivery/fleet/attention/schema.ts";
import type { LiveState } from "../../../../../src/delivery/fleet/live/schema.ts";
import { shipmentEvents } from "../../../../../src/delivery/lifecycle/state/events.ts";
import type { ListedShipmentView } from "../../../../../src/delivery/orders/shipments/schema.ts";
import { isOutdated, withItem, withStates } from "../../../../../src/web/dashboard/pages/dispatch/changes.ts";
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

describe("what needs a person", () => {
  const item = (id: string, due_at: string, detail = "") =>
    ({ id, due_at, detail }) as ListedAttentionItemView;
  const [soon, late] = [
    item("att_soon", "2026-01-31T10:00:00.000Z"),
    item("att_late", "2026-02-01T10:00:00.000Z"),
  ];
  const raised = (attention: ListedAttentionItemView) => ({ state: "raised" as const, attention });
  const settled = (attention: ListedAttentionItemView) => ({ state: "settled" as const, attention });

  test("is in order of its harm, whichever came first, and each once", () => {
    for (const items of [
      [late, soon, late],
      [soon, late, soon],
    ]) {
      const shown = items.reduce<ListedAttentionItemView[]>(
        (before, each) => withItem(before, raised(each)),
        [],
      );
      expect(shown).toEqual([soon, late]);
    }
  });

  test("says what was said last, and moves where its harm comes later", () => {
    const moved = item("att_soon", "2026-02-02T10:00:00.000Z", "No driver.");
    expect(withItem([soon, late], raised(moved))).toEqual([late, moved]);
  });

  test("goes when it is settled, also twice, and one that nobody knew changes nothing", () => {
    expect(withItem([soon, late], settled(soon))).toEqual([late]);
    expect(withItem([late], settled(soon))).toEqual([late]);
    expect(withItem([], settled(soon))).toEqual([]);
    // A state of a later version is none that asks for somebody.
    expect(withItem([soon, late], { state: "a_later_state" as "settled", attention: late })).toEqual([soon]);
  });

  test("is what was raised last and not settled since, whatever came", () => {
    const ids = ["a", "b", "c"];
    const change = fc.record({
      id: fc.constantFrom(...ids),
      day: fc.integer({ min: 10, max: 28 }),
      isRaised: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const told = changes.map(({ id, day, isRaised }) =>
          (isRaised ? raised : settled)(item(id, `2026-01-${day}T10:00:00.000Z`)),
        );
        const shown = told.reduce<ListedAttentionItemView[]>((items, change) => withItem(items, change), []);
        const last = ids.flatMap((id) => told.findLast(({ attention }) => attention.id === id) ?? []);
        const open = last.filter(({ state }) => state === "raised").map(({ attention }) => attention);
        expect(shown.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(open);
        expect(shown.map(({ due_at }) => due_at)).toEqual(open.map(({ due_at }) => due_at).sort());
      }),
    );
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
