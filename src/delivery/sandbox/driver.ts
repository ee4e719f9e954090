import { inMemory } from "../../infra/deps.ts";
import { type Coordinates, pointOf } from "../../infra/geography/coordinates.ts";
import { decodePolyline } from "../../infra/geography/polyline.ts";
import { type CarrierUpdate, type ProofImage, toDriver } from "../carriers/carrier-update.ts";
import { fleet } from "../carriers/kinds/simulated/fleet.ts";
import { followLine } from "../carriers/kinds/simulated/line.ts";
import { pickName } from "../carriers/kinds/simulated/names.ts";
import { pickPicture } from "../carriers/kinds/simulated/pictures.ts";
import { seededRandom } from "../carriers/kinds/simulated/random.ts";
import { makeRoute, type Route, withNoise } from "../carriers/kinds/simulated/route.ts";
import type { Step } from "../lifecycle/simulation/plan.ts";
import { stepTime } from "../lifecycle/simulation/simulation.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/state/rows.ts";
import { toHandover } from "../model/handover.ts";
import { scriptOf } from "../model/script/named.ts";
import type { Leg } from "../model/script/script.ts";
import type { ScriptedDriver, ScriptedProof } from "../model/script/step-schema.ts";
import { createRecentCache, type Recent } from "./recent.ts";

/** A simulated driver: turns the steps of a plan into a carrier's reports. Pure: the seed decides everything. */

const accuracyMeters = 8;
/** A driver starts up to this far from the pickup, in degrees. */
const depotDegreesMax = 0.02;
/** Computing a route takes 0.4 ms and blocks every other request: the newest stay in memory. */
const routesMax = 500;
export const routesOf = inMemory(() => createRecentCache<Route>(routesMax, () => 1));

export interface Trip {
  shipment: ShipmentRow;
  assignment: AssignmentRow;
  /** The recipient's, which the driver knows. */
  pin: string | null;
  plan: readonly Step[];
  startedAt: number;
  routes: Recent<Route>;
}

function seedOf({ shipment, assignment }: Trip, purpose: string): string {
  return `${shipment.simulation?.seed}:${assignment.attempt}:${assignment.carrier.code}:${purpose}`;
}

/** What the driver reports at a step of the plan; undefined for nothing, as for a route without coordinates. */
export function reportOf(trip: Trip, index: number): CarrierUpdate | undefined {
  const step = trip.plan[index];
  if (!step) return undefined;
  const { act } = step;
  switch (act.kind) {
    case "progress": {
      const { kind, substatus, driver } = act;
      return driver === null ? { kind, substatus } : { kind, substatus, driver: driverOf(trip, driver) };
    }
    case "position":
      return positionAt(trip, act.leg, act.fraction, index);
    case "estimate":
      return {
        kind: act.kind,
        pickupAt: momentOf(trip, step, act.pickupSeconds),
        deliveryAt: momentOf(trip, step, act.deliverySeconds),
        delayed: act.delayed,
      };
    case "attempt_failed": {
      const { kind, reason, message } = act;
      return { kind, reason, message, nextAttemptAt: momentOf(trip, step, act.nextSeconds) };
    }
    case "delivered":
      return deliveredBy(trip, act.proof);
    case "undeliverable":
      return {
        kind: act.kind,
        reason: act.reason,
        message: act.message,
        photos: act.hasPhoto ? [pictureOf(trip, "doorstep")] : [],
        returnAt: momentOf(trip, step, act.backSeconds),
      };
    case "told":
      return act.update;
  }
}

/** A position that a trip plans. */
export interface PlannedPosition {
  /** The step's place in the plan. */
  index: number;
  /** Seconds since the acceptance, at speed 1. */
  seconds: number;
  /** How long ago it was taken when it is sent, at speed 1. */
  lateSeconds: number;
  /** Null for a place that the script gives. */
  leg: Leg | null;
  /** What the phone would report without a fault. */
  update: Extract<CarrierUpdate, { kind: "position" }>;
}

