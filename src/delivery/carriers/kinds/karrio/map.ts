import { zoneAtAddress } from "../../../model/address-zone.ts";
import type { Address, Contact, DeliveryStop, Money, Parcel, Stop } from "../../../model/model.ts";
import { fromMinor } from "./money.ts";
import type { KarrioSettings } from "./settings.ts";

/** What Waybill tells Karrio of a shipment. */

/** Members of a Karrio shipment's metadata. The assignment stands there before anything is bought. */
export const marks = {
  shipment: "waybill_shipment",
  round: "waybill_round",
  /** Ids of our parcels, in the order of Karrio's. */
  parcels: "waybill_parcels",
  assignment: "waybill_assignment",
  /** When the purchase was last ordered, milliseconds. */
  orderedAt: "waybill_ordered_at",
} as const;

/** Karrio gets a parcel of its own for each piece. */
export const piecesMax = 50;

const gramsPerKilogram = 1_000;
const millimetersPerCentimeter = 10;

/** The goods and their way, as a quote or a booking has them. */
export interface Sending {
  shipmentId: string;
  round?: number;
  pickup: Stop;
  delivery: DeliveryStop;
  parcels: readonly Parcel[];
}

/** A draft: a Karrio shipment with rates, of which none is bought. */
export async function toDraft(settings: KarrioSettings, sending: Sending) {
  const { pickup, delivery, parcels, shipmentId, round } = sending;
  const { carrier_ids: carrierIds = [], services = [] } = settings;
  return {
    shipper: toPlace(pickup),
    recipient: toPlace(delivery),
    parcels: parcels.flatMap((parcel) => Array.from({ length: parcel.quantity }, () => toPiece(parcel))),
    options: await toOptions(sending),
    label_type: labelTypeOf(settings),
    metadata: {
      [marks.shipment]: shipmentId,
      [marks.parcels]: parcels.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id)),
      ...(round !== undefined && { [marks.round]: String(round) }),
    },
    ...(carrierIds.length > 0 && { carrier_ids: carrierIds }),
    ...(services.length > 0 && { services }),
  };
}

/**
 * Marks a draft as that of an assignment. Karrio takes this of drafts only, because more than the metadata changes. It
 * replaces options and label type by its defaults unless they are sent again.
 */
export async function toMarking(
  settings: KarrioSettings,
  sending: Sending,
  order: { assignmentId: string; reference: string; orderedAt: number },
) {
  return {
    reference: order.reference,
    label_type: labelTypeOf(settings),
    options: await toOptions(sending),
    metadata: { [marks.assignment]: order.assignmentId, [marks.orderedAt]: String(order.orderedAt) },
  };
}

export function labelTypeOf({ label_type: labelType = "PDF" }: KarrioSettings): "PDF" | "PNG" | "ZPL" {
  return labelType;
}

function toPlace({ contact, address }: { contact: Contact; address: Address }) {
  return {
    person_name: contact.name || null,
    company_name: contact.company,
    phone_number: contact.phone,
    email: contact.email,
    address_line1: address.line1 || null,
    address_line2: address.line2,
    city: address.city || null,
    state_code: address.state,
    postal_code: address.postal_code,
    country_code: address.country,
  };
}

function toPiece({ weight_grams: grams, length_mm, width_mm, height_mm, description }: Parcel) {
  const isMeasured = length_mm !== null && width_mm !== null && height_mm !== null;
  return {
    weight: grams / gramsPerKilogram,
    weight_unit: "KG",
    ...(isMeasured && {
      length: length_mm / millimetersPerCentimeter,
      width: width_mm / millimetersPerCentimeter,
      height: height_mm / millimetersPerCentimeter,
      dimension_unit: "CM",
    }),
    ...(description !== null && { description }),
  };
}

async function toOptions({ pickup, delivery, parcels }: Sending) {
  const value = declaredValue(parcels);
  return {
    ...(pickup.window && { shipping_date: await localMinute(pickup.window.start, pickup.address) }),
    ...(value && { declared_value: fromMinor(value), currency: value.currency }),
    ...(delivery.requirements.signature && { signature_confirmation: true }),
  };
}

/** Of all parcels together; nothing where one has none or another currency. */
function declaredValue(parcels: readonly Parcel[]): Money | undefined {
  const [first] = parcels;
  if (!first?.value) return undefined;
  const { currency } = first.value;
  if (!parcels.every(({ value }) => value?.currency === currency)) return undefined;
  const amount = parcels.reduce((sum, { value, quantity }) => sum + (value?.amount ?? 0) * quantity, 0);
  return { amount, currency };
}

/** `2026-01-31T09:30` at the place. */
async function localMinute(time: string, address: Address): Promise<string> {
  const timeZone = (await zoneAtAddress(address, Date.parse(time))) ?? "UTC";
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: "minute" });
}

const dateLength = "2026-01-31".length;

/**
 * A date of Karrio's, `2026-01-31`, so many days of the calendar later; null for what does not begin with one. Most
 * carriers know the day of a delivery and no time; some write one that means nothing.
 */
export function dayOf(text: string | null | undefined, addedDays = 0): string | null {
  try {
    return Temporal.PlainDate.from((text ?? "").slice(0, dateLength))
      .add({ days: addedDays })
      .toString();
  } catch {
    return null;
  }
}
