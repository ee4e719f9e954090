import type { Writing } from "../../../infra/deps.ts";
import { matches } from "../../events/event.ts";
import { isOpen } from "../endpoints/endpoint.ts";
import { copyDelaysMs } from "../endpoints/faults.ts";
import { requireEnabled } from "../endpoints/lookup.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import { firstAttemptAt, scheduleOf } from "./delivery.ts";
import { keepOrder } from "./ordering.ts";
import { type DeliveryRow, deliveryStore } from "./store.ts";

export interface QueuedEvent {
  type: string;
  accountId: string;
  shipmentId: string | null;
  onlyTo?: string;
  notTo?: string;
}

/**
 * Writes a delivery of the event for every endpoint of the account that asked for its type. A disabled
 * endpoint's deliveries wait as `paused`, so that enabling it loses nothing.
 */
export function enqueueDeliveries(writing: Writing, eventId: string, event: QueuedEvent): void {
  for (const endpoint of webhookStore(writing.tx).listOfAccount(event.accountId)) {
    if (isWanted(event, endpoint)) insertDelivery(writing, eventId, event, endpoint);
  }
}

/**
 * Sends an event again now, with a fresh schedule: to the endpoint that it is only for, or to every enabled one
 * that asked for its type or was sent it before. @returns to how many
 * @throws AppError `not_found`, `webhook_disabled` for the one that it is only for
 */
export function resendDeliveries(writing: Writing, eventId: string, event: QueuedEvent): number {
  if (event.onlyTo !== undefined) requireEnabled(writing, event.accountId, event.onlyTo);
  const deliveries = deliveryStore(writing.tx);
  let queued = 0;
  for (const endpoint of webhookStore(writing.tx).listOfAccount(event.accountId)) {
    if (endpoint.disabledReason !== null || (event.onlyTo ?? endpoint.id) !== endpoint.id) continue;
    const earlier = deliveries.findByEvent(endpoint.id, eventId);
    if (!earlier && !isWanted(event, endpoint)) continue;
    if (earlier) restartDelivery(writing, endpoint, earlier);
    else insertDelivery(writing, eventId, { ...event, onlyTo: endpoint.id }, endpoint);
    queued += 1;
  }
  return queued;
}

/** A delivery is as new, but for the attempts that were made. */
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
  // What is being discarded is what waited when that was asked for.
  if (endpoint.discardThrough !== null) deliveries.moveToEnd(id);
  keepOrder(writing, endpoint, shipmentId);
}

/** Writes the endpoint's delivery of an event. */
export function insertDelivery(
  writing: Writing,
  eventId: string,
  event: QueuedEvent,
  endpoint: EndpointRow,
): void {
  const { deps, tx, environment, now } = writing;
  const due = firstAttemptAt(scheduleOf(environment, deps.config.webhookSchedule), now);
  const paused = !isOpen(endpoint);
  for (const delayMs of copyDelaysMs(endpoint.faults, () => deps.ids.integer(1000) / 1000)) {
    deliveryStore(tx).insert({
      id: deps.ids.make("dlv"),
      webhookId: endpoint.id,
      eventId,
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
  keepOrder(writing, endpoint, event.shipmentId);
}

function isWanted(event: QueuedEvent, endpoint: { id: string; events: string[] }): boolean {
  if (event.onlyTo !== undefined) return endpoint.id === event.onlyTo;
  return endpoint.id !== event.notTo && matches(endpoint.events, event.type);
}
