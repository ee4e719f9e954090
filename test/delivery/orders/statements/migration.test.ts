import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Charges that are older than margins are in the statements of their months. */

const folder = join(import.meta.dir, "../../../../migrations/platform");
const first = "0054";

function migrate(database: Database.Database, isWanted: (name: string) => boolean): void {
  for (const name of readdirSync(folder).sort().filter(isWanted)) {
    database.exec(readFileSync(join(folder, name), "utf8"));
  }
}

test("the migration sums up the charges that are there, with their amount as cost", () => {
  const database = new Database(":memory:");
  migrate(database, (name) => name < first);
  const charges: [kind: string, amount: number, billedBy: string, reverses: string | null, at: string][] = [
    ["delivery", 777, "installation", null, "2026-01-31T23:59:59.999Z"],
    ["adjustment", -777, "installation", "chg_0", "2026-02-01T00:00:00.000Z"],
    ["cancellation", 120, "installation", null, "2026-02-01T00:00:00.000Z"],
    ["delivery", 5000, "carrier", null, "2026-02-02T00:00:00.000Z"],
  ];
  for (const [index, [kind, amount, billedBy, reverses, at]] of charges.entries()) {
    const values = [`chg_${index}`, `asg_${index}`, kind, amount, billedBy, reverses, Date.parse(at)];
    database
      .prepare(
        `INSERT INTO charges (id, account_id, shipment_id, assignment_id, carrier_id, kind, amount, currency, billed_by,
          reverses, created_at) VALUES (?, 'acct_1', 'shp_1', ?, 'car_1', ?, ?, 'EUR', ?, ?, ?)`,
      )
      .run(...values);
  }
  migrate(database, (name) => name >= first);
  const rest = { account_id: "acct_1", carrier_id: "car_1", currency: "EUR", charges: 1 };
  expect(database.prepare("SELECT * FROM statement_totals").all()).toEqual([
    { ...rest, month: "2026-01", kind: "delivery", amount: 777, cost: 777 },
    { ...rest, month: "2026-02", kind: "adjustment", amount: -777, cost: -777 },
    { ...rest, month: "2026-02", kind: "cancellation", amount: 120, cost: 120 },
  ]);
  database.exec("DELETE FROM charges");
  expect(database.prepare("SELECT * FROM statement_totals").all()).toEqual([]);
  database.close();
});
