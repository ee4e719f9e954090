import { and, count, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowChange, rowInsert, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { ImportKind } from "./columns/field.ts";
import type { ImportStatus } from "./import.ts";
import { importFiles, importMappings, imports } from "./table.ts";

/** Imports, their files and the mappings; rows are in `rows-store.ts`. */

export type ImportRecord = typeof imports.$inferSelect;
export type MappingRow = typeof importMappings.$inferSelect;

const openStatuses: ImportStatus[] = ["checking", "ready", "running"];

export const importStore = prepared((db) => {
  const id = sql.placeholder("id");
  const accountId = sql.placeholder("accountId");
  const byId = db.select().from(imports).where(eq(imports.id, id)).prepare();
  const ofFile = db
    .select()
    .from(imports)
    .where(and(eq(imports.accountId, accountId), eq(imports.fileHash, sql.placeholder("fileHash"))))
    .orderBy(desc(imports.id))
    .prepare();
  const open = db
    .select({ total: count() })
    .from(imports)
    .where(and(eq(imports.accountId, accountId), inArray(imports.status, openStatuses)))
    .prepare();
  const kept = db
    .select({ total: count() })
    .from(imports)
    .where(and(eq(imports.accountId, accountId), isNotNull(imports.dueAt)))
    .prepare();
  const file = db.select().from(importFiles).where(eq(importFiles.importId, id)).prepare();
  const removeFile = db.delete(importFiles).where(eq(importFiles.importId, id)).prepare();
  const mapping = db
    .select()
    .from(importMappings)
    .where(
      and(
        eq(importMappings.accountId, accountId),
        eq(importMappings.kind, sql.placeholder("kind")),
        eq(importMappings.headersHash, sql.placeholder("headersHash")),
      ),
    )
    .prepare();
  const unused = and(
    eq(importMappings.accountId, accountId),
    lt(importMappings.usedAt, sql.placeholder("before")),
  );
  const removeUnused = db.delete(importMappings).where(unused).prepare();
  const firstUsed = db
    .select({ at: sql<number | null>`min(${importMappings.usedAt})` })
    .from(importMappings)
    .where(eq(importMappings.accountId, accountId))
    .prepare();
  const page = perShape<{ accountId: string; before?: string | undefined; limit: number }, ImportRecord>(
    ({ accountId, before, limit }) =>
      db
        .select()
        .from(imports)
        .where(and(eq(imports.accountId, accountId), before && lt(imports.id, before)))
        .orderBy(desc(imports.id))
        .limit(limit),
  );

  const ofAccount = sql`IN (SELECT id FROM imports WHERE account_id = ${accountId})`;
  const limit = sql.placeholder("limit") as never;
  const removals = [
    db.delete(importFiles).where(sql`${importFiles.importId} ${ofAccount}`).limit(limit).prepare(),
    db.delete(importMappings).where(eq(importMappings.accountId, accountId)).limit(limit).prepare(),
    db.delete(imports).where(eq(imports.accountId, accountId)).limit(limit).prepare(),
  ];

  return {
    insert: rowInsert(db, imports),
    change: rowChange(db, imports, "id"),
    find: (id: string): ImportRecord | undefined => byId.get({ id }),
    /** The imports of a file, newest first. */
    ofFile: (accountId: string, fileHash: string): ImportRecord[] => ofFile.all({ accountId, fileHash }),
    countOpen: (accountId: string): number => open.get({ accountId })?.total ?? 0,
    /** Those that are not erased. */
    countKept: (accountId: string): number => kept.get({ accountId })?.total ?? 0,
    list: (range: { accountId: string; before?: string | undefined; limit: number }): ImportRecord[] =>
      page.all(range),
    insertFile: rowInsert(db, importFiles),
    findFile: (id: string) => file.get({ id }),
    removeFile: (id: string): void => void removeFile.run({ id }),
    /** Those without rows. @returns how many it deleted, with what belongs to them */
    removeOfAccount: (accountId: string, limit: number): number =>
      removals.reduce((sum, removal) => sum + removal.run({ accountId, limit }).changes, 0),
    findMapping: (accountId: string, kind: ImportKind, headersHash: string): MappingRow | undefined =>
      mapping.get({ accountId, kind, headersHash }),
    /** When the mapping was used that nobody used for the longest time. */
    firstMappingUse: (accountId: string): number | undefined => firstUsed.get({ accountId })?.at ?? undefined,
    /** @returns how many it deleted */
    removeMappings: (accountId: string, before: number): number =>
      removeUnused.run({ accountId, before }).changes,
    saveMapping: rowUpsert(db, importMappings, "accountId", "kind", "headersHash"),
  };
});

export const importsDue = dueRows({
  table: "imports",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});
