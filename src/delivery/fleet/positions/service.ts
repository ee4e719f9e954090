import { alone, take } from "../../../access/limits/limiter.ts";
import { countStorage, isStorageFull } from "../../../access/limits/storage.ts";
import { inRealTime, ofAccount } from "../../../infra/db/whose.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { environments } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { DriverPrincipal } from "../../../infra/http/principal.ts";
import { dayMs, minuteMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { acceptedJobs, chosenStopOrder, lastEndOf } from "../../lifecycle/driver-jobs/reading.ts";
import { acceptNow, forgetRoute } from "../../lifecycle/driver-jobs/transitions.ts";
import { forgetNotices } from "../../lifecycle/driver-notices/transitions.ts";
import {
  firstDriversPosition,
  forgetDriversPositions,
  recordPositions,
} from "../../lifecycle/tracking/positions.ts";
import {
  emptyPositionMemory,
  judgePosition,
  type KeptPosition,
  type PositionMemory,
} from "../../lifecycle/tracking/quality.ts";
import { toPlace } from "../dispatch/stops/places.ts";
import { stopsOf } from "../dispatch/stops/stop.ts";
import type { DriverPlace } from "../drivers/driver.ts";
import { driverIdsOf, forgetPlace, savePlace } from "../drivers/places.ts";
import { clockAfter, type SenderClocks, withClock } from "./clock.ts";
import { type DriverPosition, earlyMs, toReported, wasOnDuty } from "./driver-position.ts";
import { readShifts } from "./duty.ts";
import { isNews, markDriverAttentionDue, showMistimed } from "./mistimed.ts";
import { rideStore } from "./ride-store.ts";
import { addRides } from "./rides.ts";
import { rideOn } from "./riding.ts";
import { trackStore } from "./store.ts";
import type { DriverMemory } from "./table.ts";

/** Takes positions of drivers: judged, stored, and passed on to the jobs that may see them. */

const keptMs = 30 * dayMs;
/** Of a position, with its indexes. Triggers count as many when it is deleted. */
const storedBytes = 280;
const deleteStepMax = 500;

const tooMany = "Send one position per second at most. Later ones are taken again.";

/** Positions that are older may be of the way to a stop that is over. A fresh one costs no look at that. */
const lateMs = minuteMs;

type PositionResult = "applied" | KeptPosition | "duplicate" | AppError;

/**
 * Saves a driver's positions, oldest first. Those of a time off duty are not stored. The others are kept with their
 * verdict, and the good ones become positions of the driver's jobs.
 * @param timedBy the token whose times they are; undefined where Waybill has corrected them
 * @returns what became of each: an AppError `off_duty`, `limit_reached` or `report_id_reused` for a refused one
 */
export function savePositions(
  writing: DeliveryWriting,
  { driverId, accountId }: Pick<DriverPrincipal, "driverId" | "accountId">,
  positions: readonly DriverPosition[],
  timedBy?: string,
): PositionResult[] {
  const [oldest] = positions;
  if (!oldest) return [];
  const { tx, now } = writing;
  const store = trackStore(tx);
  const since = Math.min(oldest.recordedAt, now) - earlyMs;
  const shifts = readShifts(writing, driverId, () => store.shiftsSince(driverId, since));
  const known: DriverMemory = store.findMemory(driverId) ?? emptyPositionMemory;
  const { clocks: clocksBefore = {}, way: wayBefore, ...before } = known;
  let memory: PositionMemory = before;
  let clocks: SenderClocks = clocksBefore;
  const hasWrongClock = (sent: DriverPosition): boolean => {
    // Off duty, nobody wants to know where the driver is.
    if (timedBy === undefined || !wasOnDuty(shifts, now)) return false;
    const clock = clockAfter(clocks[timedBy], sent.recordedAt, now);
    clocks = withClock(clocks, timedBy, clock, now);
    return clock?.isWrong ?? false;
  };
  const realNow = writing.deps.realClock.now();
  const good: DriverPosition[] = [];
  const mistimed: DriverPosition[] = [];
  let stored = 0;
  const results = positions.map((sent): PositionResult => {
    const isMistimed = hasWrongClock(sent);
    const position = isMistimed ? { ...sent, recordedAt: now } : sent;
    if (!wasOnDuty(shifts, position.recordedAt)) return new AppError("off_duty");
    if (take(writing.deps, "positions", alone(driverId), realNow) > 0)
      return new AppError("limit_reached", { detail: tooMany });
    const judged = isMistimed
      ? ({ verdict: "clock_wrong", memory } as const)
      : judgePosition(memory, position, now);
    const isNew = store.insert({
      driverId,
      accountId,
      ...position,
      receivedAt: now,
      verdict: judged.verdict,
    });
    if (!isNew) return isKnown(writing, driverId, position) ? "duplicate" : new AppError("report_id_reused");
    stored += 1;
    memory = judged.memory;
    if (isMistimed) mistimed.push(position);
    if (judged.verdict !== "good") return { verdict: judged.verdict };
    good.push(position);
    return "applied";
  });
  const { way, rides } = rideOn(wayBefore, good);
  addRides(tx, driverId, rides);
  if (memory !== before || clocks !== clocksBefore || way !== wayBefore)
    store.saveMemory({ driverId, memory: { ...memory, clocks, ...(way && { way }) } });
  if (isNews(clocksBefore, clocks, now)) markDriverAttentionDue(writing, driverId);
  if (accountId !== null) makeRoom(writing, accountId, stored);
  const newest = good.at(-1);
  if (newest) savePlace(writing, driverId, placeOf(newest, now));
  passOn(writing, driverId, good);
  showMistimed(writing, driverId, mistimed);
  return results;
}

/** Counts the new positions. In a full storage the account's oldest go for them, and more, until it is no longer full. */
function makeRoom(writing: DeliveryWriting, accountId: string, added: number): void {
  countStorage(writing, accountId, added * storedBytes);
  if (isStorageFull(writing, accountId)) trackStore(writing.tx).removeOldest(accountId, 2 * added);
}

function placeOf({ reportId: _id, reportedAt: _at, ...place }: DriverPosition, now: number): DriverPlace {
  return { ...place, receivedAt: now };
}

/** Whether a position with the same id and time says the same. */
function isKnown({ tx }: DeliveryWriting, driverId: string, position: DriverPosition): boolean {
  const { reportedAt, reportId, latitude, longitude, accuracyMeters, headingDegrees, speedMps } = position;
  const known = trackStore(tx).find(driverId, reportedAt, reportId);
  return (
    known?.latitude === latitude &&
    known.longitude === longitude &&
    known.accuracyMeters === accuracyMeters &&
    known.headingDegrees === headingDegrees &&
    known.speedMps === speedMps
  );
}

/**
 * A driver's position is one of each of their jobs, from its acceptance until its end. A recipient sees it only while
 * theirs is the next stop. Contract for live deliveries, §3 "Who sees what".
 *
 * An app without network sends later where the driver was, when another stop was the next one: a position from before the
 * driver's last pickup or end of a job was on the way to that. Nobody keeps when stops were put in another order, so that
 * does not count.
 */
function passOn(writing: DeliveryWriting, driverId: string, positions: readonly DriverPosition[]): void {
  const [oldest] = positions;
  if (!oldest) return;
  const { tx, now } = writing;
  const jobs = acceptedJobs(tx, driverId);
  const route = stopsOf(jobs, chosenStopOrder(tx, driverId));
  const [next] = route;
  const stops = route.map(toPlace);
  const isLate = jobs.length > 0 && now - oldest.recordedAt > lateMs;
  const nextSince = isLate
    ? Math.max(lastEndOf(tx, driverId), ...jobs.map(({ shipment }) => shipment.pickedUpAt ?? 0))
    : 0;
  for (const { job, shipment, assignment } of jobs) {
    acceptNow(writing, job);
    const isNext = next?.kind === "delivery" && next.job.assignmentId === job.assignmentId;
    const [first, ...others] = positions
      .filter(({ recordedAt }) => recordedAt >= Math.min(job.acceptedAt ?? 0, now))
      .map((position) => ({
        ...toReported(position),
        verdict: "good" as const,
        toOtherStop: !isNext || position.recordedAt < nextSince,
      }));
    if (!first) continue;
    recordPositions({ writing, by: "driver", shipment, assignment, stops }, [first, ...others]);
  }
}

/**
 * Deletes positions that are older than 30 days, in small steps. Copies in the tracking of shipments
 * are a driver's track, too. Contract for live deliveries, §3 "Who sees what".
 */
export async function deleteOldDriverPositions(deps: Deps, now: number): Promise<void> {
  const before = now - keptMs;
  for (const environment of environments) {
    const whose = inRealTime(deps.stores.platform(environment));
    const deleteSome = () =>
      write(deps, environment, (writing) => {
        const ofDriver = trackStore(writing.tx).removeBefore(before, deleteStepMax, whose);
        return ofDriver + forgetDriversPositions(writing, before, deleteStepMax, whose);
      });
    while ((await deleteSome()) > 0);
  }
}

/**
 * Deletes old positions of drivers in the sandbox of an account.
 * @returns when its next position is old enough, at the earliest
 */
export async function deleteOldDriverPositionsOf(
  deps: Deps,
  now: number,
  accountId: string,
): Promise<number> {
  const before = now - keptMs;
  const deleteSome = () =>
    write(deps, "sandbox", (writing) => {
      const store = trackStore(writing.tx);
      let deleted = forgetDriversPositions(writing, before, deleteStepMax, ofAccount(accountId));
      for (const id of driverIdsOf(writing.tx, accountId))
        deleted += store.removeOfDriverBefore(id, before, deleteStepMax);
      return deleted;
    });
  while ((await deleteSome()) > 0);
  const { db } = deps.stores.platform("sandbox");
  const firsts = driverIdsOf(db, accountId).flatMap((id) => trackStore(db).firstOfDriver(id) ?? []);
  return Math.min(now, ...firsts, firstDriversPosition(db, accountId) ?? now) + keptMs;
}

/** Deletes where an account's drivers are, what they were told, and about `limit` positions of theirs. @returns how many */
export function forgetDriverPositions(writing: Writing, accountId: string, limit: number): number {
  let deleted = 0;
  for (const driverId of driverIdsOf(writing.tx, accountId)) {
    forgetPlace(writing, driverId);
    forgetRoute(writing, driverId);
    forgetNotices(writing, driverId);
    deleted += trackStore(writing.tx).removeOfDriver(driverId, limit - deleted);
    rideStore(writing.tx).removeSince(driverId, 0);
    if (deleted >= limit) break;
  }
  return deleted;
}
