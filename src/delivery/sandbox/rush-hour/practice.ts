import type { RateCard } from "../../carriers/kinds/fleet/schema.ts";
import type { RushHourSettings, RushHourSummary } from "./schema.ts";

/** Practicing a busy hour with an account's own riders and prices. Pure. */

/** Zones are rings around the middle of the town, in their order; the last one is the whole country. */
const ringsMeters = 2_200;
/** As of the plain rush hour: real ones may be longer than the whole practice. */
const pace = { lead_minutes: 3, speed_kmh: 20 };

/**
 * A card with the prices of another one that serves the made-up addresses at any hour: each price line is the firm's own,
 * and each zone is there.
 */
export function practiceCard(card: RateCard, around: RushHourSettings["around"]): RateCard {
  const { latitude, longitude, country } = around;
  const last = card.zones.length - 1;
  const zones = card.zones.map(({ code }, place) => {
    if (place === last) return { code, countries: [country] };
    const meters = Math.ceil((ringsMeters * (place + 1)) / (last + 1));
    return { code, radius: { latitude, longitude, meters } };
  });
  const lastCode = zones[last]?.code ?? "";
  const withLast = (codes: readonly string[]) => [...new Set([...codes, lastCode])];
  const services = card.services.map((service) => {
    const { code, name, price, zone_prices, surcharges, cancellation, return_percent, failed_percent } =
      service;
    const prices = { zone_prices, surcharges, cancellation, return_percent, failed_percent };
    const given = Object.fromEntries(Object.entries(prices).filter(([, value]) => value !== undefined));
    // The last zone holds what the service's own do not.
    const everywhere = {
      pickup_zones: withLast(service.pickup_zones),
      delivery_zones: withLast(service.delivery_zones),
    };
    return { code, name, price, ...everywhere, ...pace, ...(given as Pick<typeof service, "cancellation">) };
  });
  return { currency: card.currency, time_zone: card.time_zone, zones, services };
}

/** How many riders are to be out by now: one after a third of the hour, another one after two thirds, and never the last. */
export function outBy(
  { minutes, speed }: RushHourSettings,
  riders: number,
  startedAt: number,
  now: number,
): number {
  const thirds = Math.floor((3 * (now - startedAt) * speed) / (minutes * 60_000));
  return Math.max(0, Math.min(thirds, 2, riders - 1));
}

/** An order, as far as the summary asks. */
export interface Order {
  status: string;
  assignment: { driver: object | null } | null;
  delivery: { window: { end: string } | null };
  delivered_at: string | null;
}

/** States that only an order can have that somebody drove. */
const driven = ["in_transit", "delivered", "returning", "returned", "failed"];
/** States in which a promise can be late. */
const promised = ["created", "quoted", "assigned", "in_transit", "delivered"];

export function summarize(orders: readonly Order[], now: number): RushHourSummary {
  const isGiven = ({ status, assignment }: Order) => driven.includes(status) || !!assignment?.driver;
  const isLate = ({ status, delivery: { window }, delivered_at: deliveredAt }: Order) =>
    promised.includes(status) &&
    window !== null &&
    (deliveredAt === null ? now : Date.parse(deliveredAt)) > Date.parse(window.end);
  return {
    orders: orders.length,
    given: orders.filter(isGiven).length,
    delivered: orders.filter(({ status }) => status === "delivered").length,
    late: orders.filter(isLate).length,
    unassigned: orders.filter((order) => order.status !== "cancelled" && !isGiven(order)).length,
  };
}
