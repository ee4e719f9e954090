import { type JobFactory, taskSet } from "../jobs/job.ts";
import { attemptDelivery, nextDeliveryDue, waitingDeliveries } from "./sender.ts";

const inFlightMax = 256;
const inFlightPerWebhookMax = 8;

/** Sends what is due, going round the endpoints, so that a slow one or its backlog delays no other. */
export const sendDeliveries: JobFactory = (deps, environment) => {
  const name = `deliveries.send.${environment}`;
  const tasks = taskSet(deps, name);
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

  return {
    name,
    run(now) {
      let begun = 0;
      for (const webhook of waitingDeliveries(deps, environment, now, inFlightPerWebhookMax * 2)) {
        const free = Math.min(
          inFlightPerWebhookMax - (perWebhook.get(webhook.id) ?? 0),
          inFlightMax - tasks.size,
        );
        const next = webhook.deliveryIds.filter((id) => !tasks.has(id)).slice(0, Math.max(0, free));
        for (const id of next) begin(webhook.id, id);
        begun += next.length;
      }
      return begun;
    },
    nextDue: (now) => nextDeliveryDue(deps, environment, now),
    drain: tasks.drain,
  };
};
