import type { Static, TObject } from "@sinclair/typebox";
import { AppError, type FieldError } from "../../../infra/errors.ts";
import { storageErrors } from "../../../infra/http/body.ts";
import { isObject } from "../../../infra/http/json.ts";
import { errorsOf, fits } from "../../../infra/http/validation.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { type Substatus, substatuses } from "../../model/model.ts";
import { evidenceMax, ReportId, type ReportType, reportSchemas, type WireReport } from "./schema.ts";

/** What Waybill can say of a report before it looks at the assignment. */

/** A carrier's clock may be this much ahead, and a report this much older than the assignment. */
const toleranceMs = 5 * 60_000;

/** What a sender may report, and how its request is read. */
export interface Sending {
  /** The shape of each type of report. */
  schemas: Readonly<Record<string, TObject>>;
  /** Where the reports stand in the body. */
  pointer: string;
  /** Milliseconds that a time by the sender's clock lacks to be one by ours. */
  offsetMs: number;
}

/** What carriers send: the body is the reports, and a server's clock is right. */
export const fromCarrier: Sending = { schemas: reportSchemas, pointer: "#", offsetMs: 0 };

/** A report that fits its schema. */
export interface SoundReport<Report extends { at: string } = WireReport> {
  /** Its place in the request, and where it stands in the body. */
  index: number;
  pointer: string;
  report: Report;
  /** When it happened, by our clock. */
  at: number;
  /** SHA-256 of what it says, whatever the order of its members. */
  hash: string;
}

/** @returns an AppError `validation_failed` for a report that does not fit its schema */
export function validateReport<Report extends { at: string }>(
  { schemas, offsetMs, ...sent }: Sending,
  value: unknown,
  index: number,
): SoundReport<Report> | AppError {
  const pointer = `${sent.pointer}/${index}`;
  const errors = faultsOf(schemas, value, pointer);
  if (errors.length > 0) return new AppError("validation_failed", { errors });
  const report = value as Report;
  return { index, pointer, report, at: Date.parse(report.at) + offsetMs, hash: sha256Hex(inOrder(report)) };
}

/** The id of a report, if it has one. */
export function idOf(value: unknown): Static<typeof ReportId> | null {
  const { id } = (value ?? {}) as { id?: unknown };
  return fits(ReportId, id) ? id : null;
}

function faultsOf(schemas: Sending["schemas"], value: unknown, pointer: string): FieldError[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ pointer, code: "type", detail: "must be an object" }];
  }
  const found = Object.entries(schemas).find(([type]) => type === (value as { type?: unknown }).type);
  if (found === undefined) {
    const types = Object.keys(schemas).join(", ");
    return [{ pointer: `${pointer}/type`, code: "enum", detail: `must be one of ${types}` }];
  }
  const [, schema] = found;
  if (fits(schema, value)) return [...storageErrors(value, pointer), ...photoErrors(value, pointer)];
  return errorsOf(schema, value, "pointer").map((error) => ({
    ...error,
    pointer: `${pointer}${error.pointer?.slice(1) ?? ""}`,
  }));
}

/** What the shapes of photos cannot say. */
function photoErrors(report: { [member: string]: unknown }, pointer: string): FieldError[] {
  const { type, substatus, image_id: single, image_ids: several } = report;
  if (!Array.isArray(several) || several.length === 0) return [];
  const place = { pointer: `${pointer}/image_ids` };
  if (type === "progress" && substatus !== "picked_up") {
    return [{ ...place, code: "contradictory", detail: "must be given with picked_up only" }];
  }
  const all = new Set(single == null ? several : [single, ...several]);
  if (type !== "undeliverable" || all.size <= evidenceMax) return [];
  return [{ ...place, code: "max_items", detail: `must have at most ${evidenceMax} entries with image_id` }];
}

/** @throws AppError `validation_failed` for a time that cannot be right */
export function refuseWrongTime({ pointer, at }: SoundReport, assignedAt: number, now: number): void {
  const isEarly = at < assignedAt - toleranceMs;
  if (!isEarly && at <= now + toleranceMs) return;
  const detail = isEarly
    ? "must not be more than 5 minutes before the assignment"
    : "must not be more than 5 minutes ahead of now";
  throw new AppError("validation_failed", {
    errors: [{ pointer: `${pointer}/at`, code: isEarly ? "minimum" : "maximum", detail }],
  });
}

/** Reports of the same moment, in the order of a trip: a pickup comes before what follows from it. */
const ranks: Record<ReportType, number> = {
  progress: 0,
  position: 3.5,
  signal_lost: 3.6,
  estimate: 3.7,
  scan: 4.5,
  attempt_failed: 6.5,
  cancellation_refused: 7,
  delivered: 8,
  undeliverable: 9,
  returned: 10,
  withdrawn: 11,
  cancelled: 12,
  charge: 13,
};

/** A report as far as its place in a trip goes. */
type Ranked = { type: Exclude<ReportType, "progress"> } | { type: "progress"; substatus: Substatus };

function rankOf(report: Ranked): number {
  return report.type === "progress" ? substatuses.indexOf(report.substatus) : ranks[report.type];
}

/** The order in which reports are applied, whatever the order in which they arrive. */
export function compareReports<T extends { index: number; at: number; report: Ranked }>(
  one: T,
  other: T,
): number {
  return one.at - other.at || rankOf(one.report) - rankOf(other.report) || one.index - other.index;
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
