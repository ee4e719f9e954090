import type { WebhookView } from "../../../webhooks/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";

const words = {
  owner: "Off",
  failures: "Disabled: it failed",
  gone: "Disabled: gone",
} as const satisfies Record<NonNullable<WebhookView["disabled_reason"]>, string>;

export function EndpointState({ webhook: { disabled_reason } }: { webhook: WebhookView }) {
  if (disabled_reason === null) return <StatusBadge tone="good">On</StatusBadge>;
  return (
    <StatusBadge tone={disabled_reason === "owner" ? "quiet" : "bad"}>{words[disabled_reason]}</StatusBadge>
  );
}
