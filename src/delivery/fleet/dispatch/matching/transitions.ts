import { AppError } from "@/infra/errors.ts";
import type { DeliveryWriting } from "../../../carriers/deps.ts";
import type { DispatchTerms } from "../../../carriers/dispatch-terms.ts";
import { idleStatus, termsOf } from "../../../lifecycle/driver-jobs/driver-job.ts";
import type { Job } from "../../../lifecycle/driver-jobs/reading.ts";
import { jobStore } from "../../../lifecycle/driver-jobs/store.ts";
import {
  findStopOrder,
  notifyLoss,
  searchAgain,
  turnAt,
} from "../../../lifecycle/driver-jobs/transitions.ts";
import { lastNotice } from "../../../lifecycle/driver-notices/reading.ts";
import { addNotice, markSeen, withdrawAll } from "../../../lifecycle/driver-notices/transitions.ts";
import { changeDriver } from "../../../lifecycle/naming-driver.ts";
import { markAttentionDue } from "../../../lifecycle/state/change.ts";
import { openRecall } from "../../../lifecycle/state/recall.ts";
import type { ShipmentRow } from "../../../lifecycle/state/rows.ts";
import type { Actor } from "../../../lifecycle/state/status.ts";
import { forgetFormerDriver } from "../../../lifecycle/tracking/positions.ts";
import { toAssignmentDriver } from "../../drivers/reading.ts";
import type { DriverRow } from "../../drivers/store.ts";

/** A job gets a driver, or loses one, inside the caller's transaction. */

/** The driver has the job from now on, whoever had it or was asked. */
export function giveJob(
  writing: DeliveryWriting,
  { job, shipment, assignment }: Job,
  driver: DriverRow,
  by: Extract<Actor, "driver" | "carrier">,
): void {
  const { tx, now } = writing;
  jobStore(tx).change(job.assignmentId, {
    status: "accepted",
    driverId: driver.id,
    asked: withDriver(job.asked, driver.id),
    answerUntil: null,
    acceptedAt: now,
    waitingSince: null,
    dueAt: null,
  });
  jobStore(tx).beginTurn(job.assignmentId, driver.id, now);
  findStopOrder(writing, driver.id);
  const hadDriver = job.status === "accepted";
  if (job.driverId !== driver.id) notifyLoss(writing, job);
  tellOfJob(writing, job, driver.id, by);
  const recall = openRecall(shipment);
  if (recall && job.driverId !== driver.id) {
    addNotice(writing, turnAt(writing, job, driver.id), "recall", { reason: recall.reason ?? "" });
  }
  if (hadDriver) {
    findStopOrder(writing, job.driverId);
    forgetFormerDriver(writing, shipment.id);
  }
  // Accounts do not know the installation's drivers.
  const driverId = driver.accountId === null ? null : driver.id;
  changeDriver(writing, shipment, assignment, { driver: toAssignmentDriver(driver), driverId }, by);
  // Who had it has room now.
  if (hadDriver) searchAgain(writing, job.carrierId);
}

/** Who accepts a job has seen it. */
function tellOfJob(
  writing: DeliveryWriting,
  job: Job["job"],
  driverId: string,
  by: Extract<Actor, "driver" | "carrier">,
): void {
  const turn = turnAt(writing, job, driverId);
  const told = by === "driver" ? lastNotice(writing.tx, turn, "job") : undefined;
  const notice = told ?? addNotice(writing, turn, "job");
  if (by === "driver") markSeen(writing, notice, writing.now);
}

/** Nobody has the job, and the driver who had it or was asked is not asked again. The search goes on at once. */
export function freeJob(
  writing: DeliveryWriting,
  { job, shipment, assignment }: Job,
  terms: Pick<DispatchTerms, "choice">,
  by: Extract<Actor, "driver" | "carrier">,
): void {
  const { tx, now } = writing;
  const { choice } = termsOf(terms, shipment);
  jobStore(tx).change(job.assignmentId, {
    status: idleStatus({ choice }),
    driverId: null,
    answerUntil: null,
    acceptedAt: null,
    dueAt: now,
    ...(job.driverId !== null && { asked: withDriver(job.asked, job.driverId) }),
  });
  if (job.status === "offered" || by === "carrier") notifyLoss(writing, job);
  // Who gives a job back knows of it.
  else if (job.driverId !== null) withdrawAll(writing, turnAt(writing, job, job.driverId));
  if (job.status !== "accepted") return;
  jobStore(tx).endTurns(job.assignmentId, now);
  findStopOrder(writing, job.driverId);
  forgetFormerDriver(writing, shipment.id);
  const freed = changeDriver(writing, shipment, assignment, null, by);
  if (choice === "manual") markAttentionDue(writing, freed);
  searchAgain(writing, job.carrierId);
}

function withDriver(asked: readonly string[], driverId: string): string[] {
  return asked.includes(driverId) ? [...asked] : [...asked, driverId];
}

/** A driver cannot be rid of goods without another one. @throws AppError `transition_not_allowed` */
export function refusePickedUp({ status }: ShipmentRow, remedy: string): void {
  if (status === "assigned") return;
  throw new AppError("transition_not_allowed", {
    detail: `The driver has the goods. ${remedy}`,
    members: { from: status, to: "assigned", allowed: [] },
  });
}
