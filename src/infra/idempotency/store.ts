import { and, eq, like, lte, notLike, sql } from "drizzle-orm";
import { rowInsert } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { mentionsOf } from "../mail/mail.ts";
import type { StoredText } from "../stored-links.ts";
import { idempotencyKeys } from "./table.ts";

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

/** In the place of an address that was erased. */
const erased = "(redacted)";

export const idempotencyStore = prepared((db) => {
  const isKey = and(
    eq(idempotencyKeys.accountId, sql.placeholder("accountId")),
    eq(idempotencyKeys.key, sql.placeholder("key")),
  );
  const byKey = db.select().from(idempotencyKeys).where(isKey).prepare();
  const remove = db.delete(idempotencyKeys).where(isKey).prepare();
  return {
    insert: rowInsert(db, idempotencyKeys),
    find: (accountId: string, key: string): IdempotencyRow | undefined => byKey.get({ accountId, key }),
    remove: (accountId: string, key: string): void => void remove.run({ accountId, key }),
    finish: (accountId: string, key: string, answer: StoredText): void =>
      void db
        .update(idempotencyKeys)
        .set({ answer, final: true })
        .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)))
        .run(),
    removeOfAccount: (accountId: string, until: number, keptPaths: readonly string[]): void =>
      void db
        .delete(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.accountId, accountId),
            lte(idempotencyKeys.createdAt, until),
            ...keptPaths.map((path) => notLike(idempotencyKeys.path, `${path}%`)),
          ),
        )
        .run(),
    removeScope: (accountId: string): void =>
      void db.delete(idempotencyKeys).where(eq(idempotencyKeys.accountId, accountId)).run(),
    /** In responses to paths that begin with `path`. JSON holds an address as it is: no character of it needs an escape. */
    eraseAddress(accountId: string, address: string, path: string): void {
      const key = { accountId: idempotencyKeys.accountId, key: idempotencyKeys.key };
      const holding = db
        .select({ ...key, answer: idempotencyKeys.answer })
        .from(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.accountId, accountId),
            like(idempotencyKeys.path, `${path}%`),
            sql`instr(${idempotencyKeys.answer}, ${address}) > 0`,
          ),
        )
        .all();
      for (const row of holding) {
        const answer = row.answer.replace(mentionsOf(address), erased) as StoredText;
        db.update(idempotencyKeys)
          .set({ answer })
          .where(and(eq(key.accountId, accountId), eq(key.key, row.key)))
          .run();
      }
    },
    /** @returns how many rows were deleted, at most `limit` */
  };
});
