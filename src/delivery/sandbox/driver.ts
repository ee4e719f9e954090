import { type Coordinates, pointOf } from "../../infra/geography/coordinates.ts";
import { decodePolyline } from "../../infra/geography/polyline.ts";
import type { CarrierUpdate } from "../carriers/carrier.ts";
import { fleet } from "../carriers/simulated/fleet.ts";
import { followLine } from "../carriers/simulated/line.ts";
import { pickName } from "../carriers/simulated/names.ts";
import { pickPicture } from "../carriers/simulated/pictures.ts";
import { seededRandom } from "../carriers/simulated/random.ts";
import { makeRoute, type Route, withNoise } from "../carriers/simulated/route.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/rows.ts";
import { type Act, type Leg, type Step, timeOf } from "./simulation.ts";

/** A simulated driver: turns the steps of a plan into a carrier's reports. Pure: the seed decides everything. */

const accuracyMeters = 8;
/** A driver starts up to this far from the pickup, in degrees. */
const depotDegreesMax = 0.02;
/** Computing a route takes 0.4 ms and blocks every other request: the newest stay in memory. */
const routes = new Map<string, Route>();
const routesMax = 500;

export interface Trip {
  shipment: ShipmentRow;
  assignment: AssignmentRow;
  /** The recipient's, which the driver knows. */
  pin: string | null;
  plan: readonly Step[];
  startedAt: number;
}

function seedOf({ shipment, assignment }: Trip, purpose: string): string {
  return `${shipment.simulation?.seed}:${assignment.attempt}:${assignment.carrier.code}:${purpose}`;
}

/** The driver's report at a step; undefined if there is none, as without coordinates. */
export function reportOf(trip: Trip, act: Act, index: number): CarrierUpdate | undefined {
  switch (act.kind) {
    case "progress":
      return act.substatus === "confirmed"
        ? { kind: "progress", substatus: act.substatus, driver: driverOf(trip) }
        : { kind: "progress", substatus: act.substatus };
    case "position":
      return positionAt(trip, act.leg, act.fraction, index);
    case "estimate":
      return estimateOf(trip, act);
    case "delivered":
      return deliveredBy(trip);
    case "undeliverable":
      return {
        kind: act.kind,
        reason: act.reason,
        message: act.message,
        photo: { contentType: "image/png", content: pictureOf(trip, "doorstep") },
        returnAt: act.backSeconds === null ? null : momentOf(trip, act.backSeconds),
      };
    case "withdrawn":
    case "signal_lost":
    case "returned":
      return act;
  }
}

/** A position that a trip plans. */
export interface PlannedPosition {
  /** The step's place in the plan. */
  index: number;
  /** Seconds since the acceptance, at speed 1. */
  seconds: number;
  leg: Leg;
  /** What the phone would report without a fault. */
  update: Extract<CarrierUpdate, { kind: "position" }>;
}

/** Every position of a trip, in the order of its plan; none without coordinates. */
export function plannedPositions(trip: Trip): PlannedPosition[] {
  return trip.plan.flatMap(({ seconds, act }, index): PlannedPosition[] => {
    if (act.kind !== "position") return [];
    const update = positionAt(trip, act.leg, act.fraction, index);
    return update ? [{ index, seconds, leg: act.leg, update }] : [];
  });
}

function driverOf(trip: Trip): NonNullable<AssignmentRow["driver"]> {
  return {
    name: pickName(seededRandom(seedOf(trip, "driver"))),
    phone: null,
    vehicle: { type: carrierOf(trip)?.vehicle ?? "bicycle", plate: null },
  };
}

function carrierOf(trip: Trip) {
  return fleet.find((carrier) => carrier.id === trip.assignment.carrier.id);
}

