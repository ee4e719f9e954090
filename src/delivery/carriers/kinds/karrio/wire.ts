import { type Static, type TSchema, Type } from "@sinclair/typebox";

/** What Waybill reads of Karrio's answers, as Karrio 2026.1.32 sends them. Members that it does not need are left out. */

function Maybe<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

const text = Type.String();
const anything = Type.Optional(Type.Unknown());
/** Waybill writes these members; others may write more. */
const Metadata = Type.Record(Type.String(), Type.Unknown());

/** `details` of a missing field: `{"parcel[0].weight": "required"}`. */
export const WireMessage = Type.Object({
  code: Maybe(text),
  message: Maybe(Type.Unknown()),
  details: anything,
  carrier_id: Maybe(text),
  carrier_name: Maybe(text),
});
export type WireMessage = Static<typeof WireMessage>;

export const WireRate = Type.Object({
  id: text,
  carrier_name: text,
  /** The connection. */
  carrier_id: Maybe(text),
  service: text,
  currency: Maybe(text),
  /** A number, where there is a price. */
  total_charge: anything,
  transit_days: Maybe(Type.Integer()),
  estimated_delivery: Maybe(text),
  extra_charges: Maybe(
    Type.Array(Type.Object({ name: Maybe(text), amount: Maybe(Type.Number()), currency: Maybe(text) })),
  ),
  meta: Maybe(Type.Object({ service_name: Maybe(text), carrier: Maybe(text) })),
});
export type WireRate = Static<typeof WireRate>;

/** What else it has is read apart: a member of another form must not hide that a label was bought. */
export const WireShipment = Type.Object({
  id: text,
  status: text,
  test_mode: Type.Boolean(),
  metadata: Maybe(Metadata),
  rates: anything,
  messages: anything,
  options: anything,
  tracking_number: anything,
  tracker_id: anything,
  meta: anything,
});
export type WireShipment = Static<typeof WireShipment>;

/** Rates that were asked for alone. */
export const WireRates = Type.Object({ rates: anything });
/** What was sent, as Karrio keeps it. */
export const WireSent = Type.Object({
  shipper: Type.Object({}),
  recipient: Type.Object({}),
  parcels: Type.Array(Type.Object({})),
  rates: anything,
});

export const WireOptions = Type.Object({ shipping_date: text });
export const WireMeta = Type.Object({ tracking_numbers: Type.Array(text) });

export const WireShipments = Type.Object({ results: Type.Array(WireShipment) });

/** Karrio has two shapes of failures, and `messages` of carriers also beside rates. */
export const WireFailure = Type.Object({ errors: anything, messages: anything });

export const WireEvent = Type.Object({
  date: Maybe(text),
  time: Maybe(text),
  timestamp: Maybe(text),
  status: Maybe(text),
  code: Maybe(text),
  reason: Maybe(text),
  description: Maybe(text),
  location: Maybe(text),
  latitude: Maybe(Type.Number()),
  longitude: Maybe(Type.Number()),
});
export type WireEvent = Static<typeof WireEvent>;

export const WireTracker = Type.Object({
  status: Maybe(text),
  delivered: Maybe(Type.Boolean()),
  estimated_delivery: Maybe(text),
  events: anything,
  info: anything,
});
export type WireTracker = Static<typeof WireTracker>;

export const WireInfo = Type.Object({ carrier_tracking_link: Maybe(text), signed_by: Maybe(text) });

export const WireConnections = Type.Object({
  results: Type.Array(Type.Object({ carrier_id: text, active: Type.Boolean(), test_mode: Type.Boolean() })),
});

export const WireWebhook = Type.Object({
  event: text,
  data: Type.Object({
    id: Maybe(text),
    object_type: Maybe(text),
    tracking_number: Maybe(text),
    metadata: Maybe(Metadata),
  }),
});
