import { eq, getTableColumns, sql } from "drizzle-orm";
import { dueLanes } from "../../../infra/db/due-lanes.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { carrierLabels } from "./table.ts";

export type CarrierLabelRow = typeof carrierLabels.$inferSelect;
export type CarrierLabelFacts = Omit<CarrierLabelRow, "content">;

export const labelStore = prepared((db) => {
  const { content: _, ...facts } = getTableColumns(carrierLabels);
  const assignmentId = sql.placeholder("assignmentId");
  const find = db
    .select(facts)
    .from(carrierLabels)
    .where(eq(carrierLabels.assignmentId, assignmentId))
    .prepare();
  const read = db.select().from(carrierLabels).where(eq(carrierLabels.assignmentId, assignmentId)).prepare();
  const remove = db.delete(carrierLabels).where(eq(carrierLabels.assignmentId, assignmentId)).prepare();

  return {
    insert: rowInsert(db, carrierLabels),
    change: rowChange(db, carrierLabels, "assignmentId"),
    /** Without its content. */
    find: (id: string): CarrierLabelFacts | undefined => find.get({ assignmentId: id }),
    read: (id: string): CarrierLabelRow | undefined => read.get({ assignmentId: id }),
    /** @returns whether there was one */
    remove: (id: string): boolean => remove.run({ assignmentId: id }).changes > 0,
  };
});

/** Labels that carriers have not given yet, by assignment, in lanes of the carriers. */
export const labelsDue = dueLanes({
  table: "carrier_labels",
  id: "assignment_id",
  lane: "carrier_id",
  at: "due_at",
  account: (row) => `${row}.account_id`,
});
