import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import { distanceMeters } from "../../../infra/geography/coordinates.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { fleetCode } from "../../carriers/kind.ts";
import { type DriverStop, isAtStop, ownStops, type StopKind } from "../../model/stops.ts";
import { recordSeenArrival } from "../assignments/transitions.ts";
import { appendTrackingEvent, changeShipment, markAttentionDue } from "../state/change.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { changeEta, expectedDay, withoutEstimate } from "./estimates.ts";
import type { Report } from "./report.ts";
import { arrivableFrom } from "./setback.ts";
import { awaitPositions } from "./silence.ts";
import { type TrackingRow, trackingStore } from "./store.ts";
import type { Position } from "./tracking.ts";
import {
  addRide,
  arrivalsAt,
  isApproaching,
  newTrip,
  seeStanding,
  speedOf,
  type TripMemory,
} from "./trip.ts";

/** What good positions lead to: the ETA of an own fleet, arrivals that Waybill sees, and word that the driver comes. */

/** An assignment on its way, and who sends its positions. */
export interface Trip {
  writing: DeliveryWriting;
  by: Report["by"];
  shipment: ShipmentRow;
  assignment: AssignmentRow;
  /** The stops that the driver still makes, of all their jobs, where the caller knows them already. */
  stops?: readonly DriverStop[];
}

/** Good positions, oldest first, and the one before them. */
interface Sightings {
  before: Position | null;
  seen: readonly [Position, ...Position[]];
}

/** A smaller change of a computed time is noise. */
const etaNoiseMs = 30_000;
/** A route planner's ETA counts for this long; then Waybill's own takes over until the next one comes. */
const routedForMs = 3 * minuteMs;
/** How often the route planner is asked about a trip. */
const routeEveryMs = minuteMs;

/** @returns the row with what follows from the positions; the caller saves it */
export function followTrip(trip: Trip, row: TrackingRow, sightings: Sightings): TrackingRow {
  const { writing, assignment, by } = trip;
  const carrier = writing.deps.carrier(writing.environment, assignment.carrier.id);
  const isReal = by !== "simulator" || trip.shipment.simulation?.gps_faults !== undefined;
  if (isReal && carrier?.capabilities.includes("positions")) awaitPositions(writing, row, sightings.before);
  const stops = stopsOf(trip);
  const memory = { ...(row.memory ?? newTrip) };
  let tracking: TrackingRow = { ...row, memory, silentSince: null };
  let shipment = row.silentSince === null ? trip.shipment : markAttentionDue(writing, trip.shipment);
  const isFleet = by !== "simulator" && carrier?.kind === fleetCode;
  if (isFleet) {
    const arrival = seeArrival({ ...trip, shipment }, memory, stops[0], {
      before: sightings.before,
      seen: sightings.seen.filter(({ recordedAt }) => recordedAt >= arrivableFrom(tracking)),
    });
    if (arrival) {
      shipment = arrival.shipment;
      tracking = withoutEstimate(tracking, assignment, arrival.stop, arrival.at);
    }
    memory.ridden = isAtStop(shipment) ? memory.ridden : rideOf(memory, sightings);
    ({ tracking, shipment } = computeEta({ ...trip, shipment }, tracking, stops, sightings));
    planRoute(trip, memory);
  }
  tellApproach({ ...trip, shipment }, tracking, { memory, stops, isFleet }, sightings);
  return tracking;
}

/** The driver makes the stops in another order: from where they were last, each is reached at another time. */
export function followOrder(trip: Omit<Trip, "by"> & { stops: readonly DriverStop[] }): void {
  const { writing, shipment, assignment, stops } = trip;
  const row = trackingStore(writing.tx).find(shipment.id);
  if (!row?.position || row.assignmentId !== assignment.id || row.silentSince !== null) return;
  // A route planner's times are of the former order.
  const before: TrackingRow = row.etaSource === "router" ? { ...row, etaSource: "estimate" } : row;
  const here = { seen: [row.position] as const, before: null };
  const { tracking } = computeEta({ ...trip, by: "driver" }, before, stops, here, writing.now);
  if (tracking !== before) trackingStore(writing.tx).save(tracking);
}

