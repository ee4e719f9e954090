import { erasedMembers, nothing, type Remains } from "../../../infra/erased-members.ts";
import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import type { DispatchTerms } from "../../carriers/dispatch-terms.ts";
import { knownPlace } from "../../model/address.ts";
import type { ReasonCode, Stop, Window } from "../../model/model.ts";

/** Who drives: the states of a driver's job, and whom Waybill asks next. Contract for live deliveries, §3. */

/**
 * `searching`: Waybill looks for a driver, or will; `offered`: one is asked; `accepted`: one has it; `unassigned`: a
 * person has to choose; `ended` with its assignment.
 */
export const jobStatuses = ["searching", "offered", "accepted", "unassigned", "ended"] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A driver's no, for the dispatcher. */
export interface Rejection {
  driverId: string;
  reason: ReasonCode | null;
  message: string | null;
  at: number;
  /** Of all rejections of the job, as the drivers' apps named them. Missing in old rows. */
  ids?: string[];
}

const rejectionRemains: Remains<Rejection> = {
  driverId: "kept",
  reason: "kept",
  message: nothing,
  at: "kept",
  // Apps choose them as they like.
  ids: () => [],
};

export function redactRejection(rejection: Rejection): Rejection {
  return { ...rejection, ...erasedMembers(rejection, rejectionRemains) };
}

/** The assignment is given back this long before the end of its window. */
const giveBackBeforeMs = 10 * 60_000;
/** How soon Waybill matches again when nobody is left: drivers move, finish and come on duty. */
export const retryMatchingMs = 10_000;

/** Jobs that a driver can have: nobody overlooks more, and a list of stops stays short. */
export const jobsPerDriverMax = 200;

/** A driver who was seen longer ago may be anywhere. */
const placeFreshMs = 60 * 60_000;

/** What a driver takes at a time; null: no limit. */
interface Capacity {
  capacityAssignments: number | null;
  capacityWeightGrams: number | null;
}

/** Of a driver who takes what comes. */
export const unlimited: Capacity = { capacityAssignments: null, capacityWeightGrams: null };

/** What a driver has, with what is offered to them. */
export interface Load {
  assignments: number;
  weightGrams: number;
}

/** Whether a driver who has this load can take a job of this weight. */
export function hasRoom(capacity: Capacity, load: Load, weightGrams: number): boolean {
  const { capacityAssignments: jobs, capacityWeightGrams: grams } = capacity;
  return (
    load.assignments < Math.min(jobs ?? jobsPerDriverMax, jobsPerDriverMax) &&
    (grams === null || load.weightGrams + weightGrams <= grams)
  );
}

/** Where a driver was last. */
interface Place extends Coordinates {
  recordedAt: number;
}

/** The drivers within the radius, nearest first; of equally near ones the longest known first. */
export function nearestFirst<T extends { id: string; place: Place }>(
  drivers: readonly T[],
  pickup: Coordinates,
  { radiusMeters, now }: { radiusMeters: number; now: number },
): T[] {
  return drivers
    .map((driver) => ({ driver, meters: distanceMeters(driver.place, pickup) }))
    .filter(({ driver, meters }) => meters <= radiusMeters && driver.place.recordedAt > now - placeFreshMs)
    .sort((one, other) => one.meters - other.meters || (one.driver.id < other.driver.id ? -1 : 1))
    .map(({ driver }) => driver);
}

/** The terms of a job. Nobody is the nearest to a pickup whose place is not known: a person chooses. */
export function termsOf<T extends Pick<DispatchTerms, "choice">>(
  terms: T,
  { pickup }: { pickup: Pick<Stop, "address"> },
): T {
  return knownPlace(pickup.address) ? terms : { ...terms, choice: "manual" };
}

/** The status of a job that no driver has, and that nobody is asked about. */
export function idleStatus({ choice }: Pick<DispatchTerms, "choice">): JobStatus {
  return choice === "manual" ? "unassigned" : "searching";
}

/** The estimated pickup without the way to it, or now. */
export function searchStart(estimatedPickupAt: number | null, leadMs: number, now: number): number {
  return Math.max(now, (estimatedPickupAt ?? now) - leadMs);
}

/** 10 minutes before the first window ends; null without a window. */
export function giveBackTime(windows: readonly (Window | null)[]): number | null {
  const ends = windows.flatMap((window) => (window ? [Date.parse(window.end)] : []));
  return ends.length === 0 ? null : Math.min(...ends) - giveBackBeforeMs;
}

/** What a step of the search looks at. */
export interface Search {
  job: {
    status: JobStatus;
    searchAt: number;
    givesUpAt: number | null;
    asked: readonly string[];
    answerUntil: number | null;
  };
  terms: Pick<DispatchTerms, "choice" | "answerMs" | "givesBack">;
  /** Whether the fleet moves the job although no driver has it. */
  isUnderWay: boolean;
  /** A fleet without drivers moves its jobs by hand, or by a server of its own. */
  hasDrivers(): boolean;
  /** The nearest driver with room who was not asked. */
  nearest(): string | undefined;
  now: number;
}

/** `rest`: nothing is due. `nobody`: nobody is left, and Waybill looks again at `dueAt`. */
export type Step =
  | { kind: "rest" }
  | { kind: "wait"; dueAt: number }
  | { kind: "ask"; driverId: string; answerUntil: number }
  | { kind: "nobody"; dueAt: number | null }
  | { kind: "give_back" };

/** What comes next in the search for a driver. */
export function nextStep({ job, terms, isUnderWay, hasDrivers, nearest, now }: Search): Step {
  const { choice, answerMs, givesBack } = terms;
  if (job.status === "accepted" || job.status === "ended") return { kind: "rest" };
  if (job.answerUntil !== null && now < job.answerUntil) return { kind: "wait", dueAt: job.answerUntil };
  if (isUnderWay) return { kind: "rest" };
  if (now < job.searchAt) return { kind: "wait", dueAt: job.searchAt };
  const { givesUpAt } = job;
  const isOver = givesUpAt !== null && now >= givesUpAt;
  // A window that is nearly over leaves time for one driver.
  const mayAsk = choice === "nearest" && (!isOver || !givesBack || job.asked.length === 0);
  const driverId = mayAsk ? nearest() : undefined;
  if (driverId !== undefined) {
    const endsAt = isOver || !givesBack ? null : givesUpAt;
    return {
      kind: "ask",
      driverId,
      answerUntil: Math.min(now + answerMs, endsAt ?? Number.POSITIVE_INFINITY),
    };
  }
  if (isOver && givesBack && (choice === "nearest" || hasDrivers())) return { kind: "give_back" };
  if (choice === "manual") return { kind: "nobody", dueAt: isOver ? null : givesUpAt };
  if (isOver) return { kind: "nobody", dueAt: now + retryMatchingMs };
  return { kind: "nobody", dueAt: Math.min(now + retryMatchingMs, givesUpAt ?? Number.POSITIVE_INFINITY) };
}

/** An order of a driver's stops that is better than the chosen one. */
export interface Suggestion {
  /** Ids of all stops that are left. */
  stops: string[];
  /** How much earlier the last stop is done, whole minutes; negative where being in time costs a detour. */
  minutesSaved: number;
  /** Stops that begin after their window, in the chosen and in this order. */
  lateBefore: number;
  lateAfter: number;
}
