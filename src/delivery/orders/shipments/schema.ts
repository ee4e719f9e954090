import { type Static, Type } from "@sinclair/typebox";
import { TextLike } from "../../../infra/http/kinds.ts";
import {
  CountryCode,
  createdFilters,
  Email,
  Id,
  Line,
  ListQuery,
  Metadata,
  MoneyInput,
  Named,
  Nullable,
  Phone,
  Text,
  Tidied,
  Timestamp,
  WordList,
  Words,
} from "../../../infra/http/schema.ts";
import { AcceptAtOnce } from "../../lifecycle/assignments/schema.ts";
import { wantedPicks } from "../../lifecycle/quotes/schema.ts";
import { SimulationInput } from "../../lifecycle/simulation/input/schema.ts";
import { IfUndeliverable, ShipmentSchema } from "../../lifecycle/state/schema.ts";
import { parcelsMax } from "../../lifecycle/state/shipment.ts";
import { EtaSchema, SetbackSchema } from "../../lifecycle/tracking/schema.ts";
import { ignored, repeatedWhereabouts, WarningSchema } from "../../model/address-schema.ts";
import { reasonCodes, statuses } from "../../model/model.ts";
import { clientReasonCodes, coordinatesInPairs, leftUnattended, shipmentOrders } from "./request.ts";

/** The shapes that callers send, and those of lists and counts. */

export const optionalText = (maxLength: number) => Type.Optional(Nullable(Text({ maxLength })));
/** Of a name, a street or a code. */
export const optionalLine = (maxLength: number) => Type.Optional(Nullable(Tidied(Text({ maxLength }))));
export const line = (maxLength: number) => Tidied(Line(maxLength));
const millimeters = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 })));

export const ContactInput = Named("ContactInput", {
  name: line(200),
  company: optionalLine(200),
  phone: Type.Optional(Nullable(Phone)),
  email: Type.Optional(Nullable(Email)),
  language: Type.Optional(
    Nullable(
      Tidied(
        TextLike(
          "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
          { code: "format", detail: "must be a BCP 47 language tag such as de-AT" },
          { maxLength: 35, examples: ["de-AT"] },
        ),
      ),
      {
        description:
          "The language the person reads, as a BCP 47 tag. The recipient's page uses it; otherwise the language of the browser.",
      },
    ),
  ),
});

export const AddressInput = Named(
  "AddressInput",
  {
    line1: line(200),
    line2: optionalLine(200),
    city: line(100),
    state: optionalLine(100),
    postal_code: optionalLine(20),
    country: CountryCode,
    latitude: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    longitude: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
    ...repeatedWhereabouts,
  },
  coordinatesInPairs,
);

const soon = (hour: string) => ({ ...Timestamp, examples: [`2026-02-02T${hour}:00:00.000Z`] });
export const WindowInput = Named(
  "WindowInput",
  { start: soon("09"), end: soon("11") },
  {
    description:
      "Must end in the future, last at least 10 minutes, and start within 30 days. The delivery window must end after the pickup window starts.",
  },
);

export const stopInput = {
  contact: ContactInput,
  address: AddressInput,
  instructions: optionalText(280),
  window: Type.Optional(Nullable(WindowInput)),
  waited_minutes: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), { description: ignored }),
  ),
};
export const RequirementsInput = Named("RequirementsInput", {
  signature: Type.Optional(Type.Boolean()),
  photo: Type.Optional(Type.Boolean()),
  pin: Type.Optional(Type.Boolean()),
  min_age: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 99 }))),
});
const ParcelInput = Named("ParcelInput", {
  id: Type.Optional({
    ...Id("pcl"),
    description:
      "As responses have it. In a change of a shipment the parcel keeps it, if it is one of this shipment. Otherwise it is ignored, so that you can send back what you read.",
  }),
  description: optionalText(200),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  weight_grams: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  length_mm: millimeters,
  width_mm: millimeters,
  height_mm: millimeters,
  reference: optionalLine(100),
  value: Type.Optional(Nullable(MoneyInput)),
});

export const sentBeside = {
  parcels: Type.Array(ParcelInput, { minItems: 1, maxItems: parcelsMax }),
  if_undeliverable: Type.Optional({ ...IfUndeliverable, default: "return" }),
  ...wantedPicks,
  metadata: Type.Optional(Metadata),
  simulation: Type.Optional(Nullable(SimulationInput)),
};
/** What carriers need to know, and what the caller keeps. */
export const draft = {
  reference: Type.Optional(Nullable(line(100))),
  pickup: Named("PickupInput", stopInput),
  delivery: Named("DeliveryInput", { ...stopInput, requirements: Type.Optional(RequirementsInput) }),
  ...sentBeside,
};

/** A shipment's body where none is created. */
export const ShipmentDraft = Named("ShipmentDraft", draft, leftUnattended);
export type ShipmentDraft = Static<typeof ShipmentDraft>;

