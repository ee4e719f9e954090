import { prepareCard } from "../../../../../src/delivery/carriers/kinds/fleet/rate-card.ts";
import type { RatedShipment } from "../../../../../src/delivery/carriers/kinds/fleet/rated-shipment.ts";
import { rate, type ServiceRating } from "../../../../../src/delivery/carriers/kinds/fleet/rating.ts";
import type { RateCard } from "../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import type { Address, Parcel, Requirements, Window } from "../../../../../src/delivery/model/model.ts";
import { atOnce } from "../../../../../src/infra/waiting/turns.ts";

export type CardService = RateCard["services"][number];

/** Monday, 11:00 in Berlin. */
export const monday = "2026-11-23T10:00:00.000Z";

/** One service all over Germany: 5 euros, delivered an hour after the pickup, at all times, free to cancel. */
export const plainService: CardService = {
  code: "plain",
  name: "Plain",
  pickup_zones: ["germany"],
  delivery_zones: ["germany"],
  price: { base: 500 },
  cancellation: [],
  transit_minutes: 60,
};

export const germany = { code: "germany", countries: ["DE"] };
export const center = { code: "center", countries: ["DE"], postal_prefixes: ["101", "102"] };
export const near = { code: "near", radius: { latitude: 52.52, longitude: 13.405, meters: 6000 } };

export const plainCard: RateCard = {
  currency: "EUR",
  time_zone: "Europe/Berlin",
  zones: [germany],
  services: [plainService],
};

export const plainParcel: Parcel = {
  id: "pcl_1",
  description: null,
  quantity: 1,
  weight_grams: 1000,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  reference: null,
  value: null,
};

const plainAddress: Address = {
  line1: "Torstr. 1",
  line2: null,
  city: "Berlin",
  state: null,
  postal_code: "10119",
  country: "DE",
  latitude: null,
  longitude: null,
  geocode_source: "country",
};

/** The address at a point that the client sent. */
export const at = (latitude: number, longitude: number): Partial<Address> => ({
  latitude,
  longitude,
  geocode_source: "client",
});
/** What a rating says of the middle of Berlin. */
export const middle = at(52.52, 13.405);

/** What a case changes of the plain shipment. */
export interface ShipmentChange {
  pickup?: Partial<Address>;
  delivery?: Partial<Address>;
  pickupWindow?: Window;
  deliveryWindow?: Window;
  requirements?: Partial<Requirements>;
  parcels?: Partial<Parcel>[];
  now?: string;
}

export function shipmentOf(change: ShipmentChange): RatedShipment {
  const contact = { name: "A", company: null, phone: null, email: null };
  const stop = { contact, instructions: null };
  return {
    pickup: { ...stop, address: { ...plainAddress, ...change.pickup }, window: change.pickupWindow ?? null },
    delivery: {
      ...stop,
      address: { ...plainAddress, ...change.delivery },
      window: change.deliveryWindow ?? null,
      requirements: { signature: false, photo: false, pin: false, min_age: null, ...change.requirements },
    },
    parcels: (change.parcels ?? [{}]).map((parcel) => ({ ...plainParcel, ...parcel })),
    now: Date.parse(change.now ?? monday),
  };
}

export interface CardChange {
  card?: Partial<RateCard>;
  service?: Partial<CardService>;
}

export function cardOf({ card, service }: CardChange): RateCard {
  return { ...plainCard, services: [{ ...plainService, ...service }], ...card };
}

/** The first service's answer about a shipment whose driver goes so many meters. */
export function rateFirst(card: RateCard, shipment: RatedShipment, meters?: number): ServiceRating["result"] {
  const distance = meters === undefined ? null : { meters, source: "router" as const };
  const [first] = atOnce(rate(atOnce(prepareCard(card, 1)), shipment, distance));
  if (!first) throw new Error("a card has at least one service");
  return first.result;
}
