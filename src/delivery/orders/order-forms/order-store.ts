import { and, count, desc, eq, gte, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { OrderState } from "./form.ts";
import { formOrders } from "./table.ts";

export type FormOrderRow = typeof formOrders.$inferSelect;

interface OrderRange {
  accountId: string;
  formId?: string | undefined;
  state?: OrderState | undefined;
  before?: string | undefined;
  limit: number;
}

/** What was ordered by forms. */
export const formOrderStore = prepared((db) => {
  const formId = sql.placeholder("formId");
  const byId = db
    .select()
    .from(formOrders)
    .where(eq(formOrders.id, sql.placeholder("id")))
    .prepare();
  const byKey = db
    .select()
    .from(formOrders)
    .where(and(eq(formOrders.formId, formId), eq(formOrders.keyHash, sql.placeholder("keyHash"))))
    .prepare();
  const since = db
    .select({ total: count() })
    .from(formOrders)
    .where(and(eq(formOrders.formId, formId), gte(formOrders.createdAt, sql.placeholder("since"))))
    .prepare();
  const waiting = db
    .select({ total: count() })
    .from(formOrders)
    .where(and(eq(formOrders.formId, formId), sql`${formOrders.state} = 'waiting'`))
    .prepare();
  const ofForm = db
    .select()
    .from(formOrders)
    .where(and(eq(formOrders.formId, formId), lt(formOrders.id, sql.placeholder("before"))))
    .orderBy(desc(formOrders.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const page = perShape<OrderRange, FormOrderRow>(({ accountId, formId, state, before, limit }) =>
    db
      .select()
      .from(formOrders)
      .where(
        and(
          eq(formOrders.accountId, accountId),
          formId && eq(formOrders.formId, formId),
          state && eq(formOrders.state, state),
          before && lt(formOrders.id, before),
        ),
      )
      .orderBy(desc(formOrders.id))
      .limit(limit),
  );
  const remove = db
    .delete(formOrders)
    .where(eq(formOrders.id, sql.placeholder("id")))
    .prepare();
  return {
    insert: rowInsert(db, formOrders),
    change: rowChange(db, formOrders, "id"),
    find: (id: string): FormOrderRow | undefined => byId.get({ id }),
    findByKey: (formId: string, keyHash: string): FormOrderRow | undefined => byKey.get({ formId, keyHash }),
    /** How many were ordered by a form since a time. */
    countSince: (formId: string, since_: number): number => since.get({ formId, since: since_ })?.total ?? 0,
    countWaiting: (formId: string): number => waiting.get({ formId })?.total ?? 0,
    /** Newest first. */
    list: (range: OrderRange): FormOrderRow[] => page.all(range),
    /** Those of a form, newest first. */
    ofForm: (formId: string, before: string | undefined, limit: number): FormOrderRow[] =>
      ofForm.all({ formId, before: before ?? "~", limit }),
    remove: (id: string): void => void remove.run({ id }),
  };
});

export const ordersToAccept = dueRows({
  table: "form_orders",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.accept_due_at`,
  account: (row) => `${row}.account_id`,
});
