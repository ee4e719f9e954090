import type { Environment } from "../environment.ts";

/** What a webhook carries, and what the event log keeps. Contract §6. */
export interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  api_version: "v1";
  environment: Environment;
  data: Record<string, unknown>;
}

/** Every type of event; what each carries is in its feature's `events.ts`. Contract §6. */
export const eventTypes = [
  "shipment.created",
  "shipment.quoted",
  "shipment.assigned",
  "shipment.in_transit",
  "shipment.delivered",
  "shipment.cancelled",
  "shipment.expired",
  "shipment.failed",
  "shipment.returning",
  "shipment.returned",
  "shipment.updated",
  "tracking.substatus_changed",
  "tracking.eta_changed",
  "tracking.position_updated",
  "webhook.test",
  "webhook.disabled",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Made only while an endpoint names it: too many for a log that everyone gets. */
export const positionUpdated: EventType = "tracking.position_updated";

/** Whether an endpoint that subscribed to `filter` gets events of this type; `*` leaves positions out. */
export function matches(filter: readonly string[], type: string): boolean {
  return filter.includes(type) || (filter.includes("*") && type !== positionUpdated);
}
