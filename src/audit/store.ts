import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import type { AuditAction } from "./audit.ts";
import { auditEntries } from "./table.ts";

export type AuditRow = typeof auditEntries.$inferSelect;

export interface AuditFilter {
  actions?: AuditAction[] | undefined;
  targetId?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

export const auditStore = prepared((db) => ({
  insert: (row: Omit<AuditRow, "position">): void => void db.insert(auditEntries).values(row).run(),

  newest: (accountId: string): AuditRow | undefined =>
    db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.accountId, accountId))
      .orderBy(desc(auditEntries.position))
      .limit(1)
      .get(),

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

  /** Newest first, from before `position`. */
  list(accountId: string, filter: AuditFilter, before: number | undefined, limit: number): AuditRow[] {
    const conditions: (SQL | undefined)[] = [
      eq(auditEntries.accountId, accountId),
      filter.actions && inArray(auditEntries.action, filter.actions),
      filter.targetId === undefined ? undefined : eq(auditEntries.targetId, filter.targetId),
      filter.createdAfter === undefined ? undefined : gte(auditEntries.at, filter.createdAfter),
      filter.createdBefore === undefined ? undefined : lt(auditEntries.at, filter.createdBefore),
      before === undefined ? undefined : lt(auditEntries.position, before),
    ];
    return db
      .select()
      .from(auditEntries)
      .where(and(...conditions))
      .orderBy(desc(auditEntries.position))
      .limit(limit)
      .all();
  },
}));
