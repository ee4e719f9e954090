import { and, asc, count, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowChange, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { PlacePrecision } from "../../../infra/geocoding/hit.ts";
import type { Coordinates } from "../../../infra/geography/coordinates.ts";
import { addressPins, geocoderAnswers, geocodings } from "./table.ts";

export type GeocodingRow = typeof geocodings.$inferSelect;
type AnswerRow = typeof geocoderAnswers.$inferSelect;

export const placeStore = prepared((db) => {
  const hash = sql.placeholder("hash");
  const now = sql.placeholder("now");
  const limit = sql.placeholder("limit");
  const shipmentId = sql.placeholder("shipmentId");
  const queued = db.select().from(geocodings).where(eq(geocodings.shipmentId, shipmentId)).prepare();
  const urgent = db
    .select()
    .from(geocodings)
    .where(lte(geocodings.dueAt, now))
    .orderBy(asc(geocodings.rank), asc(geocodings.pickupAt))
    .limit(limit)
    .prepare();
  const unqueue = db.delete(geocodings).where(eq(geocodings.shipmentId, shipmentId)).prepare();
  const answer = db
    .select()
    .from(geocoderAnswers)
    .where(and(eq(geocoderAnswers.addressHash, hash), gt(geocoderAnswers.expiresAt, now)))
    .prepare();
  const firstExpiring = db
    .select({ hash: geocoderAnswers.addressHash })
    .from(geocoderAnswers)
    .orderBy(asc(geocoderAnswers.expiresAt))
    .limit(limit);
  const forgetFirst = db
    .delete(geocoderAnswers)
    .where(inArray(geocoderAnswers.addressHash, firstExpiring))
    .prepare();
  const byPrecision = db
    .select({ precision: geocoderAnswers.precision, n: count() })
    .from(geocoderAnswers)
    .groupBy(geocoderAnswers.precision)
    .prepare();
  const pin = db
    .select({ latitude: addressPins.latitude, longitude: addressPins.longitude })
    .from(addressPins)
    .where(and(eq(addressPins.accountId, sql.placeholder("accountId")), eq(addressPins.addressHash, hash)))
    .orderBy(desc(addressPins.setAt))
    .limit(1)
    .prepare();

  return {
    queue: rowUpsert(db, geocodings, "shipmentId"),
    queued: (shipmentId: string): GeocodingRow | undefined => queued.get({ shipmentId }),
    /** What is due, the most urgent first. */
    urgent: (now: number, limit: number): GeocodingRow[] => urgent.all({ now, limit }),
    postpone: rowChange(db, geocodings, "shipmentId"),
    unqueue: (shipmentId: string): void => void unqueue.run({ shipmentId }),

    /** Undefined where nobody asked, or long ago. */
    answer: (hash: string, now: number): AnswerRow | undefined => answer.get({ hash, now }),
    saveAnswer: rowUpsert(db, geocoderAnswers, "addressHash"),
    /** Those that expire first. */
    forgetFirst: (limit: number): void => void forgetFirst.run({ limit }),
    /** How many answers there are, by precision; null: nothing was found. */
    byPrecision: (): { precision: PlacePrecision | null; n: number }[] => byPrecision.all(),

    /** The last one that a person of the account set for an address. */
    pin: (accountId: string, hash: string): Coordinates | undefined => pin.get({ accountId, hash }),
    savePin: rowUpsert(db, addressPins, "accountId", "addressHash", "shipmentId"),
  };
});

/** Shipments whose addresses are to be asked about. */
export const geocodingsDue = dueRows({
  table: "geocodings",
  id: (row) => `${row}.shipment_id`,
  at: (row) => `${row}.due_at`,
});
