import { type Static, Type } from "@sinclair/typebox";
import { Named } from "../../../infra/http/schema.ts";
import { CreateShipment } from "../shipments/schema.ts";

const { pickup, delivery, parcels, ...members } = CreateShipment.properties;

const Part = <T extends typeof pickup | typeof delivery>(
  title: string,
  { properties }: T,
  description: string,
) => Type.Partial(Type.Object(properties), { title, additionalProperties: false, description });

export const CreateReturn = Type.Optional(
  Named("CreateReturn", {
    ...members,
    pickup: Type.Optional(
      Part("ReturnPickup", pickup, "Where the goods are. Left out members are those of the delivery."),
    ),
    delivery: Type.Optional(
      Part("ReturnDelivery", delivery, "Where they go. Left out members are those of the pickup."),
    ),
    parcels: Type.Optional({ ...parcels, description: "Left out: all of the shipment's." }),
  }),
);
/** Null without a body. */
export type CreateReturn = Static<typeof CreateReturn> | null;
