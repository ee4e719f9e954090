import type { Writing } from "../../../infra/deps.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import type { DispatchTerms } from "../../carriers/dispatch-terms.ts";
import { ownerOf } from "../../carriers/service.ts";
import { gramsOf } from "../../model/parcels.ts";
import type { NoticeDetails } from "../driver-notices/notice.ts";
import { lastNotice } from "../driver-notices/reading.ts";
import type { NoticeRow } from "../driver-notices/store.ts";
import { addNotice, endTurn, type Turn, withdrawAll, withdrawNotice } from "../driver-notices/transitions.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { giveBackTime, idleStatus, searchStart, termsOf } from "./driver-job.ts";
import { routeStore } from "./route-store.ts";
import { type DriverJobRow, jobStore } from "./store.ts";

/** How a driver's job begins and ends, and what makes its search look again. Inside the caller's transaction. */

/** A fleet got the assignment: the search for a driver begins when it is time. */
export function beginJob(
  { tx, now }: Writing,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  terms: DispatchTerms,
): void {
  const leadMs = terms.leadMs(assignment.service.code);
  const searchAt = searchStart(assignment.estimatedPickupAt, leadMs, now);
  jobStore(tx).insert({
    assignmentId: assignment.id,
    shipmentId: shipment.id,
    carrierId: assignment.carrier.id,
    driverId: null,
    status: idleStatus(termsOf(terms, shipment)),
    weightGrams: gramsOf(shipment.parcels),
    searchAt,
    givesUpAt: giveBackTime([shipment.pickup.window, shipment.delivery.window]),
    asked: [],
    answerUntil: null,
    acceptedAt: null,
    rejection: null,
    waitingSince: null,
    dueAt: searchAt,
  });
}

/** The assignment ended, however: nobody is asked any more. */
export function endJob(writing: Writing, assignmentId: string): void {
  const job = jobStore(writing.tx).find(assignmentId);
  if (!job) return;
  jobStore(writing.tx).end(assignmentId);
  if (job.driverId !== null && job.status !== "ended")
    withdrawAll(writing, { assignmentId, driverId: job.driverId });
  if (job.status === "accepted") findStopOrder(writing, job.driverId);
}

/** The assignment goes on: its driver has the job again. Without one, the fleet moves it by hand as before. */
export function reopenJob(writing: Writing, assignmentId: string): void {
  const { tx } = writing;
  const job = jobStore(tx).find(assignmentId);
  if (!job) return;
  jobStore(tx).change(assignmentId, { status: job.driverId === null ? "unassigned" : "accepted" });
  findStopOrder(writing, job.driverId);
  if (job.driverId !== null) addNotice(writing, turnAt(writing, job, job.driverId), "job");
}

/** A driver and a job: whom something is told, and about what. */
export function turnAt(
  { tx }: Writing,
  { assignmentId, shipmentId, carrierId }: DriverJobRow,
  driverId: string,
): Turn {
  return { driverId, assignmentId, shipmentId, accountId: ownerOf(tx, carrierId) };
}

/**
 * Tells the driver who has the job of a change, a recall or its end: their phone shows it until they have seen it.
 * @returns undefined where nobody has the job
 */
export function notifyDriver(
  writing: Writing,
  assignmentId: string,
  kind: "change" | "recall" | "resumption",
  details: NoticeDetails = {},
): NoticeRow | undefined {
  const job = jobStore(writing.tx).find(assignmentId);
  if (job?.status !== "accepted" || job.driverId === null) return undefined;
  return addNotice(writing, turnAt(writing, job, job.driverId), kind, details);
}

/** Takes back what the driver who has the job has not seen. @returns it; undefined where they have seen it */
export function withdrawFromDriver(
  writing: Writing,
  assignmentId: string,
  kind: "change" | "recall" | "resumption",
): NoticeRow | undefined {
  const { driverId } = jobStore(writing.tx).find(assignmentId) ?? {};
  return driverId ? withdrawNotice(writing, { assignmentId, driverId }, kind) : undefined;
}

/** The pickup is made: nobody need read what changed of it alone. */
export function forgetPickupChange(writing: Writing, assignmentId: string): void {
  const { driverId } = jobStore(writing.tx).find(assignmentId) ?? {};
  const told = driverId ? lastNotice(writing.tx, { assignmentId, driverId }, "change") : undefined;
  if (told?.details.changes?.every(({ stop }) => stop === "pickup"))
    withdrawFromDriver(writing, assignmentId, "change");
}

/** Others take the job from who has it, who hears of it unless they never knew of it; or nobody waits for an answer. */
export function notifyLoss(writing: Writing, job: DriverJobRow): void {
  if (job.driverId === null) return;
  const turn = turnAt(writing, job, job.driverId);
  if (job.status === "accepted") endTurn(writing, turn);
  else withdrawAll(writing, turn);
}

/** The assignment is taken from the fleet, and so from its driver. */
export function cancelJob(writing: Writing, assignmentId: string): void {
  const job = jobStore(writing.tx).find(assignmentId);
  if (job) notifyLoss(writing, job);
  endJob(writing, assignmentId);
}

/** The clock was set back after the driver had accepted: it counts as accepted now, so that positions count again. */
export function acceptNow({ tx, now }: Writing, { assignmentId, acceptedAt }: DriverJobRow): void {
  if (acceptedAt !== null && acceptedAt > now) jobStore(tx).change(assignmentId, { acceptedAt: now });
}

/** A driver's jobs changed: Waybill looks for a better order of their stops. */
export function findStopOrder({ tx, now }: Writing, driverId: string | null): void {
  if (driverId === null) return;
  routeStore(tx).makeDue(driverId, now);
  markChanged(driverId);
}

/** A driver went off duty or was deleted: what was offered to them goes to the next one. */
export function withdrawOffers(writing: Writing, driverId: string): void {
  const { tx, now } = writing;
  for (const job of jobStore(tx).openOf(driverId)) if (job.status === "offered") notifyLoss(writing, job);
  jobStore(tx).withdrawOffers(driverId, now);
}

/** Searches that found nobody look again now: a driver came on duty, has room again, or the settings changed. */
export function searchAgain({ tx, now }: Writing, carrierId: string): void {
  jobStore(tx).hurry(carrierId, now);
}

/** A place of the job is known now: its driver's stops get an order by it, and who looks for the nearest driver looks again. */
export function adoptNewPlace(writing: Writing, assignmentId: string): void {
  const job = jobStore(writing.tx).find(assignmentId);
  if (!job) return;
  findStopOrder(writing, job.status === "accepted" ? job.driverId : null);
  searchAgain(writing, job.carrierId);
}

/** The windows of the job were moved: with them the search for a driver, and when the fleet gives the job back. */
export function moveJob(
  { tx, now }: Writing,
  { pickup, delivery }: Pick<ShipmentRow, "pickup" | "delivery">,
  assignment: AssignmentRow,
  terms: DispatchTerms,
): void {
  const job = jobStore(tx).find(assignment.id);
  if (!job || job.status === "ended") return;
  const isLookedFor = job.status === "searching" || job.status === "unassigned";
  jobStore(tx).change(assignment.id, {
    givesUpAt: giveBackTime([pickup.window, delivery.window]),
    ...(isLookedFor && {
      searchAt: searchStart(assignment.estimatedPickupAt, terms.leadMs(assignment.service.code), now),
      dueAt: now,
    }),
  });
}

/** A reset of the sandbox: the stops that somebody put in order are gone. */
export function forgetRoute({ tx }: Writing, driverId: string): void {
  routeStore(tx).remove(driverId);
  markChanged(driverId);
}
