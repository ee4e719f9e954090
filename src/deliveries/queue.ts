import type { Writing } from "../deps.ts";
import { matches } from "../events/event.ts";
import { webhookStore } from "../webhooks/store.ts";
import { firstAttemptAt, scheduleOf } from "./delivery.ts";
import { deliveryStore } from "./store.ts";

export interface QueuedEvent {
  type: string;
  accountId: string;
  onlyTo?: string;
  notTo?: string;
}

/**
 * Writes a delivery of the event for every endpoint of the account that asked for its type. A disabled
 * endpoint's deliveries wait as `paused`, so that enabling it loses nothing.
 */
export function enqueueDeliveries(
  { deps, tx, environment, now }: Writing,
  eventId: string,
  event: QueuedEvent,
): void {
  const due = firstAttemptAt(scheduleOf(environment, deps.config.webhookSchedule), now);
  for (const endpoint of webhookStore(tx).listOfAccount(event.accountId)) {
    if (!isWanted(event, endpoint)) continue;
    const paused = endpoint.disabledReason !== null;
    deliveryStore(tx).insert({
      id: deps.ids.make("dlv"),
      webhookId: endpoint.id,
      eventId,
      eventType: event.type,
      status: paused ? "paused" : "pending",
      attemptCount: 0,
      roundAttempts: 0,
      dueAt: paused ? null : due,
      createdAt: now,
      deliveredAt: null,
    });
  }
}

function isWanted(event: QueuedEvent, endpoint: { id: string; events: string[] }): boolean {
  if (event.onlyTo !== undefined) return endpoint.id === event.onlyTo;
  return endpoint.id !== event.notTo && matches(endpoint.events, event.type);
}

/** Whether an enabled endpoint of the account names this type of event itself. */
export function isNamedByAnEndpoint({ tx }: Writing, accountId: string, type: string): boolean {
  return webhookStore(tx)
    .listOfAccount(accountId)
    .some((endpoint) => endpoint.disabledReason === null && endpoint.events.includes(type));
}

/** The endpoint is disabled: what waits for it is kept, and no longer tried. */
export function pauseDeliveries({ tx }: Writing, webhookId: string): void {
  deliveryStore(tx).move(webhookId, "pending", "paused", null);
}

/** The endpoint is enabled again: all that was kept is due now. */
export function resumeDeliveries({ tx, now }: Writing, webhookId: string): void {
  deliveryStore(tx).move(webhookId, "paused", "pending", now);
}
