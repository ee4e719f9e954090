import { queueAudit } from "../../../access/audit/outbox.ts";
import { answered, makePart } from "../../../access/keys/parts.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import { AppError, embeddedProblem, type FieldError, isFault, refuseFields } from "../../../infra/errors.ts";
import { timeZoneOf } from "../../../infra/geography/country-time-zone.ts";
import { countryOf } from "../../../infra/geography/territory.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeInParts } from "../../../infra/idempotency/service.ts";
import { timeOf } from "../../../infra/own-time.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import type { Side } from "../../carriers/service.ts";
import { requireFleetJob, requireManagedShipment } from "../../fleet/corrections/managed.ts";
import type { FleetJob } from "../../fleet/corrections/view.ts";
import { reschedule } from "../../lifecycle/rescheduling.ts";
import { inWords } from "../../lifecycle/state/correction.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { pinnableStops } from "../../lifecycle/state/shipment.ts";
import { states } from "../../lifecycle/state/transitions.ts";
import { trackingOf } from "../../lifecycle/tracking/service.ts";
import { toEtaView } from "../../lifecycle/tracking/view.ts";
import type { Window } from "../../model/model.ts";
import { queueDelayedMail, untoldBecause } from "../../recipients/mail/delayed.ts";
import type { MailReason } from "../../recipients/mail/moment.ts";
import { inUtc, orderErrors, windowErrors } from "../shipments/window.ts";
import { isOtherDay, movedWindow, type Promised, refuseContradictoryMove } from "./promise.ts";
import type { MovedWindowsView, MovedWindowView, MoveWindows } from "./schema.ts";

/** Deliveries of own fleets that come at another time than was promised: many at once, with who hears it. */

/** A delivery with the window that it gets. */
interface Move {
  job: FleetJob;
  before: Promised;
  window: Window;
}

/**
 * Moves the delivery windows, or with `dry_run` says what would move. One that is skipped skips no other. A repeated
 * request with the same key goes on after the last one written, and moves none twice.
 * @throws AppError `validation_failed`
 */
export async function moveWindows(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  input: MoveWindows,
): Promise<MovedWindowsView> {
  refuseContradictoryMove(input);
  const now = deps.clock.now();
  refuseFields(
    input.window ? inBody(windowErrors({ pickup: {}, delivery: { window: input.window } }, now)) : [],
  );
  if (input.dry_run) return previewOf(deps, caller, side, input);
  const { shipment_ids: ids } = input;
  return writeInParts<MovedWindowView[], MovedWindowsView, DeliveryDeps>(
    deps,
    caller,
    (writing, before = []) => {
      const part = makePart(deps, caller, ids, before, {
        make: (id) => moveOne(writing, caller, side, id, input),
        refuse: (id, error) => skipped(deps, caller, id, error),
      });
      return answered(part, answerOf);
    },
  );
}

/** What would move, and who would be told. Reads only. */
function previewOf(deps: DeliveryDeps, caller: Caller, side: Side, input: MoveWindows): MovedWindowsView {
  const { environment } = caller;
  const { db } = deps.stores.platform(environment);
  const results = input.shipment_ids.map((id) =>
    tried(deps, caller, id, () => {
      const move = planned(deps, db, caller, side, id, input);
      const { shipment } = move.job;
      const isTold = isNews(move) && input.notify === true;
      const reason = isTold ? untoldBecause(deps, db, environment, shipment) : undefined;
      return {
        ...resultOf(move, isTold, reason),
        recipient_name: side === "account" ? shipment.delivery.contact.name : null,
      };
    }),
  );
  return answerOf(results);
}

function moveOne(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  id: string,
  input: MoveWindows,
): MovedWindowView {
  const { deps, tx } = writing;
  // It refuses before it writes anything.
  return tried(deps, caller, id, () => {
    const move = planned(deps, tx, caller, side, id, input);
    const { shipment, assignment } = move.job;
    if (!isNews(move)) return resultOf(move, false);
    const delivery = { ...shipment.delivery, window: move.window };
    const by = side === "account" ? "client" : "operator";
    const after = reschedule(writing, shipment, { delivery }, { by, reason: input.reason ?? null });
    queueAudit(writing, caller, {
      action: "shipment.rescheduled",
      target: { type: "shipment", id, name: shipment.trackingNumber },
      details: { carrier_id: assignment.carrier.id },
    });
    const isTold = input.notify === true;
    return resultOf(move, isTold, isTold ? queueDelayedMail(writing, after) : undefined);
  });
}

