import {
  counted,
  examplesMax,
  type Finding,
  fine,
  suspicious,
  wrong,
} from "../../infra/backups/diagnosis.ts";
import type { OpenDatabase } from "./patient.ts";

/** Sums that two tables must agree on, account by account: each pair is read in one statement, so in one moment. */

/** Events of charges say what every charge said when it was made. */
const chargesOf = `SELECT
  (SELECT count(*) || ' ' || ifnull(sum(amount), 0) FROM charges WHERE account_id = @account) =
  (SELECT count(*) || ' ' || ifnull(sum(body ->> '$.data.charge.amount.amount'), 0) FROM events
    WHERE account_id = @account AND type = 'charge.created' AND sample = 0)`;

const statementsOf = `SELECT
  (SELECT count(*) || ' ' || ifnull(sum(amount), 0) || ' ' || ifnull(sum(ifnull(cost, amount)), 0) FROM charges
    WHERE account_id = @account AND billed_by = 'installation') =
  (SELECT ifnull(sum(charges), 0) || ' ' || ifnull(sum(amount), 0) || ' ' || ifnull(sum(cost), 0) FROM statement_totals
    WHERE account_id = @account)`;

const storageOf = `SELECT
  (SELECT ifnull(sum(bytes), 0) FROM stored_rows WHERE account_id = @account) =
  ifnull((SELECT bytes FROM storage_use WHERE account_id = @account), 0)`;

export function examineSums(database: OpenDatabase): Finding[] {
  return [examineCharges(database), examineStatements(database), examineStorage(database)];
}

function examineCharges(database: OpenDatabase): Finding {
  const where = { check: "charges", database: database.name };
  const { accounts, differing } = compare(database, "charges", chargesOf);
  if (differing.length === 0)
    return fine(where, `The charges of ${counted(accounts, "account")} sum up to what their events say.`);
  return wrong(
    where,
    `${counted(differing.length, "account")}: the sum of the charges differs from what their events say.`,
    "Compare the charges with the carriers' invoices; restore a backup that has them right.",
    differing.slice(0, examplesMax),
  );
}

function examineStatements(database: OpenDatabase): Finding {
  const where = { check: "statements", database: database.name };
  const { accounts, differing } = compare(database, "charges", statementsOf);
  if (differing.length === 0)
    return fine(where, `The statements of ${counted(accounts, "account")} sum up to what their charges say.`);
  return wrong(
    where,
    `${counted(differing.length, "account")}: the totals of the statements differ from the charges.`,
    "Bill what the lines of the statements say, and restore a backup that has the totals right.",
    differing.slice(0, examplesMax),
  );
}

function examineStorage(database: OpenDatabase): Finding {
  const where = { check: "storage", database: database.name };
  const { accounts, differing } = compare(database, "storage_use", storageOf);
  if (differing.length === 0)
    return fine(where, `The storage of ${counted(accounts, "account")} is counted right.`);
  return suspicious(
    where,
    `${counted(differing.length, "account")}: the counted storage differs from the stored rows.`,
    "Only the storage quota depends on it. Please report it: this should not happen.",
    differing.slice(0, examplesMax),
  );
}

function compare(
  { connection }: OpenDatabase,
  table: string,
  sql: string,
): { accounts: number; differing: string[] } {
  const ids = connection.prepare<[], string>(`SELECT DISTINCT account_id FROM ${table}`).pluck().all();
  const agrees = connection.prepare(sql).pluck();
  return { accounts: ids.length, differing: ids.filter((account) => agrees.get({ account }) !== 1) };
}
