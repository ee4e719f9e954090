import type { Db } from "../../../infra/db/store.ts";
import { AppError } from "../../../infra/errors.ts";
import type { DriverPrincipal } from "../../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { turnOf } from "../../lifecycle/driver-jobs/reading.ts";
import { applyOne, closeBatch, openBatch, type Verdict } from "../../lifecycle/reports/applying.ts";
import type { ReportResultsView, WireReport } from "../../lifecycle/reports/schema.ts";
import { receive } from "../../lifecycle/reports/service.ts";
import { hasLocation, withoutLocation } from "../../lifecycle/reports/update.ts";
import { compareReports, type SoundReport } from "../../lifecycle/reports/validating.ts";
import { seeByDoing } from "../dispatch/notices/seen.ts";
import { shortName } from "../drivers/driver.ts";
import { requireSelf } from "../drivers/reading.ts";
import { isOnDutyAt } from "../positions/duty.ts";
import { savePositions } from "../positions/service.ts";
import { clockOffset } from "./clock-offset.ts";
import { recordLateRefusal } from "./late-refusal.ts";
import {
  type DriverReport,
  type DriverReports,
  driverReportSchemas,
  type PositionReport,
} from "./report-schema.ts";

/** What drivers report. A driver's reports are reports of the fleet, about the driver's own jobs only. */

type Sound = SoundReport<DriverReport>;
type SoundPosition = SoundReport<PositionReport>;

/**
 * Applies a driver's reports in one transaction, in the order of their times by our clock, and answers in the order
 * sent. A refused report changes nothing and refuses no other. Reports repeat safely by their own ids.
 */
export function receiveDriverReports(
  deps: DeliveryDeps,
  driver: DriverPrincipal,
  { sent_at, reports }: DriverReports,
): Promise<ReportResultsView> {
  const sending = {
    schemas: driverReportSchemas,
    pointer: "#/reports",
    offsetMs: clockOffset(Date.parse(sent_at), deps.clock.now()),
  };
  return receive<DriverReport>(deps, driver, sending, reports, (writing, sound) => {
    const { name } = requireSelf(writing.tx, driver);
    return applyInOrder(writing, driver, shortName(name), sound);
  });
}

/** A position counts for the jobs that the driver had at its time, so it is saved before what happened later. */
function applyInOrder(
  writing: DeliveryWriting,
  driver: DriverPrincipal,
  driverName: string,
  reports: Sound[],
): Map<Sound, Verdict> {
  const { driverId, carrierId } = driver;
  const partIn = (assignmentId: string, at: number) => requireTurn(writing.tx, driverId, assignmentId, at);
  const batch = openBatch(writing, {
    by: "driver",
    carrierId,
    driverName,
    partIn: ({ id }, at) => partIn(id, at),
  });
  const verdicts = new Map<Sound, Verdict>();
  let waiting: SoundPosition[] = [];
  const saveWaiting = () => {
    const results = savePositions(writing, driver, waiting.map(positionOf));
    for (const [index, one] of waiting.entries()) verdicts.set(one, results[index] ?? "duplicate");
    waiting = [];
  };
  for (const sound of reports.toSorted(compareReports)) {
    if (isPosition(sound)) {
      const verdict = judgeNamed(sound, partIn);
      if (verdict === undefined) waiting.push(sound);
      else verdicts.set(sound, verdict);
      continue;
    }
    saveWaiting();
    const verdict = driver.sendsPositionsOnly
      ? new AppError("positions_only")
      : applyOne(batch, asOnDuty(writing, driverId, sound as SoundReport<WireReport>));
    verdicts.set(sound, verdict);
    const done = sound as SoundReport<WireReport>;
    if (verdict instanceof AppError) recordLateRefusal(writing, done, verdict);
    else seeByDoing(writing, { assignmentId: done.report.assignment_id, driverId }, done.at);
  }
  saveWaiting();
  closeBatch(batch);
  return verdicts;
}

/** Off duty, a driver's place is nobody's business: what happened counts without it. */
function asOnDuty(writing: DeliveryWriting, driverId: string, sound: SoundReport): SoundReport {
  const { report, at } = sound;
  if (!hasLocation(report) || isOnDutyAt(writing, driverId, at)) return sound;
  return { ...sound, report: withoutLocation(report) };
}

/**
 * Whether the job is the driver's, or was at that time.
 * @throws AppError `assignment_not_found` for a job that never was theirs, `assignment_ended` after a hand-over
 */
function requireTurn(db: Db, driverId: string, assignmentId: string, at: number): "present" | "former" {
  const turn = turnOf(db, assignmentId, driverId);
  if (!turn) throw new AppError("assignment_not_found");
  if (turn.until === null) return "present";
  if (at < turn.until) return "former";
  throw new AppError("assignment_ended", {
    detail: "The job is no longer yours: you gave it back, or somebody else has it.",
  });
}

/** What is wrong with the job that a position names; undefined if it names none or a job of the driver. */
function judgeNamed(
  { report, at }: SoundPosition,
  partIn: (assignmentId: string, at: number) => "present" | "former",
): "late" | AppError | undefined {
  if (report.assignment_id == null) return undefined;
  try {
    return partIn(report.assignment_id, at) === "former" ? "late" : undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function isPosition(sound: Sound): sound is SoundPosition {
  return sound.report.type === "position";
}

function positionOf({ report, at }: SoundPosition) {
  return {
    reportId: report.id,
    reportedAt: Date.parse(report.at),
    latitude: report.latitude,
    longitude: report.longitude,
    accuracyMeters: report.accuracy_meters ?? null,
    headingDegrees: report.heading_degrees ?? null,
    speedMps: report.speed_mps ?? null,
    recordedAt: at,
  };
}
