import type { Writing } from "../../../infra/deps.ts";
import { liveNotices, markChanged, markPartChanged } from "../../../messaging/events/watch.ts";
import { mergedDetails, type NoticeDetails, type NoticeKind } from "./notice.ts";
import { lastOf, type NoticeRow, noticeStore } from "./store.ts";

/** What a driver is told, when it has reached the phone and when they have seen it. Inside the caller's transaction. */

/** The job of a driver. */
export interface Turn {
  driverId: string;
  /** The driver's account; null: the installation's. */
  accountId: string | null;
  assignmentId: string;
  shipmentId: string;
}

/**
 * The driver's phone shows it until they say that they have seen it. What of the same kind they have not seen yet goes: a
 * driver is told once, of all that changed.
 */
export function addNotice(
  writing: Writing,
  turn: Turn,
  kind: Exclude<NoticeKind, "note">,
  details: NoticeDetails = {},
): NoticeRow {
  const unseen = withdrawNotice(writing, turn, kind);
  // Whoever has the job again need not hear that it was gone.
  if (kind === "job") withdrawNotice(writing, turn, "cancellation");
  // Nor that goods go on which shall come back again.
  if (kind === "recall") withdrawNotice(writing, turn, "resumption");
  return insert(writing, {
    ...turn,
    kind,
    details: unseen ? mergedDetails(unseen.details, details) : details,
  });
}

/** A dispatcher's words to a driver. */
export function addNote(
  writing: Writing,
  { driverId, accountId }: Pick<Turn, "driverId" | "accountId">,
  text: string,
): NoticeRow {
  const nothing = { assignmentId: null, shipmentId: null };
  return insert(writing, { driverId, accountId, ...nothing, kind: "note", details: { text } });
}

function insert(
  writing: Writing,
  told: Omit<NoticeRow, "id" | "madeAt" | "reachedAt" | "seenAt" | "withdrawnAt" | "pushAt">,
): NoticeRow {
  const { tx, now, deps } = writing;
  const row = {
    ...told,
    id: deps.ids.make("ntc"),
    madeAt: now,
    reachedAt: null,
    seenAt: null,
    withdrawnAt: null,
    pushAt: deps.pushKeys && now,
  };
  noticeStore(tx).insert(row);
  markChanged(row.driverId);
  markTold(writing, row);
  return row;
}

/** Takes back what the driver has not seen. @returns it; undefined where there is none, or they have seen it */
export function withdrawNotice(
  { tx }: Writing,
  { assignmentId, driverId }: Pick<Turn, "assignmentId" | "driverId">,
  kind: NoticeKind,
): NoticeRow | undefined {
  const last = lastOf(noticeStore(tx).ofJob(assignmentId, driverId), kind);
  if (!last || last.seenAt !== null) return undefined;
  noticeStore(tx).remove(last.id);
  markChanged(driverId);
  return last;
}

/** Waybill did not know that the phone had it. A tap that says so may still come. @param row that was withdrawn */
export function rememberWithdrawn({ tx, now }: Writing, row: NoticeRow): void {
  noticeStore(tx).insert({ ...row, withdrawnAt: now, pushAt: null });
}

/** The driver heard of it, or need not. */
export function forgetWithdrawn({ tx }: Writing, { id }: NoticeRow): void {
  noticeStore(tx).remove(id);
}

/** The job is over, or nobody waits for the driver's answer any more: only that it was taken away still matters. */
export function withdrawAll(
  { tx }: Writing,
  { assignmentId, driverId }: Pick<Turn, "assignmentId" | "driverId">,
): void {
  for (const { id, kind, seenAt } of noticeStore(tx).ofJob(assignmentId, driverId)) {
    if (seenAt === null && kind !== "cancellation") noticeStore(tx).remove(id);
  }
  markChanged(driverId);
}

/** The job is the driver's no more. Who never had it on the phone hears nothing of it; all others are told. */
export function endTurn(writing: Writing, turn: Turn): void {
  const { tx } = writing;
  const told = noticeStore(tx).ofJob(turn.assignmentId, turn.driverId);
  const job = lastOf(told, "job");
  const isKnown = job === undefined || job.reachedAt !== null || job.seenAt !== null;
  withdrawAll(writing, turn);
  if (isKnown) addNotice(writing, turn, "cancellation");
}

/** The phone has it. */
export function markReached(writing: Writing, row: NoticeRow): void {
  if (row.reachedAt !== null) return;
  noticeStore(writing.tx).change(row.id, { reachedAt: writing.now });
  markTold(writing, row);
}

/** The driver has seen it, and so their phone had it. @returns the row as it is then */
export function markSeen(writing: Writing, row: NoticeRow, at: number): NoticeRow {
  const seenAt = Math.min(Math.max(at, row.madeAt), writing.now);
  const change = { seenAt, reachedAt: Math.min(row.reachedAt ?? seenAt, seenAt), pushAt: null };
  noticeStore(writing.tx).change(row.id, change);
  markChanged(row.driverId);
  markTold(writing, row);
  return { ...row, ...change };
}

/** The driver was deleted. */
export function forgetNotices({ tx }: Writing, driverId: string): void {
  noticeStore(tx).removeOfDriver(driverId);
}

function markTold({ environment }: Writing, { id, accountId }: NoticeRow): void {
  markPartChanged(liveNotices(environment, accountId), id);
}
