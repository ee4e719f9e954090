import { and, asc, gt, isNotNull, or, sql } from "drizzle-orm";
import { reseal, type StoredSecret, type Vault } from "../secrets/vault.ts";
import { type DeclaredColumn, type DeclaredTable, tablesOf } from "./columns.ts";
import { rowChange } from "./rows.ts";
import type { Db, Store } from "./store.ts";

/** Reads and moves the secrets of a database: its tables say where they are. */

const rowsPerStep = 500;

type Row = Record<string, unknown>;

interface SealedTable extends DeclaredTable {
  key: DeclaredColumn;
  sealed: (DeclaredColumn & Required<Pick<DeclaredColumn, "sealed">>)[];
}

type Replace = (kept: StoredSecret, place: string) => StoredSecret;

interface PlacedSecret {
  kept: StoredSecret;
  place: string;
}

/**
 * Re-encrypts all secrets of a database for another vault, in steps that keep nobody waiting.
 * @returns the number of values that are not null, by `table.column`
 */
export async function resealAll(
  store: Pick<Store, "db" | "write">,
  from: Vault,
  to: Vault,
): Promise<ReadonlyMap<string, number>> {
  const moved = new Map<string, number>();
  for (const of of sealedTablesOf(store.db)) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const before: string = after;
      after = await store.write((tx): string | undefined => {
        const change = rowChange(tx, of.table, of.key.name as never);
        const rows = rowsAfter(tx, of, before);
        for (const row of rows) {
          const changed = withSecrets(of, row, (kept, place) => reseal(kept, place, from, to));
          change(keyIn(of, row), changed as never);
          for (const name of Object.keys(changed)) {
            const column = `${of.name}.${name}`;
            moved.set(column, (moved.get(column) ?? 0) + 1);
          }
        }
        const last = rows.at(-1);
        return last && keyIn(of, last);
      });
    }
  }
  return moved;
}

/** Whether a column has a secret in the open. Every start asks: an index has the condition as it is written here. */
export function hasPlain(db: Db, table: string, column: string): boolean {
  const isPlain = sql`substr(${sql.identifier(column)}, 1, 1) = '"'`;
  return db.get(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE ${isPlain} LIMIT 1`) !== undefined;
}

/** All secrets of a database, each with what binds it to its row. */
export function* secretsIn(db: Db): Generator<PlacedSecret> {
  for (const of of sealedTablesOf(db)) {
    for (
      let rows = rowsAfter(db, of, "");
      rows.length > 0;
      rows = rowsAfter(db, of, keyIn(of, rows.at(-1)))
    ) {
      for (const row of rows) {
        const found: PlacedSecret[] = [];
        withSecrets(of, row, (kept, place) => {
          found.push({ kept, place });
          return kept;
        });
        yield* found;
      }
    }
  }
}

function sealedTablesOf(db: Db): SealedTable[] {
  return tablesOf(db).flatMap((declared) => {
    const sealed = declared.columns.filter((each): each is SealedTable["sealed"][number] => "sealed" in each);
    if (sealed.length === 0) return [];
    // The steps begin after an empty text, before which every number comes.
    const key = declared.columns.find(({ column }) => column.primary && column.dataType === "string");
    if (!key) throw new Error(`${declared.name} needs a primary key of one column of text`);
    return [{ ...declared, key, sealed }];
  });
}

function keyIn({ key }: SealedTable, row: Row = {}): string {
  return String(row[key.name]);
}

/** Some rows with secrets, by their key, without what can be large. */
function rowsAfter(db: Db, { table, columns, key, sealed }: SealedTable, after: string): Row[] {
  const read = columns.filter(({ column }) => column.dataType !== "buffer");
  return db
    .select(Object.fromEntries(read.map(({ name, column }) => [name, column])))
    .from(table)
    .where(and(gt(key.column, after), or(...sealed.map(({ column }) => isNotNull(column)))))
    .orderBy(asc(key.column))
    .limit(rowsPerStep)
    .all();
}

/** The sealed columns of a row that are not null, with other secrets in them. */
function withSecrets(of: SealedTable, row: Row, replace: Replace): Row {
  const filled = of.sealed.filter(({ name }) => row[name] !== null);
  return Object.fromEntries(
    filled.map(({ name, sealed: { place, within } }) => [
      name,
      within(row[name] as never, (kept, member = "") =>
        replace(kept, place(keyIn(of, row), member, row as never)),
      ),
    ]),
  );
}
