import { type Deps, write } from "@/infra/deps.ts";
import { AppError } from "@/infra/errors.ts";
import type { DriverPrincipal } from "@/infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import { findJob, type Job, turnOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { jobStore } from "../../../lifecycle/driver-jobs/store.ts";
import { isActive } from "../../../lifecycle/state/assignment.ts";
import { isAtRest } from "../../../lifecycle/state/status.ts";
import { requireSelf } from "../../drivers/reading.ts";
import { freeJob, giveJob, refusePickedUp } from "../matching/transitions.ts";
import { stopsViewOf } from "./reading.ts";
import type { RejectJob, StopsView } from "./schema.ts";

/** What a driver sees of their jobs, and how they answer an offer. */

/** The driver's stops in order, and those of jobs that are offered. @throws AppError `device_required` */
export function getStops(deps: Deps, driver: DriverPrincipal): StopsView {
  const { db } = deps.stores.platform(driver.environment);
  return stopsViewOf(db, requireSelf(db, driver).id, "driver", deps.clock.now());
}

/**
 * The driver takes the job that is offered to them. Of all who try, one has it; for that one, repeating changes nothing.
 * @throws AppError `not_found` for another carrier's job, `assignment_ended`, `job_not_offered`
 */
export async function acceptOffer(
  deps: DeliveryDeps,
  driver: DriverPrincipal,
  assignmentId: string,
): Promise<StopsView> {
  await write(deps, driver.environment, (writing: DeliveryWriting) => {
    const self = requireSelf(writing.tx, driver);
    const found = requireActive(requireKnownJob(writing, driver, assignmentId));
    const { job, shipment } = found;
    if (job.driverId !== self.id) throw notOffered();
    if (job.status === "accepted") return;
    // The fleet moves it by hand meanwhile.
    if (!isAtRest(shipment)) throw notOffered();
    giveJob(writing, found, self, "driver");
  });
  return getStops(deps, driver);
}

/**
 * The driver does not take the job that is offered to them, or gives one back before the pickup. The next driver is
 * asked. A repeated one changes nothing, also where the job is theirs again.
 * @throws AppError as `acceptOffer`, and `transition_not_allowed` after the pickup
 */
export async function rejectJob(
  deps: DeliveryDeps,
  driver: DriverPrincipal,
  assignmentId: string,
  input: RejectJob,
): Promise<StopsView> {
  await write(deps, driver.environment, (writing: DeliveryWriting) => {
    const self = requireSelf(writing.tx, driver);
    const { id, reason_code: reason = null, message = null } = input ?? {};
    const known = requireKnownJob(writing, driver, assignmentId);
    const { rejection: last } = known.job;
    if (id !== undefined && last?.ids?.includes(id)) return;
    const found = requireActive(known);
    const { job, shipment } = found;
    if (job.driverId !== self.id) {
      if (last?.driverId === self.id || turnOf(writing.tx, assignmentId, self.id)) return;
      throw notOffered();
    }
    refusePickedUp(shipment, "Report what happens to them, or ask your dispatcher to hand the job over.");
    const terms = deps.carrier(driver.environment, job.carrierId)?.dispatch;
    freeJob(writing, found, terms ?? { choice: "manual" }, "driver");
    const ids = [...(last?.ids ?? []), ...(id === undefined ? [] : [id])];
    const rejection = { driverId: self.id, reason, message, at: writing.now, ids };
    jobStore(writing.tx).change(assignmentId, { rejection });
  });
  return getStops(deps, driver);
}

function notOffered(): AppError {
  return new AppError("job_not_offered", {
    detail: "Another driver has it, or your time to answer is over. Read your stops.",
  });
}

/** A job of the driver's own carrier. @throws AppError `not_found` */
function requireKnownJob({ tx }: DeliveryWriting, { carrierId }: DriverPrincipal, assignmentId: string): Job {
  const found = findJob(tx, assignmentId);
  if (found?.job.carrierId !== carrierId) throw new AppError("not_found");
  return found;
}

/** @throws AppError `assignment_ended` */
function requireActive(found: Job): Job {
  if (isActive(found.assignment.status)) return found;
  throw new AppError("assignment_ended", { detail: "Read your stops: this job is none of them any more." });
}
