import type { DeliveryView } from "@/messaging/webhooks/deliveries/schema.ts";
import { pageNow } from "../../../browser/clock.ts";

const soonestMs = 1_000;
const latestMs = 60_000;

/** When to read pending deliveries again: there is no stream of attempts, so it is when the next one is due. */
export function refetchDelayMs(
  deliveries: readonly Pick<DeliveryView, "status" | "next_attempt_at">[],
): number | false {
  const pending = deliveries.filter(({ status }) => status === "pending");
  if (pending.length === 0) return false;
  const dueMs = pending.map(({ next_attempt_at }) =>
    next_attempt_at === null ? latestMs : Date.parse(next_attempt_at) - pageNow(),
  );
  return Math.min(Math.max(Math.min(...dueMs), soonestMs), latestMs);
}
