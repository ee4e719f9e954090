import type { Substatus } from "../../delivery/model/model.ts";
import type { Problem } from "../browser/problem.ts";
import { type Moment, timeByNow } from "./moment.ts";

/**
 * What was tapped and located, in order, until the server has it. Each entry is stored before it is sent. Reports and
 * answers have ids of their own, so that sending one twice changes nothing.
 */

/** Reports in one request. */
const batchMax = 100;
/** Uploads of a picture, which the server keeps for a day only. */
const uploadsMax = 3;

/** Of a report that is not sent yet. Its bytes stand apart, as they are large. */
export interface Picture {
  /** Where the bytes are. */
  id: string;
  use: "signature" | "photo";
  /** As the server calls it; null before the upload. */
  imageId: string | null;
  uploads: number;
}

export interface Proof {
  pin: string | null;
  recipient_name: string | null;
  handed_to: string | null;
  age_verified: boolean;
  note: string | null;
  location: { latitude: number; longitude: number } | null;
}

interface OfJob {
  assignment_id: string;
}
export type ReportContent =
  | (OfJob & { type: "progress"; substatus: Substatus })
  | (OfJob & { type: "delivered"; proof: Proof })
  | (OfJob & { type: "undeliverable"; reason_code: string; message: string | null })
  | (OfJob & { type: "attempt_failed"; reason_code: string; message: string | null; next_attempt_at: string })
  | (OfJob & { type: "returned" })
  | PositionContent;

export interface PositionContent {
  type: "position";
  latitude: number;
  longitude: number;
  accuracy_meters: number | null;
  heading_degrees: number | null;
  speed_mps: number | null;
}

/** When it happened, by the phone's clock: the server corrects that. */
export type Report = ReportContent & { id: string; at: string };

interface Queued extends Moment {
  /** Place in the queue. */
  seq: number;
  /** Whose it is: only with that driver's link it is sent. */
  driverId: string;
  /** The server has it; it goes when the stops are read anew, and counts as done until then. */
  isSent?: true;
}
export type ReportEntry = Queued & { kind: "report"; report: Report; pictures: Picture[] };
export type AnswerEntry = Queued & {
  kind: "answer";
  /** Of a rejection, which a later assignment must outlast if it is sent twice. */
  id: string;
  assignmentId: string;
  isAccepted: boolean;
  reason: string | null;
};
/** `at` as of a report. `until` by the same clock: when it changes back by itself, as after a break. */
type DutyEntry = Queued & { kind: "duty"; onDuty: boolean; at: string; until?: string | undefined };
/** What the driver was told and has seen. `at` as of a report. */
type SeenEntry = Queued & { kind: "seen"; noticeIds: string[]; at: string };
/** Ids of the stops, in the order that the driver chose. */
type OrderEntry = Queued & { kind: "order"; stops: readonly string[] };
export type Entry = ReportEntry | AnswerEntry | DutyEntry | SeenEntry | OrderEntry;
/** An entry that is not stored yet. */
export type NewEntry = Entry extends infer E
  ? E extends Entry
    ? Omit<E, "seq" | keyof Moment>
    : never
  : never;

export type Step =
  | { kind: "upload"; entry: ReportEntry; picture: Picture }
  | { kind: "reports"; entries: ReportEntry[] }
  | { kind: "answer"; entry: AnswerEntry }
  | { kind: "duty"; entry: DutyEntry }
  | { kind: "seen"; entry: SeenEntry }
  | { kind: "order"; entry: OrderEntry };

/** What to send first. `isSingle` after a request was refused as a whole: then the fault lies with its only entry. */
export function nextStep(entries: readonly Entry[], isSingle = false): Step | undefined {
  const waiting = entries.filter(({ isSent }) => !isSent);
  const [first] = waiting;
  if (first === undefined) return undefined;
  switch (first.kind) {
    case "answer":
      return { kind: "answer", entry: first };
    case "duty":
      return { kind: "duty", entry: first };
    case "seen":
      return { kind: "seen", entry: first };
    case "order":
      return { kind: "order", entry: first };
    case "report": {
      const picture = first.pictures.find(({ imageId }) => imageId === null);
      if (picture) return { kind: "upload", entry: first, picture };
      return { kind: "reports", entries: isSingle ? [first] : batchOf(waiting) };
    }
  }
}

