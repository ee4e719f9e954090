import { type ConditionalSurcharge, prepareSurcharge } from "./conditions.ts";
import { type Schedule, scheduleOf } from "./hours.ts";
import { createLocalTime, type LocalTime } from "./local-time.ts";
import { type PreparedPrice, preparePrice, prepareSteps, type ZoneBase } from "./price.ts";
import type { RateCard } from "./schema.ts";
import { indexZones, type ZoneIndex } from "./zones.ts";

/** A rate card ready for rating: prepared once per version, because every quote of the fleet reads it. */

type CardService = RateCard["services"][number];

export interface PreparedCard {
  version: number;
  currency: string;
  local: LocalTime;
  zoneCodes: readonly string[];
  zones: ZoneIndex;
  services: readonly PreparedService[];
  /** How much memory it takes: entries of its lists. */
  entries: number;
}

export interface PreparedService {
  code: string;
  name: string;
  /** JSON Pointer to the service. */
  source: string;
  /** Places of zones in the card. */
  pickupZones: ReadonlySet<number>;
  deliveryZones: ReadonlySet<number>;
  /** By pickup zone, then by delivery zone. */
  zoneBases: ReadonlyMap<number, ReadonlyMap<number, ZoneBase>>;
  limits: Limits;
  divisor: number | null;
  price: PreparedPrice;
  surcharges: readonly ConditionalSurcharge[];
  cancellation: CardService["cancellation"];
  ends: Pick<CardService, "return_percent" | "failed_percent">;
  schedule: Schedule;
  leadMinutes: number;
  speedKmh: number | null;
  transitMinutes: number | null;
  /** How long goods may wait with the driver for the delivery window; null: as long as needed. */
  holdMinutes: number | null;
}

export interface Limits {
  weightGrams: number | null;
  parcels: number | null;
  /** Longest side first. */
  sidesMm: readonly { name: "length_mm" | "width_mm" | "height_mm"; limit: number | null }[];
  /** Of a parcel's sides. */
  sidesSumMm: number | null;
  /** The longest side of a parcel and twice the others. */
  girthMm: number | null;
  distanceMeters: number | null;
}

/**
 * A step for each zone and service, because large cards take long.
 * @param card one that `cardErrors` finds nothing wrong with
 */
export function* prepareCard(card: RateCard, version: number): Generator<void, PreparedCard> {
  const order = new Map(card.zones.map(({ code }, index) => [code, index]));
  const zones = yield* indexZones(card.zones);
  const services: PreparedService[] = [];
  for (const [index, service] of card.services.entries()) {
    services.push(prepareService(service, `#/services/${index}`, order));
    yield;
  }
  return {
    version,
    currency: card.currency,
    local: createLocalTime(card.time_zone),
    zoneCodes: card.zones.map(({ code }) => code),
    zones,
    services,
    entries: card.zones.reduce(
      (sum, { countries, postal_prefixes, cities }) => sum + sizeOf(countries, postal_prefixes, cities),
      card.services.reduce((sum, service) => sum + entriesOf(service), 0),
    ),
  };
}

function entriesOf(service: CardService): number {
  const { pickup_zones, delivery_zones, zone_prices = [], surcharges = [], closed_dates, price } = service;
  const lists = sizeOf(
    pickup_zones,
    delivery_zones,
    zone_prices,
    surcharges,
    closed_dates,
    price.weight_steps,
    price.distance_steps,
    ...zone_prices.map(({ weight_steps }) => weight_steps),
    ...surcharges.map(({ when }) => when?.dates),
  );
  return lists + sizeOf(...Object.values(service.hours ?? {}));
}

/** The sum of what is in the lists, and one for what holds them. */
function sizeOf(...lists: (readonly unknown[] | undefined)[]): number {
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 1);
}

function prepareService(
  service: CardService,
  source: string,
  order: ReadonlyMap<string, number>,
): PreparedService {
  const indexesOf = (codes: readonly string[]) => new Set(codes.map((code) => indexOf(order, code)));
  return {
    code: service.code,
    name: service.name,
    source,
    pickupZones: indexesOf(service.pickup_zones),
    deliveryZones: indexesOf(service.delivery_zones),
    zoneBases: zoneBasesOf(service.zone_prices ?? [], source, order),
    limits: limitsOf(service.limits ?? {}),
    divisor: service.dimensional_divisor ?? null,
    price: preparePrice(service.price, `${source}/price`),
    surcharges: (service.surcharges ?? []).map((surcharge, index) =>
      prepareSurcharge(surcharge, `${source}/surcharges/${index}`, (code) => indexOf(order, code)),
    ),
    cancellation: service.cancellation,
    ends: {
      return_percent: service.return_percent ?? null,
      failed_percent: service.failed_percent ?? null,
    },
    schedule: scheduleOf(service),
    leadMinutes: service.lead_minutes ?? 0,
    speedKmh: service.speed_kmh ?? null,
    transitMinutes: service.transit_minutes ?? null,
    holdMinutes: service.hold_minutes ?? null,
  };
}

function indexOf(order: ReadonlyMap<string, number>, code: string): number {
  const index = order.get(code);
  if (index === undefined) throw new RangeError("a service lists a zone that the card does not have");
  return index;
}

function zoneBasesOf(
  prices: NonNullable<CardService["zone_prices"]>,
  source: string,
  order: ReadonlyMap<string, number>,
): Map<number, Map<number, ZoneBase>> {
  const bases = new Map<number, Map<number, ZoneBase>>();
  for (const [index, { from, to, base, weight_steps }] of prices.entries()) {
    const fromZone = indexOf(order, from);
    const row = bases.get(fromZone) ?? new Map<number, ZoneBase>();
    bases.set(fromZone, row);
    const place = `${source}/zone_prices/${index}`;
    row.set(indexOf(order, to), {
      base: BigInt(base),
      weightSteps: weight_steps ? prepareSteps(weight_steps, `${place}/weight_steps`) : null,
      source: `${place}/base`,
    });
  }
  return bases;
}

function limitsOf(limits: NonNullable<CardService["limits"]>): Limits {
  return {
    weightGrams: limits.weight_grams ?? null,
    parcels: limits.parcels ?? null,
    sidesMm: (["length_mm", "width_mm", "height_mm"] as const).map((name) => ({
      name,
      limit: limits[name] ?? null,
    })),
    sidesSumMm: limits.sides_sum_mm ?? null,
    girthMm: limits.girth_mm ?? null,
    distanceMeters: limits.distance_meters ?? null,
  };
}