/** The stops that the driver still makes, of all their jobs. */
export function stopsOf({ writing, shipment, assignment, stops }: Omit<Trip, "by">): readonly DriverStop[] {
  const all = stops ?? writing.deps.stopsOfDriver(writing.tx, assignment.id);
  return all.length > 0 ? all : ownStops(shipment, assignment.id);
}

function rideOf({ ridden }: TripMemory, { before, seen }: Sightings): TripMemory["ridden"] {
  let sum = ridden;
  let from = before;
  for (const to of seen) {
    if (from !== null) sum = addRide(sum, from, to);
    from = to;
  }
  return sum;
}

const arrivals = {
  pickup: { substatus: "at_pickup", message: "Waybill saw the driver arrive at the pickup." },
  delivery: { substatus: "at_delivery", message: "Waybill saw the driver arrive at the delivery." },
} as const;

/** Only at the driver's next stop, and never over what the driver said. */
function seeArrival(
  { writing, shipment, assignment }: Trip,
  memory: TripMemory,
  next: DriverStop | undefined,
  { before, seen }: { before: Position | null; seen: readonly Position[] },
): { shipment: ShipmentRow; stop: "pickup" | "delivery"; at: number } | undefined {
  const { kind, place } = next ?? {};
  const isMine = next?.assignmentId === assignment.id && !isAtStop(shipment);
  if (!isMine || !place || (kind !== "pickup" && kind !== "delivery")) return undefined;
  if (shipment.substatus === null || shipment.substatus === "awaiting_carrier") return undefined;
  let last = before;
  for (const sighting of seen) {
    // The driver stood there before the pickup was over.
    if (sighting.recordedAt < (shipment.pickedUpAt ?? 0)) continue;
    const { standing, hasArrived } = seeStanding(memory.standing, { kind, place }, last, sighting);
    memory.standing = standing;
    last = sighting;
    if (!hasArrived) continue;
    recordSeenArrival(writing, assignment, shipment.substatus);
    const { latitude, longitude, recordedAt } = sighting;
    const after = changeShipment(writing, shipment, {
      by: "system",
      ...arrivals[kind],
      at: recordedAt,
      location: { latitude, longitude },
    });
    return { shipment: after, stop: kind, at: recordedAt };
  }
  return undefined;
}

/** What the fleet itself estimates counts, and a route planner's times while they are fresh. */
function computeEta(
  { writing, shipment, assignment }: Trip,
  tracking: TrackingRow,
  stops: readonly DriverStop[],
  { seen }: Sightings,
  at = (seen.at(-1) ?? seen[0]).recordedAt,
): { tracking: TrackingRow; shipment: ShipmentRow } {
  const here = seen.at(-1) ?? seen[0];
  const mine = stops.find((stop) => stop.assignmentId === assignment.id);
  const isRouted =
    tracking.etaSource === "router" && here.recordedAt - (tracking.etaUpdatedAt ?? 0) < routedForMs;
  if (!mine || isReported(tracking, mine) || isRouted || isAtStop(shipment)) return { tracking, shipment };
  const speed = speedOf(assignment.driver?.vehicle.type ?? "car", tracking.memory?.ridden ?? newTrip.ridden);
  const places = stops.map(({ place }) => place);
  const arrivals = arrivalsAt(here, here.recordedAt, places, speed);
  return changeArrivals({ writing, shipment, assignment }, tracking, {
    stops,
    arrivals,
    source: "estimate",
    at,
  });
}

/** Whether the carrier itself said when it is at the stop. */
export function isReported(tracking: TrackingRow, { kind }: DriverStop): boolean {
  return tracking.etaSource === "carrier" && etaOf(tracking, kind) !== null;
}

