import { acceptByDefaultOf } from "@/access/accounts/reading.ts";
import type { Environment } from "@/infra/environment.ts";
import { createIds } from "@/infra/ids.ts";
import type { Carrier } from "../../../carriers/carrier.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import { fleetCode } from "../../../carriers/kind.ts";
import type { AcceptAtOnce } from "../../../lifecycle/assignments/schema.ts";
import { askedCarriers, toRequest } from "../../../lifecycle/quotes/ask.ts";
import { isPickedCarrier, isPickedService } from "../../../lifecycle/quotes/picks.ts";
import type { Money } from "../../../model/model.ts";
import { newShipment } from "../../shipments/new-shipment.ts";
import type { CreateShipment } from "../../shipments/schema.ts";
import type { ImportRecord } from "../store.ts";

/** What a row costs by the rate cards of the account's own fleets. Nobody outside is asked. */

/** The fleets of the account itself. */
export function ownFleets(deps: DeliveryDeps, environment: Environment, accountId: string): Carrier[] {
  return deps
    .carriers(environment, accountId)
    .filter(({ kind, owner }) => kind === fleetCode && owner.accountId === accountId);
}

/** How the rows of an account are priced. */
export interface Pricing {
  accountId: string;
  fleets: readonly Carrier[];
  /** What is accepted for each row; null: nothing. */
  accept: AcceptAtOnce | null;
}

/** As the rows will be accepted: a field that was left out means the account's default. */
export function pricingOf(
  deps: DeliveryDeps,
  environment: Environment,
  { accountId, defaults: { accept } }: Pick<ImportRecord, "accountId" | "defaults">,
): Pricing {
  const wanted = accept === undefined ? acceptByDefaultOf(deps, { accountId, environment }) : accept;
  return {
    accountId,
    fleets: ownFleets(deps, environment, accountId),
    accept: wanted as AcceptAtOnce | null,
  };
}

/** The price that was agreed on, or the cheapest offer of own fleets that may be accepted; null where they make none. */
export async function priceOf(
  deps: DeliveryDeps,
  environment: Environment,
  { accountId, fleets, accept }: Pricing,
  body: CreateShipment,
): Promise<Money | null> {
  if (accept?.price) return accept.price;
  if (fleets.length === 0) return null;
  const now = deps.clock.now();
  const { db } = deps.stores.platform(environment);
  // Ids of their own: a seed makes those of real shipments, and this is none.
  const draft = newShipment({ deps, environment, now, db }, createIds(deps.clock), accountId, body);
  const request = toRequest(draft, 1, now);
  let cheapest: Money | null = null;
  for (const fleet of askedCarriers(fleets, draft)) {
    if (accept && !isPickedCarrier(accept, fleet.identity)) continue;
    const answer = await fleet.quote(request, deps.stopping);
    const offers = answer.kind === "offers" ? answer.offers : [];
    for (const { service, currency, priceLines } of offers) {
      if (!isPickedService(draft, service) || (accept && !isPickedService(accept, service))) continue;
      const amount = priceLines.reduce((sum, line) => sum + line.amount, 0);
      if (cheapest === null || (cheapest.currency === currency && amount < cheapest.amount))
        cheapest = { amount, currency };
    }
  }
  return cheapest;
}
