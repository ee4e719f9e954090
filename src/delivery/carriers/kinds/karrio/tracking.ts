import { readShape } from "../../answer.ts";
import type { BookingName } from "../../carrier.ts";
import type { Tracked } from "../../tracked.ts";
import { callKarrio } from "./call.ts";
import { failureOf, messagesOf } from "./failure.ts";
import { bookedShipment, type Karrio } from "./shipments.ts";
import { isCancelled, trackingNumbersOf } from "./state.ts";
import { toTracked } from "./tracker.ts";
import { type WireShipment, WireTracker } from "./wire.ts";

/** Reads a booking's tracker back: Karrio asks the carrier itself, at most every two hours. */

export async function trackShipment(
  karrio: Karrio,
  booking: BookingName,
  signal: AbortSignal,
): Promise<Tracked> {
  const shipment = await bookedShipment(karrio, booking, signal);
  const trackingNumbers = trackingNumbersOf(shipment);
  const tracked = { ...(await readUpdates(karrio, shipment, signal)), trackingNumbers };
  if (!isCancelled(shipment) || tracked.updates.some(isUse)) return tracked;
  return { updates: [withdrawn(karrio, shipment)], trackingNumbers };
}

/** Of a carrier that cannot be tracked Karrio has no tracker. */
async function readUpdates(
  karrio: Karrio,
  { tracker_id: trackerId }: WireShipment,
  signal: AbortSignal,
): Promise<Tracked> {
  if (typeof trackerId !== "string") return { updates: [] };
  const tracker = await readTracker(karrio, trackerId, signal);
  return tracker ? toTracked(tracker, karrio.world.clock.now()) : { updates: [] };
}

/** Somebody ships with the label, though it was cancelled. */
function isUse({ update: { kind } }: Tracked["updates"][number]): boolean {
  return kind !== "scan" && kind !== "estimate" && kind !== "withdrawn";
}

/** Somebody cancelled it in Karrio, which keeps no time of it. */
function withdrawn({ world }: Karrio, { id }: WireShipment): Tracked["updates"][number] {
  return {
    key: `${id}-cancelled`,
    at: world.clock.now(),
    update: {
      kind: "withdrawn",
      reason: "carrier_cancelled",
      message: "The shipment was cancelled in Karrio.",
      rejected: false,
    },
  };
}

async function readTracker(
  { settings, world }: Karrio,
  id: string,
  signal: AbortSignal,
): Promise<WireTracker | undefined> {
  const path = `/v1/trackers/${encodeURIComponent(id)}`;
  const answer = await callKarrio(settings, world, { method: "GET", path, isRepeatable: true }, signal);
  if (answer.status === 200) return readShape(WireTracker, answer.body);
  const messages = messagesOf(answer);
  // Karrio says 404 also of a carrier that it cannot reach.
  if (answer.status === 404 && messages.every(({ code }) => code === "not_found")) return undefined;
  throw failureOf(answer, messages);
}
