import { counted, type Finding, verdict } from "../../infra/backups/diagnosis.ts";
import { type OpenDatabase, type Patient, platforms, readable } from "./patient.ts";

/**
 * Rows whose row in another database is missing. No foreign key reaches there. A backup copies the accounts last, so it
 * has none; databases that were restored to moments of their own can.
 */

/** Rows for the whole installation name no account. */
const accountColumns = `SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND columns.name = 'account_id' ORDER BY tables.name`;

/** Tables of the accounts that name a carrier and, some, a driver. */
const carrierTables = ["tokens", "driver_links", "devices"];

export function examineOrphans(patient: Patient): Finding[] {
  const accounts = readable(patient, "accounts");
  if (accounts === undefined) return [];
  return platforms(patient).flatMap((platform) => [
    withoutAccount(platform, accounts),
    withoutCarrier(platform, accounts),
  ]);
}

/** Reads the accounts second: an account exists before its rows. */
function withoutAccount(platform: OpenDatabase, accounts: OpenDatabase): Finding {
  const where = { check: "accounts", database: platform.name };
  const tables = platform.connection.prepare<[], string>(accountColumns).pluck().all();
  const named = new Map<string, string>();
  for (const table of tables) {
    for (const id of accountsIn(platform, table)) named.set(id, named.get(id) ?? table);
  }
  const exists = accounts.connection.prepare("SELECT 1 FROM accounts WHERE id = ?");
  const missing = [...named].filter(([id]) => exists.get(id) === undefined);
  const places = missing.map(([id, table]) => `${id} in ${table}`);
  return verdict(where, places, {
    fine: `All ${counted(named.size, "account")} that rows name exist.`,
    broken: `${counted(missing.length, "account")} that rows name ${missing.length === 1 ? "is" : "are"} missing: accounts.db is older than ${platform.name}.db.`,
    remedy:
      "Restore all databases from one backup. With databases of different moments, nobody can reach these rows.",
  });
}

/** Jumps from account to account where an index begins with it. */
function accountsIn({ connection }: OpenDatabase, table: string): string[] {
  const next = connection
    .prepare<[string], string | null>(`SELECT min(account_id) FROM "${table}" WHERE account_id > ?`)
    .pluck();
  const ids: string[] = [];
  for (let id = next.get(""); id; id = next.get(id)) ids.push(id);
  return ids;
}

/** Reads the platform second: a carrier exists before its tokens. Carriers and drivers stay as rows when they are deleted. */
function withoutCarrier(platform: OpenDatabase, accounts: OpenDatabase): Finding {
  const where = { check: "carriers", database: platform.name };
  const rows = carrierTables.flatMap((table) =>
    accounts.connection
      .prepare<[string], { carrier_id: string; driver_id: string | null; id: string }>(
        `SELECT carrier_id, driver_id, ${table === "driver_links" ? "driver_id" : "id"} AS id FROM ${table} WHERE environment = ?`,
      )
      .all(platform.name),
  );
  const carrier = platform.connection.prepare("SELECT 1 FROM carriers WHERE id = ?");
  const driver = platform.connection.prepare("SELECT 1 FROM drivers WHERE id = ?");
  const missing = rows.filter(
    ({ carrier_id, driver_id }) =>
      carrier.get(carrier_id) === undefined || (driver_id !== null && driver.get(driver_id) === undefined),
  );
  const ids = missing.map(({ id }) => id);
  return verdict(where, ids, {
    fine: "Every token and device belongs to a carrier and a driver.",
    broken: `${counted(ids.length, "token")} or devices of carriers or drivers that are missing: ${platform.name}.db is older than accounts.db.`,
    remedy:
      "Restore all databases from one backup, or create the carriers and drivers again. The tokens reach nothing.",
    state: "warning",
  });
}
