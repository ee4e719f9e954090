import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { AssignmentRow } from "./rows.ts";
import { assignments, shipments } from "./table.ts";

/** What a redaction reads of shipments and assignments. */
export const redactionRows = prepared((db) => {
  const shipmentId = sql.placeholder("shipmentId");
  const assignmentsOf = db.select().from(assignments).where(eq(assignments.shipmentId, shipmentId)).prepare();
  const endedBefore = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        lt(shipments.endedAt, sql.placeholder("before")),
        isNull(shipments.redactedAt),
      ),
    )
    .orderBy(asc(shipments.endedAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const expiredBefore = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        lt(shipments.updatedAt, sql.placeholder("before")),
        eq(shipments.status, "expired"),
      ),
    )
    .orderBy(asc(shipments.updatedAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const firstEnded = db
    .select({ at: sql<number | null>`min(${shipments.endedAt})` })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        isNotNull(shipments.endedAt),
        isNull(shipments.redactedAt),
      ),
    )
    .prepare();
  const firstExpired = db
    .select({ at: sql<number | null>`min(${shipments.updatedAt})` })
    .from(shipments)
    .where(and(eq(shipments.accountId, sql.placeholder("accountId")), eq(shipments.status, "expired")))
    .prepare();
  return {
    firstEndOf(accountId: string): number | undefined {
      const ends = [firstEnded, firstExpired].flatMap((first) => first.get({ accountId })?.at ?? []);
      return ends.length === 0 ? undefined : Math.min(...ends);
    },
    endedBefore: (accountId: string, before: number, limit: number): string[] =>
      endedBefore.all({ accountId, before, limit }).map(({ id }) => id),
    expiredBefore: (accountId: string, before: number, limit: number): string[] =>
      expiredBefore.all({ accountId, before, limit }).map(({ id }) => id),
    assignmentsOf: (shipmentId: string): AssignmentRow[] => assignmentsOf.all({ shipmentId }),
  };
});
