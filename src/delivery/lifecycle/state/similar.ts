import type { Db } from "../../../infra/db/store.ts";
import { type SimilarShipment, similarStore } from "./similar-store.ts";

/** Shipments that may be of the same order as another one; no cancelled, expired, failed or returned ones. */

export type { SimilarShipment };

/** Whose shipments, and when they were made. */
interface SimilarSpan {
  accountId: string;
  from: number;
  until: number;
}

/** Some with a reference, newest first. */
export function shipmentsOfReference(db: Db, span: SimilarSpan, reference: string): SimilarShipment[] {
  return similarStore(db).byReference({ ...span, reference });
}

/** Some to a street with its number, as it is written, newest first. */
export function shipmentsToStreet(db: Db, span: SimilarSpan, line1: string): SimilarShipment[] {
  return similarStore(db).byStreet({ ...span, line1 });
}

/** Whether the account has made a shipment at or after a time. */
export function hasShipmentsSince(db: Db, accountId: string, from: number): boolean {
  return similarStore(db).anySince(accountId, from);
}
