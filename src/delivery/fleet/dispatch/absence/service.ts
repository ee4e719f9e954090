import { queueAudit } from "@/access/audit/outbox.ts";
import { toTimestamp } from "@/infra/clock.ts";
import type { Db } from "@/infra/db/store.ts";
import { write } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import { AppError, invalidField } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { perPart } from "@/infra/idempotency/idempotency.ts";
import { inTimeOf } from "@/infra/own-time.ts";
import { dayMs } from "@/infra/units.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Side } from "../../../carriers/service.ts";
import { acceptedJobs, type Job, openJobCount } from "../../../lifecycle/driver-jobs/reading.ts";
import {
  type AbsenceRow,
  absenceOf,
  endRelease,
  findAbsence,
  forgetAbsence,
  saveAbsence,
} from "../../drivers/absences.ts";
import { markJobsDue, setDuty } from "../../drivers/duty.ts";
import { findDriver, requireDriver } from "../../drivers/reading.ts";
import type { DriverRow } from "../../drivers/store.ts";
import { chooseDriver, releaseJob } from "../matching/service.ts";
import type { DriverAbsence, SetDriverAbsence } from "./schema.ts";

/** A driver is out: not on duty, and asked for nothing until then. Nobody stores why. */

const daysMax = 366;
/** After so long a job takes back what is left: a stop has ended the request that did. */
const resumeMs = 30_000;

/** The absence that lasts or ended within 30 days. @throws AppError `not_found` */
export function getAbsence(deps: DeliveryDeps, caller: Caller, side: Side, id: string): DriverAbsence {
  const { db } = deps.stores.platform(caller.environment);
  const driver = requireDriver(deps, caller, side, id);
  const row = findAbsence(db, driver.id);
  if (!row) throw new AppError("not_found");
  return toView(db, row, deps.clock.now());
}

/**
 * Notes that the driver is out, or until when. With `release`, jobs without goods are nobody's at once, ten in a
 * transaction: others have their turn between. If a stop ends that, `resumeRelease` goes on.
 * @throws AppError `not_found`, `validation_failed`
 */
export async function putAbsence(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
  { until, jobs }: SetDriverAbsence,
): Promise<DriverAbsence> {
  const row = await write(deps, caller.environment, (writing: DeliveryWriting) => {
    const { now } = writing;
    const driver = requireDriver(deps, caller, side, id);
    const untilAt = Date.parse(until);
    if (untilAt <= now) throw invalidField("#/until", "in_past", "must be in the future");
    if (untilAt > now + daysMax * dayMs) {
      throw invalidField("#/until", "too_late", `must be within ${daysMax} days`);
    }
    const releaseAt = jobs === "release" ? deps.realClock.now() + resumeMs : null;
    const noted: AbsenceRow = { driverId: id, until: untilAt, jobs, createdAt: now, releaseAt };
    saveAbsence(writing, noted);
    setDuty(writing, driver, false);
    markJobsDue(writing, id);
    record(writing, caller, driver);
    return noted;
  });
  const releaseNext = () =>
    write(deps, caller.environment, (writing: DeliveryWriting) =>
      releasePart(writing, caller, side, row) ? undefined : toView(writing.tx, row, writing.now),
    );
  let view = await releaseNext();
  while (view === undefined) view = await releaseNext();
  return view;
}

/** The driver is there again, or was never out. Jobs that were taken back stay so. @throws AppError `not_found` */
export function deleteAbsence(deps: DeliveryDeps, caller: Caller, side: Side, id: string): Promise<void> {
  return write(deps, caller.environment, (writing: DeliveryWriting) => {
    const driver = requireDriver(deps, caller, side, id);
    if (!findAbsence(writing.tx, id)) return;
    forgetAbsence(writing, id);
    markJobsDue(writing, id);
    record(writing, caller, driver);
  });
}

/** Takes back what is left, as the absence that lasts says. What the driver was given since is for afterwards. */
export async function resumeRelease(
  deps: DeliveryDeps,
  environment: Environment,
  driverId: string,
): Promise<void> {
  const driver = findDriver(deps.stores.platform(environment).db, driverId);
  const accountId = driver?.accountId ?? null;
  const resumeSome = () =>
    write(deps, environment, (writing: DeliveryWriting) => {
      const absence = absenceOf(writing.tx, driverId, writing.now);
      const isBefore = ({ job }: Job) => absence !== undefined && (job.acceptedAt ?? 0) <= absence.createdAt;
      const isMore =
        absence?.jobs === "release" &&
        releaseSome(acceptedJobs(writing.tx, driverId).filter(isBefore), (found) =>
          releaseJob(writing, found),
        );
      if (!isMore) endRelease(writing, driverId);
      return isMore;
    });
  await inTimeOf(deps, { accountId, environment }, async () => {
    while (await resumeSome());
  });
}

/** @returns whether jobs are left to release */
function releasePart(writing: DeliveryWriting, caller: Caller, side: Side, row: AbsenceRow): boolean {
  const { driverId } = row;
  const present = findAbsence(writing.tx, driverId);
  // Another dispatcher has decided otherwise meanwhile.
  if (present?.jobs !== "release" || present.createdAt !== row.createdAt) return false;
  const isMore = releaseSome(acceptedJobs(writing.tx, driverId), ({ job }) =>
    chooseDriver(writing, caller, side, job.assignmentId, { driver: null, overCapacity: false }),
  );
  if (!isMore) endRelease(writing, driverId);
  return isMore;
}

/** Whoever has goods keeps them until somebody meets them. @returns whether jobs are left to release */
function releaseSome(jobs: readonly Job[], release: (found: Job) => unknown): boolean {
  const waiting = jobs.filter(({ shipment }) => shipment.status === "assigned");
  for (const found of waiting.slice(0, perPart)) release(found);
  return waiting.length > perPart;
}

function record(writing: DeliveryWriting, caller: Caller, { id, name, carrierId }: DriverRow): void {
  queueAudit(writing, caller, {
    action: "driver.changed",
    target: { type: "driver", id, name },
    details: { carrier_id: carrierId, changed: ["absence"] },
  });
}

function toView(db: Db, { driverId, until, jobs, createdAt }: AbsenceRow, now: number): DriverAbsence {
  return {
    driver_id: driverId,
    until: toTimestamp(until),
    jobs,
    is_active: now < until,
    active_assignments: openJobCount(db, driverId),
    created_at: toTimestamp(createdAt),
  };
}