/** Reports up to what is sent another way. One with pictures goes alone: they may be too large together. */
function batchOf(waiting: readonly Entry[]): ReportEntry[] {
  const [first] = waiting;
  if (first?.kind === "report" && first.pictures.length > 0) return [first];
  const end = waiting.findIndex((entry) => entry.kind !== "report" || entry.pictures.length > 0);
  return waiting.slice(0, Math.min(end === -1 ? waiting.length : end, batchMax)) as ReportEntry[];
}

/** A report as the API takes it from a phone with this clock. */
export function toWire(entry: ReportEntry, now: Moment): Record<string, unknown> {
  const { pictures } = entry;
  const report = { ...entry.report, at: timeByNow(entry.report.at, entry, now) };
  const named = (use: Picture["use"]) =>
    pictures.filter((picture) => picture.use === use).map(({ imageId }) => imageId);
  switch (report.type) {
    case "delivered":
      return {
        ...report,
        proof: {
          ...report.proof,
          signature_image_id: named("signature")[0] ?? null,
          image_ids: named("photo"),
        },
      };
    case "undeliverable":
      return { ...report, image_ids: named("photo") };
    case "progress":
      return { ...report, ...(pictures.length > 0 && { image_ids: named("photo") }) };
    case "attempt_failed":
    case "returned":
    case "position":
      return { ...report };
  }
}

export interface ReportResult {
  id: string | null;
  result: "applied" | "late" | "duplicate" | "refused";
  problem: Problem | null;
}

/** What becomes of an entry that was sent. */
export type Outcome =
  | { kind: "done"; entry: Entry }
  | { kind: "forgotten"; entry: Entry }
  | { kind: "again"; entry: ReportEntry }
  | { kind: "refused"; entry: Entry; problem: Problem };

/** Of a report that came too late: the page makes it. */
const jobChanged: Problem = {
  status: 409,
  code: "job_changed",
  title: "The job changed",
  detail: "When this came, the job was no longer yours. Call your dispatcher.",
};

/** `ownJobs` are those that the driver has now, or had until one of these reports ended them. */
export function outcomeOf(
  entry: ReportEntry,
  { result, problem }: ReportResult,
  ownJobs: ReadonlySet<string>,
): Outcome {
  if (result === "late" && isMissed(entry.report, ownJobs))
    return { kind: "refused", entry, problem: jobChanged };
  const isPosition = entry.report.type === "position";
  if (result !== "refused" || problem === null) return { kind: isPosition ? "forgotten" : "done", entry };
  if (isPosition) return { kind: "forgotten", entry };
  // The server had it before the phone's clock was set, and its answer was lost.
  if (problem.code === "report_id_reused") return { kind: "done", entry };
  if (problem.code === "image_unknown" && entry.pictures.every(({ uploads }) => uploads < uploadsMax)) {
    const pictures = entry.pictures.map((picture) => ({ ...picture, imageId: null }));
    return { kind: "again", entry: { ...entry, pictures } };
  }
  return { kind: "refused", entry, problem };
}

/** Whether people do not know of something that was done: they must talk. */
function isMissed(report: Report, ownJobs: ReadonlySet<string>): boolean {
  if (report.type === "position") return false;
  if (report.type !== "progress") return true;
  // A colleague may have noted it already.
  return report.substatus === "picked_up" && !ownJobs.has(report.assignment_id);
}

/** Whether the same request may succeed later, unchanged. */
export function isPassing({ status }: Problem): boolean {
  return status === 0 || status === 403 || status === 408 || status === 429 || status >= 500;
}

/** What the page names as waiting: positions are not taps. */
export function countTaps(entries: readonly Entry[]): number {
  return entries.filter((entry) => !entry.isSent && !isPosition(entry)).length;
}

export function isPosition(entry: Entry | NewEntry): boolean {
  return entry.kind === "report" && entry.report.type === "position";
}
