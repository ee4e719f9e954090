import type { DoneStop } from "./disk.ts";
import type { Entry } from "./queue.ts";
import type { ToldDone } from "./wire.ts";

/** What the driver has done today: what the server says of it, and what was tapped since. Pure. */

export interface SeenDone {
  /** Of the stop. */
  id: string;
  outcome: DoneStop["outcome"];
  reason: string | null;
  at: string;
  /** Of whom the driver met; null for an erased shipment. */
  name: string | null;
  place: string | null;
  trackingNumber: string | null;
  isConfirmed: boolean;
}

function isWaiting({ reportId }: DoneStop, entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.kind === "report" && !entry.isSent && entry.report.id === reportId);
}

/** Oldest first. What waits here is newer than what the server says of the same stop. */
export function seeDone(
  told: readonly ToldDone[],
  done: readonly DoneStop[],
  entries: readonly Entry[],
): SeenDone[] {
  const waiting = done.filter((one) => isWaiting(one, entries));
  const known = new Set(told.map(({ id }) => id));
  const own = done.filter((one) => waiting.includes(one) || !known.has(one.stop.id));
  const ownIds = new Set(own.map(({ stop }) => stop.id));
  return [
    ...told.filter(({ id }) => !ownIds.has(id)).map(ofServer),
    ...own.map((one) => ({ ...ofPhone(one), isConfirmed: !waiting.includes(one) })),
  ].sort((one, other) => one.at.localeCompare(other.at));
}

function ofServer({ id, outcome, reason_code, at, name, place, tracking_number }: ToldDone): SeenDone {
  return {
    id,
    outcome: outcome as DoneStop["outcome"],
    reason: reason_code,
    at,
    name,
    place: place && [place.line1, place.city].join(", "),
    trackingNumber: tracking_number,
    isConfirmed: true,
  };
}

function ofPhone({ stop, outcome, at }: DoneStop): Omit<SeenDone, "isConfirmed"> {
  const { contact, address, tracking_number } = stop;
  return {
    id: stop.id,
    outcome,
    reason: null,
    at,
    name: contact?.company ?? contact?.name ?? null,
    place: [address.line1, address.city].filter(Boolean).join(", "),
    trackingNumber: tracking_number,
  };
}

/**
 * What the phone keeps of its own after the server was asked. What the server does not know of any more was put right, and
 * people of erased shipments are forgotten here too.
 */
export function doneAfter(
  done: readonly DoneStop[],
  entries: readonly Entry[],
  told: readonly ToldDone[] | undefined,
): DoneStop[] {
  if (told === undefined) return [...done];
  const known = new Map(told.map((one) => [one.id, one]));
  return done.filter((one) => isWaiting(one, entries) || known.get(one.stop.id)?.name != null);
}
