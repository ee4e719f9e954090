import type { Caller } from "../accounts/caller.ts";
import { toTimestamp } from "../clock.ts";
import { enqueueDeliveries } from "../deliveries/queue.ts";
import type { Deps, Writing } from "../deps.ts";
import { AppError } from "../errors.ts";
import { createdWithin, type PageQuery, readPage } from "../http/pagination.ts";
import type { Envelope } from "./event.ts";
import type { EventQuery } from "./schema.ts";
import { type EventRow, eventStore } from "./store.ts";

export interface NewEvent {
  type: string;
  accountId: string;
  shipmentId: string | null;
  /** The shipment's count of numbered events; null for an event that is not numbered. */
  sequence: number | null;
  data: Record<string, unknown>;
  at: number;
  /** Sent to this endpoint alone, whatever it subscribed to. */
  onlyTo?: string;
  /** Tells of nothing that happened: sent, and not listed. */
  sample?: boolean;
  /** Not sent to this endpoint, which the event is about. */
  notTo?: string;
}

/**
 * Writes an event and its webhook deliveries in the caller's transaction. The body's bytes are made here,
 * once; every delivery and every repetition sends exactly these. @returns the event's id.
 */
export function appendEvent(writing: Writing, event: NewEvent): string {
  const { deps, tx, environment, now } = writing;
  const id = deps.ids.make("evt");
  const envelope: Envelope = {
    id,
    type: event.type,
    timestamp: toTimestamp(event.at),
    api_version: "v1",
    environment,
    data: event.data,
  };
  eventStore(tx).insert({
    id,
    accountId: event.accountId,
    type: event.type,
    shipmentId: event.shipmentId,
    sequence: event.sequence,
    body: JSON.stringify(envelope),
    sample: event.sample ?? false,
    createdAt: now,
  });
  enqueueDeliveries(writing, id, event);
  return id;
}

function toEnvelope(row: EventRow): Envelope {
  return JSON.parse(row.body) as Envelope;
}

/** @throws AppError `not_found` */
export function getEvent(deps: Deps, caller: Caller, id: string): Envelope {
  const row = eventStore(deps.stores.platform(caller.environment).db).find(caller.accountId, id);
  if (!row) throw new AppError("not_found");
  return toEnvelope(row);
}

export function listEvents(deps: Deps, caller: Caller, query: EventQuery) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const events = eventStore(deps.stores.platform(caller.environment).db);
  const filter = {
    types: filters.type?.split(","),
    shipmentId: filters.shipment_id,
    ...createdWithin(filters),
  };
  return readPage(deps, { name: "events", of: caller, filters }, query, {
    read: (before, count) =>
      events.list(caller.accountId, filter, before === undefined ? undefined : Number(before), count),
    placeOf: (row) => row.position,
    view: toEnvelope,
  });
}

/** The shipment's events, oldest first. The caller has shown that the shipment is its own. */
export function listShipmentEvents(deps: Deps, caller: Caller, shipmentId: string, query: PageQuery) {
  const events = eventStore(deps.stores.platform(caller.environment).db);
  return readPage(deps, { name: "shipment-events", of: caller, filters: { shipmentId } }, query, {
    read: (after, count) => events.listOfShipment(caller.accountId, shipmentId, Number(after ?? 0), count),
    placeOf: (row) => row.position,
    view: toEnvelope,
  });
}

/** Removes at most `limit` of an account's events with their deliveries. @returns how many */
export function forgetEvents({ tx }: Writing, accountId: string, limit: number): number {
  return eventStore(tx).deleteOfAccount(accountId, limit);
}
