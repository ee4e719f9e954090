import { expect, test } from "bun:test";
import { carrierEvents } from "../../../src/delivery/carriers/events.ts";
import { attentionEvents } from "../../../src/delivery/fleet/attention/events.ts";
import { chargeEvents } from "../../../src/delivery/lifecycle/charges/events.ts";
import { shipmentEvents } from "../../../src/delivery/lifecycle/state/events.ts";
import { trackingEvents } from "../../../src/delivery/lifecycle/tracking/events.ts";
import { createCatalog } from "../../../src/messaging/events/catalog.ts";
import { eventTypes } from "../../../src/messaging/events/event.ts";
import { webhookEvents } from "../../../src/messaging/webhooks/events.ts";

const features = [
  shipmentEvents,
  trackingEvents,
  carrierEvents,
  chargeEvents,
  attentionEvents,
  webhookEvents,
];
const all = {
  ...shipmentEvents,
  ...trackingEvents,
  ...carrierEvents,
  ...chargeEvents,
  ...attentionEvents,
  ...webhookEvents,
};

test("the features define every type, each once, and no other", () => {
  const defined = features.flatMap((own) => Object.keys(own));
  expect(defined.sort()).toEqual([...eventTypes].sort());
});

test("a definition is found by its type", () => {
  const definitionOf = createCatalog(all);
  for (const type of eventTypes) expect(definitionOf(type)).toBe(all[type]);
  expect(() => definitionOf("shipment.lost")).toThrow("there is no event type shipment.lost");
});

test("without the definition of one type the catalog does not compile", () => {
  const { "webhook.test": _, ...others } = all;
  // @ts-expect-error: one is missing
  expect(() => createCatalog(others)("webhook.test")).toThrow();
});
