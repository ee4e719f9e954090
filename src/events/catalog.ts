import { shipmentEvents } from "../shipments/events.ts";
import { trackingEvents } from "../tracking/events.ts";
import { webhookEvents } from "../webhooks/events.ts";
import type { EventDefinition } from "./definition.ts";
import type { EventType } from "./event.ts";

/** What there is to know of every type of event. */
export const eventCatalog = {
  ...shipmentEvents,
  ...trackingEvents,
  ...webhookEvents,
} as const satisfies Record<EventType, EventDefinition>;
