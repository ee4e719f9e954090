import { fields, type ImportKind, typeOf } from "@/delivery/orders/imports/columns/field.ts";
import type { PatchImport } from "@/delivery/orders/imports/schema.ts";
import { humanize } from "../../../format.ts";

/** What people call the fields of a list. */

const names: Readonly<Record<string, string>> = {
  "contact.name": "Name",
  "contact.first_name": "First name",
  "contact.last_name": "Last name",
  "contact.company": "Company",
  "contact.phone": "Phone",
  "contact.email": "Email",
  "contact.language": "Language",
  address: "Whole address",
  "address.line1": "Street and number",
  "address.house_number": "House number",
  "address.line2": "Floor, apartment",
  "address.town": "Postal code and town",
  "address.city": "Town",
  "address.state": "State or region",
  "address.postal_code": "Postal code",
  "address.country": "Country",
  "address.coordinates": "Coordinates",
  "address.latitude": "Latitude",
  "address.longitude": "Longitude",
  instructions: "Instructions",
  "window.date": "Day",
  "window.time": "Time",
  "window.start": "From",
  "window.end": "Until",
  "requirements.signature": "Signature required",
  "requirements.photo": "Photo required",
  "requirements.pin": "PIN required",
  "requirements.min_age": "Minimum age",
  "parcels.description": "Contents",
  "parcels.quantity": "How many parcels",
  "parcels.weight_grams": "Weight",
  "parcels.length_mm": "Length",
  "parcels.width_mm": "Width",
  "parcels.height_mm": "Height",
  "parcels.size": "Size",
  "parcels.reference": "Parcel reference",
  "parcels.value": "Value",
  if_undeliverable: "If undeliverable",
  services: "Service",
  parcels: "Parcel",
  pickup: "Pickup",
  "vehicle.type": "Vehicle",
  "vehicle.plate": "Number plate",
};

const groups = { delivery: "Delivery", pickup: "Pickup", parcels: "Parcel", metadata: "Metadata" } as const;

function groupOf(field: string): string {
  const beginning = field.split(".")[0] ?? "";
  return Object.entries(groups).find(([name]) => name === beginning)?.[1] ?? "Order";
}

/** Without its stop: `Phone`. */
function fieldName(field: string): string {
  const rest = field.replace(/^(?:delivery|pickup|metadata)\./, "");
  return names[rest] ?? names[`contact.${rest}`] ?? humanize(rest.replaceAll(".", " "));
}

/** With its stop: `Delivery: phone`. */
export function fieldLabel(kind: ImportKind, field: string): string {
  const name = fieldName(field);
  const group = field === "pickup" ? "Order" : groupOf(field);
  if (kind !== "shipments" || group === "Order" || group === "Parcel") return name;
  return `${group}: ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** All fields of a kind, for a select. */
export function fieldOptions(kind: ImportKind) {
  const all = Object.keys(fields[kind]).map((value) => ({ value, label: fieldLabel(kind, value) }));
  if (kind !== "shipments") return all;
  return ["Delivery", "Order", "Parcel", "Pickup"].map((group) => ({
    group,
    items: all.filter(({ value }) => groupOf(value) === group),
  }));
}

/** What somebody chooses for a column. */
export type ChosenColumn = NonNullable<PatchImport["columns"]>[number];

/** Which unit the numbers of a field can have; none where it has no unit. */
export function unitsOf(
  kind: ImportKind,
  field: string | null,
): readonly NonNullable<ChosenColumn["unit"]>[] {
  const type = field === null ? undefined : typeOf(kind, field);
  if (type === "weight") return ["kg", "g", "lb", "oz"];
  return type === "length" || type === "size" ? ["cm", "mm", "m", "in"] : [];
}

export function isTime(kind: ImportKind, field: string | null): boolean {
  const type = field === null ? undefined : typeOf(kind, field);
  return type === "date" || type === "time";
}
