import type { Db } from "../../../infra/db/store.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { fleetCode } from "../../carriers/kind.ts";
import { findAssignmentRow, findShipment } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { pinnableStops } from "../state/shipment.ts";
import type { Load } from "./driver-job.ts";
import { routeStore } from "./route-store.ts";
import { type DriverJobRow, type DriverTurnRow, jobStore, type Turn, type TurnPlace } from "./store.ts";

/** How every feature reads who drives what. `db` is a database or a transaction. */

export type { DriverJobRow, DriverTurnRow, Turn, TurnPlace } from "./store.ts";

/** A driver's job, with what it is about. */
export interface Job {
  job: DriverJobRow;
  assignment: AssignmentRow;
  shipment: ShipmentRow;
}

/** Whether a fleet has the shipment: its drivers read from Waybill where to go. */
export function hasFleet(
  { deps, environment }: Pick<DeliveryWriting, "deps" | "environment">,
  { carrierId }: Pick<ShipmentRow, "carrierId">,
): boolean {
  return carrierId !== null && deps.carrier(environment, carrierId)?.dispatch !== undefined;
}

/** Whether a fleet of the shipment's own account has it, which still has stops to make. */
export function isOfOwnFleet(
  { deps, environment }: Pick<DeliveryWriting, "deps" | "environment">,
  { carrierId, accountId, status }: Pick<ShipmentRow, "carrierId" | "accountId" | "status">,
): boolean {
  const carrier = carrierId === null ? undefined : deps.carrier(environment, carrierId);
  const isOwn = carrier?.kind === fleetCode && carrier.owner.accountId === accountId;
  return isOwn && pinnableStops[status] !== undefined;
}

/** The job of a fleet's assignment; undefined for an assignment of another carrier. */
export function jobOf(db: Db, assignmentId: string): DriverJobRow | undefined {
  return jobStore(db).find(assignmentId);
}

/** When the last driver of a job gave it back; undefined if nobody ever had it, or somebody has. */
export function freedAt(db: Db, assignmentId: string): number | undefined {
  return jobStore(db).freedAt(assignmentId);
}

/** A driver's open jobs: what is offered to them, then what is theirs, in the order of their route. */
export function jobsOfDriver(db: Db, driverId: string): DriverJobRow[] {
  return jobStore(db).openOf(driverId);
}

/** A driver's job with what it is about; undefined for an assignment of a carrier without drivers. */
export function findJob(db: Db, assignmentId: string): Job | undefined {
  const job = jobStore(db).find(assignmentId);
  const assignment = job && findAssignmentRow(db, assignmentId);
  const shipment = job && findShipment(db, job.shipmentId);
  return job && assignment && shipment && { job, assignment, shipment };
}

/** The jobs that are a driver's, in the order of their route. */
export function acceptedJobs(db: Db, driverId: string): Job[] {
  return jobsOfDriver(db, driverId)
    .filter(({ status }) => status === "accepted")
    .flatMap(({ assignmentId }) => findJob(db, assignmentId) ?? []);
}

/** A driver has no more jobs than that behind them while an app without network keeps positions. */
const turnsMax = 50;

/** When the last of a driver's jobs ended, or was handed over; 0 without one. */
export function lastEndOf(db: Db, driverId: string): number {
  const ends = jobStore(db)
    .newestTurns(driverId, turnsMax)
    .map(({ until, assignmentId }) => until ?? findAssignmentRow(db, assignmentId)?.endedAt ?? 0);
  return Math.max(0, ...ends);
}

/** The shipments that a driver had after a time, each with the end of the turn, which may be in the future. */
export function turnsSince(db: Db, driverId: string, since: number): { shipmentId: string; until: number }[] {
  return jobStore(db)
    .newestTurns(driverId, turnsMax)
    .flatMap(({ until, assignmentId }) => {
      const job = jobStore(db).find(assignmentId);
      const isOver = until !== null && until <= since;
      return job && !isOver ? [{ shipmentId: job.shipmentId, until: until ?? Number.MAX_SAFE_INTEGER }] : [];
    });
}

/** A driver's turns that began between two times. */
export function turnsBetween(db: Db, driverId: string, from: number, before: number): Turn[] {
  return jobStore(db).turnsBetween(driverId, from, before);
}

/** A driver's turns at jobs that nobody had after them, oldest first, from after a place. */
export function lastTurnsOf(
  db: Db,
  driverId: string,
  { after = { since: -1, assignmentId: "" }, limit }: { after: TurnPlace | undefined; limit: number },
): DriverTurnRow[] {
  return jobStore(db).lastTurns(driverId, after, limit);
}

/** Ids of stops in the order that the driver or a dispatcher chose; empty: the order of the jobs. */
export function chosenStopOrder(db: Db, driverId: string): readonly string[] {
  return routeStore(db).find(driverId)?.stops ?? [];
}

/** How many jobs are a driver's. What is offered to them does not count. */
export function openJobCount(db: Db, driverId: string): number {
  return jobStore(db).countAccepted(driverId);
}

/** What a driver carries or will, with what is offered to them. */
export function loadOf(db: Db, driverId: string): Load {
  return jobStore(db).loadOf(driverId);
}

/**
 * A driver's turn at a job; undefined if they never had it. `until` is null while it is theirs, and after the end of the
 * assignment for its last driver. What a former driver reports of a time before `until` is late; later reports are
 * refused.
 */
export function turnOf(db: Db, assignmentId: string, driverId: string): DriverTurnRow | undefined {
  return jobStore(db).findTurn(assignmentId, driverId);
}
