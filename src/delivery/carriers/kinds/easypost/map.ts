import type { Address, Contact, Parcel } from "../../../model/model.ts";
import type { QuoteRequest } from "../../carrier.ts";
import { type EasypostSettings, labelFormatOf } from "./settings.ts";
import { toInches, toOunces } from "./units.ts";

/** What Waybill tells EasyPost of a shipment. https://docs.easypost.com/docs/shipments */

/** Goods move freely between these (the European Union), ISO 3166-1 alpha-2. */
const unionCountries = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Customs want to know what the goods are, and Waybill has no words for it. */
export function needsCustoms({ pickup, delivery }: QuoteRequest): boolean {
  const [from, to] = [pickup.address.country, delivery.address.country];
  return from !== to && !(unionCountries.has(from) && unionCountries.has(to));
}

/** @param parcel the only one */
export function toShipment(settings: EasypostSettings, request: QuoteRequest, parcel: Parcel) {
  const { pickup, delivery, shipmentId, isReturn } = request;
  const { carrier_accounts: accounts = [] } = settings;
  // EasyPost swaps the addresses of a return itself (https://docs.easypost.com/docs/shipments/returns).
  const [from, to] = isReturn ? [delivery, pickup] : [pickup, delivery];
  return {
    shipment: {
      reference: referenceOf(shipmentId, parcel.id),
      from_address: toPlace(from),
      to_address: toPlace(to),
      ...(isReturn && { is_return: true }),
      parcel: toParcel(parcel),
      options: toOptions(settings, request),
      ...(accounts.length > 0 && { carrier_accounts: accounts }),
    },
  };
}

/** EasyPost gives it back with the shipment, so that nothing else is needed to name the parcel. */
function referenceOf(shipmentId: string, parcelId: string): string {
  return `${shipmentId}/${parcelId}`;
}

/** Undefined for a reference that Waybill did not make. */
export function parcelIdOf(reference: string | null | undefined): string | undefined {
  return reference?.split("/")[1];
}

function toPlace({ contact, address }: { contact: Contact; address: Address }) {
  return {
    name: contact.name || null,
    company: contact.company,
    phone: contact.phone,
    email: contact.email,
    street1: address.line1 || null,
    street2: address.line2,
    city: address.city || null,
    state: address.state,
    zip: address.postal_code,
    country: address.country,
  };
}

function toParcel({ weight_grams: grams, length_mm, width_mm, height_mm }: Parcel) {
  const isMeasured = length_mm !== null && width_mm !== null && height_mm !== null;
  return {
    weight: toOunces(grams),
    ...(isMeasured && {
      length: toInches(length_mm),
      width: toInches(width_mm),
      height: toInches(height_mm),
    }),
  };
}

function toOptions(settings: EasypostSettings, { pickup, delivery, now }: QuoteRequest) {
  const { window } = pickup;
  const isLater = window !== null && Date.parse(window.start) > now;
  return {
    label_format: labelFormatOf(settings),
    ...(isLater && { label_date: window.start }),
    ...(delivery.requirements.signature && { delivery_confirmation: "SIGNATURE" }),
  };
}
