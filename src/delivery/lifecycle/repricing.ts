import type { Environment } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import { inSlices } from "../../infra/waiting/turns.ts";
import type { DeliveryDeps } from "../carriers/deps.ts";
import { findPreparedCard } from "../carriers/kinds/fleet/cards.ts";
import { rate } from "../carriers/kinds/fleet/rating.ts";
import { distanceBetween } from "../carriers/kinds/fleet/road.ts";
import { sumOf } from "../carriers/margin.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";

/** What another address or time changes of the price of an own fleet, by its card of today. */

/**
 * The difference between what the service costs as the shipment is, and as it will be, in minor units of the price. Both as
 * if it had been ordered when it was booked: an agreed price or a discount stays what it is. Cards are read outside of
 * transactions.
 * @throws AppError `price_unknown` where the card gives no price for one of the two
 */
export async function priceChange(
  deps: DeliveryDeps,
  environment: Environment,
  { carrier, service, assignedAt, currency }: AssignmentRow,
  before: ShipmentRow,
  after: ShipmentRow,
): Promise<number> {
  const card = await findPreparedCard(deps, environment, carrier.id);
  if (!card) throw new AppError("price_unknown", { detail: `${carrier.name} has no rate card.` });
  if (card.currency !== currency) {
    const detail = `The rate card is in ${card.currency} now, and the shipment was booked in ${currency}.`;
    throw new AppError("price_unknown", { detail });
  }
  const priceOf = async ({ pickup, delivery, parcels }: ShipmentRow): Promise<number> => {
    const distance = await distanceBetween(deps, pickup.address, delivery.address, deps.stopping);
    const ratings = await inSlices(rate(card, { pickup, delivery, parcels, now: assignedAt }, distance));
    const result = ratings.find((rating) => rating.service.code === service.code)?.result;
    if (result?.kind === "offer") return sumOf(result.offer.lines);
    const detail = result?.refusal.message ?? `The rate card has no service ${service.code} any more.`;
    throw new AppError("price_unknown", { detail });
  };
  const old = await priceOf(before);
  return (await priceOf(after)) - old;
}
