import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  Id,
  ListQuery,
  Named,
  Nullable,
  sortBy,
  Timestamp,
} from "../../../infra/http/schema.ts";
import { AnyEventType, shipmentFilter, typeFilter, waitSeconds } from "../../events/schema.ts";

export const InboxQuery = ListQuery({
  type: typeFilter,
  shipment_id: shipmentFilter,
  after: Type.Optional({
    ...Id("inb"),
    description: "Only messages after this one. The order stays: to go on from here, send `sort=oldest` too.",
  }),
  sort: sortBy("InboxOrder", "By arrival, `newest` first or `oldest` first. To poll, send `oldest`."),
  wait_seconds: waitSeconds,
});
export type InboxQuery = Static<typeof InboxQuery>;

export const InboxMessage = Named("InboxMessage", {
  id: Id("inb"),
  environment: Environment,
  webhook_id: { ...Id("whe"), description: "The endpoint that received it." },
  delivery_id: Id("dlv"),
  attempt: Type.Integer({ minimum: 1, description: "The number of the delivery's attempt.", examples: [1] }),
  event_id: { ...Id("evt"), description: "The event. Several messages can carry the same one." },
  type: AnyEventType,
  shipment_id: Nullable(Id("shp")),
  headers: Type.Record(Type.String(), Type.String(), {
    description:
      "The request's headers, signature included, with names in lower case. The values of the endpoint's custom headers are masked.",
    examples: [
      {
        "content-type": "application/json",
        "webhook-id": "evt_01m7x5rdwme1ct34p92xd7wpnk",
        "webhook-timestamp": "1769851800",
        "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
      },
    ],
  }),
  body: Type.String({
    description: "The body byte for byte, as it was signed.",
    contentMediaType: "application/json",
    examples: ['{"id":"evt_01m7x5rdwme1ct34p92xd7wpnk","type":"shipment.delivered"}'],
  }),
  received_at: Timestamp,
});
export type InboxMessage = Static<typeof InboxMessage>;
