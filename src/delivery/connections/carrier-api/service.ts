import { fromTimestamp } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/db/store.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import type { CarrierPrincipal } from "../../../infra/http/principal.ts";
import { runOnce } from "../../../infra/idempotency/service.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { toDriver } from "../../carriers/carrier-update.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { applyBookAnswer } from "../../lifecycle/assignments/applying.ts";
import { reportedCharges } from "../../lifecycle/charges/reported.ts";
import { offerReferenceOf } from "../../lifecycle/quotes/service.ts";
import { recordLateAnswer } from "../../lifecycle/reporting.ts";
import type { AssignmentStatus } from "../../lifecycle/state/assignment.ts";
import { assignmentsOfCarrier, findAssignmentRow, findShipment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow } from "../../lifecycle/state/rows.ts";
import { inWords } from "../../model/model.ts";
import type { AcceptJob, JobQuery, JobView, RejectJob } from "./schema.ts";
import { toJobView } from "./view.ts";

/** What a carrier sees of its assignments, and how it answers a booking. */

/** The carrier whose jobs a request is about. */
type Carrier = Pick<CarrierPrincipal, "environment" | "carrierId">;

/** Newest first, or with `updated_after` in the order of the changes. */
export function listJobs(deps: Deps, carrier: Carrier, query: JobQuery) {
  const { environment, carrierId } = carrier;
  const { db } = deps.stores.platform(environment);
  const { status, updated_after } = query;
  const statuses = status === undefined ? undefined : [...new Set(status.split(",") as AssignmentStatus[])];
  const since = fromTimestamp(updated_after);
  const list = {
    name: "jobs",
    of: { accountId: carrierId, environment },
    filters: { status, updated_after },
  };
  return readPage(deps, list, query, {
    read: (place, count) => assignmentsOfCarrier(db, { carrierId, statuses, since }, place, count),
    placeOf: ({ id, updatedAt }) => (since === undefined ? id : `${updatedAt}.${id}`),
    view: (row) => viewOf(deps, db, environment, row),
  });
}

/** @throws AppError `not_found`, also for another carrier's */
export function getJob(deps: Deps, carrier: Carrier, id: string): JobView {
  const { db } = deps.stores.platform(carrier.environment);
  return viewOf(deps, db, carrier.environment, requireJob(db, carrier, id));
}

/**
 * The carrier accepts a booking that it had left open. Repeating it changes nothing. After the end it is recorded, and
 * Waybill sends the cancellation again. @throws AppError `not_found`, `assignment_ended`
 */
export async function acceptJob(
  deps: DeliveryDeps,
  carrier: CarrierPrincipal,
  id: string,
  input: AcceptJob,
): Promise<JobView> {
  const driver = input?.driver ? toDriver(input.driver) : null;
  return answerJob(deps, carrier, id, (writing, row) => {
    const result = applyBookAnswer(writing, row.id, { kind: "accepted", driver });
    if (result === "ended") recordLateAnswer(writing, row);
    return result !== "ended";
  });
}

/**
 * A carrier's rejection of a job that waited for its answer.
 * @throws AppError `not_found`, `assignment_ended` after the pickup and after the end
 */
export async function rejectJob(
  deps: DeliveryDeps,
  carrier: CarrierPrincipal,
  id: string,
  { reason_code: reason, message: told }: RejectJob,
): Promise<JobView> {
  const message = told ?? `The carrier rejected the booking: ${inWords(reason)}.`;
  return answerJob(deps, carrier, id, (writing, row) => {
    const result = applyBookAnswer(writing, row.id, { kind: "rejected", reason, message });
    return result === "settled" || row.status === "rejected";
  });
}

/** `apply` returns whether the answer holds. What it writes stays in any case. */
async function answerJob(
  deps: DeliveryDeps,
  carrier: CarrierPrincipal,
  id: string,
  apply: (writing: DeliveryWriting, row: AssignmentRow) => boolean,
): Promise<JobView> {
  const { environment } = carrier;
  const { db } = deps.stores.platform(environment);
  const accountId = findShipment(db, requireJob(db, carrier, id).shipmentId)?.accountId ?? null;
  const answer = (writing: DeliveryWriting) => {
    const { tx } = writing;
    if (!apply(writing, requireJob(tx, carrier, id))) return undefined;
    return runOnce(tx, carrier, deps.realClock.now(), () =>
      viewOf(deps, tx, environment, requireJob(tx, carrier, id)),
    );
  };
  const view = await inTimeOf(deps, { accountId, environment }, () => write(deps, environment, answer));
  if (view) return view;
  throw new AppError("assignment_ended", { detail: "Read the assignment: its status says how it ended." });
}

function requireJob(db: Db, { carrierId }: Carrier, id: string): AssignmentRow {
  const row = findAssignmentRow(db, id);
  if (row?.carrier.id !== carrierId) throw new AppError("not_found");
  return row;
}

function viewOf(deps: Deps, db: Db, environment: Carrier["environment"], assignment: AssignmentRow): JobView {
  const shipment = findShipment(db, assignment.shipmentId);
  if (!shipment) throw new AppError("not_found");
  const offerReference = offerReferenceOf(deps, environment, assignment.quoteId);
  const charges = reportedCharges(db, assignment.id);
  return toJobView({ assignment, shipment, offerReference, charges }, environment, deps.clock.now());
}
