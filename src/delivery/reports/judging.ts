import type { Static } from "@sinclair/typebox";
import { AppError, type FieldError } from "../../infra/errors.ts";
import { storageErrors } from "../../infra/http/body.ts";
import { errorsOf, fits } from "../../infra/http/validation.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { substatuses } from "../model.ts";
import { ReportId, type ReportType, reportSchemas, type WireReport } from "./schema.ts";

/** What Waybill can say of a report before it looks at the assignment. */

/** A carrier's clock may be this much ahead, and a report this much older than the assignment. */
const toleranceMs = 5 * 60_000;

/** A report that fits its schema. */
export interface SoundReport {
  /** Its place in the request. */
  index: number;
  report: WireReport;
  at: number;
  /** SHA-256 of what it says, whatever the order of its members. */
  hash: string;
}

const types = Object.keys(reportSchemas) as ReportType[];

/** @returns an AppError `validation_failed` for a report that does not fit its schema */
export function judgeReport(value: unknown, index: number): SoundReport | AppError {
  const errors = faultsOf(value, `#/${index}`);
  if (errors.length > 0) return new AppError("validation_failed", { errors });
  const report = value as WireReport;
  return { index, report, at: Date.parse(report.at), hash: sha256Hex(inOrder(report)) };
}

/** The id of a report, if it has one. */
export function idOf(value: unknown): Static<typeof ReportId> | null {
  const { id } = (value ?? {}) as { id?: unknown };
  return fits(ReportId, id) ? id : null;
}

function faultsOf(value: unknown, pointer: string): FieldError[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ pointer, code: "type", detail: "must be an object" }];
  }
  const type = types.find((each) => each === (value as { type?: unknown }).type);
  if (type === undefined) {
    return [{ pointer: `${pointer}/type`, code: "enum", detail: `must be one of ${types.join(", ")}` }];
  }
  const schema = reportSchemas[type];
  if (fits(schema, value)) return storageErrors(value, pointer);
  return errorsOf(schema, value, "pointer").map((error) => ({
    ...error,
    pointer: `${pointer}${error.pointer?.slice(1) ?? ""}`,
  }));
}

/** @throws AppError `validation_failed` for a time that cannot be right */
export function refuseWrongTime({ index, at }: SoundReport, assignedAt: number, now: number): void {
  const isEarly = at < assignedAt - toleranceMs;
  if (!isEarly && at <= now + toleranceMs) return;
  const detail = isEarly
    ? "must not be more than 5 minutes before the assignment"
    : "must not be more than 5 minutes ahead of now";
  throw new AppError("validation_failed", {
    errors: [{ pointer: `#/${index}/at`, code: isEarly ? "minimum" : "maximum", detail }],
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
};

function rankOf(report: WireReport): number {
  return report.type === "progress" ? substatuses.indexOf(report.substatus) : ranks[report.type];
}

/** The order in which reports are applied, whatever the order in which they arrive. */
export function compareReports(one: SoundReport, other: SoundReport): number {
  return one.at - other.at || rankOf(one.report) - rankOf(other.report) || one.index - other.index;
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
