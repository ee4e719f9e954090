import { sql } from "drizzle-orm";
import type { Db, Store } from "./store.ts";

/** A secret of the installation: made once, and the same for as long as the data folder lives. */
export async function installationSecret(
  accounts: Store,
  name: string,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  return find(accounts.db, name) ?? accounts.write((tx) => find(tx, name) ?? insert(tx, name, make()));
}

function find(db: Db, name: string): Uint8Array | undefined {
  return db.get<{ value: Uint8Array } | undefined>(sql`SELECT value FROM installation WHERE name = ${name}`)
    ?.value;
}

function insert(db: Db, name: string, value: Uint8Array): Uint8Array {
  db.run(sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})`);
  return value;
}
