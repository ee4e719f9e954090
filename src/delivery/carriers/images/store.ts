import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { placeholderFor, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { perWhose, type Whose } from "../../../infra/db/whose.ts";
import { imageContents, images } from "./table.ts";

/** A smaller image counts as one of this size, so that their number is bounded too. */
const sizeMin = 16_384;

export type ImageRow = typeof images.$inferSelect;

export const imageStore = prepared((db) => {
  const find = db
    .select()
    .from(images)
    .where(eq(images.id, sql.placeholder("id")))
    .prepare();
  const contentOf = db
    .select({ content: imageContents.content })
    .from(imageContents)
    .where(eq(imageContents.imageId, sql.placeholder("id")))
    .prepare();
  const unnamedBytes = sql<number>`ifnull(sum(max(${images.size}, ${sql.raw(String(sizeMin))})), 0)`;
  const unnamedOfCarrier = db
    .select({ bytes: unnamedBytes })
    .from(images)
    .where(and(eq(images.carrierId, sql.placeholder("carrierId")), isNull(images.namedAt)))
    .prepare();
  const unnamedOfAccount = db
    .select({ bytes: unnamedBytes })
    .from(images)
    .where(and(eq(images.accountId, sql.placeholder("accountId")), isNull(images.namedAt)))
    .prepare();
  const markNamed = db
    .update(images)
    .set({ accountId: placeholderFor("accountId"), namedAt: placeholderFor("now") })
    .where(eq(images.id, sql.placeholder("id")))
    .prepare();
  const oldest = perWhose("images.account_id", (isTheirs) =>
    db
      .select({ id: images.id })
      .from(images)
      .where(and(isTheirs, lt(images.createdAt, sql.placeholder("before"))))
      .limit(sql.placeholder("limit"))
      .prepare(),
  );
  const firstOfAccount = db
    .select({ at: sql<number | null>`min(${images.createdAt})` })
    .from(images)
    .where(eq(images.accountId, sql.placeholder("accountId")))
    .prepare();
  const ofAccount = db
    .select({ id: images.id })
    .from(images)
    .where(eq(images.accountId, sql.placeholder("accountId")))
    .limit(sql.placeholder("limit"))
    .prepare();

  const ofAccountWith = db
    .select({ id: images.id })
    .from(images)
    .where(
      and(eq(images.accountId, sql.placeholder("accountId")), eq(images.sha256, sql.placeholder("sha256"))),
    )
    .limit(1)
    .prepare();

  const remove = (rows: { id: string }[]): number =>
    rows.length === 0
      ? 0
      : db
          .delete(images)
          .where(
            inArray(
              images.id,
              rows.map(({ id }) => id),
            ),
          )
          .run().changes;

  return {
    insert: rowInsert(db, images),
    insertContent: rowInsert(db, imageContents),
    find: (id: string): ImageRow | undefined => find.get({ id }),
    contentOf: (id: string): Buffer | undefined => contentOf.get({ id })?.content,
    /** Bytes of images that no report has named: of all carriers of an account, or of one of the installation. */
    unnamedBytes: ({ carrierId, accountId }: Pick<ImageRow, "carrierId" | "accountId">): number =>
      (accountId === null ? unnamedOfCarrier.get({ carrierId }) : unnamedOfAccount.get({ accountId }))
        ?.bytes ?? 0,
    markNamed: (id: string, accountId: string, now: number): void =>
      void markNamed.run({ id, accountId, now }),
    removeOneOfSame: (accountId: string, sha256: string): number =>
      remove(ofAccountWith.all({ accountId, sha256 })),
    removeBefore: (before: number, limit: number, whose: Whose): number =>
      remove(oldest(whose).all({ before, limit, ...whose })),
    /** When the account's oldest image came. */
    oldestAt: (accountId: string): number | undefined => firstOfAccount.get({ accountId })?.at ?? undefined,
    removeOfAccount: (accountId: string, limit: number): number =>
      remove(ofAccount.all({ accountId, limit })),
  };
});
