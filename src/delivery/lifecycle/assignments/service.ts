import { refuseOverStorage } from "../../../access/limits/storage.ts";
import type { AccountEnvironment } from "../../../access/model.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError, refuseFields } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { acceptBestIn, acceptIn, wasAccepted, wishOf } from "../accepting.ts";
import { type Agreed, acceptAgreed, acceptAgreedOnce, agreedIn, refuseUnpermitted } from "../agreeing.ts";
import { assignmentToAsk, awaitCancellation, requestCancellation } from "../cancelling.ts";
import type { Picks } from "../quotes/picks.ts";
import { isRoundRunning, waitForRound } from "../quotes/service.ts";
import { releaseNow } from "../releasing.ts";
import { getShipmentRecord, requireShipment } from "../state/reading.ts";
import { assertMayMove } from "../state/refusal.ts";
import type { AssignmentView } from "../state/schema.ts";
import { toAssignmentView } from "../state/view.ts";
import { atOnceErrors, choiceErrors } from "./choice.ts";
import { type ChosenDriver, chosenDriver } from "./driver.ts";
import type { AcceptAtOnce, AcceptQuote } from "./schema.ts";
import { assignmentStore } from "./store.ts";

/** How long a strategy waits for quotes: the 10 s of a round (contract §4) and a moment to complete it. */
const roundWaitMs = 11_000;

/**
 * Accepts a quote, by its id, a strategy or a driver, or books an own fleet at an agreed price. A strategy waits for carriers that
 * have not answered yet. Of several simultaneous requests exactly one wins.
 * @throws AppError `scope_missing`, `validation_failed`, `not_found`, `shipment_already_assigned`, `transition_not_allowed`, `quote_expired`,
 * `driver_over_capacity`, `driver_absent`, `quote_not_open`, `no_open_quotes`, `shutting_down`
 */
export async function acceptQuote(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  input: AcceptQuote,
): Promise<AssignmentView> {
  const isDispatching = input.price !== undefined || input.driver_id !== undefined;
  if (isDispatching) refuseUnpermitted(caller);
  refuseFields(choiceErrors(input, "#"));
  const picks = isDispatching ? getShipmentRecord(deps, caller, shipmentId).shipment : {};
  const driver = chosenDriver(deps, caller, input, "#");
  const agreed = await agreedIn(deps, caller, input, { pointer: "#", picks, driver });
  if (agreed) {
    return writeOnce(deps, caller, (writing) => {
      const assignment = acceptAgreed(writing, caller, shipmentId, agreed, wishOf(input));
      return toAssignmentView(assignment, writing.environment);
    });
  }
  if (input.quote_id === undefined) await waitForOffers(deps, caller, shipmentId);
  return writeOnce(deps, caller, (writing) => acceptIn(writing, caller, shipmentId, input, driver));
}

/** What a new shipment's `accept` says, with what was found for it. */
export interface AtOnce {
  accept: AcceptAtOnce;
  driver: ChosenDriver | undefined;
  agreed: Agreed | undefined;
}

/** @param picks of the shipment @throws AppError `validation_failed` */
export async function readAtOnce(
  deps: DeliveryDeps,
  caller: Caller,
  accept: AcceptAtOnce,
  picks: Picks,
): Promise<AtOnce> {
  refuseFields(atOnceErrors(accept));
  const driver = chosenDriver(deps, caller, accept, "#/accept");
  return {
    accept,
    driver,
    agreed: await agreedIn(deps, caller, accept, { pointer: "#/accept", picks, driver }),
  };
}

/**
 * Accepts the best offer up to a price when the carriers have answered, or books at an agreed price at once. A shipment
 * that has, or had, an assignment stays as it is.
 * @throws AppError `not_found`, `transition_not_allowed`, `no_open_quotes`, `shutting_down`
 */
export async function acceptBest(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  { accept, driver, agreed }: AtOnce,
): Promise<void> {
  if (agreed) return acceptAgreedOnce(deps, caller, shipmentId, agreed);
  await waitForOffers(deps, caller, shipmentId);
  await write(deps, caller.environment, (writing: DeliveryWriting) => {
    if (!wasAccepted(writing.tx, shipmentId)) acceptBestIn(writing, caller, shipmentId, accept, driver);
  });
}

