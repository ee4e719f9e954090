import { shipmentEvents } from "../shipments/events.ts";
import { trackingEvents } from "../tracking/events.ts";
import { webhookEvents } from "../webhooks/events.ts";
import type { EventDefinition } from "./definition.ts";

/** Every type of event there is. */
export const eventCatalog = {
  ...shipmentEvents,
  ...trackingEvents,
  ...webhookEvents,
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof eventCatalog;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventCatalog, text);
}
