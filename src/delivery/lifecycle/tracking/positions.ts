import { countStorage, isStorageFull } from "../../../access/limits/storage.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Whose } from "../../../infra/db/whose.ts";
import type { Writing } from "../../../infra/deps.ts";
import { type Coordinates, distanceMeters } from "../../../infra/geography/coordinates.ts";
import { once } from "../../../infra/waiting/turns.ts";
import { positionUpdated } from "../../../messaging/events/event.ts";
import { appendEvent } from "../../../messaging/events/service.ts";
import { liveShipments, markChanged, markPartChanged } from "../../../messaging/events/watch.ts";
import { hasSubscriber } from "../../../messaging/webhooks/endpoints/lookup.ts";
import { knownPlace } from "../../model/address.ts";
import { trackingData } from "../state/change.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { followTrip, type Trip } from "./following.ts";
import { isOlder, judgePosition, type Verdict } from "./quality.ts";
import { currentTracking } from "./reading.ts";
import type { ReportContext, ReportResult, UpdateOf } from "./report.ts";
import { type TrackingRow, trackingStore } from "./store.ts";
import { type Position, percentDone, positionEventMs } from "./tracking.ts";
import { newTrip, type TripMemory } from "./trip.ts";
import { toPositionView } from "./view.ts";

/** Positions. They change without a change of the shipment. */

/** A position, and when the driver was there. */
export type ReportedPosition = Omit<UpdateOf<"position">, "kind"> & {
  at: number;
  /** When a simulated phone sent it, where that differs. */
  sentAt?: number;
  /** Of a driver whose positions are judged before each of their jobs gets them, and of a simulated phone with faults. */
  verdict?: Verdict;
  /** The driver was on the way to somebody else's stop, so the recipient does not see it. */
  toOtherStop?: boolean;
};

/**
 * Positions of a shipment that stay when its account's storage is full: where the goods are matters, and less where
 * they were.
 */
const keptInFullStorage = 1_000;

/** Of a position, with its index. Triggers count as many when it is deleted. */
const storedBytes = 150;

/** Keeps every position with its verdict. The newest good one is where the driver is. */
export function recordPositions(
  trip: Trip,
  reported: readonly [ReportedPosition, ...ReportedPosition[]],
): void {
  const { writing, shipment, assignment } = trip;
  const { tx, now } = writing;
  const ofDriver = trip.by === "driver";
  const before = currentTracking(writing, shipment, assignment.id);
  const isSubscribed = once(() => hasSubscriber(writing, shipment.accountId, positionUpdated));
  const good: Position[] = [];
  let tracking = before;
  for (const { fraction, at, sentAt = at, verdict: given, toOtherStop = false, ...measured } of reported) {
    // The simulator's instant steps are a few milliseconds ahead of the clock.
    const receivedAt = trip.by === "simulator" ? Math.max(now, sentAt) : now;
    const place = { ...measured, recordedAt: at, receivedAt, toOtherStop, ofDriver };
    const { verdict, memory } = judged(trip, tracking, place, given);
    trackingStore(tx).insertPosition({ shipmentId: shipment.id, ...place, verdict });
    if (memory !== tracking.memory) tracking = { ...tracking, memory };
    if (verdict !== "good") continue;
    const position: Position = { ...place, signalLost: false };
    good.push(position);
    tracking = { ...tracking, position, percent: percentNow(shipment, tracking, place, fraction) };
    if (Math.abs(at - (tracking.positionEventAt ?? 0)) < positionEventMs || !isSubscribed()) continue;
    tracking.positionEventAt = at;
    appendPositionEvent(writing, shipment, position);
  }
  countStorage(writing, shipment.accountId, reported.length * storedBytes);
  if (isStorageFull(writing, shipment.accountId)) {
    trackingStore(tx).removeOldestPositions(shipment.id, keptInFullStorage);
  }
  const [first, ...others] = good;
  if (first) {
    markChanged(shipment.id);
    markPartChanged(liveShipments(writing.environment, shipment.accountId), shipment.id);
    markPartChanged(liveShipments(writing.environment, null), shipment.id);
    tracking = followTrip(trip, tracking, { before: before.position, seen: [first, ...others] });
  }
  if (tracking !== before) trackingStore(tx).save(tracking);
}

