import type { Writing } from "../../../infra/deps.ts";
import { redactionRows } from "./redaction-store.ts";

/**
 * Deletes one picture of the proof. It can be large, so it has a transaction of its own.
 * @returns its hash if no other proof has the same picture, null if one has; undefined when none was left
 */
export function forgetPicture({ tx }: Writing, shipmentId: string): string | null | undefined {
  const rows = redactionRows(tx);
  const picture = rows.findPicture(shipmentId);
  if (!picture) return undefined;
  rows.deletePicture(shipmentId, picture.name);
  return rows.isElsewhere(shipmentId, picture.sha256) ? null : picture.sha256;
}
