import type { DeliveryWriting } from "../carriers/deps.ts";
import { queueCarrierUpdate } from "./assignments/transitions.ts";
import { queueGeocoding } from "./places/queue.ts";
import { startRound } from "./quotes/rounds.ts";
import { changeShipment } from "./state/change.ts";
import type { ShipmentRow } from "./state/rows.ts";

/** The client changes details of a shipment that no own fleet has. Other addresses, windows or goods need other quotes, and an expired shipment starts over with them. */

/** @param change the new columns; whether an address is another one, the quotes hold no longer, and whether the carrier learns of it */
export function changeDetails(
  writing: DeliveryWriting,
  before: ShipmentRow,
  change: { set: Partial<ShipmentRow>; movesStop: boolean; needsQuotes: boolean; concernsCarrier: boolean },
): ShipmentRow {
  const { set, movesStop, needsQuotes, concernsCarrier } = change;
  const revives = needsQuotes && before.status === "expired";
  const after = changeShipment(writing, before, {
    by: "client",
    ...(revives && { status: "created" }),
    message: revives ? "Details were changed, and new quotes were requested." : "Details were changed.",
    set,
  });
  if (movesStop) queueGeocoding(writing, after);
  if (needsQuotes) startRound(writing, after);
  if (concernsCarrier) queueCarrierUpdate(writing, after);
  return after;
}
