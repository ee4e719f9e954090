import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { LiveState } from "../../../../../src/delivery/fleet/live/schema.ts";
import { isFinal } from "../../../../../src/delivery/lifecycle/state/status.ts";
import { statuses } from "../../../../../src/delivery/model/model.ts";
import {
  createBatches,
  createMovements,
  type Moved,
} from "../../../../../src/web/dashboard/pages/dispatch/movements.ts";
import { carrier, driver, state } from "./stream.ts";

/** What the dispatch page makes of its stream, whatever comes in which order. */

const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
let frames: Map<number, FrameRequestCallback>;
beforeEach(() => {
  frames = new Map();
  let last = 0;
  globalThis.requestAnimationFrame = (callback) => {
    last += 1;
    frames.set(last, callback);
    return last;
  };
  globalThis.cancelAnimationFrame = (id) => void frames.delete(id);
});
afterEach(() => Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame }));

/** The screen draws its next frame. */
function draw(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const callback of due) callback(0);
}

/** Movements as the page has them, with all that it hears of. */
function follow() {
  const { movements, tell, forgetDrivers } = createMovements();
  const moves: Moved[] = [];
  const states: string[][] = [];
  const attention: unknown[] = [];
  const notices: string[] = [];
  const unfollow = movements.follow((moved) => moves.push(moved));
  const batches = createBatches({
    onMove: tell,
    onStates: (changed) => states.push([...changed.values()].map(({ status }) => status)),
    onAttention: (items) => attention.push(...items),
    onNotices: () => notices.push("read again"),
  });
  const send = (event: string, ...all: unknown[]) => {
    for (const data of all) batches.add({ id: "1.1", event, data, text: "" });
  };
  return { movements, forgetDrivers, moves, states, attention, notices, unfollow, batches, send };
}

describe("what comes within one frame of the screen", () => {
  test("is told once, and of each thing the latest", () => {
    const { movements, moves, states, send } = follow();
    send("driver", driver("kim", 1), driver("sam", 1), driver("kim", 2));
    send("position", carrier("shp_1", 1), carrier("shp_1", 3));
    send("state", state("shp_1", { status: "assigned" }), state("shp_1"));
    expect([moves, states, frames.size]).toEqual([[], [], 1]);
    draw();
    expect(moves).toEqual([
      {
        drivers: [driver("kim", 2), driver("sam", 1)],
        carriers: [carrier("shp_1", 3)],
        over: [],
        forgotten: [],
      },
    ]);
    expect(states).toEqual([["in_transit"]]);
    expect(movements.drivers.get("kim")).toEqual(driver("kim", 2));
    draw();
    expect(moves).toHaveLength(1);
  });

  test("is told with the next frame where it comes later", () => {
    const { movements, moves, send } = follow();
    send("driver", driver("kim", 1));
    draw();
    send("driver", driver("kim", null));
    draw();
    expect(moves.map(({ drivers }) => drivers)).toEqual([[driver("kim", 1)], [driver("kim", null)]]);
    expect(movements.drivers.get("kim")?.on_duty).toBe(false);
  });

  test("has every item that came or went, in its order, also one that came twice", () => {
    const { attention, moves, send } = follow();
    const items = [1, 2, 1].map((number) => ({ state: "raised", attention: { id: `att_${number}` } }));
    send("attention", ...items);
    draw();
    expect(attention).toEqual(items);
    expect(moves).toEqual([]);
  });

  test("lets what drivers were told be read again once, however many taps it was", () => {
    const { notices, send } = follow();
    send("notice", { id: "ntc_1" }, { id: "ntc_2" });
    draw();
    expect(notices).toEqual(["read again"]);
  });

  test("is dropped when the page has gone, and what nobody knows is no move", () => {
    const { moves, states, batches, send } = follow();
    send("a_later_event", { shipment_id: "shp_1" });
    draw();
    send("driver", driver("kim", 1));
    batches.stop();
    draw();
    expect([moves, states]).toEqual([[], []]);
  });

  test("is told to nobody who no longer listens", () => {
    const { movements, moves, unfollow, send } = follow();
    unfollow();
    send("driver", driver("kim", 1));
    draw();
    expect(moves).toEqual([]);
    expect(movements.drivers.has("kim")).toBe(true);
  });
});

