import type { DueRows } from "@/infra/db/due-rows.ts";
import type { Db } from "@/infra/db/store.ts";
import { type Deps, write } from "@/infra/deps.ts";
import type { Environment } from "@/infra/environment.ts";
import type { Coordinates } from "@/infra/geography/coordinates.ts";
import { findTravelTable } from "@/infra/routing/router.ts";
import { minuteMs } from "@/infra/units.ts";
import { markChanged } from "@/messaging/events/watch.ts";
import type { Suggestion } from "../../../lifecycle/driver-jobs/driver-job.ts";
import { routeStore, routesDue } from "../../../lifecycle/driver-jobs/route-store.ts";
import { trackingOf } from "../../../lifecycle/tracking/service.ts";
import { nextAttemptOf } from "../../../lifecycle/tracking/setback.ts";
import { speedOf } from "../../../lifecycle/tracking/trip.ts";
import { placeOf } from "../../drivers/places.ts";
import { findDriver } from "../../drivers/reading.ts";
import { ownStopsOf } from "../stops/reading.ts";
import type { DriverStop } from "../stops/stop.ts";
import { orderInThread } from "./order-thread.ts";
import { hasChoice, placesOf, planOf, splitStops, toSuggestion } from "./planning.ts";

/** Looks for a better order of a driver's stops, off the request thread, when their jobs change and every few minutes. */

const lookAgainMs = 5 * minuteMs;
const routerWithinMs = 3_000;
/** A router's table grows with the square; public servers take 100 points. */
const routedPlacesMax = 100;

export function dueRoutes({ stores }: Deps, environment: Environment): DueRows {
  return routesDue(stores.platform(environment));
}

export async function suggestStopOrder(
  deps: Deps,
  environment: Environment,
  driverId: string,
): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const before = routeStore(db).find(driverId);
  if (!before || before.dueAt === null || before.dueAt > deps.clock.now()) return;
  const split = splitStops(ownStopsOf(db, driverId));
  const suggestion = hasChoice(split.open) ? await betterStopOrder(deps, db, driverId, split) : null;
  await write(deps, environment, ({ tx, now }) => {
    // The jobs changed meanwhile: the row is due again.
    if (routeStore(tx).find(driverId)?.dueAt !== before.dueAt) return;
    const dueAt = hasChoice(split.open) ? now + lookAgainMs : null;
    routeStore(tx).change(driverId, { suggestion, dueAt });
    if (!Bun.deepEquals(suggestion, before.suggestion)) markChanged(driverId);
  });
}

async function betterStopOrder(
  deps: Deps,
  db: Db,
  driverId: string,
  split: ReturnType<typeof splitStops>,
): Promise<Suggestion | null> {
  const driver = findDriver(db, driverId);
  if (!driver) return null;
  const place = placeOf(db, driverId);
  const speedMps = speedOf(driver.vehicle.type, { meters: 0, ms: 0 });
  const departure = {
    now: deps.clock.now(),
    place,
    speedMps,
    capacityGrams: driver.capacityWeightGrams,
    nextAttempts: nextAttemptsOf(db, split.open),
  };
  const plan = planOf(split, departure, await tableOf(deps, placesOf(split, place)));
  const { order } = await orderInThread(deps, driver.accountId ?? "", plan);
  return toSuggestion(split, plan, order);
}

function nextAttemptsOf(db: Db, stops: readonly DriverStop[]): Map<string, number> {
  const attempts = stops.flatMap(({ kind, job, shipment }) => {
    const at = kind === "delivery" ? nextAttemptOf(trackingOf(db, shipment)) : null;
    return at === null ? [] : [[job.assignmentId, at] as const];
  });
  return new Map(attempts);
}

/** Travel times on roads, where the operator has a router. */
function tableOf(deps: Deps, places: readonly (Coordinates | undefined)[]) {
  const known = places.filter((place) => place !== undefined);
  if (known.length < 2 || known.length > routedPlacesMax) return undefined;
  return findTravelTable(deps, known, { timeoutMs: routerWithinMs });
}
