import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import { isFinal } from "../../../../delivery/shipments/status.ts";
import type { PositionsView, TrackingView } from "../../../../delivery/tracking/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { Place } from "../../../map/route-map.ts";
import { get, type Problem } from "../../api.ts";
import { useStream } from "../../live.ts";
import { readAgain, useRead } from "../../queries.ts";

/** A shipment as it is now: read once, and then told by its tracking stream. */

export interface LiveShipment {
  shipment: ShipmentView | undefined;
  tracking: TrackingView | undefined;
  /** The way so far, oldest first. */
  travelled: readonly Place[];
  problem: Problem | null;
}

export function useLiveShipment(environment: Environment, id: string): LiveShipment {
  const shipment = useRead<ShipmentView>(`/platform/shipments/${id}`, { environment });
  const tracking = useRead<TrackingView>(`/platform/tracking/${id}`, { environment });
  const travelled = useQuery(travelledQuery(environment, id));
  const isOver = shipment.data === undefined || isFinal(shipment.data.status);
  useTrackingStream(environment, id, !isOver);
  return {
    shipment: shipment.data,
    tracking: tracking.data,
    travelled: travelled.data ?? [],
    problem: shipment.data && tracking.data ? null : (shipment.error ?? tracking.error),
  };
}

/** A position, by when the driver was there. */
interface Passed extends Place {
  recorded_at: string;
}

function travelledQuery(environment: Environment, id: string) {
  const path = `/platform/tracking/${id}/positions`;
  return queryOptions({
    queryKey: [path, environment],
    queryFn: async ({ signal, client, queryKey }): Promise<readonly Passed[]> => {
      const call = { environment, signal, accept: "application/geo+json" };
      const { geometry, properties } = await get<PositionsView>(path, call);
      const read = (geometry?.coordinates ?? []).map(([longitude = 0, latitude = 0], index) => ({
        latitude,
        longitude,
        recorded_at: properties.recorded_at[index] ?? "",
      }));
      // The stream may have told of some while this was on its way.
      return withMore(read, client.getQueryData<readonly Passed[]>(queryKey));
    },
    staleTime: Infinity,
  });
}

/** Each once. */
function withMore(places: readonly Passed[], more: readonly Passed[] = []): readonly Passed[] {
  const nameOf = ({ recorded_at, latitude, longitude }: Passed) => `${recorded_at} ${latitude} ${longitude}`;
  const known = new Set(places.map(nameOf));
  return [...places, ...more.filter((place) => !known.has(nameOf(place)))];
}

/** It begins with everything so far but the positions, of which it has the last one alone. */
function useTrackingStream(environment: Environment, id: string, isFollowed: boolean): void {
  const client = useQueryClient();
  const tracking = `/platform/tracking/${id}`;
  useStream(`${tracking}/stream`, environment, {
    isFollowed,
    onOpen: () => void client.invalidateQueries({ queryKey: [`${tracking}/positions`] }),
    onEvent: (type, data) => {
      if (type === "position") {
        client.setQueryData(travelledQuery(environment, id).queryKey, (places = []) =>
          withMore(places, [JSON.parse(data) as Passed]),
        );
        return;
      }
      void client.invalidateQueries({ queryKey: [tracking] });
      if (type === "status") void readAgain(client, [`/platform/shipments/${id}`]);
    },
  });
}
