import { inMajorUnits } from "../../../infra/geography/country.ts";
import type { Columns } from "../../../infra/text/csv.ts";
import type { ListedShipmentView } from "./schema.ts";

type Address = ListedShipmentView["delivery"]["address"];

const placeOf = ({ line1, postal_code, city }: Address) =>
  [line1, [postal_code, city].filter(Boolean).join(" ")].join(", ");

/** The list as a spreadsheet has it. `price_amount` is in minor units, as everywhere, and `price_decimal` as people write it. */
export const shipmentColumns = {
  id: ({ id }) => id,
  tracking_number: ({ tracking_number }) => tracking_number,
  reference: ({ reference }) => reference,
  status: ({ status }) => status,
  substatus: ({ substatus }) => substatus,
  created_at: ({ created_at }) => created_at,
  sender: ({ pickup }) => pickup.contact.company ?? pickup.contact.name,
  pickup: ({ pickup }) => placeOf(pickup.address),
  recipient: ({ delivery }) => delivery.contact.name,
  delivery: ({ delivery }) => placeOf(delivery.address),
  delivery_country: ({ delivery }) => delivery.address.country,
  promised_delivery_at: (shipment) => shipment.promised_delivery_at,
  expected_delivery_at: ({ eta }) => eta?.delivery ?? null,
  expected_delivery_date: ({ eta }) => eta?.delivery_date ?? null,
  late_seconds: (shipment) => shipment.late_seconds,
  setback: ({ setback }) => setback?.kind ?? null,
  setback_reason: ({ setback }) => setback?.reason_code ?? null,
  delivered_at: (shipment) => shipment.delivered_at,
  carrier: ({ assignment }) => assignment?.carrier.name ?? null,
  service: ({ assignment }) => assignment?.service.name ?? null,
  driver: ({ assignment }) => assignment?.driver?.name ?? null,
  price_amount: ({ price }) => price?.amount ?? null,
  currency: ({ price }) => price?.currency ?? null,
  customer_price_amount: ({ customer_price }) => customer_price?.amount ?? null,
  order_form_id: ({ order_form_id }) => order_form_id ?? null,
  return_of: ({ return_of }) => return_of ?? null,
  price_decimal: ({ price }) => (price ? inMajorUnits(price) : null),
} as const satisfies Columns<ListedShipmentView>;
