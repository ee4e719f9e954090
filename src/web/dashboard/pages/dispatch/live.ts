import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { LiveAttention, LiveDriver } from "@/delivery/fleet/live/schema.ts";
import { useStream } from "../../live.ts";
import { refreshPaths } from "../../queries.ts";
import type { Side } from "../../side.ts";
import { createBatches, createMovements, type Movements } from "./movements.ts";
import { boardPaths, changeShipments, toldPath } from "./reading.ts";

/** The stream of the page. Positions go past React, straight to the map. */

/** Lists are read again no more often than this, however much happens. */
const refreshMs = 5_000;
/** What needs a person comes sooner, and a burst of it no more often than this. */
const needsMs = 1_000;

/** Of many taps at once. */
const toldMs = 500;
/** A change of duty or of the order of stops is rare. */
const refreshDriversMs = 500;

/** What can wait makes no sound. */
export function isHeard({ state, attention }: LiveAttention): boolean {
  return state === "raised" && attention.is_urgent;
}

/** Whether a frame says no more than where the driver is now: the list says of duty, and of the order of the stops. */
export function isMove(before: LiveDriver | undefined, after: LiveDriver): boolean {
  if (before?.on_duty !== after.on_duty) return false;
  return before.position?.recorded_at !== after.position?.recorded_at;
}

/** A stream that takes longer to open keeps nobody from reading. */
export const openMaxMs = 1_000;

interface Live {
  movements: Movements;
  isBroken: boolean;
  /** Whether to read the lists: what is read before the stream is open has to be read again. */
  hasBegun: boolean;
}

/** Follows the stream while the page is visible. */
export function useLive(side: Side, onRaised: () => void): Live {
  const client = useQueryClient();
  const [{ movements, tell, forgetDrivers }] = useState(createMovements);
  const refresh = useThrottledCallback(() => void refreshPaths(client, boardPaths(side)), refreshMs);
  const refreshTold = useThrottledCallback(() => void refreshPaths(client, [toldPath(side)]), toldMs);
  const refreshNeeds = useThrottledCallback(
    () => void refreshPaths(client, [`${side.base}/attention`]),
    needsMs,
  );
  const refreshDrivers = useThrottledCallback(
    () => void refreshPaths(client, [`${side.base}/drivers`]),
    refreshDriversMs,
  );
  const ring = useRef(onRaised);
  useEffect(() => {
    ring.current = onRaised;
  }, [onRaised]);
  const batches = useMemo(
    () =>
      createBatches({
        onMove: (moved) => {
          if (moved.drivers.some((driver) => !isMove(movements.drivers.get(driver.driver_id), driver))) {
            refreshDrivers();
          }
          tell(moved);
        },
        onStates: (states) => {
          if (changeShipments(client, side, states)) refresh();
        },
        onAttention: (items) => {
          refreshNeeds();
          if (items.some(isHeard)) ring.current();
        },
        onNotices: refreshTold,
      }),
    [client, side, movements, tell, refresh, refreshNeeds, refreshTold, refreshDrivers],
  );
  useEffect(() => batches.stop, [batches]);
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setHasBegun, openMaxMs, true);
    return () => clearTimeout(timer);
  }, []);
  const isBroken = useStream(`${side.base}/stream`, side.environment, {
    onMessage: batches.add,
    onOpen: () => {
      forgetDrivers();
      void refreshPaths(client, boardPaths(side));
      setHasBegun(true);
    },
  });
  if (isBroken && !hasBegun) setHasBegun(true);
  return { movements, isBroken, hasBegun };
}
