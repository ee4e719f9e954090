import type { StreamMessage } from "waybill-client/stream";
import type { LiveAttention, LiveDriver, LivePosition, LiveState } from "@/delivery/fleet/live/schema.ts";
import { isFinal } from "@/delivery/lifecycle/state/status.ts";

/** What the page makes of its stream: who is where, and what changed since the last frame of the screen. */

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
  /** Shipments whose carrier is nowhere on the map any more. */
  over: readonly string[];
  /** Drivers of whom only the list says where they are. */
  forgotten: readonly string[];
}

/** What came since the last frame of the screen: of each thing the latest only. */
interface Waiting {
  drivers: Map<string, LiveDriver>;
  carriers: Map<string, LivePosition>;
  over: Set<string>;
  states: Map<string, LiveState>;
  attention: LiveAttention[];
  /** Whether something was told, reached a phone or was seen. */
  hasNotices: boolean;
}

const nothing = (): Waiting => ({
  drivers: new Map(),
  carriers: new Map(),
  over: new Set(),
  states: new Map(),
  attention: [],
  hasNotices: false,
});

interface Batches {
  onMove(moved: Moved): void;
  onStates(states: ReadonlyMap<string, LiveState>): void;
  onAttention(items: readonly LiveAttention[]): void;
  /** What drivers were told, or have seen, is another. */
  onNotices(): void;
}

/** Collects messages, and hands them over together with the next frame of the screen. */
export function createBatches({ onMove, onStates, onAttention, onNotices }: Batches) {
  let waiting = nothing();
  let frame: number | undefined;
  const handOver = () => {
    const { drivers, carriers, over, states, attention, hasNotices } = waiting;
    waiting = nothing();
    frame = undefined;
    if (drivers.size + carriers.size + over.size > 0)
      onMove({
        drivers: [...drivers.values()],
        carriers: [...carriers.values()],
        over: [...over],
        forgotten: [],
      });
    if (states.size > 0) onStates(states);
    if (attention.length > 0) onAttention(attention);
    if (hasNotices) onNotices();
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

function keep(waiting: Waiting, event: string, data: unknown): void {
  const { drivers, carriers, over, states, attention } = waiting;
  if (event === "driver") {
    const driver = data as LiveDriver;
    drivers.set(driver.driver_id, driver);
  } else if (event === "position") {
    const position = data as LivePosition;
    // Their own frame says where they are.
    if (position.driver_id !== null) return;
    carriers.set(position.shipment_id, position);
    over.delete(position.shipment_id);
  } else if (event === "state") {
    const state = data as LiveState;
    states.set(state.shipment_id, state);
    if (isCarried(state)) return;
    carriers.delete(state.shipment_id);
    over.add(state.shipment_id);
  } else if (event === "attention") {
    attention.push(data as LiveAttention);
  } else if (event === "notice") {
    waiting.hasNotices = true;
  }
}

/** Whether a driver who is not known here has the shipment, or will have it. */
function isCarried({ status, assignment_id, driver_id }: LiveState): boolean {
  return !isFinal(status) && assignment_id !== null && driver_id === null;
}

export function createMovements() {
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
  return {
    movements,
    tell,
    /** The stream was away, and says nothing of who moved or went off duty meanwhile: the list does. */
    forgetDrivers() {
      const forgotten = [...movements.drivers.keys()];
      movements.drivers.clear();
      if (forgotten.length > 0) tell({ drivers: [], carriers: [], over: [], forgotten });
    },
  };
}
