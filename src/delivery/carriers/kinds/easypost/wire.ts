import { type Static, type TProperties, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/**
 * The shapes of EasyPost's API v2, as far as Waybill reads them: https://docs.easypost.com, and what EasyPost's own
 * client libraries recorded. Members that Waybill does not know are ignored.
 */

function Open<T extends TProperties>(properties: T) {
  return Type.Object(properties);
}

const idMax = 100;
const Id = Type.String({ minLength: 1, maxLength: idMax, pattern: "^[0-9A-Za-z_]+$" });
/** EasyPost leaves members out, and writes null, for the same. */
const maybe = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(kind: T) =>
  Type.Optional(Type.Union([kind, Type.Null()]));
const text = maybe(Type.String());

export const WireRate = Open({
  id: Id,
  carrier: Type.String(),
  carrier_account_id: text,
  service: Type.String(),
  /** Major units as a decimal number: "33.10". Some rates have it as a number. */
  rate: Type.Optional(Type.Unknown()),
  currency: text,
  delivery_days: maybe(Type.Number()),
  delivery_date: text,
});
export type WireRate = Static<typeof WireRate>;

/** What a carrier said instead of a rate. */
export const WireMessage = Open({ carrier: text, type: text, message: Type.Optional(Type.Unknown()) });
export type WireMessage = Static<typeof WireMessage>;

const WireDetail = Open({
  datetime: text,
  status: text,
  status_detail: text,
  message: text,
  tracking_location: Type.Optional(
    Type.Union([Open({ city: text, state: text, country: text, zip: text }), Type.Null()]),
  ),
});
export type WireDetail = Static<typeof WireDetail>;

export const WireTracker = Open({
  id: Id,
  tracking_code: text,
  status: text,
  status_detail: text,
  updated_at: text,
  est_delivery_date: text,
  signed_by: text,
  shipment_id: text,
  public_url: text,
  tracking_details: Type.Optional(Type.Union([Type.Array(WireDetail), Type.Null()])),
});
export type WireTracker = Static<typeof WireTracker>;

export const WireShipment = Open({
  id: Id,
  mode: text,
  reference: text,
  tracking_code: text,
  refund_status: text,
  /** Each is read apart: one that does not fit must not hide that a label was bought. */
  rates: Type.Optional(Type.Unknown()),
  messages: Type.Optional(Type.Unknown()),
  selected_rate: Type.Optional(Type.Union([Open({ id: Id }), Type.Null()])),
  postage_label: Type.Optional(
    Type.Union([
      Open({ label_url: text, label_pdf_url: text, label_zpl_url: text, label_file_type: text }),
      Type.Null(),
    ]),
  ),
  tracker: Type.Optional(Type.Unknown()),
});
export type WireShipment = Static<typeof WireShipment>;

export const WireEvent = Open({
  id: Id,
  description: Type.String(),
  mode: text,
  result: Type.Optional(Type.Unknown()),
});

export const WireRefund = Open({ shipment_id: text, tracking_code: text, status: text });

export const WireLatest = Open({ shipments: Type.Array(Open({ rates: Type.Optional(Type.Unknown()) })) });

export const WireWebhooks = Open({ webhooks: Type.Array(Open({ mode: text, url: text })) });

/** Both formats: the sub-errors are objects with a field, or strings. */
export const WireError = Open({
  error: Open({
    code: text,
    message: Type.Optional(Type.Unknown()),
    errors: Type.Optional(Type.Unknown()),
  }),
});

/** The tracker that stands with a shipment. */
export function trackerIn({ tracker }: WireShipment): WireTracker | undefined {
  return Value.Check(WireTracker, tracker) ? tracker : undefined;
}
