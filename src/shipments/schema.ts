import { type Static, type TObject, Type } from "@sinclair/typebox";
import { AssignmentSchema } from "../assignments/schema.ts";
import {
  Country,
  CountryCode,
  createdFilters,
  Email,
  Environment,
  GrowingWords,
  Id,
  Line,
  ListQuery,
  Metadata,
  MetadataPatch,
  Money,
  MoneyInput,
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
const IfUndeliverable = Words(undeliverableActions, { title: "IfUndeliverable" });
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
    country: CountryCode,
    latitude: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    longitude: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
  },
  coordinatesInPairs,
);

const window = { start: Timestamp, end: Timestamp };
const WindowInput = Named("WindowInput", window, {
  description: "Ends in the future, 10 minutes or more after it starts, and starts within 30 days.",
});

const stopInput = {
  contact: ContactInput,
  address: AddressInput,
  instructions: optionalLine(280),
  window: Type.Optional(Nullable(WindowInput)),
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
  value: Type.Optional(Nullable(MoneyInput)),
});

const SpeedWord = Words(["instant", "manual"], { title: "SimulationSpeedWord" });
const SimulationInput = Named("SimulationInput", {
  speed: Type.Optional(Type.Union([Type.Number({ minimum: 0.1, maximum: 1000 }), SpeedWord])),
  seed: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
  outcome: Type.Optional(Words(outcomes, { title: "SimulationOutcome" })),
});

export const CreateShipment = Named(
  "CreateShipment",
  {
    reference: Type.Optional(Nullable(Line(100))),
    pickup: Named("PickupInput", stopInput),
    delivery: Named("DeliveryInput", { ...stopInput, requirements: Type.Optional(RequirementsInput) }),
    parcels: Type.Array(ParcelInput, { minItems: 1, maxItems: parcelsMax }),
    if_undeliverable: Type.Optional({ ...IfUndeliverable, default: "return" }),
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
  window: Type.Optional(Nullable(Patch("WindowPatch", WindowInput))),
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
    reason_code: Type.Optional(Words(reasonCodes, { title: "CancellationReason" })),
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
  geocode_source: GrowingWords(geocodeSources, { title: "GeocodeSource" }),
});

const stop = {
  contact: Contact,
  address: Address,
  instructions: text,
  window: Nullable(Named("Window", window)),
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

export const ReasonCode = GrowingWords(reasonCodes, { title: "ReasonCode" });
export const Actor = GrowingWords(actors, { title: "Actor" });
const Ending = Named("Ending", {
  reason_code: ReasonCode,
  message: text,
  by: Actor,
  at: Timestamp,
});

export const Status = Words(statuses, { title: "ShipmentStatus" });
export const Substatus = GrowingWords(substatuses, { title: "Substatus" });

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
  if_undeliverable: IfUndeliverable,
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
    Named("Simulation", {
      speed: Type.Union([Type.Number(), SpeedWord]),
      seed: Type.String(),
      outcome: GrowingWords(outcomes),
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
  by_status: Named("ShipmentsByStatus", Object.fromEntries(statuses.map((status) => [status, UpTo]))),
});
export type ShipmentStatisticsView = Static<typeof ShipmentStatisticsSchema>;

export const PinSchema = Named("Pin", { pin: Nullable(Type.String({ examples: ["4711"] })) });
export type PinView = Static<typeof PinSchema>;
