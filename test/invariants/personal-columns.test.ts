import { afterAll, beforeAll, expect, test } from "bun:test";
import "../../src/app/tables.ts";
import {
  type DeclaredColumn,
  gone,
  integer,
  personal,
  table,
  tablesOf,
  text,
} from "../../src/infra/db/columns.ts";
import { ownedTables } from "../../src/infra/db/owned-rows.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { readSources } from "../support/imports.ts";

/** What types cannot hold of the policies that columns have. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const isApart = ({ left }: DeclaredColumn) => typeof left === "object" && left !== null;

/** Tables with columns that an erasure changes or deletes, of all databases. */
function personalTables() {
  const { stores } = server.deps;
  return [stores.accounts, stores.platform("live"), stores.telemetry].flatMap(({ db }) =>
    tablesOf(db)
      .map(({ name, columns }) => ({
        name,
        names: columns.map((column) => column.name),
        personal: columns.filter((column) => column.left !== undefined && !isApart(column)),
      }))
      .filter(({ personal }) => personal.length > 0),
  );
}

/** Their rows are those of a shipment, see `delivery/privacy/redaction/steps.ts`. */
const isOfShipment = ({ name, names }: { name: string; names: string[] }) =>
  name === "shipments" || names.includes("shipmentId") || names.includes("assignmentId");

test("a column that does not say what it is does not compile", () => {
  // @ts-expect-error It is neither plain nor personal nor sealed.
  const declare = () => table("unsaid", { id: text().primaryKey(), at: integer() });
  // @ts-expect-error The column is never null.
  const empty = () => personal(text().notNull(), null);
  expect([declare, empty]).toHaveLength(2);
});

test("what is erased apart is erased by a function that there is", async () => {
  const code = (await readSources()).map((file) => file.code).join("\n");
  const { stores } = server.deps;
  const named = [stores.accounts, stores.platform("live"), stores.telemetry].flatMap(({ db }) =>
    tablesOf(db).flatMap(({ columns }) =>
      columns.flatMap(({ left }) => (left && typeof left === "object" ? left.by : [])),
    ),
  );
  expect(named).toContain("redactEvents");
  const isThere = (name: string) =>
    new RegExp(`^export (async )?(function|const) ${name}\\b`, "m").test(code);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("a table whose rows belong to a shipment names it, so that its erasure finds them", () => {
  const { db } = server.deps.stores.platform("live");
  const kind = { table: "shipments", columns: ["shipment_id"], except: [] };
  const owned = ownedTables(db, kind).map(({ name }) => name);
  const tables = personalTables();
  expect(tables.filter(isOfShipment).length).toBeGreaterThan(12);
  expect(tables.filter((each) => owned.includes(each.name) && !isOfShipment(each))).toEqual([]);
});

test("what no erasure of a row reaches goes with its row, or is a deleted driver's or redacted schedule's", () => {
  const left = personalTables()
    .filter((each) => !isOfShipment(each))
    .flatMap(({ name, personal }) =>
      personal.filter((column) => column.left !== gone).map((column) => `${name}.${column.name}`),
    );
  expect(left).toEqual(["drivers.phone", "schedules.name", "schedules.shipment"]);
});
