import { toTimestamp } from "../../infra/clock.ts";
import { type Problem, unreachable } from "../browser/problem.ts";
import { finishEntries, readPicture, readQueue, recordUpload, refuseEntry, updateEntry } from "./kept.ts";
import { momentNow, timeByNow } from "./moment.ts";
import {
  type Entry,
  isPassing,
  isPosition,
  nextStep,
  type Outcome,
  outcomeOf,
  type ReportEntry,
  type ReportResult,
  type Step,
  toWire,
} from "./queue.ts";
import {
  answerOffer,
  chooseOrder,
  confirmNotices,
  readStops,
  sendReports,
  setDuty,
  uploadPicture,
} from "./server.ts";

/** Sends the queue, one request after the other. Tabs share the queue, so one of them sends at a time. */

const lockName = "waybill-driver-queue";
/** What is read of the queue at once: more than one request takes. */
const readMax = 500;
const lost: Problem = {
  status: 422,
  code: "picture_lost",
  title: "The picture is missing",
  detail: "This phone did not keep the picture. Take it again.",
};

/** Resolves to what stops it: nothing when all is sent. */
export function sendQueue(): Promise<Problem | undefined> {
  return alone(drain);
}

/** Browsers have locks on secure pages only; elsewhere the ids of the reports keep them single. */
function alone<T>(task: () => Promise<T>): Promise<T> {
  return window.isSecureContext ? navigator.locks.request(lockName, task) : task();
}

async function drain(): Promise<Problem | undefined> {
  let isSingle = false;
  for (;;) {
    const step = nextStep(await readQueue(readMax), isSingle);
    if (step === undefined) return undefined;
    const problem = await take(step);
    if (problem === undefined) {
      isSingle = false;
      continue;
    }
    if (problem.status === 401 || isPassing(problem)) return problem;
    const entries = entriesOf(step);
    isSingle = entries.length > 1;
    if (!isSingle) await settle(entries.map((entry) => refused(entry, problem)));
  }
}

function entriesOf(step: Step): readonly Entry[] {
  return step.kind === "reports" ? step.entries : [step.entry];
}

/** Resolves to the problem of a request that was refused as a whole. */
async function take(step: Step): Promise<Problem | undefined> {
  switch (step.kind) {
    case "upload":
      return upload(step);
    case "reports":
      return report(step.entries);
    case "duty": {
      const { onDuty, at, until } = step.entry;
      const now = momentNow();
      const tappedAt = timeByNow(at, step.entry, now);
      const { problem } = await setDuty(
        onDuty,
        tappedAt,
        toTimestamp(now.keptAt),
        movedWith(tappedAt, at, until),
      );
      if (problem === undefined) await settle([{ kind: "done", entry: step.entry }]);
      return problem;
    }
    case "order": {
      const { problem } = await chooseOrder(step.entry.stops);
      if (problem === undefined) await settle([{ kind: "done", entry: step.entry }]);
      return problem;
    }
    case "seen": {
      const { noticeIds, at } = step.entry;
      const now = momentNow();
      const seenAt = timeByNow(at, step.entry, now);
      const seen = noticeIds.map((id) => ({ id, at: seenAt }));
      const { problem } = await confirmNotices(toTimestamp(now.keptAt), { seen });
      if (problem === undefined) await settle([{ kind: "done", entry: step.entry }]);
      return problem;
    }
    case "answer": {
      const { problem } = await answerOffer(step.entry);
      if (problem === undefined) await settle([{ kind: "done", entry: step.entry }]);
      return problem;
    }
  }
}

/** A break is as long as the driver wanted it, though the phone's clock was set since. */
function movedWith(tappedAt: string, at: string, until: string | undefined): string | undefined {
  return until && toTimestamp(Date.parse(tappedAt) + Date.parse(until) - Date.parse(at));
}

async function upload({ picture }: Step & { kind: "upload" }): Promise<Problem | undefined> {
  const bytes = await readPicture(picture.id);
  if (bytes === undefined) return lost;
  const { value, problem } = await uploadPicture(bytes);
  if (problem) return problem;
  await recordUpload({ ...picture, imageId: value.id, uploads: picture.uploads + 1 });
  return undefined;
}

async function report(entries: readonly ReportEntry[]): Promise<Problem | undefined> {
  const now = momentNow();
  const reports = entries.map((entry) => toWire(entry, now));
  const { value, problem } = await sendReports(toTimestamp(now.keptAt), reports);
  if (problem) return problem;
  const ownJobs = await ownJobsAfter(entries, value.results);
  const outcomes = entries.flatMap((entry, index) => {
    const result = value.results[index];
    return result ? [outcomeOf(entry, result, ownJobs)] : [];
  });
  await settle(outcomes);
  // An answer that is cut short comes from something between.
  return outcomes.length === entries.length ? undefined : unreachable;
}

/** Asks only where a report was late. */
async function ownJobsAfter(
  entries: readonly ReportEntry[],
  results: readonly ReportResult[],
): Promise<ReadonlySet<string>> {
  if (results.every(({ result }) => result !== "late")) return new Set();
  const { value } = await readStops();
  const moved = entries.filter((_, index) => results[index]?.result === "applied");
  return new Set([
    ...(value?.data ?? []).map(({ assignment_id }) => assignment_id),
    ...moved.flatMap(({ report }) => (report.type === "position" ? [] : [report.assignment_id])),
  ]);
}

function refused(entry: Entry, problem: Problem): Outcome {
  // The server's order counts where the driver's does not fit the jobs any more, as after a refused pickup.
  return isPosition(entry) || entry.kind === "order"
    ? { kind: "forgotten", entry }
    : { kind: "refused", entry, problem };
}

async function settle(outcomes: readonly Outcome[]): Promise<void> {
  const of = (kind: Outcome["kind"]) =>
    outcomes.filter((outcome) => outcome.kind === kind).map(({ entry }) => entry);
  await finishEntries(of("done"), of("forgotten"));
  for (const outcome of outcomes) {
    if (outcome.kind === "again") await updateEntry(outcome.entry);
    if (outcome.kind === "refused") await refuseEntry(outcome);
  }
}
