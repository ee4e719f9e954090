import { expect, test } from "bun:test";
import { toShipment } from "../../../../../src/delivery/carriers/kinds/easypost/map.ts";

/** What Waybill sends to EasyPost. */

type Arguments = Parameters<typeof toShipment>;
const stop = { contact: { name: "Ada" }, address: { line1: "1", country: "US" }, window: null };
const request = {
  shipmentId: "shp_1",
  isReturn: false,
  pickup: stop,
  delivery: { ...stop, requirements: { signature: false } },
  now: 0,
} as unknown as Arguments[1];
const parcelWith = (sides: object) =>
  ({
    id: "pcl_1",
    weight_grams: 454,
    length_mm: null,
    width_mm: null,
    height_mm: null,
    ...sides,
  }) as Arguments[2];
const told = (sides: object) =>
  toShipment({ api_key: "EZTKtest" }, request, parcelWith(sides)).shipment.parcel;

test("a parcel has all three sides or none: a box without one of them is priced by its weight", () => {
  const [length, width, height] = [{ length_mm: 254 }, { width_mm: 127 }, { height_mm: 508 }];
  expect(told({ ...length, ...width, ...height })).toEqual({
    weight: 16.1,
    length: 10,
    width: 5,
    height: 20,
  });
  const parts = [[], [length], [width], [height], [length, width], [length, height], [width, height]];
  for (const part of parts) expect(told(Object.assign({}, ...part))).toEqual({ weight: 16.1 });
});