function isNews({ window, before }: Move): boolean {
  return !Bun.deepEquals(window, before.window);
}

/**
 * @throws AppError `not_found`, `shipment_not_editable`, `not_own_fleet`, `precondition_failed`, `validation_failed`
 */
function planned(
  deps: DeliveryDeps,
  db: Db | Tx,
  caller: Caller,
  side: Side,
  id: string,
  input: MoveWindows,
): Move {
  const shipment = requireManagedShipment(db, caller, side, id);
  refuseOver(shipment);
  const job = requireFleetJob(db, shipment, side);
  const before = promiseOf(db, job);
  const known = input.previous_windows?.[input.shipment_ids.indexOf(id)];
  if (known !== undefined && !Bun.deepEquals(known && inUtc(known), before.window)) {
    const detail = "Another time was promised meanwhile. Read the shipment again before you move it.";
    throw new AppError("precondition_failed", { detail });
  }
  const window = movedWindow(before, input);
  const { accountId } = shipment;
  const now = timeOf(deps, { accountId, environment: caller.environment });
  const errors = windowErrors({ pickup: {}, delivery: { window } }, now);
  refuseFields(inBody(errors.length > 0 ? errors : orderErrors({ ...shipment, delivery: { window } })));
  return { job, before, window };
}

/** @throws AppError `shipment_not_editable` */
function refuseOver({ status, redactedAt }: ShipmentRow): void {
  const members = { shipment_status: status };
  if (redactedAt !== null) {
    const detail = "The personal data of this shipment was erased, so nothing of it can be changed.";
    throw new AppError("shipment_not_editable", { detail, members });
  }
  // Nobody has an unbooked one: that is said of it next.
  const isAhead = pinnableStops[status]?.includes("delivery") || states[status].due === "carrier";
  if (isAhead || status === "expired") return;
  const detail = `The shipment is ${inWords(status)}, so its delivery cannot be moved.`;
  throw new AppError("shipment_not_editable", { detail, members });
}

function promiseOf(db: Db | Tx, { shipment, assignment }: FleetJob): Promised {
  const eta = toEtaView(shipment.status, trackingOf(db, shipment), assignment);
  const estimatedAt = eta?.delivery ? Date.parse(eta.delivery) : assignment.estimatedDeliveryAt;
  return { window: shipment.delivery.window, estimatedAt };
}

/** Pointers into the body of the request, which has one window for all. */
function inBody(errors: FieldError[]): FieldError[] {
  return errors.map(({ pointer = "", ...error }) => ({
    ...error,
    pointer: pointer.replace("#/delivery/window", "#/window"),
  }));
}

function resultOf({ job, before, window }: Move, notifies: boolean, reason?: MailReason): MovedWindowView {
  const { shipment } = job;
  const promisedAt = before.window ? Date.parse(before.window.start) : before.estimatedAt;
  const start = Date.parse(window.start);
  const zone = timeZoneOf(countryOf(shipment.delivery.address), start);
  return {
    shipment_id: shipment.id,
    result: "moved",
    window,
    previous_window: before.window,
    is_other_day: zone === null || promisedAt === null ? null : isOtherDay(promisedAt, start, zone),
    will_be_told: notifies && reason === undefined,
    not_told_because: reason ?? null,
    recipient_name: null,
    problem: null,
  };
}

/** Skips what cannot move, with the reason. */
function tried(deps: DeliveryDeps, caller: Caller, id: string, move: () => MovedWindowView): MovedWindowView {
  try {
    return move();
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    return skipped(deps, caller, id, error);
  }
}

function skipped(
  deps: DeliveryDeps,
  { origin }: Caller,
  shipment_id: string,
  error: AppError,
): MovedWindowView {
  return {
    shipment_id,
    result: "skipped",
    window: null,
    previous_window: null,
    is_other_day: null,
    will_be_told: false,
    not_told_because: null,
    recipient_name: null,
    problem: embeddedProblem(error, { publicUrl: deps.publicUrl(), requestId: origin.requestId }),
  };
}

function answerOf(results: MovedWindowView[]): MovedWindowsView {
  return {
    results,
    moved: results.filter(({ result }) => result === "moved").length,
    will_be_told: results.filter(({ will_be_told }) => will_be_told).length,
  };
}
