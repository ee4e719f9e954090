import { type Coordinates, wrapLongitude } from "../../../infra/geography/coordinates.ts";
import { seededRandom } from "../../carriers/kinds/simulated/random.ts";
import type { Outcome, Requirements } from "../../model/model.ts";
import type { RushHourSettings } from "./settings.ts";

/** What happens in a rush hour. Pure: the same settings give the same plan, after a restart too. */

export const endReasons = ["completed", "stopped", "storage_quota_exceeded"] as const;
export type EndReason = (typeof endReasons)[number];

/** What goes wrong with shipments of the fleet. */
const fleetMishaps = [
  "late",
  "estimate_slipping",
  "no_driver",
  "driver_silent",
  "driver_standing",
  "at_door",
  "failed",
  "returning",
  "pin_refused",
  "driver_rejects",
] as const;
export type FleetMishap = (typeof fleetMishaps)[number];

/** What goes wrong with the others, and the outcome of the simulated carriers that does it. */
const simulatedMishaps = {
  no_offer: "no_carriers",
  offers_ending: "delivered",
  carrier_rejects: "carrier_rejects",
  carrier_cancels: "carrier_cancels",
  recipient_unavailable: "recipient_unavailable",
  recipient_refused: "recipient_refused",
  damaged: "damaged",
  lost: "lost",
  delayed: "delayed",
  gps_gap: "gps_gap",
} as const satisfies Record<string, Outcome>;
type SimulatedMishap = keyof typeof simulatedMishaps;

export const mishaps = [...fleetMishaps, ...(Object.keys(simulatedMishaps) as SimulatedMishap[])] as const;
export type Mishap = (typeof mishaps)[number];

export interface PlannedShipment {
  number: number;
  /** Simulated seconds after the start. */
  seconds: number;
  mishap: Mishap | null;
  /** Whose offer is accepted; null: nobody accepts one. */
  carrier: "fleet" | "simulated" | null;
  outcome: Outcome;
  pickup: Coordinates;
  delivery: Coordinates;
  weightGrams: number;
  /** Minutes of the clock from its creation to the end of the delivery window; null: no window. */
  windowMinutes: number | null;
  requirements: Requirements;
}

/** Stops are up to this far from the middle, to the north and to the east. */
const reachMeters = 1_500;
/** Farther than a driver is asked to go. */
const farMeters = 12_000;
export const metersPerDegree = 111_320;
/** How often an ordinary shipment has a mishap besides. */
const unluckyShare = 0.1;
const fleetShare = 0.6;
const windowShare = 0.3;
/** The late one waits longer than this at the pickup; the slipping one is expected after its window before that ends. */
const windowMinutesOf: Partial<Record<Mishap, number>> = { late: 12, estimate_slipping: 40 };
/** Simulated carriers take up to a day, so the windows of their shipments would refuse them. */
const plainWindowMinutes = 90;

/** How many drivers the fleet needs. */
export function driverCount({ shipments }: Pick<RushHourSettings, "shipments">): number {
  return Math.min(40, Math.max(3, Math.ceil(shipments / 8)));
}

/** The shipments in the order of their times. */
export function planOf(settings: RushHourSettings): PlannedShipment[] {
  const { shipments, minutes, seed } = settings;
  const random = seededRandom(`${seed}:rush-hour`);
  const times = Array.from({ length: shipments }, () => Math.floor(random() * minutes * 60)).sort(
    (one, other) => one - other,
  );
  const placed = placeMishaps(shipments, random);
  return times.map((seconds, number) =>
    plannedShipment(settings, {
      number,
      // Something is to be seen at once.
      seconds: number === 0 ? 0 : seconds,
      mishap: placed.get(number) ?? anyMishap(random),
      random,
    }),
  );
}

/** Each mishap has a shipment of the first half, so that it shows before the end; few shipments have as many as fit. */
function placeMishaps(shipments: number, random: () => number): Map<number, Mishap> {
  const order = shuffled(mishaps, random);
  const span = shipments >= mishaps.length * 2 ? Math.floor(shipments / 2) : shipments;
  const count = Math.min(order.length, span);
  return new Map(order.slice(0, count).map((mishap, index) => [Math.floor((index * span) / count), mishap]));
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

function anyMishap(random: () => number): Mishap | null {
  if (random() >= unluckyShare) return null;
  return mishaps[Math.floor(random() * mishaps.length)] ?? null;
}

function plannedShipment(
  { around }: RushHourSettings,
  {
    number,
    seconds,
    mishap,
    random,
  }: Pick<PlannedShipment, "number" | "seconds" | "mishap"> & {
    random: () => number;
  },
): PlannedShipment {
  const isFleets = mishap === null ? random() < fleetShare : isFleetMishap(mishap);
  const isLeft = mishap === "no_offer" || mishap === "offers_ending";
  const hasWindow = isFleets && random() < windowShare;
  const middle = mishap === "no_driver" ? moved(around, farMeters, 0) : around;
  return {
    number,
    seconds,
    mishap,
    carrier: isLeft ? null : isFleets ? "fleet" : "simulated",
    outcome: mishap === null || isFleetMishap(mishap) ? "delivered" : simulatedMishaps[mishap],
    pickup: near(middle, random),
    delivery: near(around, random),
    weightGrams: 200 + Math.floor(random() * 9_800),
    windowMinutes: (mishap && windowMinutesOf[mishap]) ?? (hasWindow ? plainWindowMinutes : null),
    requirements: {
      signature: random() < 0.3,
      photo: random() < 0.3,
      pin: mishap === "pin_refused" || random() < 0.1,
      min_age: random() < 0.05 ? 18 : null,
    },
  };
}

function isFleetMishap(mishap: Mishap): mishap is FleetMishap {
  return (fleetMishaps as readonly Mishap[]).includes(mishap);
}

/** Anywhere in town. */
export function near(middle: Coordinates, random: () => number): Coordinates {
  const meters = () => (random() * 2 - 1) * reachMeters;
  return moved(middle, meters(), meters());
}

/** Meters to the north and to the east; six decimals are a tenth of a meter. */
export function moved({ latitude, longitude }: Coordinates, north: number, east: number): Coordinates {
  const perDegree = metersPerDegree * Math.cos((latitude * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    latitude: round(latitude + north / metersPerDegree),
    longitude: round(wrapLongitude(longitude + east / perDegree)),
  };
}
