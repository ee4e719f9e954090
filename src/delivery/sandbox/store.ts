import { eq, sql } from "drizzle-orm";
import { dueRows } from "../../infra/db/due-rows.ts";
import { rowInsert, rowUpdate } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { simulations } from "./table.ts";

export type SimulationRow = typeof simulations.$inferSelect;

export const simulationStore = prepared((db) => {
  const find = db
    .select()
    .from(simulations)
    .where(eq(simulations.assignmentId, sql.placeholder("assignmentId")))
    .prepare();
  const remove = db
    .delete(simulations)
    .where(eq(simulations.assignmentId, sql.placeholder("assignmentId")))
    .prepare();

  return {
    insert: rowInsert(db, simulations),
    find: (assignmentId: string): SimulationRow | undefined => find.get({ assignmentId }),
    update: rowUpdate(db, simulations, "assignmentId"),
    remove: (assignmentId: string): void => void remove.run({ assignmentId }),
  };
});

export const simulationsDue = dueRows({
  table: "simulations",
  id: (row) => `${row}.assignment_id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `(SELECT account_id FROM shipments WHERE id = ${row}.shipment_id)`,
});