function positionAt(
  trip: Trip,
  leg: Leg,
  fraction: number,
  index: number,
): PlannedPosition["update"] | undefined {
  const route = routeOf(trip, leg);
  if (!route) return undefined;
  const exact = route.at(fraction);
  const arrived = fraction >= 1;
  const noisy = arrived
    ? exact
    : withNoise(exact, seededRandom(seedOf(trip, `noise-${index}`)), accuracyMeters);
  return {
    kind: "position",
    latitude: round(noisy.latitude),
    longitude: round(noisy.longitude),
    accuracyMeters,
    headingDegrees: exact.headingDegrees,
    speedMps: arrived ? 0 : (carrierOf(trip)?.speedMps ?? null),
    fraction: leg === "pickup" ? null : fraction,
  };
}

/** Six decimals are a tenth of a meter. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function routeOf(trip: Trip, leg: Leg): Route | undefined {
  const line = lineOf(trip);
  const pickup = pointOf(trip.shipment.pickup.address) ?? line[0];
  const delivery = pointOf(trip.shipment.delivery.address) ?? line.at(-1);
  if (!pickup || !delivery) return undefined;
  const seed = seedOf(trip, leg);
  return keepRoute(`${seed}:${trip.shipment.id}`, () => {
    const random = seededRandom(seed);
    switch (leg) {
      case "pickup":
        return makeRoute(depotNear(pickup, random), pickup, random);
      case "delivery":
        return line.length > 0
          ? followLine([pickup, ...line, delivery])
          : makeRoute(pickup, delivery, random);
      case "return":
        return line.length > 0
          ? followLine([delivery, ...line.toReversed(), pickup])
          : makeRoute(delivery, pickup, random);
    }
  });
}

/** The caller's own route from the pickup to the delivery; empty where Waybill makes one. */
function lineOf({ shipment: { simulation } }: Trip): readonly Coordinates[] {
  return decodePolyline(simulation?.route ?? "") ?? [];
}

function depotNear(pickup: Coordinates, random: () => number): Coordinates {
  const off = () => (random() - 0.5) * 2 * depotDegreesMax;
  return {
    latitude: Math.max(-89.9, Math.min(89.9, pickup.latitude + off())),
    longitude: Math.max(-180, Math.min(180, pickup.longitude + off())),
  };
}

function estimateOf(trip: Trip, act: Extract<Act, { kind: "estimate" }>): CarrierUpdate {
  return {
    kind: "estimate",
    pickupAt: momentOf(trip, act.pickupSeconds),
    deliveryAt: momentOf(trip, act.deliverySeconds),
    delayed: act.delayed,
  };
}

/** When the trip reaches that second of its timetable, if nothing interferes. */
function momentOf({ plan, shipment, startedAt }: Trip, seconds: number): number {
  const asPlanned = startedAt + seconds * 1000;
  const { simulation } = shipment;
  if (!simulation) return asPlanned;
  const index = plan.findIndex((step) => step.seconds >= seconds);
  return timeOf(simulation, startedAt, index < 0 ? plan.length : index, seconds) ?? asPlanned;
}

function deliveredBy(trip: Trip): CarrierUpdate {
  const { shipment } = trip;
  const recipient = shipment.delivery.contact.name;
  return {
    kind: "delivered",
    proof: {
      recipientName: recipient,
      handedTo: "recipient",
      signature: { contentType: "image/png", content: pictureOf(trip, "signature"), signerName: recipient },
      photos: [{ contentType: "image/png", content: pictureOf(trip, "doorstep") }],
      pin: trip.pin,
      ageVerified: shipment.delivery.requirements.min_age !== null,
      note: null,
      location: pointOf(shipment.delivery.address) ?? null,
    },
  };
}

function pictureOf(trip: Trip, of: "signature" | "doorstep"): Uint8Array {
  return pickPicture(of, seededRandom(seedOf(trip, of)));
}

function keepRoute(key: string, make: () => Route): Route {
  const known = routes.get(key);
  if (known !== undefined) return known;
  const [oldest] = routes.keys();
  if (oldest !== undefined && routes.size >= routesMax) routes.delete(oldest);
  const made = make();
  routes.set(key, made);
  return made;
}
