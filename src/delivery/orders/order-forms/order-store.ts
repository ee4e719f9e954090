import { and, count, desc, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
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
  const withPeople = db
    .select()
    .from(formOrders)
    .where(and(eq(formOrders.accountId, sql.placeholder("accountId")), isNotNull(formOrders.asked)))
    .prepare();
  const withPeopleOfForm = db
    .select({ id: formOrders.id })
    .from(formOrders)
    .where(and(eq(formOrders.formId, formId), isNotNull(formOrders.asked)))
    .prepare();
  const ofShipment = db
    .select({ id: formOrders.id })
    .from(formOrders)
    .where(eq(formOrders.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const someOf = db
    .select({ id: formOrders.id })
    .from(formOrders)
    .where(eq(formOrders.accountId, sql.placeholder("accountId")))
    .limit(sql.placeholder("limit"));
  const removeSome = db.delete(formOrders).where(inArray(formOrders.id, someOf)).prepare();
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
    /** Those that say who shall get something: they are kept for some days. */
    withPeople: (accountId: string): FormOrderRow[] => withPeople.all({ accountId }),
    withPeopleOfForm: (formId: string): string[] => withPeopleOfForm.all({ formId }).map(({ id }) => id),
    ofShipment: (shipmentId: string): string | undefined => ofShipment.get({ shipmentId })?.id,
    remove: (id: string): void => void remove.run({ id }),
    /** @returns how many */
    removeSomeOf: (accountId: string, limit: number): number => removeSome.run({ accountId, limit }).changes,
  };
});

/** Orders that nobody made a shipment of, whose time is over. */
export const ordersToErase = dueRows({
  table: "form_orders",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.expires_at`,
  account: (row) => `${row}.account_id`,
});

export const ordersToAccept = dueRows({
  table: "form_orders",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.accept_due_at`,
  account: (row) => `${row}.account_id`,
});
