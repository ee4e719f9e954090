import { attentionEvents } from "../delivery/attention/events.ts";
import { carrierEvents } from "../delivery/carriers/events.ts";
import { chargeEvents } from "../delivery/charges/events.ts";
import { shipmentEvents } from "../delivery/lifecycle/events.ts";
import { trackingEvents } from "../delivery/tracking/events.ts";
import { createCatalog } from "../messaging/events/catalog.ts";
import { webhookEvents } from "../messaging/webhooks/events.ts";

/** Every type of event, as the feature that makes it defines it. */
export const eventDefinition = createCatalog({
  ...shipmentEvents,
  ...trackingEvents,
  ...carrierEvents,
  ...chargeEvents,
  ...attentionEvents,
  ...webhookEvents,
});
