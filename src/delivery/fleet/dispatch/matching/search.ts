import type { DueRows } from "@/infra/db/due-rows.ts";
import { type Deps, write } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { DispatchTerms } from "../../../carriers/dispatch-terms.ts";
import {
  idleStatus,
  nextStep,
  retryMatchingMs,
  type Step,
  termsOf,
} from "../../../lifecycle/driver-jobs/driver-job.ts";
import { findJob, type Job } from "../../../lifecycle/driver-jobs/reading.ts";
import { jobStore, jobsDue } from "../../../lifecycle/driver-jobs/store.ts";
import { notifyLoss, turnAt } from "../../../lifecycle/driver-jobs/transitions.ts";
import { addNotice } from "../../../lifecycle/driver-notices/transitions.ts";
import { applyReport } from "../../../lifecycle/reporting.ts";
import { markAttentionDue } from "../../../lifecycle/state/change.ts";
import { isAtRest } from "../../../lifecycle/state/status.ts";
import { knownPlace } from "../../../model/address.ts";
import { hasDrivers } from "../../drivers/reading.ts";
import { findNearest } from "./nearest.ts";

/** The search for a driver: one step at a time, each from the rows as they are then. */

export function dueJobs({ stores }: Deps, environment: Environment): DueRows {
  return jobsDue(stores.platform(environment));
}

/** Asks the nearest driver, or the next; with nobody left it looks again soon, and gives the job back in the end. */
export function searchDriver(
  deps: DeliveryDeps,
  environment: Environment,
  assignmentId: string,
): Promise<void> {
  return write(deps, environment, (writing: DeliveryWriting) => {
    const found = findJob(writing.tx, assignmentId);
    if (!found || found.job.dueAt === null || found.job.dueAt > writing.now) return;
    const fleetTerms = deps.carrier(environment, found.job.carrierId)?.dispatch;
    // The operator may repair a carrier that cannot be connected.
    if (!fleetTerms)
      return jobStore(writing.tx).change(assignmentId, { dueAt: writing.now + retryMatchingMs });
    const { job, shipment } = found;
    const terms = termsOf(fleetTerms, shipment);
    const step = nextStep({
      job,
      terms,
      isUnderWay: !isAtRest(shipment),
      hasDrivers: () => hasDrivers(writing.tx, job.carrierId),
      nearest: () => nearestDriver(writing, found, terms),
      now: writing.now,
    });
    take(writing, found, step, terms);
  });
}

/** The nearest driver on duty with room who was not asked. */
function nearestDriver(
  writing: DeliveryWriting,
  { job, shipment }: Job,
  { radiusMeters }: DispatchTerms,
): string | undefined {
  const pickup = knownPlace(shipment.pickup.address);
  if (!pickup) return undefined;
  return findNearest(writing, job, pickup, { radiusMeters, isLeftOut: (id) => job.asked.includes(id) });
}

function take(writing: DeliveryWriting, { job, shipment }: Job, step: Step, terms: DispatchTerms): void {
  const { tx, now } = writing;
  const isAlone = step.kind === "nobody";
  // Nobody is left, or somebody is again: a dispatcher wants to know.
  if (step.kind !== "wait" && isAlone !== (job.waitingSince !== null)) markAttentionDue(writing, shipment);
  const change = (set: Parameters<ReturnType<typeof jobStore>["change"]>[1]) =>
    jobStore(tx).change(job.assignmentId, set);
  const nobody = { status: idleStatus(terms), driverId: null, answerUntil: null } as const;
  if (job.status === "offered" && step.kind !== "wait") notifyLoss(writing, job);
  switch (step.kind) {
    case "rest":
      if (job.status === "accepted" || job.status === "ended") return change({ dueAt: null });
      return change({ ...nobody, status: "unassigned", waitingSince: null, dueAt: null });
    case "wait":
      return change({ dueAt: step.dueAt });
    case "ask": {
      const { driverId, answerUntil } = step;
      const asked = [...job.asked, driverId];
      addNotice(writing, turnAt(writing, job, driverId), "job");
      const offer = { driverId, asked, answerUntil, dueAt: answerUntil };
      return change({ status: "offered", ...offer, waitingSince: null });
    }
    case "nobody":
      return change({ ...nobody, waitingSince: job.waitingSince ?? now, dueAt: step.dueAt });
    case "give_back":
      applyReport(writing, job.shipmentId, {
        assignmentId: job.assignmentId,
        by: "carrier",
        at: now,
        update: {
          kind: "withdrawn",
          reason: "no_supply",
          message: "No driver was found in time.",
          rejected: false,
        },
      });
  }
}
