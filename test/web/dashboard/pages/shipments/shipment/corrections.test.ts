import { expect, test } from "bun:test";
import { shipmentEvents } from "../../../../../../src/delivery/lifecycle/state/events.ts";
import { statuses } from "../../../../../../src/delivery/model/model.ts";
import {
  consequencesOf,
  correctionsOf,
} from "../../../../../../src/web/dashboard/pages/shipments/shipment/corrections.ts";

/** What a shipment's page offers to correct, and what it says of it. */

const { shipment } = shipmentEvents["shipment.delivered"].example;
const erased = { status: "delivered", redacted_at: "2026-01-31T10:08:00.000Z" } as const;

test("a state is offered as the table allows, of a simulated driver the final ones, of what was erased none", () => {
  const delivered = { status: "delivered", redacted_at: null } as const;
  expect(correctionsOf(delivered, false)).toEqual(["in_transit", "returning", "returned", "failed"]);
  expect(correctionsOf(delivered, true)).toEqual(["returned", "failed"]);
  expect(correctionsOf(erased, false)).toEqual([]);
  const offered = statuses.filter((status) => correctionsOf({ status, redacted_at: null }, false).length > 0);
  expect(offered).toEqual(["delivered", "failed", "returning", "returned"]);
});

test("money, recipient and rider are named, and the proof where the goods are said to be delivered", () => {
  const { assignment } = shipment;
  const again = consequencesOf({ status: "delivered", assignment }, "in_transit");
  expect(again).toEqual([
    "The price stays, unless the quote said what a return or a failure costs: then the difference is charged.",
    "The recipient's page shows the new state at once, without your reason. No email is sent.",
    "Alex I. has the job again, with the delivery as a stop.",
  ]);
  expect(consequencesOf({ status: "returning", assignment }, "delivered").slice(2)).toEqual([
    "Alex I. loses the stop.",
    "Your word replaces no proof: what the shipment requires and is missing stays named.",
  ]);
  const byHand = assignment && { ...assignment, driver: null };
  expect(consequencesOf({ status: "delivered", assignment: byHand }, "returning")[2]).toBe(
    "Your fleet has the job again, with the way back to the sender as a stop.",
  );
  expect(consequencesOf({ status: "returning", assignment: byHand }, "failed")[2]).toBe(
    "Your fleet has nothing more to do.",
  );
  expect(consequencesOf({ status: "failed", assignment }, "returned")[2]).toBe(
    "Nothing changes for the rider.",
  );
});
