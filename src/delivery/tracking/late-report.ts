import type { Writing } from "../../infra/deps.ts";
import type { CarrierUpdate } from "../carriers/carrier.ts";
import { recordEntry } from "../lifecycle/change.ts";
import { entriesOf } from "../lifecycle/reading.ts";
import type { EntryRow, ShipmentRow } from "../lifecycle/rows.ts";
import type { Report } from "./report.ts";
import { lateReportCode } from "./tracking.ts";

/**
 * Records a report that comes too late to change anything, so that people can see what went wrong. The timeline gets one
 * entry for each kind of late report, and none for a report that repeats an entry. So it does not grow, however often a
 * carrier sends the same report.
 */
export function recordLateReport(writing: Writing, shipment: ShipmentRow, report: Report): void {
  const { update, assignmentId } = report;
  const what = update.kind === "progress" ? update.substatus : update.kind;
  const message = `A late report of ${what} had no effect.`;
  const entries = entriesOf(writing.tx, shipment.id);
  const isCurrent = assignmentId === shipment.assignmentId;
  if (entries.some((entry) => entry.message === message || (isCurrent && tells(entry, update)))) return;
  recordEntry(writing, shipment, { by: report.by, at: report.at, code: lateReportCode, message });
}

/** Whether this report made the entry when it first arrived. */
function tells({ status, substatus, code }: EntryRow, update: CarrierUpdate): boolean {
  if (code === lateReportCode) return false;
  switch (update.kind) {
    case "progress":
      return substatus === update.substatus;
    case "delivered":
    case "returned":
      return status === update.kind;
    case "undeliverable":
      return status === "returning" || status === "failed";
    case "withdrawn":
    case "position":
    case "signal_lost":
    case "estimate":
      return false;
  }
}
