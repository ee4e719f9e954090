import { and, asc, eq, gt, sql } from "drizzle-orm";
import { perShape } from "../../../infra/db/per-shape.ts";
import { placeholderFor, rowInsert } from "../../../infra/db/rows.ts";
import { type Db, prepared } from "../../../infra/db/store.ts";
import type { StoredStatus } from "./import.ts";
import { importRows } from "./table.ts";

export type ImportRow = typeof importRows.$inferSelect;

/** What compares rows with each other needs of each. */
export type KeyedRow = Pick<
  ImportRow,
  | "row"
  | "status"
  | "sameKey"
  | "referenceKey"
  | "duplicateRow"
  | "duplicateId"
  | "isTaken"
  | "isFaulty"
  | "price"
  | "isTold"
> & { faultCount: number };

interface RowRange {
  importId: string;
  after: number;
  status?: StoredStatus | undefined;
  limit: number;
}

export const importRowStore = prepared((db) => {
  const importId = sql.placeholder("importId");
  const row = sql.placeholder("row");
  const ofImport = eq(importRows.importId, importId);
  const isRow = and(ofImport, eq(importRows.row, row));
  const found = db.select().from(importRows).where(isRow).prepare();
  const page = perShape<RowRange, ImportRow>(({ importId, after, status, limit }) =>
    db
      .select()
      .from(importRows)
      .where(
        and(
          eq(importRows.importId, importId),
          status && eq(importRows.status, status),
          gt(importRows.row, after),
        ),
      )
      .orderBy(asc(importRows.row))
      .limit(limit),
  );
  const keyed = db
    .select({
      row: importRows.row,
      status: importRows.status,
      faultCount: sql<number>`json_array_length(${importRows.faults})`,
      sameKey: importRows.sameKey,
      referenceKey: importRows.referenceKey,
      duplicateRow: importRows.duplicateRow,
      duplicateId: importRows.duplicateId,
      isTaken: importRows.isTaken,
      isFaulty: importRows.isFaulty,
      price: importRows.price,
      isTold: importRows.isTold,
    })
    .from(importRows)
    .where(and(ofImport, gt(importRows.row, sql.placeholder("after"))))
    .orderBy(asc(importRows.row))
    .limit(sql.placeholder("limit"))
    .prepare();
  const uncheckSome = db
    .update(importRows)
    .set({ status: "unchecked" })
    .where(
      and(
        ofImport,
        sql`${importRows.row} IN (SELECT row FROM import_rows WHERE import_id = ${importId} AND status <> 'unchecked'
          LIMIT ${sql.placeholder("limit")})`,
      ),
    )
    .prepare();
  const accepting = db
    .select()
    .from(importRows)
    .where(and(ofImport, eq(importRows.isAccepting, true)))
    .prepare();
  const untake = db
    .update(importRows)
    .set({ isTaken: false })
    .where(and(ofImport, eq(importRows.isTaken, true)))
    .prepare();
  const take = db.update(importRows).set({ isTaken: true }).where(isRow).prepare();
  const eraseContact = db
    .update(importRows)
    .set({ cells: null, typed: null, sameKey: null })
    .where(eq(importRows.contactId, sql.placeholder("contactId")))
    .prepare();
  const removeSome = db
    .delete(importRows)
    .where(ofImport)
    .limit(sql.placeholder("limit") as never)
    .prepare();
  const changes = perSet(db);

  const removeOfAccount = db
    .delete(importRows)
    .where(
      sql`${importRows.importId} IN (SELECT id FROM imports WHERE account_id = ${sql.placeholder("accountId")})`,
    )
    .limit(sql.placeholder("limit") as never)
    .prepare();

  return {
    insert: rowInsert(db, importRows),
    find: (importId: string, row: number): ImportRow | undefined => found.get({ importId, row }),
    /** Rows after one, in order. */
    list: (range: RowRange): ImportRow[] => page.all(range),
    /** What compares rows with each other, of rows after one, in order. */
    keyed: (importId: string, after: number, limit: number): KeyedRow[] =>
      keyed.all({ importId, after, limit }),
    change: changes,
    /** Rows whose shipments wait for an offer that is accepted. */
    accepting: (importId: string): ImportRow[] => accepting.all({ importId }),
    /** Takes exactly these of the duplicates. */
    take(importId: string, rows: readonly number[]): void {
      untake.run({ importId });
      for (const row of rows) take.run({ importId, row });
    },
    /** Has some rows read again. @returns how many it changed */
    uncheckSome: (importId: string, limit: number): number => uncheckSome.run({ importId, limit }).changes,
    removeOfAccount: (accountId: string, limit: number): number =>
      removeOfAccount.run({ accountId, limit }).changes,
    eraseContact: (contactId: string): void => void eraseContact.run({ contactId }),
    /** @returns how many rows it deleted */
    removeSome: (importId: string, limit: number): number => removeSome.run({ importId, limit }).changes,
  };
});

/** Changes some columns of a row. It prepares one statement for each set of columns. */
function perSet(db: Db): (importId: string, row: number, change: Partial<ImportRow>) => void {
  const prepare = (names: string[]) =>
    db
      .update(importRows)
      .set(Object.fromEntries(names.map((name) => [name, placeholderFor(name)])) as never)
      .where(
        and(
          eq(importRows.importId, sql.placeholder("of import")),
          eq(importRows.row, sql.placeholder("of row")),
        ),
      )
      .prepare();
  const statements = new Map<string, ReturnType<typeof prepare>>();
  return (importId, row, change) => {
    const names = Object.keys(change);
    const statement = statements.get(names.join()) ?? prepare(names);
    statements.set(names.join(), statement);
    statement.run({ ...change, "of import": importId, "of row": row });
  };
}
