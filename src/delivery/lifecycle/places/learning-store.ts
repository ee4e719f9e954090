import { and, between, desc, eq, sql } from "drizzle-orm";
import { rowChange, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { handovers } from "./table.ts";

export type HandoverRow = typeof handovers.$inferSelect;

export const learningStore = prepared((db) => {
  const isOfAddress = and(
    eq(handovers.accountId, sql.placeholder("accountId")),
    eq(handovers.addressHash, sql.placeholder("hash")),
  );
  const teaching = db
    .select()
    .from(handovers)
    .where(and(isOfAddress, eq(handovers.teaches, true)))
    .orderBy(desc(handovers.handedOverAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const ofDriver = db
    .select()
    .from(handovers)
    .where(
      and(
        eq(handovers.driverId, sql.placeholder("driverId")),
        between(handovers.handedOverAt, sql.placeholder("from"), sql.placeholder("until")),
      ),
    )
    .prepare();
  const forget = db.delete(handovers).where(isOfAddress).prepare();

  return {
    save: rowUpsert(db, handovers, "shipmentId"),
    change: rowChange(db, handovers, "shipmentId"),
    /** The newest that say where an address is, newest first. */
    teaching: (accountId: string, hash: string, limit: number): HandoverRow[] =>
      teaching.all({ accountId, hash, limit }),
    /** A rider's in a time, its ends included. */
    ofDriver: (driverId: string, from: number, until: number): HandoverRow[] =>
      ofDriver.all({ driverId, from, until }),
    /** @returns how many there were */
    forget: (accountId: string, hash: string): number => forget.run({ accountId, hash }).changes,
  };
});
