import { type Static, Type } from "@sinclair/typebox";
import { Named, Nullable, Plain, Timestamp } from "../../../infra/http/schema.ts";

export const RecallShipment = Named("RecallShipment", {
  reason: Plain(500, {
    description: "Why, for the driver and your own people. Recipients do not see it.",
    examples: ["The shop packed the wrong order."],
  }),
});
export type RecallShipment = Static<typeof RecallShipment>;

export const ConfirmRecall = Type.Optional(
  Named("ConfirmRecall", {
    at: Type.Optional(
      Nullable(Timestamp, {
        description: "When the driver heard of it, not before the request. Left out or null: now.",
      }),
    ),
  }),
);
export type ConfirmRecall = Static<typeof ConfirmRecall> | null;
