import { sql } from "drizzle-orm";
import type { Db, Store, Tx } from "./store.ts";

/** A secret of the installation, generated once for the lifetime of the data folder. */
export async function installationSecret(
  accounts: Store,
  name: string,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  return (
    installationValue(accounts.db, name) ??
    accounts.write((tx) => installationValue(tx, name) ?? insert(tx, name, make()))
  );
}

export function saveInstallationValue(tx: Tx, name: string, value: Uint8Array): void {
  tx.run(sql`INSERT OR REPLACE INTO installation (name, value) VALUES (${name}, ${value})`);
}

export function deleteInstallationValue(tx: Tx, name: string): void {
  tx.run(sql`DELETE FROM installation WHERE name = ${name}`);
}

/** A value of the installation, if it exists. */
export function installationValue(db: Db, name: string): Uint8Array | undefined {
  return db.get<{ value: Uint8Array } | undefined>(sql`SELECT value FROM installation WHERE name = ${name}`)
    ?.value;
}

function insert(db: Db, name: string, value: Uint8Array): Uint8Array {
  db.run(sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})`);
  return value;
}
