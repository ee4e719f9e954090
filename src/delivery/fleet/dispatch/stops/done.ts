import { toTimestamp } from "@/infra/clock.ts";
import type { Db } from "@/infra/db/store.ts";
import type { Deps } from "@/infra/deps.ts";
import type { DriverPrincipal } from "@/infra/http/principal.ts";
import { hourMs } from "@/infra/units.ts";
import { findJob, type Job } from "../../../lifecycle/driver-jobs/reading.ts";
import { type DriverTurnRow, jobStore } from "../../../lifecycle/driver-jobs/store.ts";
import { countPieces } from "../../../model/parcels.ts";
import { requireSelf } from "../../drivers/reading.ts";
import type { DoneStopsView, DoneStopView } from "./schema.ts";
import { placeOfStop, type StopKind, stopIdOf } from "./stop.ts";

/** What a driver has done today. */

/** A shift that began yesterday evening is one day. */
const dayMs = 16 * hourMs;
/** Nobody has more jobs in a day. */
const turnsMax = 300;

type Done = Pick<DoneStopView, "kind" | "outcome" | "reason_code"> & { at: number };

/** The driver's own stops that are over, oldest first. @throws AppError `device_required` */
export function getDoneStops(deps: Deps, driver: DriverPrincipal): DoneStopsView {
  const { db } = deps.stores.platform(driver.environment);
  const { id } = requireSelf(db, driver);
  const since = deps.clock.now() - dayMs;
  const data = jobStore(db)
    .newestTurns(id, turnsMax)
    .flatMap((turn) => doneIn(db, turn))
    .filter(({ at }) => at >= since)
    .sort((one, other) => one.at - other.at)
    .map(({ job, ...done }) => toView(job, done));
  return { data };
}

/** What the driver did of a job in this turn: somebody else may have gone on with it. */
function doneIn(db: Db, turn: DriverTurnRow): (Done & { job: Job })[] {
  const job = findJob(db, turn.assignmentId);
  if (job?.shipment.assignmentId !== turn.assignmentId) return [];
  const until = turn.until ?? Number.POSITIVE_INFINITY;
  return doneOf(job)
    .filter(({ at }) => at >= turn.since && at < until)
    .map((done) => ({ ...done, job }));
}

/** As the shipment stands now: what was corrected since is told so. */
function doneOf({ shipment }: Job): Done[] {
  const { status, pickedUpAt, deliveredAt, returnedAt, failure } = shipment;
  const did = (
    kind: StopKind,
    outcome: Done["outcome"],
    at: number | null,
    reason: Done["reason_code"] = null,
  ) => (at === null ? [] : [{ kind, outcome, at, reason_code: reason }]);
  const isFailed = status === "failed" || status === "returning" || status === "returned";
  return [
    ...did("pickup", "picked_up", pickedUpAt),
    ...(status === "delivered" ? did("delivery", "delivered", deliveredAt) : []),
    ...(isFailed && failure
      ? did("delivery", "undeliverable", Date.parse(failure.at), failure.reason_code)
      : []),
    ...(status === "returned" ? did("return", "returned", returnedAt) : []),
  ];
}

/** Of an erased shipment nothing about people is left. */
function toView(job: Job, { kind, outcome, reason_code, at }: Done): DoneStopView {
  const { shipment } = job;
  const { address, contact } = placeOfStop({ kind, shipment });
  const isErased = shipment.redactedAt !== null;
  const { line1, city } = address;
  return {
    id: stopIdOf({ job: job.job, kind }),
    assignment_id: job.job.assignmentId,
    shipment_id: shipment.id,
    kind,
    outcome,
    reason_code,
    at: toTimestamp(at),
    tracking_number: shipment.trackingNumber,
    parcel_count: countPieces(shipment.parcels),
    name: isErased ? null : (contact.company ?? contact.name),
    place: isErased ? null : { line1, city },
  };
}
