import { type Static, Type } from "@sinclair/typebox";
import { Plain, saying, Text } from "@/infra/http/kinds.ts";
import {
  CalendarDate,
  Environment,
  GrowingWords,
  Id,
  Nullable,
  Timestamp,
  Words,
} from "@/infra/http/schema.ts";
import {
  geocodeSources,
  reasonCodes,
  substatuses,
  undeliverableActions,
  vehicleTypes,
} from "../../../model/model.ts";
import { unavailableCodes } from "../../carrier.ts";
import { amountMax, Code, nameMax, Open, WireMoney, WireService } from "./wire-parts.ts";

/** The shapes of the carrier protocol. Waybill ignores members that it does not know, and sends more in later versions. */

const messageMax = 500;
const referenceMax = 200;
const linesMax = 99;
const urlMax = 2048;
const trackingNumberMax = 100;
const offersMax = 50;

// What Waybill sends.

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

// What the carrier answers.

const reason = {
  reason_code: Words(reasonCodes, { examples: ["no_supply"] }),
  message: Plain(messageMax, { examples: ["No driver is free."] }),
};
/** Waybill alone knows the others. */
const ownCodes = unavailableCodes.filter(
  (code) => code !== "carrier_timeout" && code !== "carrier_error" && code !== "no_carriers_configured",
);
const Estimate = (description: string) =>
  Nullable({ ...Timestamp, description }, { examples: ["2026-01-31T09:30:00.000Z"] });

const WireOffer = Open("CarrierOffer", {
  service: WireService,
  price: WireMoney,
  price_breakdown: Type.Optional(
    Type.Array(
      Open("CarrierPriceLine", {
        code: Code,
        name: Plain(nameMax, { examples: ["Base"] }),
        amount: Type.Integer({ minimum: -amountMax, maximum: amountMax }),
      }),
      { maxItems: linesMax, description: "If it does not sum to the price, Waybill adds a line `rounding`." },
    ),
  ),
  estimated_pickup_at: Estimate("Null if you know no time."),
  estimated_delivery_at: Estimate("Null if you know no time. Not before the pickup."),
  estimated_delivery_date: Type.Optional(
    Nullable(CalendarDate, {
      description: "The day at the delivery's address. Waybill uses it if you know no time.",
      examples: ["2026-02-02"],
    }),
  ),
  expires_at: Type.Optional({
    ...Timestamp,
    description: "In the future. The default is 15 minutes from now.",
  }),
  reference: Type.Optional(
    Plain(referenceMax, { description: "Comes back with the booking.", examples: ["offer-1"] }),
  ),
});
export type WireOffer = Static<typeof WireOffer>;
export const OffersAnswer = Open("OffersAnswer", {
  offers: Type.Array(WireOffer, { minItems: 1, maxItems: offersMax }),
});
export const UnavailableAnswer = Open("UnavailableAnswer", {
  unavailable: Open("CarrierUnavailable", {
    code: Words(ownCodes, { title: "CarrierUnavailableCode", examples: ["out_of_zone"] }),
    message: Plain(messageMax, { examples: ["The address is outside our area."] }),
  }),
});

export const WireDriver = Open("CarrierDriver", {
  name: Plain(nameMax, { examples: ["Kim"] }),
  phone: Type.Optional(Nullable(Plain(40, { examples: ["+4930123456"] }))),
  vehicle: Open("CarrierVehicle", {
    type: Words(vehicleTypes, { examples: ["van"] }),
    plate: Type.Optional(Nullable(Plain(20, { examples: ["B-X 1"] }))),
  }),
});
export const BookedAnswer = Open("BookedAnswer", {
  reference: Plain(referenceMax, { description: "Your own name for the booking.", examples: ["B-17"] }),
  confirmed: Type.Boolean({
    description: "Whether the job is certain. Otherwise report the acceptance later.",
  }),
  driver: Type.Optional(Nullable(WireDriver)),
  tracking_url: Type.Optional(
    Nullable(
      saying(Text({ minLength: 1, maxLength: urlMax }), {
        code: "format",
        detail: "must be an https URL",
      }),
      {
        description: "Your own page about this delivery, https. Sender and recipient see it.",
        examples: ["https://carrier.example.com/track/B-17"],
      },
    ),
  ),
  tracking_numbers: Type.Optional(
    Nullable(Type.Record(Type.String(), Plain(trackingNumberMax)), {
      description: "Your own tracking numbers, by the `id` of the parcel.",
      examples: [{ pcl_01k8x3v5w2c4m6n8p0q2r4s6t8: "B-17-1" }],
    }),
  ),
});
export const PendingAnswer = Open("PendingAnswer", {
  reference: Type.Optional(Nullable(Plain(referenceMax, { examples: ["B-17"] }))),
});
export const RejectedAnswer = Open("RejectedAnswer", { rejected: Open("CarrierRejection", reason) });
export const CancelledAnswer = Open("CancelledAnswer", {
  status: Words(["cancelled", "pending"], {
    title: "CarrierCancellationStatus",
    description: "`pending`: you report `cancelled` or `cancellation_refused` later.",
  }),
  fee: Type.Optional(
    Nullable(WireMoney, { description: "In the price's currency and at most the price.", examples: [null] }),
  ),
});
export const RefusedAnswer = Open("RefusedAnswer", { refused: Open("CarrierRefusal", reason) });
