import { queueAudit } from "@/access/audit/outbox.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { AppError } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { writeOnce } from "@/infra/idempotency/service.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import { requireManaged, type Side } from "../../../carriers/service.ts";
import { hasRoom, jobsPerDriverMax, unlimited } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { findJob, type Job, loadOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { isActive } from "../../../lifecycle/state/assignment.ts";
import { findAssignmentRow } from "../../../lifecycle/state/reading.ts";
import type { AssignmentView } from "../../../lifecycle/state/schema.ts";
import { toAssignmentView } from "../../../lifecycle/state/view.ts";
import { knownPlace } from "../../../model/address.ts";
import { absenceOf } from "../../drivers/absences.ts";
import { shortName } from "../../drivers/driver.ts";
import { placeOf } from "../../drivers/places.ts";
import { findDriver, requireDriver } from "../../drivers/reading.ts";
import type { DriverRow } from "../../drivers/store.ts";
import { findNearest } from "./nearest.ts";
import { type AssignDriver, nearestWord } from "./schema.ts";
import { freeJob, giveJob, refusePickedUp } from "./transitions.ts";

/** What a dispatcher does: whoever owns the fleet decides who drives. */

/** Whom a dispatcher chose: a driver, the nearest one, or nobody. */
export interface DriverChoice {
  driver: DriverRow | "nearest" | null;
  /** The dispatcher has read that the driver has no room. */
  overCapacity: boolean;
  /** Who has the job, as the dispatcher read it; null: nobody; undefined: whoever has it. */
  expected?: string | null | undefined;
}

/** Whom a request names. @throws AppError `not_found` for a driver of another side */
export function choiceOf(
  { deps }: DeliveryWriting,
  caller: Caller,
  side: Side,
  { driver_id, over_capacity }: { driver_id: string | null; over_capacity?: boolean },
): DriverChoice {
  const isDriver = driver_id !== null && driver_id !== nearestWord;
  return {
    driver: isDriver ? requireDriver(deps, caller, side, driver_id) : driver_id,
    overCapacity: over_capacity ?? false,
  };
}

/**
 * Assigns a driver, or hands the job over from another one, in any phase. It counts as accepted at once.
 * @throws AppError `not_found`, also for a driver of another carrier, `assignment_ended`, `driver_over_capacity`,
 * `driver_absent`, `no_driver_near`, `driver_changed`
 */
export async function assignDriver(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  assignmentId: string,
  input: AssignDriver,
): Promise<AssignmentView> {
  return writeOnce(deps, caller, (writing: DeliveryWriting) =>
    chooseDriver(writing, caller, side, assignmentId, {
      ...choiceOf(writing, caller, side, input),
      expected: input.expected_driver_id,
    }),
  );
}

/** Gives a driver of the account the job that the transaction has just booked. @throws AppError as `assignDriver` */
export function giveBooked(
  writing: DeliveryWriting,
  caller: Caller,
  assignmentId: string,
  driverId: string,
): void {
  const choice = choiceOf(writing, caller, "account", { driver_id: driverId });
  chooseDriver(writing, caller, "account", assignmentId, choice);
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
  const nobody = { driver: null, overCapacity: false } as const;
  return writeOnce(deps, caller, (writing: DeliveryWriting) =>
    chooseDriver(writing, caller, side, assignmentId, nobody),
  );
}

/**
 * Decides who drives, inside the caller's transaction. It refuses before it writes anything.
 * @throws AppError as `assignDriver` and `takeBackDriver`
 */
export function chooseDriver(
  writing: DeliveryWriting,
  caller: Caller,
  side: Side,
  assignmentId: string,
  { driver: chosen, overCapacity, expected }: DriverChoice,
): AssignmentView {
  const found = requireManagedJob(writing, caller, side, assignmentId);
  const { job, shipment } = found;
  if (chosen === null) {
    if (job.driverId !== null) {
      refuseMoved(writing, found, expected);
      refusePickedUp(shipment, "Hand it over to another driver.");
      releaseJob(writing, found);
      recordChange(writing, caller, found, null);
    }
    return viewOf(writing, assignmentId);
  }
  if (chosen === nearestWord) refuseMoved(writing, found, expected);
  const driver = chosen === nearestWord ? requireNearest(writing, found, overCapacity) : chosen;
  if (driver.carrierId !== job.carrierId) throw new AppError("not_found");
  if (job.status !== "accepted" || job.driverId !== driver.id) {
    refuseMoved(writing, found, expected);
    refuseAbsent(writing, found, driver);
    refuseOverCapacity(writing, found, driver, overCapacity);
    giveJob(writing, found, driver, "carrier");
    recordChange(writing, caller, found, driver.id);
  }
  return viewOf(writing, assignmentId);
}

/** Of two dispatchers who move a job, the second one reads first what the other did. @throws AppError `driver_changed` */
function refuseMoved({ tx }: DeliveryWriting, { job }: Job, expected: string | null | undefined): void {
  const holder = job.status === "accepted" ? job.driverId : null;
  if (expected === undefined || expected === holder) return;
  const driver = holder === null ? undefined : findDriver(tx, holder);
  throw new AppError("driver_changed", {
    detail: `${driver ? shortName(driver.name) : "Nobody"} has it by now.`,
    members: { driver_id: holder },
  });
}

/** Nobody has the job. With `nearest`, Waybill asks the next driver. */
export function releaseJob(writing: DeliveryWriting, found: Job): void {
  const terms = writing.deps.carrier(writing.environment, found.job.carrierId)?.dispatch;
  freeJob(writing, found, terms ?? { choice: "manual" }, "carrier");
}

/**
 * The driver who is nearest to the goods, but for who has the job or rejected it last.
 * @throws AppError `no_driver_near`
 */
function requireNearest(writing: DeliveryWriting, { job, shipment }: Job, overCapacity: boolean): DriverRow {
  const { tx, deps, environment } = writing;
  const terms = deps.carrier(environment, job.carrierId)?.dispatch;
  const holder = job.status === "accepted" ? job.driverId : null;
  const hasGoods = shipment.status !== "assigned";
  const goods = hasGoods ? holder && placeOf(tx, holder) : knownPlace(shipment.pickup.address);
  if (!goods || !terms) {
    throw new AppError("no_driver_near", { detail: "Nobody knows where the goods are. Choose a driver." });
  }
  const isLeftOut = (id: string) => id === holder || id === job.rejection?.driverId;
  const { radiusMeters } = terms;
  const id = findNearest(writing, job, goods, { radiusMeters, isLeftOut, overCapacity });
  const driver = id === undefined ? undefined : findDriver(tx, id);
  if (!driver) {
    throw new AppError("no_driver_near", {
      detail: `No driver on duty with room is within ${radiusMeters} meters of the goods. Choose a driver.`,
    });
  }
  return driver;
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

/** Who is out gets nothing that somebody waits for until then. @throws AppError `driver_absent` */
function refuseAbsent({ tx, now }: DeliveryWriting, { shipment, assignment }: Job, driver: DriverRow): void {
  const absence = absenceOf(tx, driver.id, now);
  if (absence?.jobs !== "release") return;
  const neededAt = shipment.status === "assigned" ? (assignment.estimatedPickupAt ?? now) : now;
  if (neededAt >= absence.until) return;
  throw new AppError("driver_absent", {
    detail: `${shortName(driver.name)} is out. Choose another driver, or end the absence.`,
    members: { absent_until: toTimestamp(absence.until) },
  });
}

function refuseOverCapacity(
  { tx }: DeliveryWriting,
  { job }: Job,
  driver: DriverRow,
  overCapacity: boolean,
): void {
  const load = loadOf(tx, driver.id);
  // What is offered to them counts already.
  const isAsked = job.driverId === driver.id;
  const others = isAsked
    ? { assignments: load.assignments - 1, weightGrams: load.weightGrams - job.weightGrams }
    : load;
  if (hasRoom(overCapacity ? unlimited : driver, others, job.weightGrams)) return;
  throw new AppError("driver_over_capacity", {
    detail: overCapacity
      ? `Choose another driver: nobody has more than ${jobsPerDriverMax} jobs.`
      : "Choose another driver, hand over one of this driver's jobs, or send over_capacity: true.",
  });
}

function viewOf({ tx, environment }: DeliveryWriting, assignmentId: string): AssignmentView {
  const row = findAssignmentRow(tx, assignmentId);
  if (!row) throw new AppError("not_found");
  return toAssignmentView(row, environment);
}
