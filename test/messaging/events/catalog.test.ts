import { expect, test } from "bun:test";
import { carrierEvents } from "../../../src/delivery/carriers/events.ts";
import { attentionEvents } from "../../../src/delivery/fleet/attention/events.ts";
import { chargeEvents } from "../../../src/delivery/lifecycle/charges/events.ts";
import { shipmentEvents } from "../../../src/delivery/lifecycle/state/events.ts";
import { trackingEvents } from "../../../src/delivery/lifecycle/tracking/events.ts";
import { statuses } from "../../../src/delivery/model/model.ts";
import { importEvents } from "../../../src/delivery/orders/imports/events.ts";
import { createCatalog } from "../../../src/messaging/events/catalog.ts";
import { eventTypes, positionUpdated } from "../../../src/messaging/events/event.ts";
import { webhookEvents } from "../../../src/messaging/webhooks/events.ts";
import { readSources } from "../../support/imports.ts";

const features = [
  shipmentEvents,
  trackingEvents,
  carrierEvents,
  chargeEvents,
  importEvents,
  attentionEvents,
  webhookEvents,
];
const all = {
  ...shipmentEvents,
  ...trackingEvents,
  ...carrierEvents,
  ...chargeEvents,
  ...importEvents,
  ...attentionEvents,
  ...webhookEvents,
};

test("the features define every type, each once, and no other", () => {
  const defined = features.flatMap((own) => Object.keys(own));
  expect(defined.sort()).toEqual([...eventTypes].sort());
});

test("every type is appended: what happens names it where it happens", async () => {
  const lists = /^(cli|web|access\/audit|delivery\/recipients\/mail)\/|(^|[/-])(events?|schema)\.ts$/;
  const happening = (await readSources()).filter(({ path }) => !lists.test(path));
  const isNamed = (type: string) => happening.some(({ code }) => code.includes(`"${type}"`));
  // A change of the state makes the event of the state, and positions have a name of their own.
  const made = [...statuses.map((status) => `shipment.${status}`), positionUpdated];
  expect(eventTypes.filter((type) => !made.includes(type) && !isNamed(type))).toEqual([]);
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
