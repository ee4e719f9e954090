import { and, asc, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { placeholderFor } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { AccountEnvironment } from "../model.ts";
import { redactedIds, requestBatches } from "./table.ts";

/** A batch as it is stored. */
export type StoredBatch = Pick<typeof requestBatches.$inferSelect, "position" | "entries" | "bodies">;

interface Span extends AccountEnvironment {
  /** Batches with no later request are left out. */
  since: number;
  /** The position of the last batch that was read. */
  after: number;
  limit: number;
}

export const redactionStore = prepared((db) => {
  const keep = db
    .insert(redactedIds)
    .values({ id: placeholderFor("id"), redactedAt: placeholderFor("now") })
    .onConflictDoNothing()
    .prepare();
  const find = db
    .select({ id: redactedIds.id })
    .from(redactedIds)
    .where(eq(redactedIds.id, sql.placeholder("id")))
    .prepare();
  const batches = db
    .select({
      position: requestBatches.position,
      entries: requestBatches.entries,
      bodies: requestBatches.bodies,
    })
    .from(requestBatches)
    .where(
      and(
        eq(requestBatches.accountId, sql.placeholder("accountId")),
        eq(requestBatches.environment, sql.placeholder("environment")),
        gt(requestBatches.position, sql.placeholder("after")),
        gte(requestBatches.newestAt, sql.placeholder("since")),
      ),
    )
    .orderBy(asc(requestBatches.position))
    .limit(sql.placeholder("limit"))
    .prepare();
  const rewrite = db
    .update(requestBatches)
    .set({ bodies: placeholderFor("bodies") })
    .where(eq(requestBatches.position, sql.placeholder("position")))
    .prepare();

  return {
    keepId: (id: string, now: number): void => void keep.run({ id, now }),
    isRedacted: (id: string): boolean => find.get({ id }) !== undefined,
    batches: (span: Span): StoredBatch[] => batches.all({ ...span }),
    rewrite: (position: number, bodies: string): void => void rewrite.run({ position, bodies }),
    /** @returns how many were deleted, at most `limit` */
    removeIds(before: number, limit: number): number {
      const old = db
        .select({ id: redactedIds.id })
        .from(redactedIds)
        .where(lt(redactedIds.redactedAt, before))
        .limit(limit);
      return db.delete(redactedIds).where(inArray(redactedIds.id, old)).run().changes;
    },
  };
});
