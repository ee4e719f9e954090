import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { idempotencyKeys } from "./table.ts";

/** The kept response, and the request's path. */
export type KeptAnswer = Pick<typeof idempotencyKeys.$inferSelect, "accountId" | "key" | "path" | "answer">;

/** Kept responses that name a shipment. The indexes need their expressions as they are written there. */
export const redactionRows = prepared((db) => {
  const { accountId, key, path, answer, createdAt } = idempotencyKeys;
  const columns = { accountId, key, path, answer };
  const both = sql`path || answer`;
  const first = db
    .select(columns)
    .from(idempotencyKeys)
    .where(
      sql`substr(${both}, instr(${both}, 'shp_'), 30) = ${sql.placeholder("shipmentId")} AND instr(${both}, 'shp_') > 0`,
    )
    .prepare();
  const ofSeveral = db
    .select(columns)
    .from(idempotencyKeys)
    .where(
      and(
        sql`(path GLOB '*/batch' OR path GLOB '*/return')`,
        gte(createdAt, sql.placeholder("since")),
        sql`instr(answer, ${sql.placeholder("shipmentId")}) > 0`,
      ),
    )
    .prepare();
  const rewrite = db
    .update(idempotencyKeys)
    .set({ answer: sql`${sql.placeholder("answer")}` })
    .where(and(eq(accountId, sql.placeholder("accountId")), eq(key, sql.placeholder("key"))))
    .prepare();

  const rowid = sql<number>`rowid`;
  const after = db
    .select({ rowid, ...columns })
    .from(idempotencyKeys)
    .where(and(gt(rowid, sql.placeholder("after")), sql`instr(answer, '/t/') > 0`))
    .orderBy(asc(rowid))
    .limit(sql.placeholder("limit"))
    .prepare();

  return {
    /** Kept responses that may have a tracking link, by the order of their rows. */
    withLinksAfter: (place: number, limit: number) => after.all({ after: place, limit }),
    naming: (shipmentId: string, since: number): KeptAnswer[] => [
      ...first.all({ shipmentId }),
      ...ofSeveral.all({ shipmentId, since }),
    ],
    rewrite: (row: Omit<KeptAnswer, "path">): void => void rewrite.run(row),
  };
});
