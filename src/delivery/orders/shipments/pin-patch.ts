import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { pinnableStops } from "../../lifecycle/state/shipment.ts";
import type { Address } from "../../model/model.ts";

/** A patch that says where a stop is, and no other address. */

/** Whether the addresses that differ say the same, with coordinates from the caller, and the driver still comes. */
export function movesOnlyPins(before: ShipmentRow, after: ShipmentRow): boolean {
  return (["pickup", "delivery"] as const).every((name) => {
    const [old, given] = [before[name].address, after[name].address];
    if (Bun.deepEquals(old, given)) return true;
    const isSent = given.geocode_source === "client";
    return (
      isSent && Bun.deepEquals(textOf(old), textOf(given)) && pinnableStops[before.status]?.includes(name)
    );
  });
}

function textOf({
  latitude: _x,
  longitude: _y,
  geocode_source: _s,
  geocode_precision: _p,
  ...text
}: Address) {
  return text;
}
