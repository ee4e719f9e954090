import type { Deps } from "../../../infra/deps.ts";
import { write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError, isFault } from "../../../infra/errors.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { acceptCheapestIn } from "../../lifecycle/accepting.ts";
import { waitForOffers } from "../../lifecycle/assignments/service.ts";
import { formOrderStore, ordersToAccept } from "./order-store.ts";

/** Own fleets' offers are accepted for orders that nobody has to approve. */

export function dueOrders({ stores }: Deps, environment: Environment) {
  return ordersToAccept(stores.platform(environment));
}

/**
 * Accepts the cheapest offer for the order's shipment, once. Where there is none, the shipment stays without, and needs a
 * person as any other.
 */
export async function acceptOrder(deps: DeliveryDeps, environment: Environment, id: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const order = formOrderStore(db).find(id);
  if (!order?.shipmentId || order.acceptDueAt === null) return;
  const { accountId, shipmentId } = order;
  try {
    await waitForOffers(deps, { accountId, environment }, shipmentId);
    await write(deps, environment, (writing: DeliveryWriting) => {
      acceptCheapestIn(writing, { accountId, environment }, shipmentId);
    });
  } catch (error) {
    if (isFault(error) || !(error instanceof AppError)) throw error;
    if (error.code === "shutting_down") return;
  }
  await write(deps, environment, ({ tx }) => formOrderStore(tx).change(id, { acceptDueAt: null }));
}
