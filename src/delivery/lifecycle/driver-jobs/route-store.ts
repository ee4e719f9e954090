import { eq, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { placeholderFor, rowChange, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { driverRoutes } from "./table.ts";

type RouteRow = typeof driverRoutes.$inferSelect;

export const routeStore = prepared((db) => {
  const find = db
    .select()
    .from(driverRoutes)
    .where(eq(driverRoutes.driverId, sql.placeholder("driverId")))
    .prepare();
  const makeDue = db
    .insert(driverRoutes)
    .values({
      driverId: placeholderFor("driverId"),
      stops: [],
      suggestion: null,
      dueAt: placeholderFor("now"),
    })
    .onConflictDoUpdate({
      target: driverRoutes.driverId,
      set: {
        dueAt: sql`min(${sql.placeholder("now")}, ifnull(${driverRoutes.dueAt} - 1, ${sql.placeholder("now")}))`,
      },
    })
    .prepare();
  const remove = db
    .delete(driverRoutes)
    .where(eq(driverRoutes.driverId, sql.placeholder("driverId")))
    .prepare();
  return {
    find: (driverId: string): RouteRow | undefined => find.get({ driverId }),
    save: rowUpsert(db, driverRoutes, "driverId"),
    remove: (driverId: string): void => void remove.run({ driverId }),
    change: rowChange(db, driverRoutes, "driverId"),
    /** Waybill looks for a better order now. The due time always changes, so who looks already sees that it is not over. */
    makeDue: (driverId: string, now: number): void => void makeDue.run({ driverId, now }),
  };
});

export const routesDue = dueRows({
  table: "driver_routes",
  id: (row) => `${row}.driver_id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `(SELECT account_id FROM drivers WHERE id = ${row}.driver_id)`,
});
