import { sql } from "drizzle-orm";
import type { IndexedTable } from "../../../infra/db/due-index.ts";
import { prepared } from "../../../infra/db/store.ts";
import { isOpen } from "./store.ts";

/** What the clocks of accounts ask of deliveries. */
export const deliveryClockStore = prepared((db) => {
  const accountOf = db
    .select({ accountId: sql<string>`account_id` })
    .from(sql`webhook_endpoints`)
    .where(sql`id = ${sql.placeholder("id")}`)
    .prepare();
  const waiting = db
    .select({ n: sql<number>`count(*)` })
    .from(
      sql`(SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND due_at <= ${sql.placeholder("now")}
        AND webhook_id IN (SELECT id FROM webhook_endpoints
          WHERE account_id = ${sql.placeholder("accountId")} AND ${sql.raw(isOpen("webhook_endpoints"))})
        LIMIT ${sql.placeholder("limit")})`,
    )
    .prepare();
  return {
    /** Of an endpoint, also of one that was removed. */
    accountOf: (webhookId: string): string | undefined => accountOf.get({ id: webhookId })?.accountId,
    /** How many deliveries are due by `now` or in flight at the account's open endpoints, up to a limit. */
    waiting: (accountId: string, now: number, limit: number): number =>
      waiting.get({ accountId, now, limit })?.n ?? 0,
  };
});

export const deliveriesDue: IndexedTable = {
  table: "webhook_deliveries",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `(SELECT account_id FROM webhook_endpoints WHERE id = ${row}.webhook_id)`,
  condition: (row) => `${row}.status = 'pending' AND ${row}.due_at IS NOT NULL`,
  isGrouped: false,
};
