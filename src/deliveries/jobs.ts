import { type JobFactory, taskSet } from "../jobs/job.ts";
import { attemptDelivery, nextDeliveryDue, type WaitingWebhook, waitingDeliveries } from "./sender.ts";

/** Bun runs 256 requests at once and queues the rest; some are left for carriers. */
const inFlightMax = 224;
const inFlightPerWebhookMax = 8;
/** From here on an endpoint gets a request only if it has none on its way. */
const crowdedAt = 128;
/** Up to how many are counted. */
const backlogPerWebhookMax = 100;

/** Sends what is due, going round the endpoints, so that a slow one or its backlog delays no other. */
export const sendDeliveries: JobFactory = (deps, environment) => {
  const name = `deliveries.send.${environment}`;
  const tasks = taskSet(deps, environment, name);

  /** Gives each endpoint as many as it may have on their way, while there are fewer than `totalMax`. */
  function fill(waiting: readonly WaitingWebhook[], perWebhookMax: number, totalMax: number): number {
    let begun = 0;
    for (const webhook of waiting) {
      const free = Math.min(perWebhookMax - tasks.runningOf(webhook.id), totalMax - tasks.running);
      const next = webhook.deliveryIds.filter((id) => !tasks.isBusy(id)).slice(0, Math.max(0, free));
      for (const id of next) tasks.start(id, () => attemptDelivery(deps, environment, id), webhook.id);
      begun += next.length;
    }
    return begun;
  }

  return {
    name,
    run(now) {
      const lookedAt = inFlightPerWebhookMax * 2 + tasks.failedMax;
      const waiting = waitingDeliveries(deps, environment, now, lookedAt);
      return fill(waiting, 1, inFlightMax) + fill(waiting, inFlightPerWebhookMax, crowdedAt);
    },
    nextDue: (now) => nextDeliveryDue(deps, environment, now),
    backlog(now) {
      const waiting = waitingDeliveries(deps, environment, now, backlogPerWebhookMax);
      return waiting.reduce((sum, { deliveryIds }) => sum + deliveryIds.length, 0);
    },
    drain: tasks.drain,
  };
};
