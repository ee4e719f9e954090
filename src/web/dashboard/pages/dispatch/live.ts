import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { LiveAttention } from "@/delivery/fleet/live/schema.ts";
import { useStream } from "../../live.ts";
import { refreshPaths } from "../../queries.ts";
import type { Side } from "../../side.ts";
import { createBatches, createMovements, type Movements } from "./movements.ts";
import { boardPaths, changeAttention, changeShipments, toldPath } from "./reading.ts";

/** The stream of the page. Positions go past React, straight to the map. */

/** Lists are read again no more often than this, however much happens. */
const refreshMs = 5_000;

/** Of many taps at once. */
const toldMs = 500;

/** What can wait makes no sound. */
export function isHeard({ state, attention }: LiveAttention): boolean {
  return state === "raised" && attention.is_urgent;
}

interface Live {
  movements: Movements;
  isBroken: boolean;
}

/** Follows the stream while the page is visible. */
export function useLive(side: Side, onRaised: () => void): Live {
  const client = useQueryClient();
  const [{ movements, tell, forgetDrivers }] = useState(createMovements);
  const refresh = useThrottledCallback(() => void refreshPaths(client, boardPaths(side)), refreshMs);
  const refreshTold = useThrottledCallback(() => void refreshPaths(client, [toldPath(side)]), toldMs);
  const ring = useRef(onRaised);
  useEffect(() => {
    ring.current = onRaised;
  }, [onRaised]);
  const batches = useMemo(
    () =>
      createBatches({
        onMove: tell,
        onStates: (states) => {
          if (changeShipments(client, side, states)) refresh();
        },
        onAttention: (items) => {
          for (const item of items) changeAttention(client, side, item);
          if (items.some(isHeard)) ring.current();
        },
        onNotices: refreshTold,
      }),
    [client, side, tell, refresh, refreshTold],
  );
  useEffect(() => batches.stop, [batches]);
  const isBroken = useStream(`${side.base}/stream`, side.environment, {
    onMessage: batches.add,
    onOpen: () => {
      forgetDrivers();
      void refreshPaths(client, boardPaths(side));
    },
  });
  return { movements, isBroken };
}
