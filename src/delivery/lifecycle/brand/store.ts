import { and, count, desc, eq, sql } from "drizzle-orm";
import { rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { accountBrands, accountImages } from "./table.ts";

export type BrandRow = typeof accountBrands.$inferSelect;
export type AccountImageRow = typeof accountImages.$inferSelect;

export const brandStore = prepared((db) => {
  const find = db
    .select()
    .from(accountBrands)
    .where(eq(accountBrands.accountId, sql.placeholder("accountId")))
    .prepare();
  const findImage = db
    .select()
    .from(accountImages)
    .where(eq(accountImages.id, sql.placeholder("id")))
    .prepare();
  const openProofs = db
    .select({ accounts: count() })
    .from(accountBrands)
    .where(eq(accountBrands.proofBehindDigits, false))
    .prepare();
  const { content: _content, ...shown } = accountImages;
  return {
    find: (accountId: string): BrandRow | undefined => find.get({ accountId }),
    put: (row: BrandRow): void =>
      void db
        .insert(accountBrands)
        .values(row)
        .onConflictDoUpdate({ target: accountBrands.accountId, set: row })
        .run(),
    findImage: (id: string): AccountImageRow | undefined => findImage.get({ id }),
    insertImage: rowInsert(db, accountImages),
    /** All pictures of the account without their bytes, newest first; there are few. */
    listImages: (accountId: string) =>
      db
        .select({ id: shown.id, sha256: shown.sha256, width: shown.width, height: shown.height })
        .from(accountImages)
        .where(eq(accountImages.accountId, accountId))
        .orderBy(desc(accountImages.id))
        .all(),
    /** How many accounts show proofs to everybody with the link. */
    countOpenProofs: (): number => openProofs.get()?.accounts ?? 0,
    removeImage: (accountId: string, id: string): void =>
      void db
        .delete(accountImages)
        .where(and(eq(accountImages.accountId, accountId), eq(accountImages.id, id)))
        .run(),
  };
});
