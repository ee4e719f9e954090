import type { Waybill, WebhookEvent } from "waybill-client";

/** What they take: a country out of a database, a word that a later version adds, a secret that is shown. */
export async function takeWhatIsRight(waybill: Waybill, country: string): Promise<string> {
  const contact = { name: "Alex Example" };
  const address = { line1: "Torstr. 1", city: "Berlin", country };
  const stop = { contact, address };
  const body = { pickup: stop, delivery: stop, parcels: [{ weight_grams: 1 }] };
  const { substatus } = await waybill.createShipment({ body });
  if (substatus === "a word of tomorrow") return substatus;
  for await (const message of waybill.streamTracking({ path: { shipmentId: "" } })) {
    if (message.event === "status") return message.data.status;
  }
  const hook = { url: "https://shop.example.com", events: ["*" as const] };
  const repeated = await waybill.registerWebhook({ body: hook, header: { "Idempotency-Key": "hook" } });
  // @ts-expect-error a request that may be a repetition may not be shown it
  repeated.secret.length;
  return (await waybill.registerWebhook({ body: hook })).secret;
}

/** What the client's types refuse: nothing runs it, and it does not compile when one of them is allowed. */
export function makeMistakes(waybill: Waybill, event: WebhookEvent): void {
  // @ts-expect-error an operation needs its path
  waybill.getShipment();
  // @ts-expect-error and its body
  waybill.createShipment({});
  // @ts-expect-error with what the operation needs
  waybill.createShipment({ body: {} });
  const nowhere = { contact: { name: "" }, address: {} };
  const body = { parcels: [{ weight_grams: 1 }], pickup: nowhere, delivery: nowhere };
  // @ts-expect-error all the way down
  waybill.createShipment({ body });
  // @ts-expect-error a state is one of a closed list
  waybill.advanceShipment({ path: { id: "" }, body: { to: "gone" } });
  // @ts-expect-error which has no such member
  waybill.cancelShipment({ path: { id: "" }, body: { because: "" } });
  // @ts-expect-error only a POST has an Idempotency-Key
  waybill.removeWebhook({ path: { id: "" }, header: { "Idempotency-Key": "" } });
  // @ts-expect-error what was asked for is given, and never a 304
  waybill.getShipment({ path: { id: "" }, header: { "If-None-Match": "" } });
  // @ts-expect-error only a list has pages
  waybill.paginate("getShipment");
  // @ts-expect-error and what it needs
  waybill.paginate("listShipmentEvents");
  // @ts-expect-error not every event has a shipment
  event.data.shipment;
  // @ts-expect-error signing in is not for keys
  waybill.signIn;
}