export const CreateShipment = Named(
  "CreateShipment",
  {
    ...draft,
    accept: Type.Optional(
      Nullable(AcceptAtOnce, {
        description: "Left out: as `accept_by_default` of the account. Null: nothing.",
      }),
    ),
  },
  leftUnattended,
);
export type CreateShipment = Static<typeof CreateShipment>;

export const CreatedShipmentSchema = Named("CreatedShipment", {
  ...ShipmentSchema.properties,
  warnings: Type.Array(WarningSchema, {
    description: "What in the addresses looks wrong. The shipment was created all the same.",
    examples: [[]],
  }),
  accept_problem: Type.Optional(
    Nullable(Named("AcceptProblem", { code: Type.String(), title: Type.String(), detail: Type.String() }), {
      description: "Only with `accept`: why no quote was accepted, with the error's code. Null if one was.",
      examples: [null],
    }),
  ),
});
export type CreatedShipmentView = Static<typeof CreatedShipmentSchema>;

export const ListedShipmentSchema = Named("ListedShipment", {
  ...ShipmentSchema.properties,
  eta: Nullable(EtaSchema, { description: "The best estimate known now, as tracking tells it." }),
  setback: SetbackSchema,
  promised_delivery_at: Nullable(Timestamp, {
    description:
      "The end of the delivery window, or else the estimate of the accepted quote; of a day its end at the address, and where a country has several time zones, in the last of them. Null where nothing was promised.",
  }),
  late_seconds: Nullable(Type.Integer({ minimum: 0 }), {
    description:
      "How much later than promised it arrives, or arrived. 0 while the promise holds: within the window, or up to 10 minutes after an estimate. Null where nothing was promised, and for shipments that are not assigned, on the way or delivered.",
    examples: [0],
  }),
  due_at: Nullable(Timestamp, {
    description:
      "When harm comes if nobody sees to it. Before a carrier has it: when it expires, or when it is too late to keep its windows. Then the pickup, then the promised delivery. Null where nothing is promised, and for shipments that have ended or expired.",
  }),
});
export type ListedShipmentView = Static<typeof ListedShipmentSchema>;

/** Why a client cancels. */
export const cancelProperties = {
  // The other reasons are for carriers. Waybill accepts them all the same.
  reason_code: Type.Optional(
    Words(reasonCodes, { title: "CancellationReason", enum: [...clientReasonCodes] }),
  ),
  message: Type.Optional(Nullable(Text({ maxLength: 500 }))),
};

export const CancelShipment = Type.Optional(Named("CancelShipment", cancelProperties));
/** Null without a body. */
export type CancelShipment = Static<typeof CancelShipment> | null;

export const ShipmentQuery = ListQuery({
  status: Type.Optional(WordList(statuses, "One or more states, separated by commas.")),
  reference: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
  ...createdFilters,
  updated_after: Type.Optional({
    ...Timestamp,
    description:
      "Changed at this time or later, as `updated_at` tells. Without `sort` the list is then in the order of the changes, oldest first.",
  }),
  delivery_after: Type.Optional({
    ...Timestamp,
    description:
      "The delivery window begins at this time or later. For a day, send its midnights with the offset of the place. Without `sort` the list is then in the order of the windows.",
  }),
  delivery_before: Type.Optional({
    ...Timestamp,
    description: "The delivery window begins before this time. Must be later than `delivery_after`.",
  }),
  carrier_id: Type.Optional(Id("car")),
  return_of: Type.Optional({ ...Id("shp"), description: "Returns of this shipment." }),
  schedule_id: Type.Optional({ ...Id("sch"), description: "Those that this schedule made." }),
  order_form_id: Type.Optional({ ...Id("frm"), description: "Those that were ordered by this form." }),
  driver_id: Type.Optional({
    ...Id("drv"),
    description: "Those whose job this driver of your own has now.",
  }),
  without_driver: Type.Optional(
    Words(["true", "false"], {
      title: "WithoutDriver",
      description: "`true`: shipments that a fleet has and none of its drivers does. `false`: all others.",
    }),
  ),
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 100,
      description:
        "Searches references, tracking numbers, contact names, and the street, postal code, town, phone number and email address of the delivery. Case, accents, width and white space do not matter. Phone numbers are compared by their digits. The code of a piece, `WB7K2M9QXT4CA-2`, finds its shipment.",
    }),
  ),
  sort: Type.Optional(
    Words(shipmentOrders, {
      title: "ShipmentOrder",
      description:
        "By `created_at`, `newest` or `oldest` first. `due`: of what is open, soonest harm first. `updated`: by `updated_at`, oldest change first. `delivery`: of what has a delivery window, soonest first. Left out: `updated` with `updated_after`, `delivery` with `delivery_after` or `delivery_before`, otherwise `newest`.",
    }),
  ),
});
export type ShipmentQuery = Static<typeof ShipmentQuery>;

export const PinSchema = Named("Pin", { pin: Nullable(Type.String({ examples: ["4711"] })) });
export type PinView = Static<typeof PinSchema>;
