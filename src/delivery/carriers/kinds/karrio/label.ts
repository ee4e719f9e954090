import type { BookingName } from "../../carrier.ts";
import { callTimeoutMs, urlUnder } from "../../json-call.ts";
import { toLabel } from "../../label-type.ts";
import type { CarrierLabel } from "../../tracked.ts";
import { authorizationOf } from "./call.ts";
import { bookedShipment, type Karrio, paths } from "./shipments.ts";

/** The label as the carrier made it. Several parcels share one file. */

/** @throws CarrierCallError `nonsense` for a format that Waybill does not show */
export async function fetchLabel(
  karrio: Karrio,
  booking: BookingName,
  signal: AbortSignal,
): Promise<CarrierLabel> {
  const { settings, world } = karrio;
  const id = booking.bookingReference ?? (await bookedShipment(karrio, booking, signal)).id;
  const { content } = await world.document({
    // Karrio gives the format that was bought under any ending, and names the type after the ending.
    url: urlUnder(settings.url, `${paths.shipment(id)}/label.pdf`),
    headers: { authorization: authorizationOf(settings) },
    timeoutMs: callTimeoutMs,
    signal,
  });
  return toLabel(content);
}
