import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** What accounts accept by default stays what it was, and each environment has it from then on. */

const folder = join(import.meta.dir, "../../../migrations/accounts");
const first = "0201";

function migrate(database: Database.Database, isWanted: (name: string) => boolean): void {
  for (const name of readdirSync(folder).sort().filter(isWanted)) {
    database.exec(readFileSync(join(folder, name), "utf8"));
  }
}

test("the migration gives both environments what the account accepted", () => {
  const database = new Database(":memory:");
  migrate(database, (name) => name < first);
  const own = { strategy: "cheapest", carriers: ["riders"] };
  const stored = [null, "null", JSON.stringify(own)];
  for (const [place, text] of stored.entries()) {
    database
      .prepare(
        "INSERT INTO accounts (id, name, tier, created_at, accept_by_default) VALUES (?, 'Shop', 'free', 1, ?)",
      )
      .run(`acct_${place}`, text);
  }
  migrate(database, (name) => name >= first);
  const rows = database.prepare("SELECT accepted_by_default AS text FROM accounts ORDER BY id").all();
  const read = (rows as { text: string }[]).map(({ text }) => JSON.parse(text));
  expect(read).toEqual([{}, {}, { sandbox: own, live: own }]);
  database.close();
});
