import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { scopes } from "../../../src/access/model.ts";

const folder = "migrations/accounts";

test("a key from before with every scope has the new ones; a key with a list gains none", () => {
  const database = new Database(":memory:");
  const names = readdirSync(folder).sort();
  const apply = (some: readonly string[]) => {
    for (const name of some) database.exec(readFileSync(`${folder}/${name}`, "utf8"));
  };
  apply(names.filter((name) => name < "0015"));
  const old = scopes.filter((scope) => !/^(carriers|drivers|dispatch|charges|contacts):/.test(scope));
  expect(old).toHaveLength(11);
  // Of a later version, before contacts.
  const later = scopes.filter((scope) => !scope.startsWith("contacts:"));
  const lists = { all: old, later, fewer: later.slice(1), some: old.slice(0, 10), other: [...old].reverse() };
  database.exec("INSERT INTO accounts (id, name, tier, created_at) VALUES ('acct_1', 'A', 'free', 0)");
  for (const [id, list] of Object.entries(lists)) {
    const columns = "id, account_id, name, environment, prefix, last4, secret_hash, scopes, created_at";
    database
      .prepare(
        `INSERT INTO api_keys (${columns}) VALUES (?, 'acct_1', 'k', 'live', 'wb_live_', 'abcd', ?, ?, 0)`,
      )
      .run(id, id, JSON.stringify(list));
  }
  apply(names.filter((name) => name >= "0015"));
  const rows = database.prepare("SELECT id, scopes FROM api_keys").all() as { id: string; scopes: string }[];
  const after = Object.fromEntries(rows.map(({ id, scopes: text }) => [id, JSON.parse(text)]));
  expect(after).toEqual({ ...lists, all: [...scopes], later: [...scopes] });
  database.close();
});
