import { type Static, Type } from "@sinclair/typebox";
import { Plain, saying, Text } from "@/infra/http/kinds.ts";
import { CalendarDate, Nullable, Timestamp, Words } from "@/infra/http/schema.ts";
import { amountMax, reasonCodes, vehicleTypes } from "../../../model/model.ts";
import { unavailableCodes } from "../../carrier.ts";
import { Code, nameMax, Open, WireMoney, WireService } from "./wire-parts.ts";

/** What a carrier answers in the carrier protocol. Waybill ignores members that it does not know. */

const messageMax = 500;
const referenceMax = 200;
const linesMax = 99;
const urlMax = 2048;
const trackingNumberMax = 100;
const offersMax = 50;

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
    Nullable(
      Type.Array(
        Open("CarrierPriceLine", {
          code: Code,
          name: Plain(nameMax, { examples: ["Base"] }),
          amount: Type.Integer({ minimum: -amountMax, maximum: amountMax }),
        }),
        { maxItems: linesMax },
      ),
      { description: "If it does not sum to the price, Waybill adds a line `rounding`." },
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
  expires_at: Type.Optional(
    Nullable(Timestamp, { description: "In the future. The default is 15 minutes from now." }),
  ),
  reference: Type.Optional(
    Nullable(Plain(referenceMax), { description: "Comes back with the booking.", examples: ["offer-1"] }),
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
