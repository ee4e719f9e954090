import type { DeliveryStatus as Status } from "../../deliveries/delivery.ts";
import type { Tone } from "../theme.ts";
import { inWords } from "../words.ts";
import { StatusBadge } from "./status-badge.tsx";

const tones = {
  pending: "busy",
  delivered: "good",
  failed: "bad",
  paused: "warn",
  discarded: "quiet",
} as const satisfies Record<Status, Tone>;

export function DeliveryStatus({ status }: { status: Status }) {
  return <StatusBadge tone={tones[status]}>{inWords(status)}</StatusBadge>;
}
