import { markChanged } from "../../messaging/events/watch.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import type { Address, Contact, Stop, Window } from "../model/model.ts";
import { assignmentStore } from "./assignments/store.ts";
import { activeAssignment } from "./assignments/transitions.ts";
import { adoptNewPlace, moveJob, notifyDriver, withdrawFromDriver } from "./driver-jobs/transitions.ts";
import type { StopChange } from "./driver-notices/notice.ts";
import { queueGeocoding } from "./places/queue.ts";
import { closeQuoting } from "./quotes/rounds.ts";
import { appendShipmentEvent } from "./state/beside.ts";
import { changeShipment, markAttentionDue } from "./state/change.ts";
import { newPin } from "./state/pin.ts";
import { isSameHouse } from "./state/recipient.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import { linkColumns } from "./state/tracking-link.ts";
import { moveEstimates } from "./tracking/estimates.ts";

/**
 * What was promised of an accepted shipment moves: a window, an address or a contact of a stop that is still ahead. The
 * price stays. Contract for an operator's day, §4.
 */

const movableStops = ["pickup", "delivery"] as const;
type MovableStop = (typeof movableStops)[number];

interface Moving {
  by: "client" | "operator";
  /** Why the promise moved, in the words of who moved it; null: nobody said. */
  reason: string | null;
}

/** A stop as it was and as it is. */
interface Moved {
  stop: MovableStop;
  hasOtherWindow: boolean;
  hasOtherAddress: boolean;
}

/**
 * Changes the columns, and all that hangs on them. The events are `shipment.updated`, then `shipment.rescheduled` for
 * each window that moved.
 */
export function reschedule(
  writing: DeliveryWriting,
  before: ShipmentRow,
  set: Partial<ShipmentRow>,
  { by, reason }: Moving,
): ShipmentRow {
  const moved = movedStops(before, { ...before, ...set });
  const later = moved.filter(({ hasOtherWindow }) => hasOtherWindow);
  const assignment = activeAssignment(writing, before);
  // The event of the change shows the estimates that go with the windows.
  if (assignment) moveAssignment(writing, { ...before, ...set }, assignment, later);
  let after = changeShipment(writing, before, {
    by,
    message: "Details were changed.",
    set: {
      ...set,
      ...renewedAccess(writing, before, set),
      // Two moves in a millisecond are two for whoever reads the stream.
      ...(later.length > 0 && {
        promiseMovedAt: Math.max(writing.now, (before.promiseMovedAt ?? 0) + 1),
      }),
    },
  });
  markChanged(before.id);
  for (const { stop } of later) {
    const data = { stop, previous_window: before[stop].window, reason };
    after = appendShipmentEvent(writing, after, { type: "shipment.rescheduled", data });
  }
  if (later.length > 0) after = markAttentionDue(writing, after);
  if (moved.some(({ hasOtherAddress }) => hasOtherAddress)) {
    queueGeocoding(writing, after);
    if (assignment) {
      // The other offers are for the earlier address: they must not reopen.
      closeQuoting(writing, after.id);
      adoptNewPlace(writing, assignment.id);
    }
  }
  if (assignment && moved.length > 0) tellDriver(writing, before, after, assignment.id, moved);
  return after;
}

function movedStops(before: ShipmentRow, after: ShipmentRow): Moved[] {
  return movableStops
    .map((stop) => ({
      stop,
      hasOtherWindow: !Bun.deepEquals(before[stop].window, after[stop].window),
      hasOtherAddress: !isSameHouse(before[stop], after[stop]),
    }))
    .filter(({ hasOtherWindow, hasOtherAddress }) => hasOtherWindow || hasOtherAddress);
}

/** Whoever drives has to see it. What they have not seen yet and what is again as they knew it needs no word. */
function tellDriver(
  writing: DeliveryWriting,
  before: ShipmentRow,
  after: ShipmentRow,
  assignmentId: string,
  moved: readonly Moved[],
): void {
  const changes = moved.map(
    ({ stop, hasOtherWindow, hasOtherAddress }): StopChange => ({
      stop,
      ...(hasOtherWindow && { previousWindow: before[stop].window }),
      ...(hasOtherAddress && { previousAddress: addressLine(before[stop].address) }),
    }),
  );
  const told = notifyDriver(writing, assignmentId, "change", { changes });
  const isNews = told?.details.changes?.some(
    ({ stop, previousWindow, previousAddress }) =>
      (previousWindow !== undefined && !Bun.deepEquals(previousWindow, after[stop].window)) ||
      (previousAddress !== undefined && previousAddress !== addressLine(after[stop].address)),
  );
  if (isNews === false) withdrawFromDriver(writing, assignmentId, "change");
}

/** As the rider's page writes it. */
function addressLine({ line1, line2, postal_code, city }: Address): string {
  const town = [postal_code, city].filter(Boolean).join(" ");
  return [line1, line2, town].filter(Boolean).join(", ");
}

/** What was estimated when the quote was accepted lies in the window that counts now, as do estimates of the trip. */
function moveAssignment(
  writing: DeliveryWriting,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  moved: readonly Moved[],
): void {
  if (moved.length === 0) return;
  const has = (stop: MovableStop) => moved.some((one) => one.stop === stop);
  const { estimatedPickupAt, estimatedDeliveryAt } = assignment;
  const estimates = {
    estimatedPickupAt: has("pickup") ? within(shipment.pickup.window, estimatedPickupAt) : estimatedPickupAt,
    estimatedDeliveryAt: has("delivery")
      ? within(shipment.delivery.window, estimatedDeliveryAt)
      : estimatedDeliveryAt,
  };
  assignmentStore(writing.tx).update(assignment.id, estimates);
  if (has("delivery")) {
    moveEstimates(writing, shipment, assignment, (at) => within(shipment.delivery.window, at));
  }
  const terms = writing.deps.carrier(writing.environment, assignment.carrier.id)?.dispatch;
  if (terms) moveJob(writing, shipment, { ...assignment, ...estimates }, terms);
}

function within(window: Window | null, at: number | null): number | null {
  if (window === null || at === null) return at;
  return Math.min(Math.max(at, Date.parse(window.start)), Date.parse(window.end));
}

/**
 * The PIN and the link are for whoever gets the goods, where they get them. Another phone number or email address may be
 * another person's, who must not read what the earlier link shows.
 */
function renewedAccess(
  { deps, now }: DeliveryWriting,
  before: ShipmentRow,
  set: Partial<ShipmentRow>,
): Partial<ShipmentRow> {
  const { delivery: stop } = { ...before, ...set };
  const isReachedElse = !hasSame(before.delivery, stop, ["phone", "email"]);
  const isAnother =
    isReachedElse || !isSameHouse(before.delivery, stop) || !hasSame(before.delivery, stop, ["name"]);
  return {
    ...(isAnother && before.pin !== null && { pin: newPin(deps, before.id), pinTries: 0 }),
    ...(isReachedElse &&
      before.linkEndedAt === null && {
        ...linkColumns(deps.vault, before.id, deps.ids.token()),
        linkMadeAt: now,
      }),
  };
}

function hasSame(
  { contact: before }: Stop,
  { contact: after }: Stop,
  names: readonly (keyof Contact)[],
): boolean {
  return names.every((name) => before[name] === after[name]);
}
