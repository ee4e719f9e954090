import { and, asc, eq, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { rushHourShipments, rushHours } from "./table.ts";

export type RushHourRow = typeof rushHours.$inferSelect;
export type RushHourShipmentRow = typeof rushHourShipments.$inferSelect;

export const rushHourStore = prepared((db) => {
  const isAccounts = eq(rushHours.accountId, sql.placeholder("accountId"));
  const find = db.select().from(rushHours).where(isAccounts).prepare();
  const remove = db.delete(rushHours).where(isAccounts).prepare();
  const findShipment = db
    .select()
    .from(rushHourShipments)
    .where(eq(rushHourShipments.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const withoutCarrier = db
    .select()
    .from(rushHourShipments)
    .where(
      and(
        eq(rushHourShipments.accountId, sql.placeholder("accountId")),
        eq(rushHourShipments.needsCarrier, true),
      ),
    )
    .orderBy(asc(rushHourShipments.shipmentId))
    .prepare();

  return {
    insert: rowInsert(db, rushHours),
    update: rowUpdate(db, rushHours, "accountId"),
    find: (accountId: string): RushHourRow | undefined => find.get({ accountId }),
    /** With what it knows of its shipments, which stay. */
    remove: (accountId: string): void => void remove.run({ accountId }),
    insertShipment: rowInsert(db, rushHourShipments),
    updateShipment: rowUpdate(db, rushHourShipments, "shipmentId"),
    findShipment: (shipmentId: string): RushHourShipmentRow | undefined => findShipment.get({ shipmentId }),
    /** The shipments for which an offer is still to be accepted. */
    withoutCarrier: (accountId: string): RushHourShipmentRow[] => withoutCarrier.all({ accountId }),
  };
});

export const rushHoursDue = dueRows({
  table: "rush_hours",
  id: (row) => `${row}.account_id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});
