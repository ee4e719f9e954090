import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isFinal } from "@/delivery/lifecycle/state/status.ts";
import type { TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { Problem } from "@/web/browser/problem.ts";
import type { Place } from "@/web/map/place.ts";
import { useStream } from "../../../live.ts";
import { refreshPaths, useRead } from "../../../queries.ts";
import { addPassed, type Passed, traveledQuery } from "./traveled.ts";

/** A shipment, kept up to date by its tracking stream. */

/** The stream says nothing of labels. */
const labelPollMs = 5_000;

export interface LiveShipment {
  shipment: ShipmentView | undefined;
  tracking: TrackingView | undefined;
  /** The route so far, oldest position first. */
  traveled: readonly Place[];
  problem: Problem | null;
}

export function useLiveShipment(environment: Environment, id: string): LiveShipment {
  const shipment = useRead(`/platform/shipments/${id}`, {
    environment,
    refetchInterval: ({ assignment }) => (assignment?.label_status === "pending" ? labelPollMs : false),
  });
  const tracking = useRead(`/platform/tracking/${id}`, { environment });
  const traveled = useQuery(traveledQuery(environment, id));
  const isOver = shipment.data === undefined || isFinal(shipment.data.status);
  useTrackingStream(environment, id, !isOver);
  return {
    shipment: shipment.data,
    tracking: tracking.data,
    traveled: traveled.data ?? [],
    problem: shipment.data && tracking.data ? null : (shipment.error ?? tracking.error),
  };
}

/** The stream begins with everything so far, but only the last position: the others are read anew. */
function useTrackingStream(environment: Environment, id: string, isFollowed: boolean): void {
  const client = useQueryClient();
  const tracking = `/platform/tracking/${id}` as const;
  useStream(`${tracking}/stream`, environment, {
    isFollowed,
    onOpen: () => void client.invalidateQueries({ queryKey: [`${tracking}/positions`] }),
    onMessage: ({ event, data }) => {
      if (event === "position") {
        addPassed(client, environment, id, data as Passed);
        return;
      }
      void client.invalidateQueries({ queryKey: [tracking] });
      if (event === "status") void refreshPaths(client, [`/platform/shipments/${id}`, "/platform/events"]);
    },
  });
}
