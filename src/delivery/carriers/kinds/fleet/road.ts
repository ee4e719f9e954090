import type { Deps } from "@/infra/deps.ts";
import { findRoute } from "@/infra/routing/router.ts";
import { knownPlace } from "../../../model/address.ts";
import type { Address } from "../../../model/model.ts";
import { type Distance, greatCircleDistance } from "./distance.ts";

/** A quote that waits longer for the route planner is no better for it. */
const routeMaxMs = 2_000;

/**
 * How far a driver goes between the stops: by the operator's route planner, if there is one and it answers in at most
 * half of the time that carriers have to quote; else the great circle × 1.3. Null if the place of a stop is not known.
 */
export async function distanceBetween(
  deps: Deps,
  pickup: Address,
  delivery: Address,
  signal?: AbortSignal,
): Promise<Distance | null> {
  const [from, to] = [knownPlace(pickup), knownPlace(delivery)];
  const timeoutMs = Math.min(routeMaxMs, deps.config.quotingDeadlineSeconds * 500);
  const legs = from && to ? await findRoute(deps, [from, to], { timeoutMs, signal }) : undefined;
  const [leg] = legs ?? [];
  return leg ? { meters: leg.meters, source: "router" } : greatCircleDistance(pickup, delivery);
}
