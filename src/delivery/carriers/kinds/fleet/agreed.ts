import type { Money } from "../../../model/model.ts";
import type { Offer } from "../../carrier.ts";
import type { Load } from "../../load.ts";
import { cancellationSteps } from "./cancellation.ts";
import { greatCircleDistance } from "./distance.ts";
import type { PreparedCard } from "./rate-card.ts";
import { type RatedShipment, ratedOf } from "./rated-shipment.ts";
import { estimateOf } from "./times.ts";

/** The line of a price that people agreed on. */
const agreedPriceCode = "agreed_price";

/**
 * A service of a card at a price that people agreed on, wherever the shipment goes and however busy the fleet is: with the service's times where they
 * are known, and its cancellation. Undefined for a service that the card does not have.
 */
export function agreedOffer(
  card: PreparedCard,
  serviceCode: string,
  shipment: RatedShipment,
  { amount, currency }: Money,
  load: Load | null,
): Offer | undefined {
  const service = card.services.find(({ code }) => code === serviceCode);
  if (!service) return undefined;
  const rated = ratedOf(
    card,
    shipment,
    greatCircleDistance(shipment.pickup.address, shipment.delivery.address),
    load,
  );
  const estimate = estimateOf(service, rated);
  const times = "source" in estimate ? { pickupAt: null, deliveryAt: null } : estimate;
  return {
    service: { code: service.code, name: service.name },
    currency,
    priceLines: [{ code: agreedPriceCode, name: "Agreed price", amount }],
    estimatedPickupAt: times.pickupAt,
    estimatedDeliveryAt: rated.isPrecise || service.transitMinutes !== null ? times.deliveryAt : null,
    cancellation: cancellationSteps(service.cancellation, amount),
  };
}
