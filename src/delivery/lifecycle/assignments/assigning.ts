import type { Deps, Writing } from "../../../infra/deps.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { Money } from "../../model/model.ts";
import { chargeDelivery } from "../charges/service.ts";
import { beginJob } from "../driver-jobs/transitions.ts";
import { labelStateOf } from "../labels/fetching.ts";
import { type Quote, ranked, type Strategy } from "../quotes/quote.ts";
import { acceptQuoteRow, canBeAccepted } from "../quotes/rounds.ts";
import { quotesOfLastRound } from "../quotes/service.ts";
import type { AutoReassign } from "../state/assignment.ts";
import { changeShipment, markAttentionDue, recordTrouble } from "../state/change.ts";
import { sealPin } from "../state/pin.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { assignmentStore } from "./store.ts";
import { queueCarrierCall, releaseAssignment } from "./transitions.ts";

/** Gives a shipment to a carrier, and to the next one where the client asked for that. */

const pinDigits = 4;

/** The best offer that can be accepted, within a price if one is given; undefined if there is none. */
export function bestOffer(
  writing: Writing,
  shipment: ShipmentRow,
  strategy: Strategy,
  maxPrice?: Money,
): Quote | undefined {
  const isWithin = ({ amount, currency }: Quote) =>
    maxPrice === undefined || (currency === maxPrice.currency && amount <= maxPrice.amount);
  const open = quotesOfLastRound(writing.tx, shipment.id).filter(
    (quote) => isWithin(quote) && canBeAccepted(writing, quote, shipment.accountId),
  );
  return ranked(open, strategy, shipment)[0];
}

/** Writes the assignment as `pending`. A job books it; the assignment's id makes repeating that safe. */
export function assign(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  quote: Quote,
  { by, autoReassign }: { by: "client" | "system"; autoReassign: AutoReassign | null },
): AssignmentRow {
  const { deps, tx, now, environment } = writing;
  const row: AssignmentRow = {
    id: deps.ids.make("asg"),
    shipmentId: shipment.id,
    quoteId: quote.id,
    status: "pending",
    attempt: assignmentStore(tx).lastAttempt(shipment.id) + 1,
    carrier: quote.carrier,
    service: quote.service,
    amount: quote.amount,
    cost: quote.cost,
    currency: quote.currency,
    estimatedPickupAt: quote.estimatedPickupAt,
    estimatedDeliveryAt: quote.estimatedDeliveryAt,
    estimatedDeliveryDate: quote.estimatedDeliveryDate,
    driver: null,
    carrierReference: null,
    assignedAt: now,
    releasedAt: null,
    releaseReason: null,
    trackingNumbers: {},
    carrierTrackingUrl: null,
    cancellationRequest: null,
    updatedAt: now,
    endedAt: null,
    reportCount: 0,
    reportedSubstatus: null,
    autoReassign,
    carrierLabel: labelStateOf(deps.carrier(environment, quote.carrier.id)),
  };
  acceptQuoteRow(writing, quote);
  assignmentStore(tx).insert(row);
  const terms = deps.carrier(environment, row.carrier.id)?.dispatch;
  if (terms) beginJob(writing, shipment, row, terms);
  queueCarrierCall(writing, row, "book");
  const needsPin = shipment.delivery.requirements.pin && shipment.pin === null;
  const assigned = changeShipment(writing, shipment, {
    by,
    status: "assigned",
    message: `The quote from ${quote.carrier.name} was accepted.`,
    set: {
      assignmentId: row.id,
      carrierId: quote.carrier.id,
      withoutDriver: terms !== undefined,
      ...(needsPin ? { pin: sealPin(deps.vault, shipment.id, mintPin(deps)) } : {}),
    },
  });
  // A dispatcher has to choose a driver, and nobody else looks for one.
  if (terms?.choice === "manual") markAttentionDue(writing, assigned);
  chargeDelivery(writing, shipment, row);
  return row;
}

function mintPin(deps: Deps): string {
  return String(deps.ids.integer(10 ** pinDigits)).padStart(pinDigits, "0");
}

/**
 * The carrier gives the shipment back, or never took it. Where the client asked for it, the next best offer takes over
 * in the same transaction, unless a rejection leaves open whether the carrier has booked. Contract-live §7.
 */
export function takeBackFromCarrier(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  end: Parameters<typeof releaseAssignment>[3],
): void {
  const released = releaseAssignment(writing, shipment, assignment, end);
  if (end.mayBeBooked) {
    const detail = `${assignment.carrier.name} rejected the booking, and may have made it all the same.`;
    const advice = "Waybill accepts no other quote by itself: ask the carrier first.";
    recordTrouble(writing, released, "booking_kept", `${detail} ${advice}`);
    return;
  }
  const { autoReassign: wish } = assignment;
  if (wish === null || wish.remaining === 0) return;
  const next = bestOffer(writing, shipment, wish.strategy, wish.maxPrice);
  if (!next) return;
  assign(writing, released, next, {
    by: "system",
    autoReassign: { ...wish, remaining: wish.remaining - 1 },
  });
}
