import { eq, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowChange, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { driverAbsences } from "./table.ts";

export type AbsenceRow = typeof driverAbsences.$inferSelect;

export const absenceStore = prepared((db) => {
  const isOf = eq(driverAbsences.driverId, sql.placeholder("driverId"));
  const find = db.select().from(driverAbsences).where(isOf).prepare();
  const remove = db.delete(driverAbsences).where(isOf).prepare();
  return {
    save: rowUpsert(db, driverAbsences, "driverId"),
    change: rowChange(db, driverAbsences, "driverId"),
    find: (driverId: string): AbsenceRow | undefined => find.get({ driverId }),
    remove: (driverId: string): void => void remove.run({ driverId }),
  };
});

/** Absences whose jobs are not all taken back. Their times are real. */
export const releasesDue = dueRows({
  table: "driver_absences",
  id: (row) => `${row}.driver_id`,
  at: (row) => `${row}.release_at`,
});
