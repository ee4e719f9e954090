import { expect, test } from "bun:test";
import fc from "fast-check";
import { afterChange, afterEnd, type Paid } from "../../../../src/delivery/lifecycle/charges/price-change.ts";

/** Moves, ends, discounts and charges beside the price, in any order. */

/** `end`: what the state that follows changes of the price. */
type Step = { kind: "move" | "end" | "beside" | "discount"; amount: number };

interface State extends Paid {
  end: number;
}

/** People charge in full, and discount no more than a shipment costs. What has ended moves no more. */
function taken(state: State, { kind, amount }: Step): State {
  if (kind === "move") return state.end === 0 ? { ...state, ...afterChange(state, amount) } : state;
  if (kind === "end") return { ...state, ...afterEnd(state, state.end, amount), end: amount };
  const charged = kind === "beside" ? Math.abs(amount) : 0 - Math.min(Math.abs(amount), state.total);
  return { ...state, total: state.total + charged };
}

const amount = fc.integer({ min: -900, max: 900 });
const step = (...kinds: Step["kind"][]) => fc.record({ kind: fc.constantFrom(...kinds), amount });
const anySteps = fc.array(step("move", "end", "beside", "discount"), { maxLength: 12 });
const booked = fc.nat(900).map((price): State => ({ total: price, unapplied: 0, end: 0 }));
/** Whatever happened to a delivery before. */
const state = fc.tuple(booked, anySteps).map(([start, steps]) => steps.reduce(taken, start));
const ongoing = state.map((before) => taken(before, { kind: "end", amount: 0 }));
const ends = fc.array(step("end"), { maxLength: 4 });

test("a wrong end and its correction change nothing, whatever is charged beside the price meanwhile", () => {
  fc.assert(
    fc.property(ongoing, fc.array(step("end", "beside"), { maxLength: 8 }), (before, steps) => {
      const corrected = taken(steps.reduce(taken, before), { kind: "end", amount: 0 });
      const besides = steps.filter(({ kind }) => kind === "beside");
      const charged = besides.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
      expect(corrected.total).toBe(before.total + charged);
    }),
  );
});

test("an end that is corrected and stands again costs what it did", () => {
  fc.assert(
    fc.property(state, ends, (before, steps) => {
      const again = taken(steps.reduce(taken, before), { kind: "end", amount: before.end });
      expect(again.total).toBe(before.total);
    }),
  );
});

test("a move and the move back change nothing", () => {
  fc.assert(
    fc.property(state, amount, (before, change) => {
      const there = afterChange(before, change);
      expect(afterChange(there, 0 - change).total).toBe(before.total);
    }),
  );
});

test("a shipment costs never less than nothing, and as long as it could not, the sum of all", () => {
  fc.assert(
    fc.property(booked, anySteps, (start, steps) => {
      let isWhole = true;
      let sum = start.total;
      steps.reduce((before, each) => {
        const after = taken(before, each);
        if (each.kind === "move") sum += before.end === 0 ? each.amount : 0;
        else if (each.kind === "end") sum += each.amount - before.end;
        else sum += after.total - before.total;
        // A fee is taken back before another end is charged.
        isWhole &&= sum >= Math.max(0, after.end);
        expect(after.total).toBeGreaterThanOrEqual(0);
        if (isWhole) expect(after.total).toBe(sum);
        return after;
      }, start);
    }),
  );
});
