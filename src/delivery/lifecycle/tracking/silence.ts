import { toTimestamp } from "../../../infra/clock.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { minuteMs } from "../../../infra/units.ts";
import { activeAssignment } from "../assignments/transitions.ts";
import { appendTrackingEvent, markAttentionDue } from "../state/change.ts";
import { findShipment } from "../state/reading.ts";
import { silencesDue, type TrackingRow, trackingStore } from "./store.ts";
import type { Position } from "./tracking.ts";

/**
 * A carrier that sent positions and sends no more. It is told once: the next good position ends it, and the wait starts
 * again. Contract-live §6.
 */

const silentMs = 15 * minuteMs;

/** Starts the wait with the first good position, and with the one that ends a silence. */
export function awaitPositions({ tx, now }: Writing, tracking: TrackingRow, before: Position | null): void {
  if (before === null || tracking.silentSince !== null) {
    trackingStore(tx).checkSilence(tracking.shipmentId, now + silentMs);
  }
}

/** Shipments whose positions may have ceased. */
export const dueSilences = ({ stores }: Deps, environment: Environment): DueRows =>
  silencesDue(stores.platform(environment));

/** Tells of a silence, or waits on: positions came since. */
export function checkSilence(deps: Deps, environment: Environment, shipmentId: string): Promise<void> {
  return write(deps, environment, (writing) => {
    const trackings = trackingStore(writing.tx);
    const shipment = findShipment(writing.tx, shipmentId);
    const tracking = trackings.find(shipmentId);
    const isOver = !shipment || activeAssignment(writing, shipment)?.id !== tracking?.assignmentId;
    if (isOver || !tracking?.position) return trackings.checkSilence(shipmentId, null);
    const { recordedAt } = tracking.position;
    // A server that did not run heard nobody.
    const silentAt = Math.max(recordedAt, deps.startedAt) + silentMs;
    if (silentAt > writing.now) return trackings.checkSilence(shipmentId, silentAt);
    trackings.checkSilence(shipmentId, null);
    trackings.save({ ...tracking, silentSince: recordedAt });
    const details = { last_position_at: toTimestamp(recordedAt) };
    appendTrackingEvent(
      writing,
      markAttentionDue(writing, shipment),
      "tracking.silent",
      details,
      writing.now,
    );
  });
}
