import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { settleScheduleFailed } from "../../fleet/attention/schedules.ts";
import { redactedText } from "../../lifecycle/state/redacted.ts";
import { scheduleStore } from "./store.ts";

/** What erases schedules reads and writes. */

/** Ids of at most `limit` of an account's schedules that are paused or over since before a time and have their template. */
export function idleSchedules(db: Db, accountId: string, before: number, limit: number): string[] {
  return scheduleStore(db).idleBefore(accountId, before, limit);
}

/** Since when the schedule is paused or over that is so for the longest time and has its template. */
export function firstIdleOf(db: Db, accountId: string): number | undefined {
  return scheduleStore(db).firstIdle(accountId);
}

/** Removes a schedule with its days. Its shipments stay. @returns whose it was; undefined if there is none */
export function removeSchedule(writing: Writing, id: string): string | undefined {
  const row = scheduleStore(writing.tx).find(id);
  if (!row) return undefined;
  settleScheduleFailed(writing, id);
  scheduleStore(writing.tx).remove(id);
  return row.accountId;
}

/**
 * Erases what a schedule makes shipments of, its name and why its days failed; it makes none any more. Its shipments stay.
 * @returns whose it is; undefined if there is nothing to erase, or it is not idle since before `idleSince`
 */
export function redactSchedule(writing: Writing, id: string, idleSince?: number): string | undefined {
  const { tx, now } = writing;
  const store = scheduleStore(tx);
  const row = store.find(id);
  if (!row || row.redactedAt !== null) return undefined;
  if (idleSince !== undefined && (row.idleSince === null || row.idleSince >= idleSince)) return undefined;
  settleScheduleFailed(writing, id);
  store.removeOpenDays(id);
  for (const day of store.daysAfter(id, "")) store.changeDay(day.id, { problem: null, dueAt: null });
  store.change(id, {
    name: redactedText,
    shipment: null,
    paused: true,
    dueAt: null,
    idleSince: row.idleSince ?? now,
    redactedAt: now,
    version: row.version + 1,
    updatedAt: now,
  });
  return row.accountId;
}

/** Ids of an account's schedules whose shipments go to a phone number or an email address. */
export function schedulesTo(
  db: Db | Tx,
  accountId: string,
  { phone, emailKey }: { phone: string | null; emailKey: string | null },
): string[] {
  return scheduleStore(db)
    .withPeople(accountId)
    .filter(({ shipment }) => {
      const { phone: called = null, email: written = null } = shipment?.delivery.contact ?? {};
      const isWritten = emailKey !== null && written?.toLowerCase() === emailKey;
      return (phone !== null && called === phone) || isWritten;
    })
    .map(({ id }) => id);
}

/** Deletes some of an account's schedules, without a trace. @returns how many */
export function forgetSchedules({ tx }: { tx: Tx }, accountId: string, limit: number): number {
  const ids = scheduleStore(tx).someOf(accountId, limit);
  for (const id of ids) scheduleStore(tx).remove(id);
  return ids.length;
}
