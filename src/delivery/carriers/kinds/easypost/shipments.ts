import { readShape } from "../../answer.ts";
import type { Booked } from "../../carrier.ts";
import type { JsonAnswer } from "../../json-call.ts";
import { httpsUrl } from "../../tracked.ts";
import { callEasypost, type Easypost } from "./call.ts";
import { failed, failureOf } from "./failure.ts";
import { parcelIdOf } from "./map.ts";
import type { OfferName } from "./offers.ts";
import { trackerIn, WireShipment } from "./wire.ts";

/** EasyPost's shipments: with rates, bought, and refunded. */

/** A carrier behind EasyPost may take its time. */
const purchaseWithinMs = 80_000;

/** Undefined where EasyPost has none. @throws CarrierCallError */
export async function readShipment(
  easypost: Easypost,
  id: string,
  signal: AbortSignal,
): Promise<WireShipment | undefined> {
  const answer = await callEasypost(
    easypost,
    { method: "GET", path: pathOf(id), isRepeatable: true },
    signal,
  );
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw failed(failureOf(answer));
  return readShape(WireShipment, answer.body);
}

/** EasyPost buys a shipment once: it answers a second purchase with `SHIPMENT.POSTAGE.EXISTS`. */
export function buyRate(
  easypost: Easypost,
  { shipmentId, rateId }: OfferName,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  return callEasypost(
    easypost,
    {
      method: "POST",
      path: `${pathOf(shipmentId)}/buy`,
      body: { rate: { id: rateId } },
      timeoutMs: purchaseWithinMs,
      isRepeatable: false,
    },
    signal,
  );
}

/** A repetition of a request that is open changes nothing. */
export function askRefund(easypost: Easypost, id: string, signal: AbortSignal): Promise<JsonAnswer> {
  const call = { method: "POST", path: `${pathOf(id)}/refund`, body: {}, isRepeatable: true } as const;
  return callEasypost(easypost, call, signal);
}

/** The shipment with its label in the other format. */
export function convertLabel(
  easypost: Easypost,
  id: string,
  format: string,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const path = `${pathOf(id)}/label?file_format=${format}`;
  return callEasypost(easypost, { method: "GET", path, isRepeatable: true }, signal);
}

function pathOf(id: string): string {
  return `/shipments/${encodeURIComponent(id)}`;
}

/** Whether EasyPost has bought it: the rate that was bought stands with it. */
export function isBought({ selected_rate, postage_label }: WireShipment): boolean {
  return selected_rate != null && postage_label != null;
}

/** Whether somebody asked for the price back. A refund that the carrier rejected leaves the label as it was. */
export function isRefunded({ refund_status: status }: WireShipment): boolean {
  return status === "submitted" || status === "refunded" || status === "not_applicable";
}

export function toBooked(shipment: WireShipment): Booked {
  const { id } = shipment;
  return { kind: "booked", reference: id, driver: null, confirmed: true, ...namesOf(shipment) };
}

/** The carrier's tracking number by parcel id, and the tracking page. */
export function namesOf(shipment: WireShipment): Pick<Booked, "trackingNumbers" | "trackingUrl"> {
  const { reference, tracking_code: number } = shipment;
  const parcelId = parcelIdOf(reference);
  const url = httpsUrl(trackerIn(shipment)?.public_url ?? null);
  const isNumber = /^[0-9A-Za-z -]{1,100}$/.test(number ?? "");
  return {
    ...(parcelId && number && isNumber && { trackingNumbers: { [parcelId]: number } }),
    ...(url && { trackingUrl: url }),
  };
}
