import type { EventDefinition } from "../events/definition.ts";
import { Closed } from "../http/schema.ts";
import { WebhookSchema } from "./schema.ts";

const example = {
  id: "whe_01m7x5rdwme1ct34p92xd7wpnk",
  environment: "sandbox",
  url: "https://shop.example.com/hooks/waybill",
  description: "Order system",
  events: ["*"],
  enabled: false,
  disabled_reason: "failures",
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-02-06T11:02:47.120Z",
} as const;

export const webhookEvents = {
  "webhook.test": {
    description: "Sent on request, to try an endpoint.",
    data: Closed({ webhook: WebhookSchema }),
    example: { webhook: { ...example, enabled: true, disabled_reason: null } },
  },
  "webhook.disabled": {
    description: "An endpoint was disabled after failing for long, or because it answered 410 Gone.",
    data: Closed({ webhook: WebhookSchema }),
    example: { webhook: example },
  },
} as const satisfies Record<string, EventDefinition>;
