import { type Coordinates, wrapLongitude } from "../../../infra/geography/coordinates.ts";
import { minuteMs } from "../../../infra/units.ts";
import { pickName } from "../../carriers/kinds/simulated/names.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import type { CreateShipment } from "../../orders/shipments/schema.ts";
import { courseOf, type Mishap, mishaps, practiceMishaps } from "./rush-hour.ts";
import type { RushHourSettings } from "./schema.ts";

/** What happens in a rush hour. Pure: the same settings give the same plan, after a restart too. */

export interface PlannedShipment {
  /** Simulated seconds after the start. */
  seconds: number;
  mishap: Mishap | null;
  /** Whose offer is accepted; null: nobody accepts one. */
  carrier: "fleet" | "simulated" | null;
  /** Minutes of the clock from its creation to the end of the delivery window; null: no window. */
  windowMinutes: number | null;
  body: CreateShipment;
}

/** Stops are up to this far from the middle, to the north and to the east. */
const reachMeters = 1_500;
const metersPerDegree = 111_320;
/** How often an ordinary shipment has a mishap besides. */
const unluckyShare = 0.1;
const fleetShare = 0.6;
const windowShare = 0.3;
/** Simulated carriers take up to a day, so the windows of their shipments would refuse them. */
const plainWindowMinutes = 90;
/** Most orders of a practice are promised, some for soon. */
const practiceWindows = { share: 0.8, min: 15, spread: 30 };
/** A simulated delivery takes a minute by itself: this slow, one takes ten, as in a town. */
const tripSpeed = 0.1;
const senders = ["Book shop", "Bakery", "Pharmacy", "Flower shop", "Bike shop", "Wine shop"] as const;
const goods = ["Books", "Cake", "Medicine", "Flowers", "Spare parts", "Wine"] as const;

/** How many drivers the fleet needs. */
export function driverCount({ shipments }: Pick<RushHourSettings, "shipments">): number {
  return Math.min(40, Math.max(3, Math.ceil(shipments / 8)));
}

/** The shipments in the order of their times. */
export function planOf(settings: RushHourSettings): PlannedShipment[] {
  const { shipments, minutes, seed } = settings;
  const random = seededRandom(`${seed}:rush-hour`);
  const ascending = (one: number, other: number) => one - other;
  const times = Array.from({ length: shipments }, () => Math.floor(random() * minutes * 60)).sort(ascending);
  const possible = settings.own_carrier_id == null ? mishaps : practiceMishaps;
  const placed = placeMishaps(shipments, possible, random);
  return times.map((seconds, number) => {
    const mishap = placed.get(number) ?? anyMishap(possible, random);
    // Something is to be seen at once.
    return { seconds: number === 0 ? 0 : seconds, mishap, ...shipmentOf(settings, number, mishap, random) };
  });
}

/** What is sent when it comes. The window of one that comes too late for it is still to end. */
export function bodyOf({ windowMinutes, body }: PlannedShipment, plannedAt: number, now: number) {
  if (windowMinutes === null) return body;
  const end = Math.max(plannedAt + windowMinutes * minuteMs, now + minuteMs);
  const window = { start: new Date(plannedAt).toISOString(), end: new Date(end).toISOString() };
  return { ...body, delivery: { ...body.delivery, window } };
}

/** Each mishap has a shipment of the first half, so that it shows before the end; few shipments have as many as fit. */
function placeMishaps(
  shipments: number,
  possible: readonly Mishap[],
  random: () => number,
): Map<number, Mishap> {
  const ranked = possible.map((mishap) => ({ mishap, rank: random() }));
  const order = ranked.sort((one, other) => one.rank - other.rank);
  const span = shipments >= possible.length * 2 ? Math.floor(shipments / 2) : shipments;
  const count = Math.min(order.length, span);
  return new Map(
    order.slice(0, count).map(({ mishap }, index) => [Math.floor((index * span) / count), mishap]),
  );
}

function anyMishap(possible: readonly Mishap[], random: () => number): Mishap | null {
  if (random() >= unluckyShare) return null;
  return possible[Math.floor(random() * possible.length)] ?? null;
}

function shipmentOf(
  { around, seed, speed, own_carrier_id: ownCarrier = null }: RushHourSettings,
  number: number,
  mishap: Mishap | null,
  random: () => number,
): Pick<PlannedShipment, "carrier" | "windowMinutes" | "body"> {
  const course = mishap && courseOf[mishap];
  const isPractice = ownCarrier !== null;
  const isFleets = isPractice || (course ? course.outcome === undefined : random() < fleetShare);
  const hasWindow = isFleets && random() < (isPractice ? practiceWindows.share : windowShare);
  const minutes = isPractice
    ? practiceWindows.min + Math.floor(random() * practiceWindows.spread)
    : plainWindowMinutes;
  const own = seededRandom(`${seed}:shipment-${number}`);
  const shop = Math.floor(own() * senders.length);
  const address = (line1: string, middle: Coordinates) => ({
    line1,
    city: around.city,
    country: around.country,
    ...near(middle, random),
  });
  const body: CreateShipment = {
    reference: `RUSH-${number + 1}`,
    pickup: {
      contact: { name: senders[shop] as string },
      address: address(`Market Square ${1 + (number % 20)}`, moved(around, course?.meters ?? 0, 0)),
    },
    delivery: {
      contact: { name: pickName(own) },
      address: address(`Station Road ${1 + number}`, around),
    },
    parcels: [{ description: goods[shop] as string, weight_grams: 200 + Math.floor(random() * 9_800) }],
    // Without it, all carriers of the account make offers, and so does the fleet.
    simulation: isFleets
      ? null
      : { speed: tripSpeed * speed, seed: `${seed}-${number}`, outcome: course?.outcome ?? "delivered" },
  };
  body.delivery.requirements = {
    signature: random() < 0.3,
    photo: random() < 0.3,
    pin: mishap === "pin_refused" || random() < 0.1,
    min_age: random() < 0.05 ? 18 : null,
  };
  return {
    carrier: course?.isLeft ? null : isFleets ? "fleet" : "simulated",
    windowMinutes: course?.windowMinutes ?? (hasWindow ? minutes : null),
    body,
  };
}

/** Anywhere in town. */
export function near(middle: Coordinates, random: () => number): Coordinates {
  const meters = () => (random() * 2 - 1) * reachMeters;
  return moved(middle, meters(), meters());
}

/** Meters to the north and to the east; six decimals are a tenth of a meter. */
function moved({ latitude, longitude }: Coordinates, north: number, east: number): Coordinates {
  const perDegree = metersPerDegree * Math.cos((latitude * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    latitude: round(latitude + north / metersPerDegree),
    longitude: round(wrapLongitude(longitude + east / perDegree)),
  };
}
