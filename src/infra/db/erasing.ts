import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  columnIn,
  type DeclaredColumn,
  type DeclaredTable,
  declaredTable,
  gone,
  tablesOf,
} from "./columns.ts";
import { placeholderFor } from "./rows.ts";
import { type Db, prepared, type Tx } from "./store.ts";

/** Erases the personal data of one thing from all rows that belong to it: their tables say what is left. */

/** What is erased. Columns have the names that they have in rows. */
interface ErasedKind {
  table: string;
  /** It names one in rows of other tables. */
  column: string;
  /** A table whose rows belong to one, and the column that names a row of it: such rows belong to it too. */
  between: { table: string; column: string };
}

type Row = Record<string, unknown>;
type Change = (value: unknown, row: Row) => unknown;
/** @returns how many rows it changed or deleted, at most `limit` */
type Step = (id: string, limit: number) => number;

/**
 * Changes at most `limit` rows of each table, and deletes at most `limit` rows in all. Repeat it until nothing is left.
 * @returns how many
 */
export function rowEraser(kind: ErasedKind): (tx: Tx, id: string, limit: number) => number {
  const stepsOf = prepared((db) => {
    const owned = tablesOf(db).flatMap((of) => {
      const condition = conditionOf(db, kind, of);
      return condition === undefined ? [] : [{ of, condition }];
    });
    return {
      changes: owned.flatMap(({ of, condition }) => changeRows(db, of, condition)),
      deletes: owned.flatMap(({ of, condition }) => deleteRows(db, of, condition)),
    };
  });
  return (tx, id, limit) => {
    const { changes, deletes } = stepsOf(tx);
    let done = 0;
    for (const change of changes) done += change(id, limit);
    for (const remove of deletes) if (done < limit) done += remove(id, limit - done);
    return done;
  };
}

/** What an erasure leaves in the columns of a row. */
export function erasedColumns<T extends object>(table: string, row: T): Partial<T> {
  return erased(declaredTable(table).columns, row as Row) as Partial<T>;
}

function erased(columns: readonly DeclaredColumn[], row: Row): Row {
  const changes = columns.flatMap((column) => {
    const change = changeOf(column);
    return change === undefined ? [] : [[column.name, change(row[column.name], row)]];
  });
  return Object.fromEntries(changes);
}

/** Undefined for a column that an erasure leaves as it is, or whose row it deletes. */
function changeOf({ left }: DeclaredColumn): Change | undefined {
  if (left === undefined || left === gone) return undefined;
  if (left !== null && typeof left === "object") return undefined;
  const leave = typeof left === "function" ? left : () => left;
  return (value, row) => (value === null ? null : leave(value as never, row as never));
}

/** Which rows belong to one; undefined for a table that has none. */
function conditionOf(db: Db, { table, column, between }: ErasedKind, of: DeclaredTable): SQL | undefined {
  const id = sql.placeholder("id");
  if (of.name === table) return eq(columnIn(of, "id"), id);
  const own = of.columns.find(({ name }) => name === column);
  if (own) return eq(own.column, id);
  const through = of.columns.find(({ name }) => name === between.column);
  if (!through) return undefined;
  const middle = declaredTable(between.table);
  const ids = db
    .select({ id: columnIn(middle, "id") })
    .from(middle.table)
    .where(eq(columnIn(middle, column), id));
  return inArray(through.column, ids);
}

function changeRows(db: Db, { name: of, table, columns }: DeclaredTable, condition: SQL): Step[] {
  const changed = columns.filter((column) => changeOf(column) !== undefined);
  if (changed.length === 0) return [];
  const read = columns.filter(({ column }) => column.dataType !== "buffer");
  const rows = db
    .select(Object.fromEntries(read.map(({ name, column }) => [name, column])))
    .from(table)
    .where(condition)
    .prepare();
  const keys = db
    .all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${of}) WHERE pk > 0`)
    .map((key) => key.name);
  const key = columns.filter(({ column }) => keys.includes(column.name));
  const update = db
    .update(table)
    .set(Object.fromEntries(changed.map(({ name }) => [name, placeholderFor(name)])) as never)
    .where(and(...key.map(({ name, column }) => eq(column, sql.placeholder(`key ${name}`)))))
    .prepare();
  const step: Step = (id, limit) => {
    let done = 0;
    for (const row of rows.all({ id }) as Row[]) {
      const after = erased(changed, row);
      if (changed.every(({ name }) => JSON.stringify(after[name]) === JSON.stringify(row[name]))) continue;
      update.run({ ...after, ...Object.fromEntries(key.map(({ name }) => [`key ${name}`, row[name]])) });
      done += 1;
      if (done === limit) break;
    }
    return done;
  };
  return [step];
}

function deleteRows(db: Db, { table, columns }: DeclaredTable, condition: SQL): Step[] {
  if (!columns.some(({ left }) => left === gone)) return [];
  const remove = db.delete(table).where(condition).limit(placeholderFor("limit")).prepare();
  return [(id, limit) => remove.run({ id, limit }).changes];
}
