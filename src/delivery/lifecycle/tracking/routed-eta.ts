import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { findRoute, type Leg } from "../../../infra/routing/router.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { type DriverStop, isAtStop } from "../../model/stops.ts";
import { activeAssignment } from "../assignments/transitions.ts";
import { findShipment } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { changeArrivals, isReported, stopsOf } from "./following.ts";
import { routesDue, type TrackingRow, trackingStore } from "./store.ts";
import type { Position } from "./tracking.ts";
import { arrivalsOnRoute } from "./trip.ts";

/**
 * The route planner's times of arrival. A job asks for them, at most once a minute for each trip, while positions come:
 * no position waits for the answer, and without one Waybill's own estimate stays.
 */

const answerWithinMs = 5_000;

/** Shipments whose ETA the route planner should give. */
export const dueRoutes = ({ stores }: Deps, environment: Environment): DueRows =>
  routesDue(stores.platform(environment));

/** Asks for the way to the stops of the shipment, and takes over the times. */
export async function routeEta(
  deps: DeliveryDeps,
  environment: Environment,
  shipmentId: string,
): Promise<void> {
  const way = await write(deps, environment, (writing: DeliveryWriting) => {
    trackingStore(writing.tx).checkRoute(shipmentId, null);
    return wayOf(writing, shipmentId);
  });
  if (!way) return;
  const points = [way.from, ...way.stops.flatMap(({ place }) => place ?? [])];
  const legs = await findRoute(deps, points, { timeoutMs: answerWithinMs });
  if (!legs) return;
  await write(deps, environment, (writing: DeliveryWriting) => {
    const now = wayOf(writing, shipmentId);
    // The trip went on while the route planner thought.
    if (now && Bun.deepEquals(now.stops, way.stops)) takeOver(writing, now, { legs, from: way.from });
  });
}

interface Way {
  shipment: ShipmentRow;
  assignment: AssignmentRow;
  tracking: TrackingRow;
  from: Position;
  /** Up to the last stop of this shipment; never empty. */
  stops: readonly DriverStop[];
}

/** Undefined where the route planner cannot help: the trip is over, the driver is at a stop, or nobody knows where one is. */
function wayOf(writing: DeliveryWriting, shipmentId: string): Way | undefined {
  const shipment = findShipment(writing.tx, shipmentId);
  const tracking = trackingStore(writing.tx).find(shipmentId);
  const assignment = shipment && activeAssignment(writing, shipment);
  if (!tracking?.position || !assignment || assignment.id !== tracking.assignmentId) return undefined;
  const all = stopsOf({ writing, shipment, assignment });
  const isMine = ({ assignmentId }: DriverStop) => assignmentId === assignment.id;
  const next = all.find(isMine);
  if (!next?.place || isAtStop(shipment) || isReported(tracking, next)) return undefined;
  const stops = all.slice(0, all.findLastIndex(isMine) + 1);
  return { shipment, assignment, tracking, from: tracking.position, stops };
}

function takeOver(
  writing: DeliveryWriting,
  { shipment, assignment, tracking, stops }: Way,
  { legs, from }: { legs: readonly Leg[]; from: Position },
): void {
  const arrivals = arrivalsOnRoute(
    from.recordedAt,
    stops.map(({ place }) => place),
    legs,
  );
  const found = { stops, arrivals, source: "router", at: writing.now } as const;
  trackingStore(writing.tx).save(changeArrivals({ writing, shipment, assignment }, tracking, found).tracking);
}
