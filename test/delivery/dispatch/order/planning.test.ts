import { expect, test } from "bun:test";
import { planOf, type splitStops } from "../../../../src/delivery/dispatch/order/planning.ts";
import type { DriverStop } from "../../../../src/delivery/dispatch/stops/stop.ts";

/** What an order of stops is computed from. */

/** A delivery there; null: nobody knows where. */
function deliveryAt(id: string, place: { latitude: number; longitude: number } | null): DriverStop {
  const address = { ...(place ?? { latitude: null, longitude: null }), geocode_source: "client" };
  const shipment = { delivery: { address, window: null } };
  const job = { assignmentId: id, weightGrams: 1000 };
  return { job, shipment, kind: "delivery", state: "planned" } as unknown as DriverStop;
}

test("where the router's table says nothing, the straight line counts, and ten minutes where a place is unknown", () => {
  const [here, there] = [
    { latitude: 52.5291, longitude: 13.4014 },
    { latitude: 52.5003, longitude: 13.4247 },
  ];
  const open = [deliveryAt("one", here), deliveryAt("two", there), deliveryAt("three", null)];
  const split: ReturnType<typeof splitStops> = { first: undefined, open };
  const departure = { now: 0, place: here, speedMps: 5, capacityGrams: null };
  const table = {
    meters: [
      [0, 0, null],
      [0, 0, 4000],
      [null, 4000, 0],
    ],
    seconds: [
      [0, 0, null],
      [0, 0, 700],
      [null, 700, 0],
    ],
  };
  // 3,570 m × 1.3 at 5 m/s are 928 seconds.
  const { travelMs } = planOf(split, departure, table);
  expect(Math.round((travelMs[0]?.[2] ?? 0) / 1000)).toBe(928);
  expect(Math.round((travelMs[2]?.[0] ?? 0) / 1000)).toBe(928);
  expect(travelMs[1]?.[2]).toBe(700_000);
  expect(travelMs[0]?.[3]).toBe(600_000);
});
