import { metadataName } from "../columns/field.ts";
import type { ImportDefaults } from "../defaults-schema.ts";
import { type ReadAddress, readAddress, readCountry, readName } from "./address.ts";
import type { Cells, RowSettings } from "./cells.ts";
import { dayIn, dayOf, type ReadTimes, readTimes, windowOf, type ZoneAt, zoneOf } from "./windows.ts";

/**
 * The body of a shipment, from the cells of a row and from the defaults. Nothing is validated yet. Where columns have
 * pickups or parcels, a row without one lacks its members: each is a fault that somebody can correct.
 */

type Stop = "pickup" | "delivery";

export interface AssembledShipment {
  body: Record<string, unknown>;
  /** Of the delivery, to tell the day of the row. */
  zone: string | null;
}

/** @param now in milliseconds */
export function assembleShipment(
  cells: Cells,
  { defaults, columns }: RowSettings,
  { now, zoneAt }: { now: number; zoneAt: ZoneAt },
): AssembledShipment {
  const hasColumn = (prefix: string) => columns.some(({ field }) => field?.startsWith(prefix));
  const countries = countriesOf(cells, defaults, dayIn(null, now));
  const pickup = stopOf(cells, "pickup", { country: countries.pickup, now, zoneAt });
  const delivery = stopOf(cells, "delivery", { country: countries.delivery, now, zoneAt });
  const window = (stop: Stop, own: ReadStop, other: ReadStop) =>
    windowOf(cells, `${stop}.`, own.times, {
      zone:
        own.zone ??
        (stop === "pickup" ? zoneOf((defaults.pickup?.address as ReadAddress) ?? {}, zoneAt, now) : null),
      otherDay: dayOf(other.times) ?? defaults.date,
    });
  const body: Record<string, unknown> = {
    ...given({
      reference: cells.read("reference", "text", delivery.around),
      if_undeliverable:
        cells.read("if_undeliverable", "undeliverable", delivery.around) ?? defaults.if_undeliverable,
      carriers: defaults.carriers,
      services: cells.read("services", "list", delivery.around) ?? defaults.services,
      parcels: parcelsOf(cells, defaults, delivery) ?? (hasColumn("parcels.") ? [{}] : undefined),
    }),
  };
  const metadata = { ...defaults.metadata, ...metadataOf(cells, delivery) };
  if (Object.keys(metadata).length > 0) body.metadata = metadata;
  const lacking = { contact: {}, address: given({ country: countries.pickup ?? undefined }) };
  const ownPickup =
    pickupOf(defaults, pickup, window("pickup", pickup, delivery)) ??
    (hasColumn("pickup.") ? lacking : undefined);
  if (ownPickup) body.pickup = ownPickup;
  body.delivery = given({
    contact: delivery.contact ?? {},
    address: delivery.address ?? {},
    instructions: delivery.instructions ?? defaults.delivery?.instructions,
    window: window("delivery", delivery, pickup) ?? defaults.delivery?.window,
    requirements: requirementsOf(cells, defaults, delivery),
  });
  return { body, zone: delivery.zone };
}

interface ReadStop {
  contact: Record<string, unknown> | undefined;
  address: Record<string, unknown> | undefined;
  instructions: string | undefined;
  times: ReadTimes;
  zone: string | null;
  around: { country: string | null; today: string };
}

/** A stop without a country is in that of the other one. */
function countriesOf(cells: Cells, defaults: ImportDefaults, today: string): Record<Stop, string | null> {
  const pickup = readCountry(cells, "pickup.", today) ?? defaults.pickup?.address.country ?? defaults.country;
  const delivery = readCountry(cells, "delivery.", today) ?? defaults.country;
  return { pickup: pickup ?? delivery ?? null, delivery: delivery ?? pickup ?? null };
}

function stopOf(
  cells: Cells,
  stop: Stop,
  { country, now, zoneAt }: { country: string | null; now: number; zoneAt: ZoneAt },
): ReadStop {
  const prefix = `${stop}.`;
  const read = readAddress(cells, prefix, { country, today: dayIn(null, now) });
  const zone = zoneOf(read, zoneAt, now);
  const around = { country, today: dayIn(zone, now) };
  const contact = given({
    name: readName(cells, `${prefix}contact.`, around),
    company: cells.read(`${prefix}contact.company`, "text", around),
    phone: cells.read(`${prefix}contact.phone`, "phone", around),
    email: cells.read(`${prefix}contact.email`, "email", around),
    language: cells.read(`${prefix}contact.language`, "language", around),
  });
  return {
    contact: cells.has(`${prefix}contact.`) ? contact : undefined,
    address: cells.has(`${prefix}address`) ? given({ ...read }) : undefined,
    instructions: cells.read(`${prefix}instructions`, "text", around),
    times: readTimes(cells, prefix, around),
    zone,
    around,
  };
}

/** Undefined where neither the row nor the defaults have one: that is a fault of the whole import. */
function pickupOf(
  { pickup: usual }: ImportDefaults,
  { contact, address, instructions }: ReadStop,
  window: { start: string; end: string } | undefined,
): Record<string, unknown> | undefined {
  const own = given({ contact, address, instructions, window });
  if (!usual) return Object.keys(own).length > 0 ? { contact: {}, address: {}, ...own } : undefined;
  // Another place has other instructions than the usual one.
  return address ? { contact: usual.contact, ...own } : { ...usual, ...own };
}

function requirementsOf(cells: Cells, { delivery }: ImportDefaults, { around }: ReadStop) {
  const yesNo = (name: string) => cells.read(`delivery.requirements.${name}`, "yes_no", around);
  const own = given({
    signature: yesNo("signature"),
    photo: yesNo("photo"),
    pin: yesNo("pin"),
    min_age: cells.read("delivery.requirements.min_age", "integer", around),
  });
  const all = { ...delivery?.requirements, ...own };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Columns tell of one parcel; the first of the defaults is what they leave open. */
function parcelsOf(cells: Cells, { parcels }: ImportDefaults, { around }: ReadStop) {
  if (!cells.has("parcels.")) return parcels;
  const length = (name: string) => cells.read(`parcels.${name}`, "length", around);
  const own = given({
    description: cells.read("parcels.description", "text", around),
    quantity: cells.read("parcels.quantity", "integer", around),
    weight_grams: cells.read("parcels.weight_grams", "weight", around),
    ...cells.read("parcels.size", "size", around),
    ...given({
      length_mm: length("length_mm"),
      width_mm: length("width_mm"),
      height_mm: length("height_mm"),
    }),
    reference: cells.read("parcels.reference", "text", around),
    value: cells.read("parcels.value", "money", around),
  });
  return [{ ...parcels?.[0], ...own }, ...(parcels?.slice(1) ?? [])];
}

function metadataOf(cells: Cells, { around }: ReadStop): Record<string, string> {
  const found = cells.fields.flatMap((field) => {
    const name = metadataName("shipments", field);
    const text = name === undefined ? undefined : cells.read(field, "text", around);
    return name === undefined || text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

/** The members that are not undefined. */
export function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
