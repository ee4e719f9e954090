import type { Waybill, WebhookEvent } from "waybill-client";

/** What the client's types refuse: nothing runs it, and it does not compile when one of them is allowed. */
export function makeMistakes(waybill: Waybill, event: WebhookEvent): void {
  // @ts-expect-error an operation needs its path
  waybill.getShipment();
  // @ts-expect-error and its body
  waybill.createShipment({});
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
