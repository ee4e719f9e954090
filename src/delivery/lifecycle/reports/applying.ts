import { AppError } from "../../../infra/errors.ts";
import { inTimeOf, type Owner } from "../../../infra/own-time.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import type { CarrierUpdate } from "../../carriers/carrier-update.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { findImage, nameImages } from "../../carriers/images/service.ts";
import { countReports, findAssignment } from "../assignments/transitions.ts";
import { chargeReported } from "../charges/reported.ts";
import { applyPositions, applyReport, isLate } from "../reporting.ts";
import { isActive } from "../state/assignment.ts";
import { findAssignmentRow, findShipment } from "../state/reading.ts";
import type { AssignmentRow } from "../state/rows.ts";
import { recordLateReport } from "../tracking/late-report.ts";
import type { ReportedPosition } from "../tracking/positions.ts";
import type { KeptPosition } from "../tracking/quality.ts";
import type { Report } from "../tracking/report.ts";
import { findKept, isRefusedReport, refuseTooMany, saveReport } from "./keeping.ts";
import type { WireReport } from "./schema.ts";
import type { KeptReport } from "./store.ts";
import { positionOf, type TripReport, updateOf } from "./update.ts";
import { compareReports, refuseWrongTime, type SoundReport } from "./validating.ts";

/** Applies the reports of one request to their shipments. */

export type Verdict = "applied" | KeptPosition | "late" | "duplicate" | AppError;

/** Bounds what one request adds to a proof file. */
const imageBytesMax = 64 * bytesPerMb;

/** Who sends the reports. */
export interface Reporter {
  by: "carrier" | "driver";
  carrierId: string;
  /** What people call the driver who sends them. */
  driverName?: string;
  /** Of reports that the fleet's owner enters for a driver without a phone. */
  enteredBy?: Report["enteredBy"];
  /**
   * Whether the carrier's assignment is the sender's, or was at that time.
   * @throws AppError `assignment_not_found`, `assignment_ended`, `validation_failed`
   */
  partIn(assignment: AssignmentRow, sound: Pick<SoundReport, "at" | "pointer">): "present" | "former";
}

/** Reports of one request. Open it, apply reports in their order, and close it. */
export interface Batch {
  writing: DeliveryWriting;
  reporter: Reporter;
  /** As they are now; empty after a change. */
  assignments: Map<string, AssignmentRow>;
  /** How many reports of an assignment this request has added. */
  added: Map<string, number>;
  imageBytes: number;
  /** Positions of one assignment that wait to be written together. */
  run: { assignment: AssignmentRow; positions: ReportedPosition[] } | undefined;
}

export function openBatch(writing: DeliveryWriting, reporter: Reporter): Batch {
  return { writing, reporter, assignments: new Map(), added: new Map(), imageBytes: 0, run: undefined };
}

export function closeBatch({ writing, added }: Batch): void {
  for (const [id, count] of added) countReports(writing, id, count);
}

/** @returns what became of each report, in the time of whose shipment it is about */
export function applySound(
  writing: DeliveryWriting,
  reporter: Reporter,
  reports: readonly SoundReport[],
): Map<SoundReport, Verdict> {
  const batch = openBatch(writing, reporter);
  const verdicts = new Map<SoundReport, Verdict>();
  // Positions of one trip stand together, so that they are written together.
  const groups = Map.groupBy(reports.toSorted(compareReports), ({ report }) => report.assignment_id);
  for (const [assignmentId, group] of groups) {
    inTimeOf(writing.deps, ownerOf(writing, assignmentId), () => {
      batch.writing = { ...writing, now: writing.deps.clock.now() };
      for (const sound of group) verdicts.set(sound, applyOne(batch, sound));
      writeRun(batch);
    });
  }
  closeBatch(batch);
  return verdicts;
}

/** Whose shipment the assignment is of. A carrier of the installation reports on shipments of many accounts. */
function ownerOf({ tx, environment }: DeliveryWriting, assignmentId: string): Owner {
  const assignment = findAssignmentRow(tx, assignmentId);
  const shipment = assignment && findShipment(tx, assignment.shipmentId);
  return { accountId: shipment?.accountId ?? null, environment };
}

/** Applies one report. An error of a statement may have ended the transaction, so only refusals are caught. */
export function applyOne(batch: Batch, sound: SoundReport): Verdict {
  try {
    return apply(batch, sound);
  } catch (error) {
    if (isRefusedReport(error)) return error;
    throw error;
  }
}

