import type { DeliveryStatus as Status } from "../../../messaging/webhooks/deliveries/delivery.ts";
import type { DeliveryView } from "../../../messaging/webhooks/deliveries/schema.ts";
import { humanize } from "../format.ts";
import type { Tone } from "../theme.ts";
import { StatusBadge } from "./status-badge.tsx";

const tones = {
  pending: "busy",
  delivered: "good",
  failed: "bad",
  paused: "warn",
  discarded: "quiet",
} as const satisfies Record<Status, Tone>;

/** A pending delivery with a failed attempt is shown as retrying. */
export function DeliveryStatus({
  delivery: { status, attempt_count },
}: {
  delivery: Pick<DeliveryView, "status" | "attempt_count">;
}) {
  if (status === "pending" && attempt_count > 0) return <StatusBadge tone="warn">Retrying</StatusBadge>;
  return <StatusBadge tone={tones[status]}>{humanize(status)}</StatusBadge>;
}
