import { carrierEvents } from "../delivery/carriers/events.ts";
import { attentionEvents } from "../delivery/fleet/attention/events.ts";
import { chargeEvents } from "../delivery/lifecycle/charges/events.ts";
import { shipmentEvents } from "../delivery/lifecycle/state/events.ts";
import { trackingEvents } from "../delivery/lifecycle/tracking/events.ts";
import { importEvents } from "../delivery/orders/imports/events.ts";
import { createCatalog } from "../messaging/events/catalog.ts";
import { webhookEvents } from "../messaging/webhooks/events.ts";

/** Every type of event, as the feature that makes it defines it. */
export const eventDefinition = createCatalog({
  ...shipmentEvents,
  ...trackingEvents,
  ...carrierEvents,
  ...chargeEvents,
  ...importEvents,
  ...attentionEvents,
  ...webhookEvents,
});
