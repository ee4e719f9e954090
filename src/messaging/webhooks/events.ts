import { Named } from "../../infra/http/schema.ts";
import type { EventDefinitions } from "../events/catalog.ts";
import { EventWebhook, type EventWebhookView } from "./endpoints/schema.ts";

const example: EventWebhookView = {
  id: "whe_01m7x5rdwme1ct34p92xd7wpnk",
  environment: "sandbox",
  url: "https://shop.example.com/hooks/waybill",
  description: "Order system",
  events: ["*"],
  header_names: [],
  ordering: "none",
  max_per_second: null,
  faults: null,
  enabled: false,
  disabled_reason: "failures",
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-02-06T11:02:47.120Z",
};

const data = Named("WebhookEventData", { webhook: EventWebhook });

export const webhookEvents = {
  "webhook.test": {
    data,
    example: { webhook: { ...example, enabled: true, disabled_reason: null } },
  },
  "webhook.disabled": {
    data,
    example: { webhook: example },
  },
} as const satisfies EventDefinitions;
