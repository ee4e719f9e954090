import { and, asc, eq, lte, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { redactions } from "./table.ts";

export type RedactionRow = typeof redactions.$inferSelect;

export const redactionStore = prepared((db) => {
  const find = db
    .select()
    .from(redactions)
    .where(eq(redactions.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const inFiles = db
    .select()
    .from(redactions)
    .where(and(lte(redactions.dueAt, sql.placeholder("now")), eq(redactions.stage, "files")))
    .orderBy(asc(redactions.dueAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const remove = db
    .delete(redactions)
    .where(eq(redactions.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  return {
    insert: rowInsert(db, redactions),
    change: rowChange(db, redactions, "shipmentId"),
    find: (shipmentId: string): RedactionRow | undefined => find.get({ shipmentId }),
    /** Redactions whose files are due by now, the longest waiting first. */
    inFiles: (now: number, limit: number): RedactionRow[] => inFiles.all({ now, limit }),
    remove: (shipmentId: string): void => void remove.run({ shipmentId }),
  };
});

export const redactionsDue = dueRows({
  table: "redactions",
  id: (row) => `${row}.shipment_id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `(SELECT account_id FROM shipments WHERE id = ${row}.shipment_id)`,
});
