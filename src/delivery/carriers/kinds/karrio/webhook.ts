import { Value } from "@sinclair/typebox/value";
import { isHashOf, sha256Hex } from "@/infra/ids.ts";
import type { WebhookReading, WebhookRequest } from "../../carrier-webhook.ts";
import { marks } from "./map.ts";
import type { KarrioSettings } from "./settings.ts";
import { WireWebhook } from "./wire.ts";

/** What Karrio posts to a webhook. It signs nothing, so that it only tells Waybill to look. */

/** Karrio sends the webhook's secret in clear, under this name. */
const secretHeader = "x-event-id";

export function readKarrioWebhook(
  { webhook_secret: secret }: KarrioSettings,
  { headers, body }: WebhookRequest,
): WebhookReading {
  if (secret !== undefined && !isHashOf(sha256Hex(secret), headers[secretHeader] ?? "")) {
    return { kind: "refused", reason: "The header X-Event-Id is not the webhook secret." };
  }
  const webhook = parse(body);
  if (!Value.Check(WireWebhook, webhook))
    return { kind: "refused", reason: "The body is no event of Karrio." };
  const { event, data } = webhook;
  const assignment = data.metadata?.[marks.assignment];
  const ours = typeof assignment === "string" ? { idempotencyKey: assignment } : {};
  const tracked = data.tracking_number ? { trackingNumber: data.tracking_number } : {};
  if (event.startsWith("tracker_") && data.tracking_number) {
    return { kind: "hint", booking: { ...ours, ...tracked } };
  }
  // Of drafts nothing is booked, and other shipments in Karrio are none of ours.
  if (event.startsWith("shipment_") && typeof assignment === "string" && data.id) {
    return { kind: "hint", booking: { ...ours, ...tracked, bookingReference: data.id } };
  }
  return { kind: "ignored", reason: "The event is about no booking of Waybill." };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
