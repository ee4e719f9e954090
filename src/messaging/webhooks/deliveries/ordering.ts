import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import { type DeliveryRow, deliveryStore } from "./store.ts";

// Of a shipment's pending deliveries to an ordered endpoint, only the first has a due time. Whoever changes which ones
// are pending restores that in the same transaction. A delivery written before its endpoint was ordered can be due all
// the same: it is held when it comes up.

type Ordered = Pick<EndpointRow, "id" | "ordering">;

/** Call it when a delivery of this shipment became pending or stopped being so. */
export function enforceOrder(
  { tx, now }: Writing,
  { id, ordering }: Ordered,
  shipmentId: string | null,
): void {
  if (ordering === "none" || shipmentId === null) return;
  const deliveries = deliveryStore(tx);
  const first = deliveries.firstPending(id, shipmentId);
  if (!first) return;
  if (first.dueAt === null) deliveries.change(first.id, { dueAt: now });
  deliveries.holdOthers(id, shipmentId, first.id);
}

/** Whether no earlier event of the shipment waits at the endpoint. */
export function isFirst(
  deps: Deps,
  environment: Environment,
  endpoint: Ordered,
  delivery: DeliveryRow,
): boolean {
  if (endpoint.ordering === "none" || delivery.shipmentId === null) return true;
  const { db } = deps.stores.platform(environment);
  return deliveryStore(db).firstPending(endpoint.id, delivery.shipmentId)?.id === delivery.id;
}
