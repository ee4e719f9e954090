import type { Store } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { createdWithin, orderedBy, type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { eventTypes } from "../../events/event.ts";
import { getEvent } from "../../events/service.ts";
import { getWebhook, requireEnabled } from "../endpoints/lookup.ts";
import { attemptsShownMax, type DeliveryStatus, deliveryStatuses } from "./delivery.ts";
import { type DeliveryFilter, type DeliveryPlace, deliveryList } from "./list-store.ts";
import { restartDelivery } from "./queue.ts";
import type { DeliveryQuery, DeliveryView, DeliveryWithAttempts } from "./schema.ts";
import { type DeliveryRow, deliveryStore } from "./store.ts";
import { toAttemptView, toDeliveryView } from "./view.ts";

/** Newest first, or in the order of `sort`. @throws AppError `not_found` */
export function listDeliveries(deps: Deps, caller: Caller, webhookId: string, query: DeliveryQuery) {
  getWebhook(deps, caller, webhookId);
  const {
    limit: _limit,
    cursor: _cursor,
    environment: _environment,
    sort: order = "newest",
    ...filters
  } = query;
  const { db } = deps.stores.platform(caller.environment);
  const list = deliveryList(db);
  const filter = { kinds: kindsOf(query), shipmentId: query.shipment_id, ...createdWithin(query), order };
  const ordered = orderedBy(order, { webhookId, ...filters });
  return readPage(deps, { name: "deliveries", of: caller, filters: ordered }, query, {
    read: (place, count) =>
      list.read(webhookId, filter, place === undefined ? undefined : toPlace(place), count),
    placeOf: (row) => `${row.createdAt}.${row.id}`,
    view: (row) => viewDelivery(db, row),
  });
}

/** A filter by status alone means all types, and the other way round. */
function kindsOf({ status, event_type: type }: DeliveryQuery): DeliveryFilter["kinds"] {
  if (status === undefined && type === undefined) return undefined;
  return {
    statuses: (status?.split(",") as DeliveryStatus[] | undefined) ?? deliveryStatuses,
    types: type?.split(",") ?? eventTypes,
  };
}

function toPlace(place: string): DeliveryPlace {
  const [createdAt, id = ""] = place.split(".");
  return { createdAt: Number(createdAt), id };
}

function viewDelivery(db: Store["db"], row: DeliveryRow): DeliveryView {
  return toDeliveryView(row, deliveryList(db).lastAttempt(row));
}

/** The event's delivery to each endpoint, newest first. @throws AppError `not_found` */
export function listDeliveriesOfEvent(deps: Deps, caller: Caller, eventId: string, query: PageQuery) {
  getEvent(deps, caller, eventId);
  const { db } = deps.stores.platform(caller.environment);
  const list = deliveryList(db);
  return readPage(deps, { name: "event-deliveries", of: caller, filters: { eventId } }, query, {
    read: (before, count) => list.ofEvent(eventId, before, count),
    placeOf: (row) => row.id,
    view: (row) => viewDelivery(db, row),
  });
}

/** With its latest attempts. @throws AppError `not_found` */
export function getDelivery(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): DeliveryWithAttempts {
  getWebhook(deps, caller, webhookId);
  const { db } = deps.stores.platform(caller.environment);
  const deliveries = deliveryStore(db);
  const found = deliveries.find(deliveryId);
  if (found?.delivery.webhookId !== webhookId) throw new AppError("not_found");
  const body = deps.links.show(db, caller.accountId, found.body);
  const attempts = deliveries.attemptsOf(deliveryId, attemptsShownMax).map((row) => toAttemptView(row, body));
  return { ...viewDelivery(db, found.delivery), attempts };
}

/** The endpoint's delivery of an event. @throws AppError `not_found` */
export function getDeliveryOfEvent(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  eventId: string,
): DeliveryView {
  getWebhook(deps, caller, webhookId);
  const { db } = deps.stores.platform(caller.environment);
  const row = deliveryStore(db).findByEvent(webhookId, eventId);
  if (!row) throw new AppError("not_found");
  return viewDelivery(db, row);
}

/**
 * Sends a delivery again now, on a fresh schedule. One that is being sent is not sent twice.
 * @throws AppError `not_found`, `webhook_disabled`
 */
export function retryDelivery(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryView> {
  return writeOnce(deps, caller, (writing) => {
    const endpoint = requireEnabled(writing, caller.accountId, webhookId);
    const deliveries = deliveryStore(writing.tx);
    const found = deliveries.findRow(deliveryId);
    if (found?.webhookId !== webhookId) throw new AppError("not_found");
    restartDelivery(writing, endpoint, found);
    return viewDelivery(writing.tx, deliveries.findRow(deliveryId) ?? found);
  });
}
