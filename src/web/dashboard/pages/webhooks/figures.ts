import { type AttemptError, countedMax } from "@/messaging/webhooks/deliveries/delivery.ts";
import type { StatisticsView } from "@/messaging/webhooks/deliveries/schema.ts";
import { formatCount, formatPercent } from "../../format.ts";

/** The statistics of an endpoint as text. */

export function formatSuccessRate({ success_rate }: StatisticsView): string {
  return success_rate === null ? "—" : formatPercent(success_rate, 1);
}

/** Failed attempts. */
export function failedOf({ attempts, results }: StatisticsView): number {
  return attempts - (results.success ?? 0);
}

/** `12 deliveries`. */
export function formatDeliveries(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "delivery" : "deliveries"}`;
}

/** `10,000 or more`: the API stops counting there. */
export function formatWaiting({ pending, paused }: StatisticsView): string {
  const isMore = pending === countedMax || paused === countedMax;
  return `${formatCount(pending + paused)}${isMore ? " or more" : ""}`;
}

/** Why an attempt failed. */
export const errorLabels = {
  dns: "DNS lookup failed",
  connect: "Connection failed",
  tls: "TLS error",
  timeout: "Timeout",
  status: "Non-2xx response",
  redirect: "Redirect (not followed)",
  refused_address: "Address not allowed",
  fault: "Dropped by fault injection",
} as const satisfies Record<AttemptError, string>;