/** Every assignment of the shipment, oldest first. @throws AppError `not_found` */
export function listAssignments(deps: Deps, caller: Caller, shipmentId: string, query: PageQuery) {
  getShipmentRecord(deps, caller, shipmentId);
  const assignments = assignmentStore(deps.stores.platform(caller.environment).db);
  return readPage(deps, { name: "assignments", of: caller, filters: { shipmentId } }, query, {
    read: (after, count) => assignments.listOfShipment(shipmentId, Number(after ?? 0), count),
    placeOf: (row) => row.attempt,
    view: (row) => toAssignmentView(row, caller.environment),
  });
}

/** @throws AppError `not_found` */
export function getAssignment(
  deps: Deps,
  caller: Caller,
  shipmentId: string,
  assignmentId: string,
): AssignmentView {
  getShipmentRecord(deps, caller, shipmentId);
  const row = assignmentStore(deps.stores.platform(caller.environment).db).find(assignmentId);
  if (row?.shipmentId !== shipmentId) throw new AppError("not_found");
  return toAssignmentView(row, caller.environment);
}

/**
 * Releases the assignment before the pickup. An assignment that is released already is shown as it is. Where the carrier
 * has to agree, this waits for its answer for 10 s; without one the assignment has `cancellation_requested_at`.
 * @throws AppError `not_found`, `transition_not_allowed`, `storage_quota_exceeded`, `carrier_refused_cancellation`
 */
export async function releaseOwnAssignment(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  assignmentId: string,
): Promise<AssignmentView> {
  const isAsked = await write(deps, caller.environment, (writing) =>
    beginRelease(writing, caller, shipmentId, assignmentId),
  );
  if (isAsked) await awaitCancellation(deps, caller.environment, assignmentId);
  return getAssignment(deps, caller, shipmentId, assignmentId);
}

/** @returns whether the carrier is asked first */
function beginRelease(
  writing: DeliveryWriting,
  caller: Caller,
  shipmentId: string,
  assignmentId: string,
): boolean {
  const shipment = requireShipment(writing, caller, shipmentId);
  const row = assignmentStore(writing.tx).find(assignmentId);
  if (row?.shipmentId !== shipmentId) throw new AppError("not_found");
  if (row.status === "released") return false;
  assertMayMove(shipment.status, "quoted", "client");
  refuseOverStorage(writing, caller.accountId);
  if (shipment.assignmentId !== assignmentId) {
    throw new AppError("transition_not_allowed", {
      detail: `The assignment is ${row.status} and cannot be released.`,
      members: { from: row.status, to: "released", allowed: [] },
    });
  }
  if (assignmentToAsk(writing, shipment)) {
    requestCancellation(writing, shipment, row, {
      ends: "assignment",
      reason: "cancelled_by_client",
      message: null,
    });
    return true;
  }
  releaseNow(writing, shipment, row);
  return false;
}

/** Waits for the carriers that still quote. @throws AppError `not_found`, `shutting_down` if the server stops before the round ends */
export async function waitForOffers(
  deps: Deps,
  caller: AccountEnvironment,
  shipmentId: string,
): Promise<void> {
  getShipmentRecord(deps, caller, shipmentId);
  await waitForRound(deps, caller, shipmentId, roundWaitMs);
  const { db } = deps.stores.platform(caller.environment);
  if (deps.stopping.aborted && isRoundRunning(db, shipmentId)) throw new AppError("shutting_down");
}

/** Whether the carrier has assignments that have not ended. */
export function hasActiveAssignments(db: Db | Tx, carrierId: string): boolean {
  return assignmentStore(db).hasActive(carrierId);
}

/** Whether Waybill must still tell the carrier something. */
export function hasOpenCalls(db: Db | Tx, carrierId: string): boolean {
  return assignmentStore(db).hasCalls(carrierId);
}
