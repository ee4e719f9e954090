import { queueAudit } from "@/access/audit/outbox.ts";
import { AppError } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import { requireManaged, type Side } from "../../../carriers/service.ts";
import { hasRoom } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { findJob, type Job, loadOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { isActive } from "../../../lifecycle/state/assignment.ts";
import { findAssignmentRow } from "../../../lifecycle/state/reading.ts";
import type { AssignmentView } from "../../../lifecycle/state/schema.ts";
import { toAssignmentView } from "../../../lifecycle/state/view.ts";
import { requireDriver } from "../../drivers/reading.ts";
import type { DriverRow } from "../../drivers/store.ts";
import type { AssignDriver } from "./schema.ts";
import { freeJob, giveJob, refusePickedUp } from "./transitions.ts";

/** What a dispatcher does: whoever owns the fleet decides who drives. */

/**
 * Assigns a driver, or hands the job over from another one, in any phase. It counts as accepted at once.
 * @throws AppError `not_found`, also for a driver of another carrier, `assignment_ended`, `driver_over_capacity`
 */
export async function assignDriver(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  assignmentId: string,
  { driver_id }: AssignDriver,
): Promise<AssignmentView> {
  return writeOnce(deps, caller, (writing: DeliveryWriting) => {
    giveTo(writing, caller, side, assignmentId, driver_id);
    return viewOf(writing, assignmentId);
  });
}

/** Gives a driver of the account the job that the transaction has just booked. @throws AppError as `assignDriver` */
export function giveBooked(
  writing: DeliveryWriting,
  caller: Caller,
  assignmentId: string,
  driverId: string,
): void {
  giveTo(writing, caller, "account", assignmentId, driverId);
}

function giveTo(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  assignmentId: string,
  driverId: string,
): void {
  const found = requireManagedJob(writing, caller, side, assignmentId);
  const driver = requireDriver(writing.deps, caller, side, driverId);
  const { job } = found;
  if (driver.carrierId !== job.carrierId) throw new AppError("not_found");
  if (job.status === "accepted" && job.driverId === driver.id) return;
  refuseOverCapacity(writing, found, driver);
  giveJob(writing, found, driver, "carrier");
  recordChange(writing, caller, found, driver.id);
}

/**
 * Takes the job back from its driver, or from the driver who is asked. The search goes on without them, and with
 * `manual` a dispatcher chooses.
 * @throws AppError `not_found`, `assignment_ended`, `transition_not_allowed` after the pickup
 */
export async function takeBackDriver(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  assignmentId: string,
): Promise<AssignmentView> {
  return writeOnce(deps, caller, (writing: DeliveryWriting) => {
    const found = requireManagedJob(writing, caller, side, assignmentId);
    const { job, shipment } = found;
    if (job.driverId !== null) {
      refusePickedUp(shipment, "Hand it over to another driver.");
      const terms = deps.carrier(caller.environment, job.carrierId)?.dispatch;
      freeJob(writing, found, terms ?? { choice: "manual" }, "carrier");
      recordChange(writing, caller, found, null);
    }
    return viewOf(writing, assignmentId);
  });
}

/** @throws AppError `not_found`, also for a carrier without drivers, `assignment_ended` */
function requireManagedJob(writing: DeliveryWriting, caller: Caller, side: Side, assignmentId: string): Job {
  const found = findJob(writing.tx, assignmentId);
  if (!found) throw new AppError("not_found");
  requireManaged(writing.deps, caller, side, found.job.carrierId);
  if (!isActive(found.assignment.status)) throw new AppError("assignment_ended");
  return found;
}

/** The audit log says who decided who drives. */
function recordChange(
  writing: DeliveryWriting,
  caller: Caller,
  { job, shipment }: Job,
  driverId: string | null,
): void {
  queueAudit(writing, caller, {
    action: "shipment.driver_changed",
    target: { type: "shipment", id: shipment.id, name: shipment.trackingNumber },
    details: { carrier_id: job.carrierId, ...(driverId !== null && { driver_id: driverId }) },
  });
}

function refuseOverCapacity({ tx }: DeliveryWriting, { job }: Job, driver: DriverRow): void {
  const load = loadOf(tx, driver.id);
  // What is offered to them counts already.
  const isAsked = job.driverId === driver.id;
  const others = isAsked
    ? { assignments: load.assignments - 1, weightGrams: load.weightGrams - job.weightGrams }
    : load;
  if (hasRoom(driver, others, job.weightGrams)) return;
  throw new AppError("driver_over_capacity", {
    detail: "Choose another driver, hand over one of this driver's jobs, or raise the driver's capacity.",
  });
}

function viewOf({ tx, environment }: DeliveryWriting, assignmentId: string): AssignmentView {
  const row = findAssignmentRow(tx, assignmentId);
  if (!row) throw new AppError("not_found");
  return toAssignmentView(row, environment);
}