describe("where a carrier's driver is", () => {
  const placesOf = ({ movements }: ReturnType<typeof follow>) =>
    Object.fromEntries([...movements.carriers].map(([id, { position }]) => [id, position.latitude]));

  test("is shown unless the driver has a frame of their own", () => {
    const page = follow();
    page.send("position", carrier("shp_1", 1), carrier("shp_2", 2, "drv_1"));
    draw();
    expect(placesOf(page)).toEqual({ shp_1: 1 });
    expect(page.moves[0]?.drivers).toEqual([]);
  });

  const ends: [string, Partial<LiveState>][] = [
    ...statuses.filter(isFinal).map((status): [string, Partial<LiveState>] => [status, { status }]),
    ["released", { status: "quoted", assignment_id: null, carrier_id: null }],
    ["given to a driver of one's own", { assignment_id: "asg_2", driver_id: "drv_1" }],
  ];
  test.each(ends)("is forgotten with a shipment that is %s, in the same frame or later", (_name, change) => {
    for (const isLater of [false, true]) {
      const page = follow();
      page.send("position", carrier("shp_1", 1), carrier("shp_2", 2));
      if (isLater) draw();
      page.send("state", state("shp_1", change));
      draw();
      expect(placesOf(page)).toEqual({ shp_2: 2 });
      expect(page.moves.at(-1)?.over).toEqual(["shp_1"]);
    }
  });

  test.each(statuses.filter((status) => !isFinal(status)))("stays with a shipment that is %s", (status) => {
    const page = follow();
    page.send("position", carrier("shp_1", 1));
    page.send("state", state("shp_1", { status }));
    draw();
    expect(placesOf(page)).toEqual({ shp_1: 1 });
    expect(page.moves[0]?.over).toEqual([]);
  });

  test("is shown again where the next carrier takes the shipment within the same frame", () => {
    const page = follow();
    page.send("position", carrier("shp_1", 1));
    page.send("state", state("shp_1", { status: "quoted", assignment_id: null }));
    page.send("position", carrier("shp_1", 5));
    draw();
    expect(placesOf(page)).toEqual({ shp_1: 5 });
    expect(page.moves[0]).toMatchObject({ carriers: [carrier("shp_1", 5)], over: [] });
  });

  test("is nothing to forget of a shipment that never moved", () => {
    const page = follow();
    page.send(
      "state",
      state("shp_none", { status: "delivered" }),
      state("shp_none", { status: "delivered" }),
    );
    draw();
    expect(page.moves).toEqual([{ drivers: [], carriers: [], over: ["shp_none"], forgotten: [] }]);
    expect(placesOf(page)).toEqual({});
  });
});

test("after the stream was away only the list says where drivers are", () => {
  const { movements, forgetDrivers, moves, send } = follow();
  // The stream opened for the first time.
  forgetDrivers();
  expect(moves).toEqual([]);
  send("driver", driver("kim", 1));
  send("position", carrier("shp_1", 1));
  draw();
  forgetDrivers();
  expect(moves.at(-1)).toEqual({ drivers: [], carriers: [], over: [], forgotten: ["kim"] });
  expect([movements.drivers.size, movements.carriers.size]).toEqual([0, 1]);
  send("driver", driver("kim", 2));
  draw();
  expect(movements.drivers.get("kim")).toEqual(driver("kim", 2));
});

test("frames of the screen make no difference to what is known in the end", () => {
  const shipment = fc.constantFrom("shp_1", "shp_2");
  const message = fc.oneof(
    fc.record({
      event: fc.constant("position"),
      data: fc.tuple(shipment, fc.nat(9), fc.constantFrom(null, "drv_1")).map((parts) => carrier(...parts)),
    }),
    fc.record({
      event: fc.constant("state"),
      data: fc
        .record({
          shipment,
          status: fc.constantFrom(...statuses),
          assignment_id: fc.constantFrom(null, "asg_1"),
          driver_id: fc.constantFrom(null, "drv_1"),
        })
        .map(({ shipment, ...change }) => state(shipment, change)),
    }),
    fc.record({
      event: fc.constant("driver"),
      data: fc.tuple(fc.constantFrom("kim", "sam"), fc.option(fc.nat(9))).map((parts) => driver(...parts)),
    }),
  );
  const steps = fc.array(fc.record({ message, isDrawn: fc.boolean() }), { maxLength: 12 });
  const end = (list: { message: { event: string; data: unknown }; isDrawn: boolean }[]) => {
    const page = follow();
    for (const { message, isDrawn } of list) {
      page.send(message.event, message.data);
      if (isDrawn) draw();
    }
    draw();
    return { carriers: new Map(page.movements.carriers), drivers: new Map(page.movements.drivers) };
  };
  fc.assert(
    fc.property(steps, (list) => {
      expect(end(list)).toEqual(end(list.map(({ message }) => ({ message, isDrawn: true }))));
    }),
  );
});
