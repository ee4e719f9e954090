import { type Deps, write } from "@/infra/deps.ts";
import { AppError } from "@/infra/errors.ts";
import type { Caller, DriverPrincipal } from "@/infra/http/principal.ts";
import { liveDrivers, markChanged, markPartChanged } from "@/messaging/events/watch.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Side } from "../../../carriers/service.ts";
import { routeStore } from "../../../lifecycle/driver-jobs/route-store.ts";
import { followOrder } from "../../../lifecycle/tracking/following.ts";
import { requireDriver, requireSelf } from "../../drivers/reading.ts";
import type { DriverRow } from "../../drivers/store.ts";
import { toPlace } from "../stops/places.ts";
import { ownStopsOf, stopsViewOf } from "../stops/reading.ts";
import type { StopsView } from "../stops/schema.ts";
import { type DriverStop, stopIdOf } from "../stops/stop.ts";
import type { ChooseStopOrder } from "./schema.ts";

/** In which order a driver makes the stops: the driver decides, or the dispatcher. */

/** @throws AppError `device_required`, `validation_failed` for a delivery before its pickup */
export async function chooseOwnStopOrder(
  deps: DeliveryDeps,
  driver: DriverPrincipal,
  input: ChooseStopOrder,
): Promise<StopsView> {
  return write(deps, driver.environment, (writing: DeliveryWriting) =>
    choose(writing, requireSelf(writing.tx, driver), input, "driver"),
  );
}

/** @throws AppError `not_found`, `validation_failed` for a delivery before its pickup */
export async function chooseStopOrder(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  driverId: string,
  input: ChooseStopOrder,
): Promise<StopsView> {
  return write(deps, caller.environment, (writing: DeliveryWriting) =>
    choose(writing, requireDriver(deps, caller, side, driverId), input, "dispatcher"),
  );
}

/** The stops of one of the owner's drivers, as the driver sees them. @throws AppError `not_found` */
export function getStopsOfDriver(deps: Deps, caller: Caller, side: Side, driverId: string): StopsView {
  const { db } = deps.stores.platform(caller.environment);
  return stopsViewOf(db, requireDriver(deps, caller, side, driverId).id, "dispatcher", deps.clock.now());
}

/**
 * Waybill suggests another order when the driver's jobs change, and not before. Dispatchers see the new one at once, and
 * recipients are expected later or sooner.
 */
function choose(
  writing: DeliveryWriting,
  { id: driverId, accountId }: DriverRow,
  { stops: chosen }: ChooseStopOrder,
  reader: Parameters<typeof stopsViewOf>[2],
): StopsView {
  const { tx, environment } = writing;
  const stops = ownStopsOf(tx, driverId);
  const ids = stops.map(stopIdOf);
  const named = chosen.filter((id) => ids.includes(id));
  const order = [...named, ...ids.filter((id) => !named.includes(id))];
  refuseWithoutPickup(stops, order, chosen);
  routeStore(tx).save({ driverId, stops: order, suggestion: null, dueAt: null });
  if (!Bun.deepEquals(order, ids)) {
    estimateAgain(writing, ownStopsOf(tx, driverId));
    markPartChanged(liveDrivers(environment, accountId), driverId);
    markChanged(driverId);
  }
  return stopsViewOf(tx, driverId, reader, writing.now);
}

/** Each job once, whatever the number of its stops. */
function estimateAgain(writing: DeliveryWriting, stops: readonly DriverStop[]): void {
  const places = stops.map(toPlace);
  const jobs = new Map(stops.map((stop) => [stop.job.assignmentId, stop]));
  for (const { shipment, assignment } of jobs.values()) {
    followOrder({ writing, shipment, assignment, stops: places });
  }
}

function refuseWithoutPickup(
  stops: readonly DriverStop[],
  order: readonly string[],
  chosen: readonly string[],
): void {
  const errors = stops.flatMap((stop) => {
    if (stop.kind !== "delivery") return [];
    const id = stopIdOf(stop);
    const pickup = stopIdOf({ ...stop, kind: "pickup" });
    if (!order.includes(pickup) || order.indexOf(pickup) < order.indexOf(id)) return [];
    return [
      { pointer: `#/stops/${chosen.indexOf(id)}`, code: "order", detail: "must come after its pickup" },
    ];
  });
  if (errors.length > 0) throw new AppError("validation_failed", { errors });
}
