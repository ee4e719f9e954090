import type { DeliveryWriting } from "../carriers/deps.ts";
import { queueGeocoding } from "./places/queue.ts";
import { startFirstRound } from "./quotes/rounds.ts";
import { appendChange, insertEntry } from "./state/change.ts";
import type { ShipmentRow } from "./state/rows.ts";
import type { ShipmentView } from "./state/schema.ts";
import { shipmentStore } from "./state/store.ts";

/** A shipment comes to be, its addresses are looked up, and carriers are asked for quotes. */

/**
 * Writes the row with its first entry and event, has its addresses looked up, and starts the first round of quotes.
 * @param view the row, as the event shows it
 * @param isImport of a list: its addresses are looked up after all others
 */
export function create(
  writing: DeliveryWriting,
  row: ShipmentRow,
  view: ShipmentView,
  { isImport = false }: { isImport?: boolean } = {},
): void {
  shipmentStore(writing.tx).insert(row);
  const change = { by: "client", status: row.status, message: "The shipment was created." } as const;
  const hash = insertEntry(writing, row, change, undefined);
  appendChange(writing, undefined, row, change, hash, () => view);
  queueGeocoding(writing, row, { isImport });
  startFirstRound(writing, row);
}
