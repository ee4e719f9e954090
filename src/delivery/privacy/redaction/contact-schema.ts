import { type Static, Type } from "@sinclair/typebox";
import { Id, Named } from "../../../infra/http/schema.ts";

export const ContactRedaction = Named("RedactContact", {
  shipments: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: "How many shipments it may erase: the number that you were shown.",
    examples: [3],
  }),
});
export type ContactRedaction = Static<typeof ContactRedaction>;

export const ContactRedactionSchema = Named("ContactRedaction", {
  contact_id: Id("con"),
  shipments: Type.Integer({
    minimum: 0,
    description:
      "Ended shipments delivered to this phone number or email address, and their returns, that have their personal data.",
    examples: [3],
  }),
  open_shipments: Type.Integer({
    minimum: 0,
    description: "Shipments that have not ended. They keep their data: redact each when it has ended.",
    examples: [0],
  }),
  schedules: Type.Integer({
    minimum: 0,
    description:
      "Standing orders to this phone number or email address. They are erased too, and make no shipment any more.",
    examples: [0],
  }),
});
export type ContactRedactionView = Static<typeof ContactRedactionSchema>;
