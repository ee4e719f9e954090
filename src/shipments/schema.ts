import { type Static, type TObject, Type } from "@sinclair/typebox";
import { AssignmentSchema } from "../assignments/schema.ts";
import {
  Closed,
  Country,
  createdFilters,
  Email,
  Environment,
  Id,
  Line,
  ListQuery,
  Metadata,
  MetadataPatch,
  Money,
  Named,
  Nullable,
  Phone,
  Text,
  Timestamp,
  WordList,
  Words,
} from "../http/schema.ts";
import {
  coordinatesInPairs,
  countedMax,
  geocodeSources,
  leftUnattended,
  outcomes,
  reasonCodes,
  undeliverableActions,
} from "./shipment.ts";
import { actors, statuses, substatuses } from "./status.ts";

const parcelsMax = 50;
const optionalLine = (maxLength: number) => Type.Optional(Nullable(Text({ maxLength })));
const millimetres = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })));

const ContactInput = Named("ContactInput", {
  name: Line(200),
  company: optionalLine(200),
  phone: Type.Optional(Nullable(Phone)),
  email: Type.Optional(Nullable(Email)),
});

const AddressInput = Named(
  "AddressInput",
  {
    line1: Line(200),
    line2: optionalLine(200),
    city: Line(100),
    state: optionalLine(100),
    postal_code: optionalLine(20),
    country: Country,
    latitude: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    longitude: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
  },
  coordinatesInPairs,
);

const WindowSchema = Named(
  "Window",
  { start: Timestamp, end: Timestamp },
  { description: "Ends in the future, 10 minutes or more after it starts, and starts within 30 days." },
);

const stopInput = {
  contact: ContactInput,
  address: AddressInput,
  instructions: optionalLine(280),
  window: Type.Optional(Nullable(WindowSchema)),
};

const RequirementsInput = Named("RequirementsInput", {
  signature: Type.Optional(Type.Boolean()),
  photo: Type.Optional(Type.Boolean()),
  pin: Type.Optional(Type.Boolean()),
  min_age: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 99 }))),
});

const ParcelInput = Named("ParcelInput", {
  description: optionalLine(200),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  weight_grams: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  length_mm: millimetres,
  width_mm: millimetres,
  height_mm: millimetres,
  reference: optionalLine(100),
  value: Type.Optional(Nullable(Money)),
});

const SpeedWord = Words(["instant", "manual"]);
const SimulationInput = Named("SimulationInput", {
  speed: Type.Optional(Type.Union([Type.Number({ minimum: 0.1, maximum: 1000 }), SpeedWord])),
  seed: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
  outcome: Type.Optional(Words(outcomes)),
});

export const CreateShipment = Named(
  "CreateShipment",
  {
    reference: Type.Optional(Nullable(Line(100))),
    pickup: Named("PickupInput", stopInput),
    delivery: Named("DeliveryInput", { ...stopInput, requirements: Type.Optional(RequirementsInput) }),
    parcels: Type.Array(ParcelInput, { minItems: 1, maxItems: parcelsMax }),
    if_undeliverable: Type.Optional(Words(undeliverableActions, { default: "return" })),
    metadata: Type.Optional(Metadata),
    simulation: Type.Optional(Nullable(SimulationInput)),
  },
  leftUnattended,
);
export type CreateShipment = Static<typeof CreateShipment>;

const Patch = <T extends TObject>(title: string, schema: T) =>
  Type.Partial(schema, { title, additionalProperties: false });
const StopPatch = Named("StopPatch", {
  contact: Type.Optional(Patch("ContactPatch", ContactInput)),
  instructions: optionalLine(280),
  window: Type.Optional(Nullable(Patch("WindowPatch", WindowSchema))),
});

/** JSON merge patch, RFC 7396: `null` removes, what is absent stays. */
export const PatchShipment = Named("PatchShipment", {
  reference: Type.Optional(Nullable(Line(100))),
  metadata: Type.Optional(Nullable(MetadataPatch)),
  pickup: Type.Optional(StopPatch),
  delivery: Type.Optional(StopPatch),
});
export type PatchShipment = Static<typeof PatchShipment>;

