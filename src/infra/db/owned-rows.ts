import { eq, type SQL, sql } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { placeholderFor } from "./rows.ts";
import { type Db, prepared, type Tx } from "./store.ts";

/**
 * The rows of an owner in a database, found in its schema: whoever adds a table cannot forget its deletion. A table has
 * such rows if a column names an owner, or if it refers to a table that has them.
 */

/** What owns rows: an account or a user. */
export interface OwnerKind {
  /** Its own table. */
  table: string;
  /** The columns that name one. */
  columns: readonly string[];
  /** Tables whose rows something else deletes or keeps. */
  except: readonly string[];
}

interface OwnedTable {
  name: string;
  /** SQL for the rows of an owner, whose id is `?`. */
  condition: string;
}

interface ForeignKey {
  child: string;
  from: string;
  parent: string;
  to: string;
  cascades: 0 | 1;
}

/** Each before the tables that it refers to. Rows that go along with another row of the owner are left out. */
export function ownedTables(db: Db, kind: OwnerKind): OwnedTable[] {
  const schema = readSchema(db, kind.columns);
  const visited = new Set([kind.table, ...kind.except]);
  const sorted: OwnedTable[] = [];

  function visit(name: string): void {
    if (visited.has(name)) return;
    visited.add(name);
    for (const { child, parent } of schema.keys) if (parent === name) visit(child);
    const condition = goesAlong(schema, kind, name) ? undefined : conditionOf(schema, kind, name);
    if (condition !== undefined) sorted.push({ name, condition });
  }

  schema.tables.forEach(visit);
  return sorted;
}

/** Columns that mention an owner in rows of others, such as whom somebody looks at. They can be null. */
export function mentions(db: Db, kind: OwnerKind): { name: string; column: string }[] {
  return readSchema(db, kind.columns)
    .keys.filter(
      ({ parent, from, cascades }) => parent === kind.table && !cascades && !kind.columns.includes(from),
    )
    .map(({ child, from }) => ({ name: child, column: from }));
}

/**
 * Takes an owner out of rows of others, and deletes at most `limit` rows of the owner with the rows that go along. Delete
 * rows that many others go along with before, in steps. The owner's own row stays. @returns how many
 */
export const removeOwned = (kind: OwnerKind) => {
  const releases = prepared((db) =>
    mentions(db, kind).map(({ name, column }) => {
      const table = sqliteTable(name, { mentioned: text(column) });
      const owner = sql`${sql.placeholder("owner")}`;
      return db.update(table).set({ mentioned: null }).where(eq(table.mentioned, owner)).prepare();
    }),
  );
  const statements = prepared((db) =>
    ownedTables(db, kind).map(({ name, condition }) =>
      db
        .delete(sqliteTable(name, {}))
        .where(withPlaceholders(condition))
        .limit(placeholderFor("limit"))
        .prepare(),
    ),
  );
  return (tx: Tx, owner: string, limit: number): number => {
    for (const release of releases(tx)) release.run({ owner });
    let removed = 0;
    for (const statement of statements(tx)) {
      if (removed < limit) removed += statement.run({ owner, limit: limit - removed }).changes;
    }
    return removed;
  };
};

function withPlaceholders(condition: string): SQL {
  return sql.join(
    condition.split("?").map((part) => sql.raw(part)),
    sql`${sql.placeholder("owner")}`,
  );
}

interface Schema {
  tables: readonly string[];
  /** Columns that name an owner, by table. */
  naming: ReadonlyMap<string, readonly string[]>;
  keys: readonly ForeignKey[];
}

function readSchema(db: Db, names: readonly string[]): Schema {
  const columns = db.all<{ name: string; named: string }>(
    sql`SELECT tables.name AS name, columns.name AS named FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*' AND tables.name NOT GLOB '_litestream_*'`,
  );
  const keys = db.all<ForeignKey>(
    sql`SELECT tables.name AS child, "from", keys."table" AS parent, "to", on_delete = 'CASCADE' AS cascades
      FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'`,
  );
  const naming = columns.filter(({ named }) => names.includes(named));
  return {
    tables: [...new Set(columns.map(({ name }) => name))],
    naming: new Map(
      [...Map.groupBy(naming, ({ name }) => name)].map(([name, of]) => [name, of.map(({ named }) => named)]),
    ),
    keys,
  };
}

/** Undefined for a table without rows of owners. */
function conditionOf(schema: Schema, kind: OwnerKind, name: string): string | undefined {
  const named = schema.naming.get(name) ?? [];
  const terms = named.map((column) => `"${column}" = ?`);
  for (const { child, from, parent, to, cascades } of schema.keys) {
    if (child !== name || parent === name || kind.except.includes(parent)) continue;
    if (parent !== kind.table && named.length === 0 && !cascades) {
      const parents = conditionOf(schema, kind, parent);
      if (parents !== undefined)
        terms.push(`"${from}" IN (SELECT "${to}" FROM "${parent}" WHERE ${parents})`);
    }
  }
  return terms.length === 0 ? undefined : terms.join(" OR ");
}

/** Whether its rows are deleted with rows of the same owner. */
function goesAlong(schema: Schema, kind: OwnerKind, name: string): boolean {
  return schema.keys.some(
    ({ child, parent, cascades }) =>
      child === name &&
      cascades === 1 &&
      parent !== name &&
      parent !== kind.table &&
      (goesAlong(schema, kind, parent) || conditionOf(schema, kind, parent) !== undefined),
  );
}
