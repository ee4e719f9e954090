import { type Static, Type } from "@sinclair/typebox";
import { Line, Named, Nullable, Tidied, Timestamp } from "../../../infra/http/schema.ts";

const textMax = 200;
const extraMinutesMax = 240;

const members = {
  extra_minutes: Type.Integer({
    minimum: 0,
    maximum: extraMinutesMax,
    description: "How much later than usual new offers pick up and deliver, minutes.",
    examples: [30],
  }),
  accepts_orders: Type.Boolean({
    description: "`false`: the fleet makes no offers. Who asks reads `window_unavailable` with the text.",
  }),
};
const until = {
  description: "The fleet is as usual from then on. Null only for a fleet that is as usual.",
  examples: ["2026-02-02T18:00:00.000Z"],
};
const text = {
  description: "What senders read while the fleet takes no orders. Null: Waybill's own sentence.",
  examples: ["Two riders are out today. We take orders again at 18:00."],
};

export const CarrierLoad = Named("CarrierLoad", {
  ...members,
  until: Nullable(Timestamp, until),
  text: Nullable(Type.String(), text),
});
export type CarrierLoad = Static<typeof CarrierLoad>;

export const SetCarrierLoad = Named("SetCarrierLoad", {
  ...members,
  until: Type.Optional(Nullable(Timestamp, until)),
  text: Type.Optional(Nullable(Tidied(Line(textMax)), text)),
});
export type SetCarrierLoad = Static<typeof SetCarrierLoad>;