export const CancelShipment = Type.Optional(
  Named("CancelShipment", {
    reason_code: Type.Optional(Words(reasonCodes)),
    message: Type.Optional(Nullable(Text({ maxLength: 500 }))),
  }),
);
/** Null: no body was sent. */
export type CancelShipment = Static<typeof CancelShipment> | null;

const text = Nullable(Type.String());

const Contact = Named("Contact", { name: Type.String(), company: text, phone: text, email: text });

const Address = Named("Address", {
  line1: Type.String(),
  line2: text,
  city: Type.String(),
  state: text,
  postal_code: text,
  country: Country,
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  geocode_source: Words(geocodeSources),
});

const stop = {
  contact: Contact,
  address: Address,
  instructions: text,
  window: Nullable(WindowSchema),
};

const Requirements = Named("Requirements", {
  signature: Type.Boolean(),
  photo: Type.Boolean(),
  pin: Type.Boolean(),
  min_age: Nullable(Type.Integer()),
});

const Parcel = Named("Parcel", {
  id: Id("pcl"),
  description: text,
  quantity: Type.Integer(),
  weight_grams: Type.Integer(),
  length_mm: Nullable(Type.Integer()),
  width_mm: Nullable(Type.Integer()),
  height_mm: Nullable(Type.Integer()),
  reference: text,
  value: Nullable(Money),
});

const Ending = Named("Ending", {
  reason_code: Words(reasonCodes),
  message: text,
  by: Words(actors),
  at: Timestamp,
});

export const Status = Words(statuses);
export const Substatus = Words(substatuses);

export const ShipmentSchema = Named("Shipment", {
  id: Id("shp"),
  environment: Environment,
  status: Status,
  substatus: Nullable(Substatus),
  reference: text,
  tracking_number: Type.String(),
  tracking_url: Type.String(),
  pickup: Named("Pickup", stop),
  delivery: Named("Delivery", { ...stop, requirements: Requirements }),
  parcels: Type.Array(Parcel),
  if_undeliverable: Words(undeliverableActions),
  distance_meters: Nullable(Type.Integer()),
  assignment: Nullable(AssignmentSchema),
  price: Nullable(Money),
  estimated_pickup_at: Nullable(Timestamp),
  estimated_delivery_at: Nullable(Timestamp, { description: "Null once the delivery will not come." }),
  picked_up_at: Nullable(Timestamp, { examples: [null] }),
  delivered_at: Nullable(Timestamp, { examples: [null] }),
  returned_at: Nullable(Timestamp, { examples: [null] }),
  cancellation: Nullable(Ending),
  failure: Nullable(Ending, { description: "Why the goods were not delivered, or go back." }),
  simulation: Nullable(
    Closed({
      speed: Type.Union([Type.Number(), SpeedWord]),
      seed: Type.String(),
      outcome: Words(outcomes),
    }),
  ),
  metadata: Metadata,
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer({ minimum: 1 }),
});
export type ShipmentView = Static<typeof ShipmentSchema>;

export const ShipmentQuery = ListQuery({
  status: Type.Optional(WordList(statuses, "One state or several, separated by commas.")),
  reference: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
  ...createdFilters,
  carrier_id: Type.Optional(Id("car")),
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 100,
      description: "Part of the reference, the tracking number or a contact's name.",
    }),
  ),
});
export type ShipmentQuery = Static<typeof ShipmentQuery>;

const UpTo = Type.Integer({ minimum: 0, maximum: countedMax, description: "Counted up to 10 000." });
export const ShipmentStatisticsSchema = Named("ShipmentStatistics", {
  environment: Environment,
  by_status: Closed(Object.fromEntries(statuses.map((status) => [status, UpTo]))),
});
export type ShipmentStatisticsView = Static<typeof ShipmentStatisticsSchema>;

export const PinSchema = Named("Pin", { pin: Nullable(Type.String({ examples: ["4711"] })) });
export type PinView = Static<typeof PinSchema>;
