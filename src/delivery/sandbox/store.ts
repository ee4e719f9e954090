import { asc, eq, gt, lte, min, sql } from "drizzle-orm";
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
  const due = db
    .select({ id: simulations.assignmentId })
    .from(simulations)
    .where(lte(simulations.dueAt, sql.placeholder("now")))
    .orderBy(asc(simulations.dueAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const nextDue = db
    .select({ at: min(simulations.dueAt) })
    .from(simulations)
    .where(gt(simulations.dueAt, sql.placeholder("now")))
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
    due: (now: number, limit: number): string[] => due.all({ now, limit }).map((row) => row.id),
    nextDue: (now: number): number | undefined => nextDue.get({ now })?.at ?? undefined,
  };
});
