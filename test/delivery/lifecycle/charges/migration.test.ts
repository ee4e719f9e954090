import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Charges from before returns had a kind of their own stay what they were. */

const folder = join(import.meta.dir, "../../../../migrations/platform");
const first = "0118";

function migrate(database: Database.Database, isWanted: (name: string) => boolean): void {
  for (const name of readdirSync(folder).sort().filter(isWanted)) {
    database.exec(readFileSync(join(folder, name), "utf8"));
  }
}

test("the migration keeps every charge and the sums of the months, and takes a return once", () => {
  const database = new Database(":memory:");
  database.pragma("foreign_keys = ON");
  migrate(database, (name) => name < first);
  const insert = (values: Record<string, unknown>) => {
    const row = {
      id: "chg_1",
      account_id: "acct_1",
      shipment_id: "shp_1",
      assignment_id: "asg_1",
      carrier_id: "car_1",
      kind: "delivery",
      amount: 500,
      currency: "EUR",
      billed_by: "installation",
      reverses: null,
      created_at: Date.parse("2026-01-31T12:00:00Z"),
      cost: 400,
      reason: null,
      ...values,
    };
    const names = Object.keys(row);
    const places = names.map(() => "?").join();
    database.prepare(`INSERT INTO charges (${names.join()}) VALUES (${places})`).run(...Object.values(row));
  };
  insert({});
  insert({ id: "chg_2", kind: "adjustment", amount: -500, cost: -400, reverses: "chg_1" });
  insert({ id: "chg_3", kind: "waiting", amount: 250, cost: null, reason: "At the ramp." });
  const rows = () => database.prepare("SELECT * FROM charges ORDER BY id").all();
  const sums = () => database.prepare("SELECT * FROM statement_totals ORDER BY kind").all();
  // Nothing was ordered by a form, or charged by a report, before there were any.
  const later = { order_form_id: null, markup_percent: null, report_hash: null, report_id: null };
  const withLater = (all: unknown[]) => all.map((row) => ({ ...(row as object), ...later }));
  const [rowsBefore, sumsBefore] = [rows(), sums()];
  migrate(database, (name) => name >= first);
  expect([withLater(rows()), sums()]).toEqual([withLater(rowsBefore), sumsBefore]);
  expect(database.pragma("foreign_key_check")).toEqual([]);

  insert({ id: "chg_4", kind: "return", amount: 200, cost: 150 });
  expect(() => insert({ id: "chg_5", kind: "return" })).toThrow("UNIQUE");
  expect(() => database.exec("UPDATE charges SET amount = 1")).toThrow("never changes");
  expect(sums()).toHaveLength(4);
  database.exec("DELETE FROM charges");
  expect(sums()).toEqual([]);
  database.close();
});
