import type { Substatus } from "../../delivery/model/model.ts";
import { postponed } from "../../delivery/model/stops.ts";
import { type SeenDone, seeDone } from "./done.ts";
import type { DoneStop, Refusal } from "./kept.ts";
import type { Entry, ReportEntry } from "./queue.ts";
import type { DriverNotice, DriverStop, ToldDone } from "./wire.ts";

/** The driver's day as the page shows it: what the server said last, and what was tapped since. */

/** Substatuses before the goods are picked up. */
const beforePickup: readonly Substatus[] = [
  "awaiting_carrier",
  "confirmed",
  "en_route_to_pickup",
  "at_pickup",
];
const lostReasons = ["damaged", "lost"];

export interface SeenStop extends DriverStop {
  /** Not before the goods are picked up. */
  isBlocked: boolean;
  isThere: boolean;
  refusals: Refusal[];
  /** What of its job the driver is told and has not seen. */
  notices: DriverNotice[];
}

/** A job that the driver may accept, with its stops as far as they may be seen. */
export interface Offer {
  assignmentId: string;
  stops: DriverStop[];
  answerUntil: string | null;
  /** Tapped, and not confirmed yet. */
  isAccepted: boolean;
}

interface SeenDay {
  offers: Offer[];
  /** In the order of the route; the first is next. */
  stops: SeenStop[];
  /** Oldest first. */
  done: SeenDone[];
  /** Refused taps whose stop is gone. */
  refusals: Refusal[];
  /** What the driver is told and has not seen, oldest first. */
  notices: DriverNotice[];
}

export function seeDay(
  stops: readonly DriverStop[],
  entries: readonly Entry[],
  done: readonly DoneStop[],
  refusals: readonly Refusal[],
  notices: readonly DriverNotice[] = [],
  told: readonly ToldDone[] = [],
): SeenDay {
  const seen = entries.reduce<readonly DriverStop[]>(
    (before, entry) => afterEntry(before, entry, done, notices),
    stops,
  );
  const open = seen.filter(({ state }) => state !== "offered");
  const seenIds = new Set(entries.flatMap((entry) => (entry.kind === "seen" ? entry.noticeIds : [])));
  const offered = new Set(seen.flatMap((stop) => (stop.state === "offered" ? stop.assignment_id : [])));
  const unseen = notices.filter(
    // An offer says of itself that it is new, until it is answered.
    ({ id, kind, assignment_id }) =>
      !seenIds.has(id) && !(kind === "job" && assignment_id !== null && offered.has(assignment_id)),
  );
  const shown = open.map((stop) => seeStop(stop, open, refusals, unseen));
  const ofStops = new Set(shown.flatMap((stop) => stop.refusals));
  return {
    offers: offersOf(seen, entries),
    stops: shown,
    done: seeDone(told, done, entries),
    refusals: refusals.filter((refusal) => !ofStops.has(refusal)),
    notices: unseen,
  };
}

function seeStop(
  stop: DriverStop,
  all: readonly DriverStop[],
  refusals: readonly Refusal[],
  notices: readonly DriverNotice[],
): SeenStop {
  const { kind, substatus, estimated_at } = stop;
  const hasArrived = kind !== "return" && substatus === (kind === "pickup" ? "at_pickup" : "at_delivery");
  return {
    ...stop,
    estimated_at: hasArrived ? null : estimated_at,
    isBlocked:
      kind === "delivery" &&
      all.some((other) => other.assignment_id === stop.assignment_id && other.kind === "pickup"),
    isThere: kind === "return" || hasArrived,
    refusals: refusals.filter(({ entry }) => stopIdsOf(entry).includes(stop.id)),
    notices: notices.filter(({ assignment_id }) => assignment_id === stop.assignment_id),
  };
}

/** The stop that a tap was about: what goes back may be handed over as well. */
function stopIdsOf(entry: Entry): readonly string[] {
  if (entry.kind === "answer") return [`${entry.assignmentId}.pickup`];
  if (entry.kind !== "report" || entry.report.type === "position") return [];
  const { report } = entry;
  const idOf = (kind: DriverStop["kind"]) => `${report.assignment_id}.${kind}`;
  if (report.type === "returned") return [idOf("return")];
  if (report.type === "delivered") return [idOf("delivery"), idOf("return")];
  const isPickup = report.type === "progress" && [...beforePickup, "picked_up"].includes(report.substatus);
  return [idOf(isPickup ? "pickup" : "delivery")];
}

