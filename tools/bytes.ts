/**
 * `bun run tools/bytes.ts live.db shipments` says what a database's bytes are for: of each table and index its bytes, and
 * how many these are for each row of the named table. It opens the file for reading only; stop the server first, or use a
 * backup. docs/architecture.md has what it said.
 */
import Database from "better-sqlite3";
import Table from "cli-table3";

const [file, counted] = process.argv.slice(2);
if (file === undefined || counted === undefined) {
  console.error("usage: bun run tools/bytes.ts <database file> <table>");
  process.exit(2);
}

const database = new Database(file, { readonly: true, fileMustExist: true });
const { rows } = database.prepare(`SELECT count(*) AS rows FROM "${counted}"`).get() as { rows: number };
const parts = database
  .prepare(
    `SELECT name, sum(pgsize) AS bytes, sum(payload) AS payload FROM dbstat
    GROUP BY name HAVING sum(payload) > 0 ORDER BY bytes DESC`,
  )
  .all() as { name: string; bytes: number; payload: number }[];
database.close();

const table = new Table({
  head: ["table or index", "bytes on disk", "content", `for each of ${rows} ${counted}`],
  colAligns: ["left", "right", "right", "right"],
  style: { head: [], border: [] },
});
for (const { name, bytes, payload } of parts) table.push([name, bytes, payload, Math.round(bytes / rows)]);
console.log(table.toString());
