import { type TSchema, Type } from "@sinclair/typebox";
import { Named } from "../../../infra/http/schema.ts";
import { ShipmentSchema, type ShipmentView } from "./schema.ts";

/** What came later than the first events. Responses always have it. */
const later = [
  "carriers",
  "services",
  "customer_price",
  "estimated_delivery_date",
  "recipient_instructions",
  "rating",
  "return_of",
  "return_shipment_id",
  "schedule_id",
  "order_form_id",
  "scheduled_for",
  "recall_requested_at",
] as const satisfies readonly (keyof ShipmentView)[];

/** A shipment as an event of any age has it. */
export const ShipmentInEvent = Named("ShipmentInEvent", {
  ...ShipmentSchema.properties,
  ...Object.fromEntries(
    later.map((name) => {
      const { description, ...schema }: TSchema = ShipmentSchema.properties[name];
      return [
        name,
        Type.Optional({ ...schema, description: `${description} Missing in older events.` } as TSchema),
      ];
    }),
  ),
});
