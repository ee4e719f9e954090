import { markChanged } from "../../../messaging/events/watch.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { postponed } from "../../model/stops.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { acceptedJobs } from "./reading.ts";
import { routeStore } from "./route-store.ts";
import { jobStore } from "./store.ts";

/** A driver tries a delivery again later: other stops come first. */

/** Moves the delivery in the driver's order of stops, by when it is tried again. */
export function postponeStop(writing: DeliveryWriting, assignmentId: string, at: number): void {
  const { tx, now, deps } = writing;
  const job = jobStore(tx).find(assignmentId);
  if (job?.status !== "accepted" || job.driverId === null) return;
  const { driverId } = job;
  const stops = deps.stopsOfDriver(tx, assignmentId);
  const stop = stops.find((one) => one.assignmentId === assignmentId && one.kind === "delivery");
  if (!stop) return;
  const shipments = new Map(
    acceptedJobs(tx, driverId).map(({ job, shipment }) => [job.assignmentId, shipment]),
  );
  const order = postponed(stops, stop, at, (other) =>
    windowStart(shipments.get(other.assignmentId), other.kind),
  );
  const ids = order.map(({ assignmentId, kind }) => `${assignmentId}.${kind}`);
  routeStore(tx).save({ driverId, stops: ids, suggestion: null, dueAt: now });
  markChanged(driverId);
}

function windowStart(
  shipment: ShipmentRow | undefined,
  kind: "pickup" | "delivery" | "return",
): number | null {
  const window = kind === "return" ? null : shipment?.[kind].window;
  return window ? Date.parse(window.start) : null;
}
