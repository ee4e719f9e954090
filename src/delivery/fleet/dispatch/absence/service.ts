import { queueAudit } from "@/access/audit/outbox.ts";
import { toTimestamp } from "@/infra/clock.ts";
import type { Db } from "@/infra/db/store.ts";
import { write } from "@/infra/deps.ts";
import { AppError, invalidField } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import { dayMs } from "@/infra/units.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Side } from "../../../carriers/service.ts";
import { acceptedJobs, openJobCount } from "../../../lifecycle/driver-jobs/reading.ts";
import { type AbsenceRow, findAbsence, forgetAbsence, saveAbsence } from "../../drivers/absences.ts";
import { markJobsDue, setDuty } from "../../drivers/duty.ts";
import { requireDriver } from "../../drivers/reading.ts";
import type { DriverRow } from "../../drivers/store.ts";
import { chooseDriver } from "../matching/service.ts";
import type { DriverAbsence, SetDriverAbsence } from "./schema.ts";

/** A driver is out: not on duty, and asked for nothing until then. Nobody stores why. */

const daysMax = 366;
/** So many jobs are released in a transaction. */
const perPart = 10;

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
 * transaction: others have their turn between.
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
    const noted: AbsenceRow = { driverId: id, until: untilAt, jobs, createdAt: now };
    saveAbsence(writing, noted);
    setDuty(writing, driver, false);
    markJobsDue(writing, id);
    record(writing, caller, driver);
    return noted;
  });
  const releaseSome = () =>
    write(deps, caller.environment, (writing: DeliveryWriting) =>
      releasePart(writing, caller, side, row) ? undefined : toView(writing.tx, row, writing.now),
    );
  let view = await releaseSome();
  while (view === undefined) view = await releaseSome();
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

/** Whoever has goods keeps them until somebody meets them. @returns whether jobs are left to release */
function releasePart(writing: DeliveryWriting, caller: Caller, side: Side, row: AbsenceRow): boolean {
  const { driverId } = row;
  const present = findAbsence(writing.tx, driverId);
  // Another dispatcher has decided otherwise meanwhile.
  if (present?.jobs !== "release" || present.createdAt !== row.createdAt) return false;
  const waiting = acceptedJobs(writing.tx, driverId).filter(({ shipment }) => shipment.status === "assigned");
  for (const { job } of waiting.slice(0, perPart))
    chooseDriver(writing, caller, side, job.assignmentId, { driver: null, overCapacity: false });
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
