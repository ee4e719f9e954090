import { and, desc, eq, lt, sql } from "drizzle-orm";
import { rowInsert } from "@/infra/db/rows.ts";
import { prepared } from "@/infra/db/store.ts";
import { rateCards } from "./table.ts";

export type RateCardRow = typeof rateCards.$inferSelect;

export const rateCardStore = prepared((db) => {
  const isOf = eq(rateCards.carrierId, sql.placeholder("carrierId"));
  const newest = db.select().from(rateCards).where(isOf).orderBy(desc(rateCards.version)).limit(1).prepare();
  const newestBrief = db
    .select({ version: rateCards.version, services: rateCards.services })
    .from(rateCards)
    .where(isOf)
    .orderBy(desc(rateCards.version))
    .limit(1)
    .prepare();
  const timeZone = db
    .select({ timeZone: sql<string | null>`json_extract(${rateCards.card}, '$.time_zone')` })
    .from(rateCards)
    .where(isOf)
    .orderBy(desc(rateCards.version))
    .limit(1)
    .prepare();
  const removeOld = db
    .delete(rateCards)
    .where(and(isOf, lt(rateCards.version, sql.placeholder("version"))))
    .prepare();
  return {
    insert: rowInsert(db, rateCards),
    newest: (carrierId: string): RateCardRow | undefined => newest.get({ carrierId }),
    /** Of the newest card. */
    timeZone: (carrierId: string): string | undefined => timeZone.get({ carrierId })?.timeZone ?? undefined,
    /** Without the text, which can be long. */
    newestBrief: (carrierId: string): Pick<RateCardRow, "version" | "services"> | undefined =>
      newestBrief.get({ carrierId }),
    /** Deletes the versions before this one. */
    removeBefore: (carrierId: string, version: number): void => void removeOld.run({ carrierId, version }),
  };
});