/** The simulator's clock runs as fast as it likes, so its positions are good unless its phone has faults. */
function judged(
  { writing, by }: Trip,
  { memory, position }: TrackingRow,
  place: Omit<Position, "signalLost">,
  given: Verdict | undefined,
): { verdict: Verdict; memory: TripMemory | null } {
  if (given !== undefined) {
    return { verdict: isOlder(place.recordedAt, position, writing.now) ? "old" : given, memory };
  }
  if (by === "simulator") {
    const isOld = position !== null && position.recordedAt > place.recordedAt;
    return { verdict: isOld ? "old" : "good", memory };
  }
  const known = memory ?? newTrip;
  const judgment = judgePosition({ last: position, elsewhere: known.elsewhere }, place, writing.now);
  const { elsewhere } = judgment.memory;
  const isSame = elsewhere === known.elsewhere;
  return { verdict: judgment.verdict, memory: isSame ? memory : { ...known, elsewhere } };
}

function appendPositionEvent(writing: Writing, shipment: ShipmentRow, position: Position): void {
  appendEvent(writing, {
    type: positionUpdated,
    accountId: shipment.accountId,
    shipmentId: shipment.id,
    sequence: null,
    data: { ...trackingData(shipment), sequence: null, position: toPositionView(position) },
    at: position.recordedAt,
  });
}

/** Deletes at most `limit` positions of drivers that came before a time. @returns how many */
export function forgetDriversPositions({ tx }: Writing, before: number, limit: number, whose: Whose): number {
  return trackingStore(tx).removeOfDrivers(before, limit, whose);
}

/** When the first position of a driver came that the account's shipments have. */
export function firstDriversPosition(db: Db, accountId: string): number | undefined {
  return trackingStore(db).firstOfDrivers(accountId);
}

/** Deletes where a shipment's driver was from a time on and before another, both by when they were there. */
export function forgetDriverBetween(writing: Writing, shipmentId: string, from: number, until: number): void {
  if (trackingStore(writing.tx).removeBetween(shipmentId, from, until) > 0) markChanged(shipmentId);
}

export function recordSignalLoss({ writing, report, shipment }: ReportContext): ReportResult {
  const tracking = currentTracking(writing, shipment, report.assignmentId);
  if (!tracking.position) return "applied";
  if (tracking.position.recordedAt > report.at) return "late";
  trackingStore(writing.tx).save({ ...tracking, position: { ...tracking.position, signalLost: true } });
  return "applied";
}

/** Progress counts from the pickup, or from the start of a return. A carrier's own share wins. */
function percentNow(
  shipment: ShipmentRow,
  before: TrackingRow,
  place: Coordinates,
  fraction: number | null,
): number {
  const goesBack = shipment.status === "returning";
  if (shipment.status !== "in_transit" && !goesBack) return before.percent;
  if (fraction !== null) return Math.max(before.percent, Math.min(99, Math.floor(fraction * 100)));
  const target = knownPlace((goesBack ? shipment.pickup : shipment.delivery).address);
  return target
    ? percentDone(before.percent, shipment.distanceMeters, distanceMeters(place, target))
    : before.percent;
}

/**
 * The job has another driver, or none: where the former one was, how fast, and since when silent says nothing any more.
 * What the recipient was told stays told.
 */
export function forgetFormerDriver({ tx }: Writing, shipmentId: string): void {
  const trackings = trackingStore(tx);
  const tracking = trackings.find(shipmentId);
  if (!tracking?.position) return;
  const memory = tracking.memory && { ...newTrip, approached: tracking.memory.approached };
  trackings.save({ ...tracking, position: null, memory, silentSince: null });
  trackings.checkSilence(shipmentId, null);
}
