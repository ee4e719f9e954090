import type { Address, Contact, Parcel } from "../../model/model.ts";
import type { ShipmentDraft } from "./schema.ts";

/** Parts of a stored shipment as the body of another one says them. */

export function copyStop({
  contact,
  address,
}: {
  contact: Contact;
  address: Address;
}): ShipmentDraft["pickup"] {
  const { geocode_source: source, geocode_precision: _precision, latitude, longitude, ...place } = address;
  // Waybill finds the others again.
  return { contact, address: source === "client" ? { ...place, latitude, longitude } : place };
}

export function copyParcel({ id: _, ...parcel }: Parcel): ShipmentDraft["parcels"][number] {
  return parcel;
}
