import type { EnteredResult } from "@/delivery/fleet/dispatch/results/schema.ts";
import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { dayMs, minuteMs } from "@/infra/units.ts";
import { fromLocalTime, toLocalTime } from "../../times.ts";

/** What a dispatcher enters for a rider without a phone: one line a stop, one letter a result. Pure. */

export interface Choice {
  /** The key that chooses it. */
  letter: string;
  value: string;
  label: string;
}

const of = (letter: string, value: string, label: string): Choice => ({ letter, value, label });

export const results: Readonly<Record<StopView["kind"], readonly Choice[]>> = {
  pickup: [of("P", "picked_up", "Picked up"), of("F", "not_picked_up", "Not picked up")],
  delivery: [
    of("D", "recipient", "Delivered"),
    of("N", "neighbour", "With a neighbor"),
    of("R", "reception", "At the reception"),
    of("S", "safe_place", "In a safe place"),
    of("L", "locker", "In a locker"),
    of("F", "failed", "Not delivered"),
  ],
  return: [of("B", "returned", "Brought back"), of("D", "recipient", "Given to the recipient")],
};

export const reasons: readonly Choice[] = [
  of("N", "recipient_unavailable", "Nobody there"),
  of("R", "recipient_refused", "Refused"),
  of("A", "address_not_found", "Address not found"),
  of("X", "access_restricted", "No access"),
  of("D", "damaged", "Damaged"),
  of("L", "lost", "Lost"),
  of("V", "vehicle_breakdown", "Vehicle broke down"),
  of("W", "weather", "Weather"),
  of("O", "other", "Something else"),
];

/** What stands in a line. */
export interface Entered {
  /** Of `results`; empty: nothing yet. */
  result: string;
  /** Of `reasons`. */
  reason: string;
  /** Who received it: a name or initials. */
  who: string;
  /** As typed, at the clock of the stop; empty: now. */
  time: string;
}

export const nothingEntered: Entered = { result: "", reason: "", who: "", time: "" };

export interface Line {
  stop: StopView;
  entered: Entered;
  state: "open" | "sending" | "saved";
  /** What was saved, or why it was not. */
  words: string;
}

const isHandover = ({ result }: Entered) =>
  results.delivery.some(({ value }) => value === result && value !== "failed");

/** What a line asks for beside the time. */
export function asksFor(entered: Entered): "who" | "reason" | null {
  if (entered.result === "failed") return "reason";
  return isHandover(entered) ? "who" : null;
}

/** The lines after the stops were read again. What was saved or is being entered keeps its place. */
export function linesAfter(lines: readonly Line[], stops: readonly StopView[]): Line[] {
  const own = new Map(stops.filter(({ state }) => state !== "offered").map((stop) => [stop.id, stop]));
  const kept = lines.flatMap((line) => {
    const stop = own.get(line.stop.id);
    own.delete(line.stop.id);
    if (line.state !== "open") return [line];
    if (stop === undefined) return [];
    return [stop === line.stop ? line : { ...line, stop }];
  });
  const added = [...own.values()].map((stop) => newLine(stop));
  return [...kept, ...added];
}

function newLine(stop: StopView): Line {
  return { stop, entered: nothingEntered, state: "open", words: "" };
}

const typedTime = /^(\d{1,2})(?:[:.]?(\d{2}))?$/;
/** Clocks differ. */
const toleranceMs = 5 * minuteMs;

/**
 * When a typed time was: the last moment at which a clock of the zone showed it. `930`, `9:30` and `9` are times.
 * @returns undefined for what is none
 */
export function momentOf(text: string, zone: string, now: number): string | undefined {
  const typed = text.trim();
  if (typed === "") return toTimestamp(now);
  const [, hours = "", minutes = "00"] = typedTime.exec(typed) ?? [];
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const clock = `${hours.padStart(2, "0")}:${minutes}`;
  const dayOf = (at: number) => toLocalTime(toTimestamp(at), zone).slice(0, "2026-01-31".length);
  const today = fromLocalTime(`${dayOf(now)}T${clock}`, zone);
  if (today === undefined || Date.parse(today) <= now + toleranceMs) return today;
  return fromLocalTime(`${dayOf(now - dayMs)}T${clock}`, zone);
}

/** Why a line cannot be sent; undefined for one that can. */
export function faultOf({ result, reason, time }: Entered, zone: string, now: number): string | undefined {
  if (result === "") return "Choose a result.";
  if (result === "failed" && reason === "") return "Choose a reason.";
  return momentOf(time, zone, now) === undefined ? "Type a time such as 14:10." : undefined;
}

type Report<R> = R extends EnteredResult ? Omit<R, "id" | "assignment_id" | "at"> : never;

/** The report of a line; undefined for a job that goes back to the dispatcher. */
export function reportOf(entered: Entered): Report<EnteredResult> | undefined {
  const { result, reason, who } = entered;
  switch (result) {
    case "not_picked_up":
      return undefined;
    case "picked_up":
      return { type: "progress", substatus: "picked_up" };
    case "returned":
      return { type: "returned" };
    case "failed":
      return { type: "undeliverable", reason_code: reason as never };
    default:
      return { type: "delivered", proof: { recipient_name: who.trim() || null, handed_to: result as never } };
  }
}
