import { type JobFactory, taskSet } from "../jobs/job.ts";
import { attemptDelivery, nextDeliveryDue, type WaitingWebhook, waitingDeliveries } from "./sender.ts";

/** Bun runs 256 requests at once and queues the rest; some are left for carriers. */
const inFlightMax = 224;
const inFlightPerWebhookMax = 8;
/** From here on an endpoint gets a request only if it has none on its way. */
const crowdedAt = 128;

/** Sends what is due, going round the endpoints, so that a slow one or its backlog delays no other. */
export const sendDeliveries: JobFactory = (deps, environment) => {
  const name = `deliveries.send.${environment}`;
  const tasks = taskSet(deps, environment, name);
  const perWebhook = new Map<string, number>();

  function begin(webhookId: string, deliveryId: string): void {
    perWebhook.set(webhookId, (perWebhook.get(webhookId) ?? 0) + 1);
    tasks.start(deliveryId, async () => {
      try {
        await attemptDelivery(deps, environment, deliveryId);
      } finally {
        const left = (perWebhook.get(webhookId) ?? 1) - 1;
        if (left > 0) perWebhook.set(webhookId, left);
        else perWebhook.delete(webhookId);
      }
    });
  }

  /** Gives each endpoint as many as it may have on their way, while there are fewer than `totalMax`. */
  function fill(waiting: readonly WaitingWebhook[], perWebhookMax: number, totalMax: number): number {
    let begun = 0;
    for (const webhook of waiting) {
      const free = Math.min(perWebhookMax - (perWebhook.get(webhook.id) ?? 0), totalMax - tasks.running);
      const next = webhook.deliveryIds.filter((id) => !tasks.isBusy(id)).slice(0, Math.max(0, free));
      for (const id of next) begin(webhook.id, id);
      begun += next.length;
    }
    return begun;
  }

  return {
    name,
    run(now) {
      const waiting = waitingDeliveries(deps, environment, now, inFlightPerWebhookMax * 2);
      return fill(waiting, 1, inFlightMax) + fill(waiting, inFlightPerWebhookMax, crowdedAt);
    },
    nextDue: (now) => nextDeliveryDue(deps, environment, now),
    drain: tasks.drain,
  };
};
