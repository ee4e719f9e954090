import type { Writing } from "../../../infra/deps.ts";
import { redactionRows } from "./redaction-store.ts";

/** The hash of the picture that is deleted next, if no other proof has the same one. */
export function nextPictureToForget({ tx }: Writing, shipmentId: string): string | undefined {
  const rows = redactionRows(tx);
  const { sha256 } = rows.findPicture(shipmentId) ?? {};
  return sha256 === undefined || rows.isElsewhere(shipmentId, sha256) ? undefined : sha256;
}

/** Deletes one picture of the proof. It can be large, so it has a transaction of its own. @returns whether there was one */
export function forgetPicture({ tx }: Writing, shipmentId: string): boolean {
  const rows = redactionRows(tx);
  const picture = rows.findPicture(shipmentId);
  if (picture) rows.deletePicture(shipmentId, picture.name);
  return picture !== undefined;
}
