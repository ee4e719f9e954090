import { Named } from "../../../infra/http/schema.ts";
import type { EventDefinitions } from "../../../messaging/events/catalog.ts";
import { AttentionItemSchema, type AttentionItemView } from "./schema.ts";

const example: AttentionItemView = {
  id: "att_01m7x5rdwme1ct34p92xd7wpnk",
  environment: "sandbox",
  account_id: "acct_01m7x5rdwme1ct34p92xd7wpnk",
  shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk",
  schedule_id: null,
  order_form_id: null,
  order_request_id: null,
  assignment_id: null,
  carrier_id: null,
  driver_id: null,
  kind: "no_offer",
  since: "2026-01-31T09:30:00.000Z",
  due_at: "2026-02-01T09:30:00.000Z",
  is_urgent: true,
  detail: "No carrier made an offer. City Riders: The weight exceeds the limit.",
  remedies: [
    {
      action: "request_quotes",
      method: "POST",
      path: "/api/v1/platform/shipments/shp_01m7x5rdwme1ct34p92xd7wpnk/quotes",
    },
  ],
};

const data = Named("AttentionEventData", { attention: AttentionItemSchema });

export const attentionEvents = {
  "attention.raised": { data, example: { attention: example } },
  "attention.settled": { data, example: { attention: example } },
} as const satisfies EventDefinitions;
