import { createIds } from "../../../infra/ids.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { estimateQuotes } from "../../lifecycle/quotes/estimating.ts";
import type { EstimateView } from "../../lifecycle/quotes/schema.ts";
import { customerPrice } from "../../lifecycle/state/shipment.ts";
import type { Money } from "../../model/model.ts";
import { newShipment } from "../shipments/new-shipment.ts";
import type { ShipmentDraft } from "../shipments/schema.ts";
import { draftOf, refuseInvalidOrder, refuseNotOffered } from "./drafting.ts";
import { ownFleets } from "./fleets.ts";
import { type OpenForm, type Orderer, openForm, refusePaused } from "./opening.ts";
import type { EstimateOrder } from "./order-schema.ts";
import type { OrderEstimateView } from "./public-schema.ts";

/** What an order would cost and when it would come, of the account's own fleets: no carrier outside is asked. */

/** @throws AppError as `openForm`, `order_form_paused`, `validation_failed`, `shutting_down` */
export async function estimateOrder(
  deps: DeliveryDeps,
  by: Orderer,
  input: EstimateOrder,
): Promise<OrderEstimateView> {
  const open = await openForm(deps, by);
  const { form } = open;
  refusePaused(form, deps.clock.now());
  refuseNotOffered(deps, open, input);
  const { address, ...delivery } = input.delivery;
  const contact = { name: form.customer.name };
  const somewhere = { ...address, line1: address.line1 ?? "", city: address.city ?? "" };
  const draft = draftOf(form, { ...input, delivery: { ...delivery, contact, address: somewhere } });
  refuseInvalidOrder(deps, draft);
  const estimate = await estimateOwn(deps, open, draft);
  return {
    data: cheapestOfEach(estimate.data).map(({ service, price, ...times }) => ({
      service,
      price: customerPrice(price, form.markupPercent),
      estimated_pickup_at: times.estimated_pickup_at,
      estimated_delivery_at: times.estimated_delivery_at,
    })),
    unavailable: [...new Set(estimate.unavailable.map(({ code }) => code))],
  };
}

/** What the form shows as the price of an order; null where it shows none, and where no own fleet could. */
export async function priceOf(
  deps: DeliveryDeps,
  open: OpenForm,
  draft: ShipmentDraft,
): Promise<Money | null> {
  const { markupPercent } = open.form;
  if (markupPercent === null) return null;
  const [cheapest] = (await estimateOwn(deps, open, draft)).data;
  return cheapest ? customerPrice(cheapest.price, markupPercent) : null;
}

async function estimateOwn(
  deps: DeliveryDeps,
  { environment, accountId }: OpenForm,
  draft: ShipmentDraft,
): Promise<Pick<EstimateView, "data" | "unavailable">> {
  const carriers = ownFleets(deps, { environment, accountId }).map(({ identity }) => identity.id);
  if (carriers.length === 0) return { data: [], unavailable: [] };
  const { db } = deps.stores.platform(environment);
  const writing = { deps, environment, now: deps.clock.now(), db };
  const row = newShipment(writing, createIds(deps.clock), accountId, { ...draft, carriers });
  return estimateQuotes(deps, environment, row);
}

/** @param offers cheapest first */
function cheapestOfEach<T extends { service: { code: string } }>(offers: readonly T[]): T[] {
  const seen = new Set<string>();
  return offers.filter(({ service: { code } }) => !seen.has(code) && seen.add(code));
}