function offersOf(stops: readonly DriverStop[], entries: readonly Entry[]): Offer[] {
  const offered = Map.groupBy(
    stops.filter(({ state }) => state === "offered"),
    ({ assignment_id }) => assignment_id,
  );
  return [...offered].map(([assignmentId, stops]) => ({
    assignmentId,
    stops,
    answerUntil: stops[0]?.answer_until ?? null,
    isAccepted: entries.some((entry) => entry.kind === "answer" && entry.assignmentId === assignmentId),
  }));
}

/** The stops after a tap, as they will be once the server has it. */
function afterEntry(
  stops: readonly DriverStop[],
  entry: Entry,
  done: readonly DoneStop[],
  notices: readonly DriverNotice[],
): readonly DriverStop[] {
  switch (entry.kind) {
    case "duty":
      return stops;
    case "seen":
      return notices
        .filter(({ id, kind }) => kind === "recall" && entry.noticeIds.includes(id))
        .reduce((left, { assignment_id: id }) => afterRecall(left, id, done), stops);
    case "order":
      return inOrder(stops, entry.stops);
    case "answer":
      return entry.isAccepted
        ? stops
        : stops.filter(({ assignment_id }) => assignment_id !== entry.assignmentId);
    case "report":
      return afterReport(stops, entry, done);
  }
}

/** The goods go back, as soon as the phone knows where to. */
function afterRecall(
  stops: readonly DriverStop[],
  assignmentId: string | null,
  done: readonly DoneStop[],
): readonly DriverStop[] {
  const stop = stops.find(({ assignment_id, kind }) => assignment_id === assignmentId && kind === "delivery");
  const back = stop && wayBackOf(stop, done);
  return back ? [...stops.filter((other) => other !== stop), back] : stops;
}

/** Stops that the order does not name come after, as they stood. */
function inOrder(stops: readonly DriverStop[], order: readonly string[]): readonly DriverStop[] {
  const rankOf = ({ id }: DriverStop) => (order.includes(id) ? order.indexOf(id) : order.length);
  return stops.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function afterReport(
  stops: readonly DriverStop[],
  { report }: ReportEntry,
  done: readonly DoneStop[],
): readonly DriverStop[] {
  if (report.type === "position") return stops;
  const { assignment_id: id } = report;
  const without = (kind: DriverStop["kind"]) =>
    stops.filter((stop) => stop.assignment_id !== id || stop.kind !== kind);
  switch (report.type) {
    case "progress": {
      const { substatus } = report;
      const left = substatus === "picked_up" ? without("pickup") : stops;
      return left.map((stop) => (stop.assignment_id === id ? { ...stop, substatus } : stop));
    }
    case "delivered":
      return stops.filter((stop) => stop.assignment_id !== id || stop.kind === "pickup");
    case "attempt_failed": {
      const { next_attempt_at: again } = report;
      const stop = stops.find(({ assignment_id, kind }) => assignment_id === id && kind === "delivery");
      if (stop === undefined) return stops;
      const later = { ...stop, substatus: "picked_up", next_attempt_at: again, estimated_at: again } as const;
      const all = stops.map((other) => (other === stop ? later : other));
      const beginsAt = ({ window }: DriverStop) => window && Date.parse(window.start);
      return postponed(all, later, Date.parse(again), beginsAt);
    }
    case "undeliverable": {
      const stop = stops.find(({ assignment_id, kind }) => assignment_id === id && kind === "delivery");
      const back = returnOf(stop, report.reason_code, done);
      return back ? [...without("delivery"), back] : without("delivery");
    }
    case "returned":
      return without("return");
  }
}

/** Of goods that nobody takes. */
function returnOf(
  stop: DriverStop | undefined,
  reason: string,
  done: readonly DoneStop[],
): DriverStop | undefined {
  if (stop?.if_undeliverable !== "return" || lostReasons.includes(reason)) return undefined;
  return wayBackOf(stop, done);
}

/** The way back, which the server will add. Its address is known where the goods were picked up on this phone today. */
function wayBackOf(stop: DriverStop, done: readonly DoneStop[]): DriverStop | undefined {
  const pickup = done.find(({ kind, stop: { assignment_id } }) => {
    return kind === "pickup" && assignment_id === stop.assignment_id;
  });
  if (pickup === undefined) return undefined;
  return {
    ...pickup.stop,
    id: `${stop.assignment_id}.return`,
    kind: "return",
    state: "planned",
    // Who comes for it after all proves it as at the door.
    requirements: stop.requirements,
    pin_tries_left: stop.pin_tries_left,
    substatus: null,
  };
}

/** What stays of a done stop: no phone, which the driver needs until it is done only. */
export function doneStopOf(stop: SeenStop): DriverStop {
  const { isBlocked: _isBlocked, isThere: _isThere, refusals: _refusals, notices: _notices, ...plain } = stop;
  return { ...plain, contact: plain.contact && { ...plain.contact, phone: null }, sender_contact: null };
}
