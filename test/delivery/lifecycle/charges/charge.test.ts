import { expect, test } from "bun:test";
import {
  besideKinds,
  cancellationAmount,
  chargeKinds,
} from "../../../../src/delivery/lifecycle/charges/charge.ts";
import type { Substatus } from "../../../../src/delivery/model/model.ts";

const steps = [
  { until: "en_route_to_pickup", amount: 0 },
  { until: "at_pickup", amount: 389 },
] as const;

test.each<[Substatus, number]>([
  ["awaiting_carrier", 0],
  ["confirmed", 0],
  ["en_route_to_pickup", 389],
  ["at_pickup", 777],
  ["picked_up", 777],
])(
  "until names the first substatus at which a step no longer holds: at %s, %d are due",
  (substatus, amount) => {
    expect(cancellationAmount(steps, 777, substatus)).toBe(amount);
    expect(cancellationAmount([], 777, substatus)).toBe(0);
  },
);

test("each kind of charge is in one part of a statement", () => {
  expect(["delivery", "cancellation", "adjustment", ...besideKinds].sort()).toEqual([...chargeKinds].sort());
});
