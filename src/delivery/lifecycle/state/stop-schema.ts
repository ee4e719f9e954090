import { Type } from "@sinclair/typebox";
import { Country, Id, Money, Named, Nullable, Timestamp } from "../../../infra/http/schema.ts";
import { whereaboutsInEvents } from "../../model/address-schema.ts";

/** Where a shipment goes from and to, and what it is, as responses show it. */

const text = Nullable(Type.String());
export const WindowSchema = Named("Window", { start: Timestamp, end: Timestamp });

const Contact = Named("Contact", {
  name: Type.String(),
  company: text,
  phone: text,
  email: text,
  language: Type.Optional(
    Nullable(Type.String(), {
      description: "A BCP 47 tag. Missing where none was given.",
      examples: ["de-AT"],
    }),
  ),
});
const Address = Named("Address", {
  line1: Type.String(),
  line2: text,
  city: Type.String(),
  state: text,
  postal_code: text,
  country: Country,
  ...whereaboutsInEvents,
});

export const stop = {
  contact: Contact,
  address: Address,
  instructions: text,
  window: Nullable(WindowSchema),
};
export const Requirements = Named("Requirements", {
  signature: Type.Boolean(),
  photo: Type.Boolean(),
  pin: Type.Boolean(),
  min_age: Nullable(Type.Integer()),
});
export const Parcel = Named("Parcel", {
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