/** Takes over the times of the driver's stops that belong to this assignment. */
export function changeArrivals(
  { writing, shipment, assignment }: Pick<Trip, "writing" | "shipment" | "assignment">,
  tracking: TrackingRow,
  found: {
    stops: readonly DriverStop[];
    arrivals: readonly (number | undefined)[];
    source: "estimate" | "router";
    at: number;
  },
): { tracking: TrackingRow; shipment: ShipmentRow } {
  const { stops, arrivals, source, at } = found;
  const timeOf = (kind: StopKind) => {
    const index = stops.findIndex((stop) => stop.assignmentId === assignment.id && stop.kind === kind);
    return arrivals[index] ?? etaOf(tracking, kind);
  };
  const estimate = {
    pickupAt: shipment.pickedUpAt ?? timeOf("pickup"),
    deliveryAt: timeOf("delivery") ?? assignment.estimatedDeliveryAt,
    deliveryDate: expectedDay(tracking, assignment),
    returnAt: timeOf("return"),
  };
  const { etaPickupAt, etaDeliveryAt, etaReturnAt, etaSource } = tracking;
  const isNoise =
    source === "estimate" &&
    etaSource === source &&
    isNear(estimate.pickupAt, etaPickupAt) &&
    isNear(estimate.deliveryAt, etaDeliveryAt) &&
    isNear(estimate.returnAt, etaReturnAt);
  if (isNoise) return { tracking, shipment };
  return changeEta(writing, shipment, tracking, { ...estimate, source, at });
}

function isNear(one: number | null, other: number | null): boolean {
  return one === other || (one !== null && other !== null && Math.abs(one - other) < etaNoiseMs);
}

/** Makes the job ask, whose answer nobody waits for. */
function planRoute({ writing, shipment }: Trip, memory: TripMemory): void {
  const { deps, tx, now } = writing;
  if (deps.config.routerUrl === null || now - (memory.routedAt ?? 0) < routeEveryMs) return;
  memory.routedAt = now;
  trackingStore(tx).checkRoute(shipment.id, now);
}

function etaOf(tracking: TrackingRow, kind: StopKind): number | null {
  const { etaPickupAt: pickup, etaDeliveryAt: delivery, etaReturnAt } = tracking;
  return { pickup, delivery, return: etaReturnAt }[kind];
}

/** Once for each stop. */
function tellApproach(
  { writing, shipment, assignment }: Trip,
  tracking: TrackingRow,
  way: { memory: TripMemory; stops: readonly DriverStop[]; isFleet: boolean },
  { seen }: Sightings,
): void {
  const { memory, stops, isFleet } = way;
  const stop = stops.find(({ assignmentId }) => assignmentId === assignment.id);
  if (!stop?.place || isAtStop(shipment) || memory.approached.includes(stop.kind)) return;
  // The times of a quote are older than the trip.
  const isCurrent = isFleet || tracking.etaSource === "carrier" || tracking.etaSource === "router";
  const arrivesAt = isCurrent ? etaOf(tracking, stop.kind) : null;
  const target = { place: stop.place, arrivesAt, isNext: stop === stops[0] };
  // Where the driver was before the pickup says nothing of the way to the delivery.
  const onTheWay = seen.filter(({ recordedAt }) => recordedAt >= (shipment.pickedUpAt ?? 0));
  const here = onTheWay.find((sighting) => isApproaching(sighting, target));
  if (here === undefined) return;
  memory.approached = [...memory.approached, stop.kind];
  const details = {
    stop: stop.kind,
    estimated_at: toTimestampOrNull(arrivesAt),
    distance_meters: distanceMeters(here, stop.place),
    occurred_at: toTimestamp(here.recordedAt),
  };
  appendTrackingEvent(writing, shipment, "tracking.approaching", details, here.recordedAt);
}