/** Every position of a trip, in the order of its plan; none without coordinates. */
export function plannedPositions(trip: Trip): PlannedPosition[] {
  return trip.plan.flatMap(({ seconds, lateSeconds, act }, index): PlannedPosition[] => {
    const common = { index, seconds, lateSeconds };
    if (act.kind === "told" && act.update.kind === "position")
      return [{ ...common, leg: null, update: act.update }];
    if (act.kind !== "position") return [];
    const update = positionAt(trip, act.leg, act.fraction, index);
    return update ? [{ ...common, leg: act.leg, update }] : [];
  });
}

function driverOf(trip: Trip, chosen: ScriptedDriver | "usual"): NonNullable<AssignmentRow["driver"]> {
  const usual = { type: carrierOf(trip)?.vehicle ?? "bicycle", plate: null };
  const { simulation } = trip.shipment;
  const scripted = chosen === "usual" ? simulation && scriptOf(simulation).driver : chosen;
  if (scripted) return toDriver({ ...scripted, vehicle: scripted.vehicle ?? usual });
  return { name: pickName(seededRandom(seedOf(trip, "driver"))), phone: null, vehicle: usual };
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
  const pickup = pointOf(trip.shipment.pickup.address) ?? lineOf(trip)[0];
  const delivery = pointOf(trip.shipment.delivery.address) ?? lineOf(trip).at(-1);
  if (!pickup || !delivery) return undefined;
  const seed = seedOf(trip, leg);
  const key = JSON.stringify([seed, pickup, delivery, trip.shipment.simulation?.route]);
  return trip.routes.take(key, () => {
    const random = seededRandom(seed);
    const line = lineOf(trip);
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

/** When the trip is so many seconds after a step, if nothing interferes. */
function momentOf({ plan, shipment, startedAt }: Trip, step: Step, inSeconds: number | null): number | null {
  if (inSeconds === null) return null;
  const { anchor } = step;
  const seconds = step.seconds + inSeconds;
  const asPlanned = startedAt + seconds * 1000;
  const { simulation } = shipment;
  if (!simulation) return asPlanned;
  const index = plan.findIndex((other) => other.seconds >= seconds);
  const moment = { seconds, ...(anchor && { anchor }) };
  return stepTime(simulation, startedAt, index < 0 ? plan.length : index, moment) ?? asPlanned;
}

function deliveredBy(trip: Trip, shown: ScriptedProof): CarrierUpdate {
  const { shipment } = trip;
  const { contact, address, requirements } = shipment.delivery;
  const { signature: isSigned = true, photos = 1, age_verified: ageVerified, location } = shown;
  const recipientName = shown.recipient_name === undefined ? contact.name : shown.recipient_name;
  return {
    kind: "delivered",
    proof: {
      recipientName,
      handedTo: shown.handed_to === null ? null : toHandover(shown.handed_to ?? "recipient"),
      signature: isSigned ? { ...pictureOf(trip, "signature"), signerName: recipientName } : null,
      photos: Array.from({ length: photos }, (_, index) => pictureOf(trip, "doorstep", index)),
      pin: pinOf(trip.pin, shown.pin ?? "correct"),
      ageVerified: ageVerified ?? requirements.min_age !== null,
      note: shown.note ?? null,
      location: location === undefined ? (pointOf(address) ?? null) : location,
    },
  };
}

/** What the recipient says, where `pin` is right. */
function pinOf(pin: string | null, said: NonNullable<ScriptedProof["pin"]>): string | null {
  if (said === "none") return null;
  if (said === "correct") return pin;
  const digits = pin?.length ?? 4;
  return String((Number(pin) + 1) % 10 ** digits).padStart(digits, "0");
}

function pictureOf(trip: Trip, of: "signature" | "doorstep", index = 0): ProofImage {
  const seed = seedOf(trip, index === 0 ? of : `${of}-${index + 1}`);
  return { contentType: "image/png", content: pickPicture(of, seededRandom(seed)) };
}
