import { type Static, Type } from "@sinclair/typebox";
import { AssignmentSchema } from "../assignments/schema.ts";
import {
  Closed,
  Environment,
  ListQuery,
  Metadata,
  MetadataPatch,
  Money,
  Named,
  Nullable,
  Timestamp,
  WordList,
  Words,
} from "../http/schema.ts";
import { geocodeSources, outcomes, reasonCodes, undeliverableActions } from "./shipment.ts";
import { actors, statuses, substatuses } from "./status.ts";

const parcelsMax = 50;
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "\\S" });
const optionalLine = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
const millimetres = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })));

const ContactInput = Named("ContactInput", {
  name: line(200),
  company: optionalLine(200),
  phone: Type.Optional(Nullable(Type.String({ format: "phone" }))),
  email: Type.Optional(Nullable(Type.String({ format: "email" }))),
});

const AddressInput = Named("AddressInput", {
  line1: line(200),
  line2: optionalLine(200),
  city: line(100),
  state: optionalLine(100),
  postal_code: optionalLine(20),
  country: Type.String({ format: "country" }),
  latitude: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
  longitude: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
});

const WindowSchema = Named("Window", { start: Timestamp, end: Timestamp });

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

const SimulationInput = Named("SimulationInput", {
  speed: Type.Optional(
    Type.Union([Type.Number({ minimum: 0.1, maximum: 1000 }), Words(["instant", "manual"])]),
  ),
  seed: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  outcome: Type.Optional(Words(outcomes)),
});

export const CreateShipment = Named("CreateShipment", {
  reference: Type.Optional(Nullable(line(100))),
  pickup: Named("PickupInput", stopInput),
  delivery: Named("DeliveryInput", { ...stopInput, requirements: Type.Optional(RequirementsInput) }),
  parcels: Type.Array(ParcelInput, { minItems: 1, maxItems: parcelsMax }),
  if_undeliverable: Type.Optional(Words(undeliverableActions, { default: "return" })),
  metadata: Type.Optional(Metadata),
  simulation: Type.Optional(Nullable(SimulationInput)),
});
export type CreateShipment = Static<typeof CreateShipment>;

const ContactPatch = Type.Partial(ContactInput, { title: "ContactPatch", additionalProperties: false });
const StopPatch = Named("StopPatch", {
  contact: Type.Optional(ContactPatch),
  instructions: optionalLine(280),
  window: Type.Optional(
    Nullable(Type.Partial(WindowSchema, { title: "WindowPatch", additionalProperties: false })),
  ),
});

/** JSON merge patch, RFC 7396: `null` removes, what is absent stays. */
export const PatchShipment = Named("PatchShipment", {
  reference: Type.Optional(Nullable(line(100))),
  metadata: Type.Optional(Nullable(MetadataPatch)),
  pickup: Type.Optional(StopPatch),
  delivery: Type.Optional(StopPatch),
});
export type PatchShipment = Static<typeof PatchShipment>;

export const CancelShipment = Type.Optional(
  Named("CancelShipment", {
    reason_code: Type.Optional(Words(reasonCodes)),
    message: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
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
  country: Type.String(),
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
  id: Type.String(),
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
  id: Type.String(),
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
  estimated_delivery_at: Nullable(Timestamp),
  cancellation: Nullable(Ending),
  failure: Nullable(Ending),
  simulation: Nullable(
    Closed({
      speed: Type.Union([Type.Number(), Words(["instant", "manual"])]),
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
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  created_after: Type.Optional(Timestamp),
  created_before: Type.Optional(Timestamp),
  carrier_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Part of the reference, the tracking number or a contact's name.",
    }),
  ),
});
export type ShipmentQuery = Static<typeof ShipmentQuery>;

export const PinSchema = Named("Pin", { pin: Nullable(Type.String()) });
