import { and, asc, count, desc, eq, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowChange, rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { orderFormCodes, orderFormDevices, orderForms } from "./table.ts";

export type OrderFormRow = typeof orderForms.$inferSelect;
type OrderFormCodeRow = typeof orderFormCodes.$inferSelect;
type OrderFormDeviceRow = typeof orderFormDevices.$inferSelect;

export const orderFormStore = prepared((db) => {
  const accountId = sql.placeholder("accountId");
  const id = sql.placeholder("id");
  const byId = db.select().from(orderForms).where(eq(orderForms.id, id)).prepare();
  const byToken = db
    .select()
    .from(orderForms)
    .where(eq(orderForms.tokenHash, sql.placeholder("tokenHash")))
    .prepare();
  const listed = db
    .select()
    .from(orderForms)
    .where(and(eq(orderForms.accountId, accountId), lt(orderForms.id, sql.placeholder("before"))))
    .orderBy(desc(orderForms.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const counted = db
    .select({ total: count() })
    .from(orderForms)
    .where(eq(orderForms.accountId, accountId))
    .prepare();
  const unused = db
    .select({ id: orderForms.id })
    .from(orderForms)
    .where(and(eq(orderForms.accountId, accountId), lt(orderForms.lastUsedAt, sql.placeholder("before"))))
    .orderBy(asc(orderForms.lastUsedAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const firstUsed = db
    .select({ at: sql<number | null>`min(${orderForms.lastUsedAt})` })
    .from(orderForms)
    .where(eq(orderForms.accountId, accountId))
    .prepare();
  const remove = db.delete(orderForms).where(eq(orderForms.id, id)).prepare();
  return {
    insert: rowInsert(db, orderForms),
    update: rowUpdate(db, orderForms, "id"),
    change: rowChange(db, orderForms, "id"),
    find: (id: string): OrderFormRow | undefined => byId.get({ id }),
    findByToken: (tokenHash: string): OrderFormRow | undefined => byToken.get({ tokenHash }),
    /** An account's forms, newest first, that come before `before`. */
    list: (accountId: string, before: string | undefined, limit: number): OrderFormRow[] =>
      listed.all({ accountId, before: before ?? "~", limit }),
    countOf: (accountId: string): number => counted.get({ accountId })?.total ?? 0,
    unusedBefore: (accountId: string, before: number, limit: number): string[] =>
      unused.all({ accountId, before, limit }).map(({ id }) => id),
    firstUsed: (accountId: string): number | undefined => firstUsed.get({ accountId })?.at ?? undefined,
    remove: (id: string): void => void remove.run({ id }),
  };
});

/** Codes, and the devices on which they were entered. */
export const orderDeviceStore = prepared((db) => {
  const formId = sql.placeholder("formId");
  const code = db.select().from(orderFormCodes).where(eq(orderFormCodes.formId, formId)).prepare();
  const removeCode = db.delete(orderFormCodes).where(eq(orderFormCodes.formId, formId)).prepare();
  const byToken = db
    .select()
    .from(orderFormDevices)
    .where(eq(orderFormDevices.tokenHash, sql.placeholder("tokenHash")))
    .prepare();
  const ofForm = db
    .select()
    .from(orderFormDevices)
    .where(eq(orderFormDevices.formId, formId))
    .orderBy(asc(orderFormDevices.id))
    .prepare();
  const removeAll = db.delete(orderFormDevices).where(eq(orderFormDevices.formId, formId)).prepare();
  const removeDevice = db
    .delete(orderFormDevices)
    .where(eq(orderFormDevices.id, sql.placeholder("id")))
    .prepare();
  return {
    putCode(row: OrderFormCodeRow): void {
      removeCode.run({ formId: row.formId });
      db.insert(orderFormCodes).values(row).run();
    },
    changeCode: rowChange(db, orderFormCodes, "formId"),
    findCode: (formId: string): OrderFormCodeRow | undefined => code.get({ formId }),
    removeCode: (formId: string): void => void removeCode.run({ formId }),
    insert: rowInsert(db, orderFormDevices),
    findByToken: (tokenHash: string): OrderFormDeviceRow | undefined => byToken.get({ tokenHash }),
    /** Oldest first; there are few. */
    ofForm: (formId: string): OrderFormDeviceRow[] => ofForm.all({ formId }),
    removeDevice: (id: string): void => void removeDevice.run({ id }),
    removeAll: (formId: string): void => void removeAll.run({ formId }),
  };
});

/** Forms whose pause ends. */
export const formsToResume = dueRows({
  table: "order_forms",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.paused_until`,
  account: (row) => `${row}.account_id`,
});

export const orderCodesDue = dueRows({
  table: "order_form_codes",
  id: (row) => `${row}.form_id`,
  at: (row) => `${row}.due_at`,
});
