import type { Writing } from "../../infra/deps.ts";
import { closeQuoting } from "./quotes/rounds.ts";
import { changeShipment } from "./state/change.ts";
import { findShipment } from "./state/reading.ts";

/** A shipment expires: nobody accepted a quote in time. */

/** Withdraws the quotes. A shipment whose time has not come stays as it is. */
export function expire(writing: Writing, id: string): void {
  const row = findShipment(writing.tx, id);
  if (!row || row.expiresAt === null || row.expiresAt > writing.now) return;
  closeQuoting(writing, id);
  changeShipment(writing, row, {
    by: "system",
    status: "expired",
    message: "No quote was accepted in time.",
  });
}
