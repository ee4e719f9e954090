import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import "../../src/app/tables.ts";
import { tablesOf } from "../../src/infra/db/columns.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { readSources } from "../support/imports.ts";

/** What is stored and no `table.ts` declares, each with its reason. */
const undeclared: [place: RegExp, why: string][] = [
  [/^installation\./, "values of the installation itself, which `infra/db/installation.ts` reads"],
  [/^migrations\./, "what was applied"],
  [/^sqlite_sequence\./, "SQLite's own"],
  [/^shipments\.digits_tried_at$/, "an earlier version wrote a time here"],
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("app/tables.ts loads every file that declares a table", async () => {
  const files = await readSources();
  const declaring = files.filter(({ code }) => / table\("\w+", /.test(code)).map(({ path }) => path);
  const loaded = files.find(({ path }) => path === "app/tables.ts")?.imports.map(({ target }) => target);
  expect(declaring.length).toBeGreaterThan(40);
  expect(loaded).toEqual(declaring);
});

test("every stored column is declared, so that it says what it is", () => {
  const { stores } = server.deps;
  const left = [stores.accounts, stores.platform("live"), stores.telemetry].flatMap(({ db }) => {
    const stored = db.all<{ place: string }>(
      sql`SELECT tables.name || '.' || columns.name AS place
        FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
    );
    const declared = tablesOf(db).flatMap(({ name, columns }) =>
      columns.map(({ column }) => `${name}.${column.name}`),
    );
    const places = stored.map(({ place }) => place);
    expect(declared.filter((place) => !places.includes(place))).toEqual([]);
    return places.filter((place) => !declared.includes(place));
  });
  const isKnown = (place: string) => undeclared.some(([fits]) => fits.test(place));
  expect(left.filter((place) => !isKnown(place))).toEqual([]);
  expect(undeclared.filter(([fits]) => !left.some((place) => fits.test(place)))).toEqual([]);
});
