import type { CarrierWebhook } from "@/delivery/connections/carrier-webhooks/inbox/schema.ts";
import type { CarrierWebhookStatus as Status } from "@/delivery/connections/carrier-webhooks/inbox.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { humanize } from "../../format.ts";
import type { Tone } from "../../theme.ts";

const tones = {
  received: "busy",
  waiting: "busy",
  applied: "good",
  ignored: "quiet",
  failed: "bad",
  dismissed: "quiet",
} as const satisfies Record<Status, Tone>;

/** What became of a webhook that a carrier sent. */
export function HookStatus({ hook: { status } }: { hook: Pick<CarrierWebhook, "status"> }) {
  return <StatusBadge tone={tones[status as Status] ?? "quiet"}>{humanize(status)}</StatusBadge>;
}

const unsettledEveryMs = 3_000;

/** How often to read them again: soon while one of them is not settled. */
export function hooksEveryMs(hooks: readonly Pick<CarrierWebhook, "status">[]): number | false {
  return hooks.some(({ status }) => status === "received" || status === "waiting") && unsettledEveryMs;
}
