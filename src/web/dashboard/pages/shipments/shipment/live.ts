import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { isFinal } from "@/delivery/lifecycle/state/status.ts";
import type { TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { Problem } from "@/web/browser/problem.ts";
import type { Place } from "@/web/map/place.ts";
import { useStream } from "../../../live.ts";
import { refreshPaths, useRead } from "../../../queries.ts";
import { isKnown } from "./known.ts";
import { addPassed, hasPassed, type Passed, traveledQuery } from "./traveled.ts";

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

/**
 * Follows a shipment that was read. The stream begins with everything so far, of which only what is new is read again;
 * of positions it begins with the last one.
 */
function useTrackingStream(environment: Environment, id: string, isFollowed: boolean): void {
  const client = useQueryClient();
  const tracking = `/platform/tracking/${id}` as const;
  const shipment = [`/platform/shipments/${id}`, environment, undefined] as const;
  const changing = [`/platform/shipments/${id}`, "/platform/charges", "/platform/events"];
  const hasPosition = useRef(false);
  const readAgain = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });
  useStream(`${tracking}/stream`, environment, {
    isFollowed,
    onOpen: () => {
      hasPosition.current = false;
      // What an earlier visit has left may be older than the shipment.
      const since = client.getQueryState(shipment)?.dataUpdatedAt ?? 0;
      const isOlder = ({ state }: Query) => state.data !== undefined && state.dataUpdatedAt < since;
      void refreshPaths(client, changing, isOlder);
    },
    onMessage: (message) => {
      if (message.event === "position") {
        const passed = message.data as Passed;
        // Those before the first one may be missing.
        if (!hasPosition.current && !hasPassed(client, environment, id, passed))
          readAgain([`${tracking}/positions`]);
        hasPosition.current = true;
        addPassed(client, environment, id, passed);
        return;
      }
      const shown = {
        shipment: client.getQueryData<ShipmentView>(shipment),
        tracking: client.getQueryData<TrackingView>([tracking, environment, undefined]),
      };
      if (isKnown(message, shown)) return;
      readAgain([tracking]);
      if (message.event !== "eta") void refreshPaths(client, changing);
    },
  });
}
