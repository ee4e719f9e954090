import { auditedAccounts, verifyChain } from "../../access/audit/chain.ts";
import { proofFileOf } from "../../delivery/orders/proof-file/service.ts";
import { verifyProofFile } from "../../delivery/orders/proof-file/verifying.ts";
import { examplesMax } from "../../infra/backups/diagnosis.ts";
import { type OpenDatabase, readable } from "./patient.ts";
import { type Finder, found } from "./rule.ts";

/**
 * How broken rows are found. While a statement reads, the server cannot empty its log, so each reads some rows only, for
 * some milliseconds.
 */
const rowsPerStep = 2_000;
const shipmentsPerStep = 500;

/** Rows of a table that a condition in SQL is true for. @param id SQL that names a row */
export function rowsThat(table: string, breaks: string, id = "id"): Finder {
  return ({ connection }) => {
    const last = Number(connection.prepare(`SELECT ifnull(max(rowid), 0) FROM ${table}`).pluck().get());
    const step = connection
      .prepare<[number, number], string>(
        `SELECT ${id} FROM ${table} WHERE rowid > ? AND rowid <= ? AND (${breaks})`,
      )
      .pluck();
    let broken = 0;
    const examples = new Set<string>();
    for (let after = 0; after < last; after += rowsPerStep) {
      const rows = step.all(after, Math.min(last, after + rowsPerStep));
      broken += rows.length;
      for (const row of rows.slice(0, examplesMax - examples.size)) examples.add(row);
    }
    return { total: last, broken, examples: [...examples] };
  };
}

/** Accounts named in a table for which `agree`, SQL about `@account`, is not 1: read in one statement, so in one moment. */
export function accountsWithout(table: string, agree: string): Finder {
  return ({ connection }) => {
    const ids = connection.prepare<[], string>(`SELECT DISTINCT account_id FROM ${table}`).pluck().all();
    const agrees = connection.prepare(agree).pluck();
    return found(
      ids.length,
      ids.filter((account) => agrees.get({ account }) !== 1),
    );
  };
}

/** Shipments whose hashes tell that somebody changed their history. */
export const changedShipments: Finder = ({ connection, db }) => {
  const next = connection
    .prepare<[string, number], string>("SELECT id FROM shipments WHERE id > ? ORDER BY id LIMIT ?")
    .pluck();
  // In one transaction: the server may redact the shipment meanwhile.
  const problemsOf = connection.transaction((id: string) => verifyProofFile(proofFileOf(db, id)).problems);
  let total = 0;
  const broken: string[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const ids: string[] = next.all(after, shipmentsPerStep);
    for (const id of ids) {
      const [problem] = problemsOf(id);
      if (problem !== undefined) broken.push(`${id}: ${problem}`);
    }
    total += ids.length;
    after = ids.at(-1);
  }
  return found(total, broken);
};

/** Accounts whose hashes tell that somebody changed their audit log. */
export const changedAudit: Finder = async ({ db }) => {
  const stores = { accounts: { db } };
  const broken: string[] = [];
  const ids = auditedAccounts({ stores });
  for (const id of ids) {
    const { brokenAt } = await verifyChain({ stores }, id);
    if (brokenAt !== null) broken.push(`${id} from ${brokenAt} on`);
  }
  return found(ids.length, broken);
};

/** Rows for the whole installation name no account. */
const accountColumns = `SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND columns.name = 'account_id' ORDER BY tables.name`;

/** Accounts that rows name. No foreign key reaches there. The accounts are read second: one exists before its rows. */
export const missingAccounts: Finder = (platform, patient) => {
  const accounts = readable(patient, "accounts");
  if (accounts === undefined) return undefined;
  const tables = platform.connection.prepare<[], string>(accountColumns).pluck().all();
  const named = new Map<string, string>();
  for (const table of tables) {
    for (const id of accountsIn(platform, table)) named.set(id, named.get(id) ?? table);
  }
  const exists = accounts.connection.prepare("SELECT 1 FROM accounts WHERE id = ?");
  const missing = [...named].filter(([id]) => exists.get(id) === undefined);
  return found(
    named.size,
    missing.map(([id, table]) => `${id} in ${table}`),
  );
};

/** Jumps from account to account where an index begins with it. */
function accountsIn({ connection }: OpenDatabase, table: string): string[] {
  const next = connection
    .prepare<[string], string | null>(`SELECT min(account_id) FROM "${table}" WHERE account_id > ?`)
    .pluck();
  const ids: string[] = [];
  for (let id = next.get(""); id; id = next.get(id)) ids.push(id);
  return ids;
}

/** Tables of the accounts that name a carrier and, some, a driver. */
const carrierTables = ["tokens", "driver_links", "devices"];

/**
 * Tokens and devices whose carrier or driver is missing. The platform is read second: a carrier exists before its
 * tokens. Carriers and drivers stay as rows when they are deleted.
 */
export const missingCarriers: Finder = (platform, patient) => {
  const accounts = readable(patient, "accounts");
  if (accounts === undefined) return undefined;
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
  return found(
    rows.length,
    missing.map(({ id }) => id),
  );
};

/** Accounts and people that were deleted. Those whose deletion runs are on their way out. */
export const returnedPeople: Finder = ({ connection }) => {
  const back = connection
    .prepare<[], string>(
      `SELECT id FROM erasures WHERE kind = 'user' AND id IN (SELECT id FROM users)
       UNION ALL SELECT id FROM erasures WHERE kind = 'account' AND id IN (SELECT id FROM accounts)
       AND id NOT IN (SELECT account_id FROM account_deletions)`,
    )
    .pluck()
    .all();
  return found(back.length, back);
};

/**
 * Shipments that were erased: they were restored to an earlier moment than the database that knows of it. The accounts
 * list every erasure; telemetry keeps ids for as long as the request log.
 */
export const returnedShipments: Finder = ({ name, connection }, patient) => {
  const read = (database: OpenDatabase | undefined, sql: string): string[] =>
    database?.connection.prepare<[], string>(sql).pluck().all() ?? [];
  const erased = new Set([
    ...read(readable(patient, "telemetry"), "SELECT id FROM redacted_ids WHERE id GLOB 'shp_*'"),
    ...read(
      readable(patient, "accounts"),
      `SELECT id FROM erasures WHERE kind = 'shipment' AND environment = '${name}'`,
    ),
  ]);
  const isBack = connection.prepare("SELECT 1 FROM shipments WHERE id = ? AND redacted_at IS NULL");
  return found(
    erased.size,
    [...erased].filter((id) => isBack.get(id) !== undefined),
  );
};
