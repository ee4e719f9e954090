import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { PositionsView } from "@/delivery/lifecycle/tracking/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { read } from "@/web/browser/api.ts";
import type { Place } from "@/web/map/place.ts";

/** The route of a shipment so far: read once, and then told by the stream. */

/** A position, and when the driver was there. */
export interface Passed extends Place {
  recorded_at: string;
}

export function traveledQuery(environment: Environment, id: string) {
  const path = `/platform/tracking/${id}/positions` as const;
  return queryOptions({
    queryKey: [path, environment],
    queryFn: async ({ signal, client, queryKey }): Promise<readonly Passed[]> => {
      const call = { environment, signal, accept: "application/geo+json" };
      const { geometry, properties } = await read<PositionsView>(path, call);
      const places = (geometry?.coordinates ?? []).map(([longitude = 0, latitude = 0], index) => ({
        latitude,
        longitude,
        recorded_at: properties.recorded_at[index] ?? "",
      }));
      // The stream may have delivered some while this was loading.
      return withNew(places, client.getQueryData<readonly Passed[]>(queryKey));
    },
    staleTime: Infinity,
  });
}

const nameOf = ({ recorded_at, latitude, longitude }: Passed) => `${recorded_at} ${latitude} ${longitude}`;

/** Adds the positions that are new. */
function withNew(places: readonly Passed[], more: readonly Passed[] = []): readonly Passed[] {
  const known = new Set(places.map(nameOf));
  return [...places, ...more.filter((place) => !known.has(nameOf(place)))];
}

/** The stream tells where the driver is now. */
export function addPassed(client: QueryClient, environment: Environment, id: string, passed: Passed): void {
  client.setQueryData(traveledQuery(environment, id).queryKey, (places = []) => withNew(places, [passed]));
}

/** Whether the route that was read has this position. */
export function hasPassed(
  client: QueryClient,
  environment: Environment,
  id: string,
  passed: Passed,
): boolean {
  const places = client.getQueryData<readonly Passed[]>(traveledQuery(environment, id).queryKey) ?? [];
  return places.some((place) => nameOf(place) === nameOf(passed));
}
