import { countedMax } from "../../../../messaging/webhooks/deliveries/delivery.ts";
import type { StatisticsView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import { countInFigures, shareInFigures } from "../../figures.ts";

/** How an endpoint does, in figures. */

export function rateInFigures({ success_rate }: StatisticsView): string {
  return success_rate === null ? "—" : shareInFigures(success_rate, 1);
}

/** Attempts that were no success. */
export function failedOf({ attempts, results }: StatisticsView): number {
  return attempts - (results.success ?? 0);
}

/** `12 deliveries`. */
export function deliveriesInFigures(count: number): string {
  return `${countInFigures(count)} ${count === 1 ? "delivery" : "deliveries"}`;
}

/** `10,000 or more`: the API counts no further. */
export function waitingInFigures({ pending, paused }: StatisticsView): string {
  const isMore = pending === countedMax || paused === countedMax;
  return `${countInFigures(pending + paused)}${isMore ? " or more" : ""}`;
}
