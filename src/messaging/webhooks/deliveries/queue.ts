import type { Writing } from "../../../infra/deps.ts";
import type { AppendedEvent } from "../../../infra/event.ts";
import { matches } from "../../events/event.ts";
import { isOpen } from "../endpoints/endpoint.ts";
import { copyDelaysMs } from "../endpoints/faults.ts";
import { type EndpointRow, type Subscription, webhookStore } from "../endpoints/store.ts";
import { firstAttemptAt, scheduleOf } from "./delivery.ts";
import { enforceOrder } from "./ordering.ts";
import { type DeliveryRow, deliveryStore } from "./store.ts";

/**
 * Subscribes to events: writes a delivery for every endpoint of the account that subscribes to the type. Deliveries of
 * a disabled endpoint wait as `paused`, so that enabling it loses nothing.
 */
export function queueDeliveries(writing: Writing, event: AppendedEvent): void {
  for (const endpoint of webhookStore(writing.tx).subscriptionsOf(event.accountId)) {
    if (isWanted(event, endpoint)) insertDelivery(writing, event, endpoint);
  }
}

/** Sends a delivery again on a fresh schedule. It keeps its attempts. */
export function restartDelivery(
  writing: Writing,
  endpoint: EndpointRow,
  { id, shipmentId }: Pick<DeliveryRow, "id" | "shipmentId">,
  dueAt = writing.now,
): void {
  const deliveries = deliveryStore(writing.tx);
  deliveries.change(id, {
    status: "pending",
    roundAttempts: 0,
    dueAt,
    deliveredAt: null,
    isAsked: true,
  });
  // Discarding covers only what waited when it was asked for.
  if (endpoint.discardThrough !== null) deliveries.moveToEnd(id);
  enforceOrder(writing, endpoint, shipmentId);
}

/** Writes the endpoint's delivery of an event. */
export function insertDelivery(writing: Writing, event: AppendedEvent, endpoint: Subscription): void {
  const { deps, tx, environment, now } = writing;
  const due = firstAttemptAt(scheduleOf(environment, deps.config.webhookSchedule), now);
  const paused = !isOpen(endpoint);
  for (const delayMs of copyDelaysMs(endpoint.faults, () => deps.ids.integer(1000) / 1000)) {
    deliveryStore(tx).insert({
      id: deps.ids.make("dlv"),
      webhookId: endpoint.id,
      eventId: event.id,
      eventType: event.type,
      status: paused ? "paused" : "pending",
      attemptCount: 0,
      roundAttempts: 0,
      dueAt: paused ? null : due + delayMs,
      createdAt: now,
      deliveredAt: null,
      shipmentId: event.shipmentId,
      isAsked: event.onlyTo !== undefined,
    });
  }
  enforceOrder(writing, endpoint, event.shipmentId);
}

function isWanted(event: AppendedEvent, endpoint: Subscription): boolean {
  if (event.onlyTo !== undefined) return endpoint.id === event.onlyTo;
  return endpoint.id !== event.notTo && matches(endpoint.events, event.type);
}
