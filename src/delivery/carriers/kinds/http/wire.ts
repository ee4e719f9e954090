import { type Static, Type } from "@sinclair/typebox";
import { Environment, GrowingWords, Id, Nullable, Timestamp } from "@/infra/http/schema.ts";
import { geocodeSources, reasonCodes, substatuses, undeliverableActions } from "../../../model/model.ts";
import { Open, WireMoney, WireService } from "./wire-parts.ts";

/** What Waybill sends in the carrier protocol. Waybill ignores members that it does not know, and sends more in later versions. */

const text = (example: string | null) => Nullable(Type.String(), { examples: [example] });
const place = {
  line1: Type.String({ examples: ["Torstr. 1"] }),
  city: Type.String({ examples: ["Berlin"] }),
  state: text(null),
  postal_code: text("10119"),
  country: Type.String({ examples: ["DE"] }),
  latitude: Nullable(Type.Number({ examples: [52.5291] })),
  longitude: Nullable(Type.Number({ examples: [13.4014] })),
  geocode_source: GrowingWords(geocodeSources, {
    description:
      "`client`, `geocoder`: the coordinates are exact, or null. `town`, `country`: null in live, and in the sandbox a made-up point.",
  }),
};
const Window = Nullable(Open("CarrierWindow", { start: Timestamp, end: Timestamp }), { examples: [null] });
const Requirements = Open("CarrierRequirements", {
  signature: Type.Boolean(),
  photo: Type.Boolean(),
  pin: Type.Boolean(),
  min_age: Nullable(Type.Integer(), { examples: [null] }),
});
const QuotedPlace = Open("QuotedAddress", place);
const size = {
  id: Id("pcl"),
  quantity: Type.Integer({ examples: [1] }),
  weight_grams: Type.Integer({ examples: [1200] }),
  length_mm: Nullable(Type.Integer(), { examples: [400] }),
  width_mm: Nullable(Type.Integer(), { examples: [300] }),
  height_mm: Nullable(Type.Integer(), { examples: [200] }),
};

/** Whom one could reach there; the number and the address themselves come with a booking. */
const reach = {
  has_phone: Type.Boolean({ description: "Whether a booking will have a phone number." }),
  has_email: Type.Boolean({ description: "Whether a booking will have an email address." }),
};

const isReturn = Type.Boolean({
  description: "Whether it brings goods back: the pickup is at a recipient.",
  examples: [false],
});

export const QuoteCall = Open("QuoteCall", {
  action: Type.Literal("quote"),
  environment: Environment,
  shipment_id: Id("shp"),
  round: Type.Integer({ minimum: 1, description: "Counts the times that quotes were requested." }),
  is_return: isReturn,
  pickup: Open("QuotedPickup", { address: QuotedPlace, window: Window, ...reach }),
  delivery: Open("QuotedDelivery", {
    address: QuotedPlace,
    window: Window,
    ...reach,
    requirements: Requirements,
  }),
  parcels: Type.Array(Open("QuotedParcel", { ...size, value: Nullable(WireMoney, { examples: [null] }) })),
});
export type QuoteCall = Static<typeof QuoteCall>;

const stop = {
  contact: Open("JobContact", {
    name: Type.String({ examples: ["Alex Example"] }),
    company: text(null),
    phone: text("+4930123456"),
    email: text("alex@example.com"),
  }),
  address: Open("JobAddress", { ...place, line2: text(null) }),
  instructions: text("Ring twice"),
  window: Window,
};
const JobPickup = Open("JobPickup", stop);
const JobDelivery = Open("JobDelivery", { ...stop, requirements: Requirements });

/** A job as a carrier gets it, with its booking and later. */
const jobProperties = {
  environment: Environment,
  assignment_id: Id("asg"),
  shipment_id: Id("shp"),
  tracking_number: Type.String({ examples: ["WB4Z7K2M9XQ1P"] }),
  reference: Nullable(Type.String(), { description: "The client's own reference.", examples: ["ORD-1001"] }),
  service: WireService,
  price: WireMoney,
  offer_reference: Nullable(Type.String(), {
    description: "`reference` of the offer that was accepted.",
    examples: ["offer-1"],
  }),
  status: GrowingWords(["pending", "confirmed"]),
  substatus: Nullable(GrowingWords(substatuses)),
  pickup: JobPickup,
  delivery: JobDelivery,
  parcels: Type.Array(
    Open("JobParcel", {
      ...size,
      description: text("Books"),
      reference: text(null),
      value: Nullable(WireMoney, { examples: [null] }),
    }),
  ),
  if_undeliverable: GrowingWords(undeliverableActions),
  is_return: isReturn,
};

export const BookCall = Open("BookCall", { action: Type.Literal("book"), ...jobProperties });
export type BookCall = Static<typeof BookCall>;

const bookingReference = Nullable(Type.String(), {
  description: "`reference` of your answer to the booking. Null if you gave none.",
  examples: ["B-17"],
});
const aboutJob = { environment: Environment, assignment_id: Id("asg"), reference: bookingReference };
export const UpdateCall = Open("UpdateCall", {
  action: Type.Literal("update"),
  ...aboutJob,
  pickup: JobPickup,
  delivery: JobDelivery,
});
export type UpdateCall = Static<typeof UpdateCall>;

export const CancelCall = Open("CancelCall", {
  action: Type.Literal("cancel"),
  ...aboutJob,
  reason_code: GrowingWords(reasonCodes, { examples: ["cancelled_by_client"] }),
});
export type CancelCall = Static<typeof CancelCall>;
