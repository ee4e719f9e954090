import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { dueRows } from "../../infra/db/due-rows.ts";
import { perOrder } from "../../infra/db/per-order.ts";
import { perShape } from "../../infra/db/per-shape.ts";
import { rowInsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { ListOrder } from "../../infra/list-order.ts";
import type { AuditAction } from "./audit.ts";
import { auditEntries, auditOutbox } from "./table.ts";

export type AuditRow = typeof auditEntries.$inferSelect;
type AuditOutboxRow = typeof auditOutbox.$inferSelect;

interface AuditFilter {
  actions?: AuditAction[] | undefined;
  targetId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

interface AuditPage extends AuditFilter {
  accountId: string;
  /** Where the last page ended. */
  beyond: number | undefined;
  limit: number;
}

const auditPages = prepared((db) =>
  perOrder(({ sorted, past }) =>
    perShape<AuditPage, AuditRow>(
      ({ accountId, actions, targetId, createdAfter, createdBefore, beyond, limit }) =>
        db
          .select()
          .from(auditEntries)
          .where(
            and(
              eq(auditEntries.accountId, accountId),
              actions && inArray(auditEntries.action, [...actions]),
              targetId && eq(auditEntries.targetId, targetId),
              createdAfter && gte(auditEntries.at, createdAfter),
              createdBefore && lt(auditEntries.at, createdBefore),
              beyond && sql`${auditEntries.position} ${past} ${beyond}`,
            ),
          )
          .orderBy(sorted(auditEntries.position))
          .limit(limit),
    ),
  ),
);

export const auditStore = prepared((db) => {
  const find = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(eq(auditEntries.id, sql.placeholder("id")))
    .prepare();
  const newest = db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, sql.placeholder("accountId")))
    .orderBy(desc(auditEntries.position))
    .limit(1)
    .prepare();
  return {
    insert: rowInsert(db, auditEntries, "position"),

    has: (id: string): boolean => find.get({ id }) !== undefined,

    newest: (accountId: string): AuditRow | undefined => newest.get({ accountId }),

    change: (position: number, change: Partial<AuditRow>): void =>
      void db.update(auditEntries).set(change).where(eq(auditEntries.position, position)).run(),

    setHash: (position: number, hash: string): void =>
      void db.update(auditEntries).set({ hash }).where(eq(auditEntries.position, position)).run(),

    /** Entries of an account about one target, oldest first. */
    ofTarget: (accountId: string, targetId: string): AuditRow[] =>
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.accountId, accountId), eq(auditEntries.targetId, targetId)))
        .orderBy(asc(auditEntries.position))
        .all(),

    /** Entries from before the chain, oldest first. */
    withoutHash: (accountId: string): AuditRow[] =>
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.accountId, accountId), isNull(auditEntries.hash)))
        .orderBy(asc(auditEntries.position))
        .all(),

    /** Oldest first. */
    after: (accountId: string, position: number, limit: number): AuditRow[] =>
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.accountId, accountId), gt(auditEntries.position, position)))
        .orderBy(asc(auditEntries.position))
        .limit(limit)
        .all(),

    accounts: (): string[] =>
      db
        .selectDistinct({ id: auditEntries.accountId })
        .from(auditEntries)
        .orderBy(asc(auditEntries.accountId))
        .all()
        .map(({ id }) => id),

    /** In the order, from beyond a position. */
    list: (
      accountId: string,
      { order, ...filter }: AuditFilter & { order: ListOrder },
      beyond: number | undefined,
      limit: number,
    ): AuditRow[] => auditPages(db)[order].all({ ...filter, accountId, beyond, limit }),
  };
});

/** Entries in an environment's database that wait to be appended. */
export const auditOutboxStore = prepared((db) => {
  const remove = db
    .delete(auditOutbox)
    .where(eq(auditOutbox.id, sql.placeholder("id")))
    .prepare();
  const ofAccount = db
    .select()
    .from(auditOutbox)
    .where(eq(auditOutbox.accountId, sql.placeholder("accountId")))
    .orderBy(asc(auditOutbox.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  return {
    insert: rowInsert(db, auditOutbox),
    remove: (id: string): void => void remove.run({ id }),

    /** Oldest first. */
    ofAccount: (accountId: string, limit: number): AuditOutboxRow[] => ofAccount.all({ accountId, limit }),
  };
});

/** Accounts with waiting entries. */
export const auditQueued = dueRows({
  table: "audit_outbox",
  id: (row) => `${row}.account_id`,
  at: (row) => `${row}.at`,
  isGrouped: true,
  account: (row) => `${row}.account_id`,
  isDueAtOnce: true,
});
