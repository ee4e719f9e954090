import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { deliveryStore } from "./store.ts";

/** How many deliveries are due, and since when, by endpoint: what waits for its own endpoint waits for nothing else. */

const countedPerWebhookMax = 100;

type IsCounted = (webhookId: string) => boolean;

/** Counts what is due now at the endpoints that count, for each up to a limit. */
export function countDue(
  { stores }: Deps,
  environment: Environment,
  now: number,
  isCounted: IsCounted,
): number {
  const deliveries = deliveryStore(stores.platform(environment).db);
  return deliveries
    .webhooksWaiting()
    .filter(({ id }) => isCounted(id))
    .flatMap(({ id }) => deliveries.dueOf(id, Number.NEGATIVE_INFINITY, countedPerWebhookMax))
    .filter(({ at }) => at <= now).length;
}

/** The earliest time of a delivery that waits at an endpoint that counts, also in the future. */
export function oldestDueAt(
  { stores }: Deps,
  environment: Environment,
  isCounted: IsCounted,
): number | undefined {
  const waiting = deliveryStore(stores.platform(environment).db).webhooksWaiting();
  const times = waiting.filter(({ id }) => isCounted(id)).map(({ at }) => at);
  return times.length === 0 ? undefined : Math.min(...times);
}