function apply(batch: Batch, sound: SoundReport): Verdict {
  const { writing, reporter } = batch;
  const { report, hash } = sound;
  const assignment = requireAssignment(batch, report.assignment_id);
  const part = reporter.partIn(assignment, sound);
  const known = findKept(writing, assignment.id, report.id);
  if (known?.hash === hash) {
    if (known.result !== "refused") return "duplicate";
    throw new AppError("pin_wrong", { detail: "This report had a wrong PIN. Send a new one." });
  }
  if (known && known.result !== "refused") throw new AppError("report_id_reused");
  refuseWrongTime(sound, assignment.assignedAt, writing.now);
  if (report.type === "charge") return charge(batch, assignment, { ...sound, report });
  refuseTooMany(writing, assignment, keptOf(batch, assignment), report);
  try {
    const result = applyTo(batch, assignment, { ...sound, report }, part);
    keep(batch, assignment, sound, result);
    return result;
  } catch (error) {
    // It counts once, however often it is sent.
    if (error instanceof AppError && error.code === "pin_wrong") keep(batch, assignment, sound, "refused");
    throw error;
  }
}

/**
 * The charge's row remembers the report too, because an erasure deletes what is kept of reports. After one nothing more
 * is kept: the report's name is the carrier's words.
 */
function charge(
  batch: Batch,
  assignment: AssignmentRow,
  sound: SoundReport<Extract<WireReport, { type: "charge" }>>,
): Verdict {
  const { writing } = batch;
  const shipment = findShipment(writing.tx, assignment.shipmentId);
  if (!shipment) throw new AppError("assignment_not_found");
  const result = chargeReported(writing, shipment, assignment, sound.report, sound.pointer);
  if (result === "applied" && shipment.redactedAt === null) keep(batch, assignment, sound, result);
  return result;
}

/** @throws AppError `assignment_not_found`, also for another carrier's */
function requireAssignment(batch: Batch, id: string): AssignmentRow {
  const known = batch.assignments.get(id);
  if (known) return known;
  const found = findAssignment(batch.writing, id);
  if (found?.carrier.id !== batch.reporter.carrierId) throw new AppError("assignment_not_found");
  batch.assignments.set(id, found);
  return found;
}

function applyTo(
  batch: Batch,
  assignment: AssignmentRow,
  sound: SoundReport<TripReport>,
  part: "present" | "former",
): "applied" | "late" {
  const { writing, reporter } = batch;
  const { report, at } = sound;
  if (report.type === "position") {
    if (!isActive(assignment.status)) return "late";
    batch.run ??= { assignment, positions: [] };
    batch.run.positions.push(positionOf(report, at));
    return "applied";
  }
  writeRun(batch);
  batch.assignments.clear();
  const shipment = findShipment(writing.tx, assignment.shipmentId);
  if (!shipment) throw new AppError("assignment_not_found");
  const owner = { carrierId: reporter.carrierId, accountId: shipment.accountId };
  const named: string[] = [];
  const isMissing = { any: false };
  const update = updateOf(report, sound, (id) => {
    const image = findImage(writing, owner, id);
    if (!image) {
      isMissing.any = true;
      return undefined;
    }
    named.push(id);
    batch.imageBytes += image.size;
    if (batch.imageBytes <= imageBytesMax) return image;
    throw new AppError("limit_reached", {
      detail: "The images of this request are too large together. Send this report again in another request.",
    });
  });
  const told: Report = {
    assignmentId: assignment.id,
    by: reporter.by,
    driverName: reporter.driverName,
    enteredBy: reporter.enteredBy,
    at,
    update: withPinOf(assignment, update),
  };
  const isLost = part === "former" || isLate(writing, shipment, told);
  // A late report keeps the images that are left: the others may be deleted by then.
  if (isMissing.any && !isLost) throw new AppError("image_unknown");
  const result =
    part === "former" ? recordLateReport(writing, shipment, told) : applyReport(writing, shipment.id, told);
  nameImages(writing, shipment.accountId, named);
  return result;
}

/** A carrier has either Waybill's PIN checked or its own, as was said when the quote was accepted. */
function withPinOf({ ownPin }: AssignmentRow, update: CarrierUpdate): CarrierUpdate {
  if (update.kind !== "delivered") return update;
  const { pinVerified, ...proof } = update.proof;
  return { ...update, proof: ownPin ? { ...proof, pin: null, ...(pinVerified && { pinVerified }) } : proof };
}

function writeRun(batch: Batch): void {
  const { run, writing } = batch;
  batch.run = undefined;
  const [first, ...others] = run?.positions ?? [];
  if (!run || !first) return;
  const source = { assignmentId: run.assignment.id, by: "carrier" } as const;
  applyPositions(writing, run.assignment.shipmentId, source, [first, ...others]);
}

function keep(
  batch: Batch,
  assignment: AssignmentRow,
  { report: { id }, hash }: SoundReport,
  result: KeptReport["result"],
): void {
  const kept = keptOf(batch, assignment);
  if (!saveReport(batch.writing, { assignmentId: assignment.id, id, hash, result }, kept)) return;
  batch.added.set(assignment.id, (batch.added.get(assignment.id) ?? 0) + 1);
}

/** How many reports of the assignment are kept, with those of this request. */
function keptOf({ added }: Batch, { id, reportCount }: AssignmentRow): number {
  return reportCount + (added.get(id) ?? 0);
}
