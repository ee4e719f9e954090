import type { UsageView } from "@/access/usage/schema.ts";
import type { DeliveryView } from "@/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import type { Problem } from "../../../browser/problem.ts";

/** Whether a webhook was ever delivered, by the newest endpoint. */
export interface FirstDelivery {
  isKnown: boolean;
  /** The newest endpoint. */
  endpoint: WebhookView | undefined;
  /** At any endpoint, deleted ones included. */
  hasArrived: boolean;
  /** The newest delivery with a failed attempt, as long as none has succeeded. */
  failed: DeliveryView | undefined;
  problem: Problem | null;
}

export function hasDelivered({ deliveries }: Pick<UsageView, "deliveries">): boolean {
  return (deliveries.delivered ?? 0) > 0;
}

/** @param newest deliveries of the newest endpoint; the very newest may not have been attempted yet */
export function arrivalOf(
  hadArrived: boolean,
  newest: readonly DeliveryView[],
): Pick<FirstDelivery, "hasArrived" | "failed"> {
  const hasArrived = hadArrived || newest.some(({ status }) => status === "delivered");
  return {
    hasArrived,
    failed: hasArrived ? undefined : newest.find(({ attempt_count }) => attempt_count > 0),
  };
}
