import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { StreamMessage } from "waybill-client/stream";
import { isFinal } from "../../../../delivery/lifecycle/status.ts";
import type { LiveAttention, LiveDriver, LivePosition, LiveState } from "../../../../delivery/live/schema.ts";
import { useStream } from "../../live.ts";
import { refreshPaths } from "../../queries.ts";
import type { DispatchPlace } from "./place.ts";
import { changeAttention, changeShipments } from "./reading.ts";

/** The stream of the page. Positions go past React, straight to the map. */

/** Lists are read again no more often than this, however much happens. */
const refreshMs = 5_000;

/** Where everybody is. */
export interface Movements {
  drivers: Map<string, LiveDriver>;
  /** Of shipments whose driver is not known here: by shipment. */
  carriers: Map<string, LivePosition>;
  /** Told at most once a frame of the screen, of what moved since. */
  follow(listener: (moved: Moved) => void): () => void;
}

export interface Moved {
  drivers: readonly LiveDriver[];
  carriers: readonly LivePosition[];
  /** Shipments that are over. */
  over: readonly string[];
}

/** What came since the last frame of the screen: of each thing the latest only. */
interface Waiting {
  drivers: Map<string, LiveDriver>;
  carriers: Map<string, LivePosition>;
  states: Map<string, LiveState>;
  attention: LiveAttention[];
}

const nothing = (): Waiting => ({
  drivers: new Map(),
  carriers: new Map(),
  states: new Map(),
  attention: [],
});

interface Batches {
  onMove(moved: Moved): void;
  onStates(states: ReadonlyMap<string, LiveState>): void;
  onAttention(items: readonly LiveAttention[]): void;
}

/** Collects messages, and hands them over together with the next frame of the screen. */
function createBatches({ onMove, onStates, onAttention }: Batches) {
  let waiting = nothing();
  let frame: number | undefined;
  const handOver = () => {
    const { drivers, carriers, states, attention } = waiting;
    waiting = nothing();
    frame = undefined;
    const over = [...states.values()]
      .filter(({ status }) => isFinal(status))
      .map((state) => state.shipment_id);
    if (drivers.size + carriers.size + over.length > 0)
      onMove({ drivers: [...drivers.values()], carriers: [...carriers.values()], over });
    if (states.size > 0) onStates(states);
    if (attention.length > 0) onAttention(attention);
  };
  return {
    add({ event, data }: StreamMessage) {
      keep(waiting, event, data);
      frame ??= requestAnimationFrame(handOver);
    },
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

function keep({ drivers, carriers, states, attention }: Waiting, event: string, data: unknown): void {
  if (event === "driver") {
    const driver = data as LiveDriver;
    drivers.set(driver.driver_id, driver);
  } else if (event === "position") {
    const position = data as LivePosition;
    // Their own frame says where they are.
    if (position.driver_id === null) carriers.set(position.shipment_id, position);
  } else if (event === "state") {
    const state = data as LiveState;
    states.set(state.shipment_id, state);
  } else if (event === "attention") {
    attention.push(data as LiveAttention);
  }
}

interface Live {
  movements: Movements;
  isBroken: boolean;
}

/** Follows the stream while the page is visible. */
export function useLive(place: DispatchPlace, onRaised: () => void): Live {
  const client = useQueryClient();
  const [{ movements, tell }] = useState(createMovements);
  const refresh = useThrottledCallback(() => void refreshPaths(client, place.changes), refreshMs);
  const ring = useRef(onRaised);
  useEffect(() => {
    ring.current = onRaised;
  }, [onRaised]);
  const batches = useMemo(
    () =>
      createBatches({
        onMove: tell,
        onStates: (states) => {
          if (changeShipments(client, place, states)) refresh();
        },
        onAttention: (items) => {
          for (const item of items) changeAttention(client, place, item);
          if (items.some(({ state }) => state === "raised")) ring.current();
        },
      }),
    [client, place, tell, refresh],
  );
  useEffect(() => batches.stop, [batches]);
  const isBroken = useStream(`${place.base}/stream`, place.environment, {
    onMessage: batches.add,
    onOpen: () => void refreshPaths(client, place.changes),
  });
  return { movements, isBroken };
}

function createMovements() {
  const listeners = new Set<(moved: Moved) => void>();
  const movements: Movements = {
    drivers: new Map(),
    carriers: new Map(),
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tell = (moved: Moved) => {
    for (const driver of moved.drivers) movements.drivers.set(driver.driver_id, driver);
    for (const carrier of moved.carriers) movements.carriers.set(carrier.shipment_id, carrier);
    for (const id of moved.over) movements.carriers.delete(id);
    for (const listener of listeners) listener(moved);
  };
  return { movements, tell };
}
