import { shipmentEvents } from "../delivery/shipments/events.ts";
import { trackingEvents } from "../delivery/tracking/events.ts";
import type { EventDefinition } from "../messaging/events/definition.ts";
import type { EventType } from "../messaging/events/event.ts";
import { webhookEvents } from "../messaging/webhooks/events.ts";

/** What there is to know of every type of event. */
export const eventCatalog = {
  ...shipmentEvents,
  ...trackingEvents,
  ...webhookEvents,
} as const satisfies Record<EventType, EventDefinition>;
