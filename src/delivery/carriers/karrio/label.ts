import { callError } from "../call-error.ts";
import type { BookingName } from "../carrier.ts";
import type { CarrierLabel } from "../tracked.ts";
import { callTimeoutMs, urlOf } from "./call.ts";
import { bookedShipment, type Karrio, paths } from "./shipments.ts";

/** The label as the carrier made it. Several parcels share one file. */

const pdf = [0x25, 0x50, 0x44, 0x46];
const png = [0x89, 0x50, 0x4e, 0x47];

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
    url: urlOf(settings.url, `${paths.shipment(id)}/label.pdf`),
    headers: { authorization: `Token ${settings.api_key}` },
    timeoutMs: callTimeoutMs,
    signal,
  });
  if (begins(content, pdf)) return { contentType: "application/pdf", content };
  if (begins(content, png)) return { contentType: "image/png", content };
  throw callError("nonsense", "The carrier's label is neither PDF nor PNG.");
}

function begins(content: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => content[index] === byte);
}
