import { counted, type Finding, type FindingState, verdict } from "../../infra/backups/diagnosis.ts";
import type { OpenDatabase } from "./patient.ts";

/** Sums that two tables must agree on, account by account: each pair is read in one statement, so in one moment. */

interface SumRule {
  readonly check: string;
  /** The table that names the accounts. */
  readonly table: string;
  /** SQL: 1 if the sums of `@account` agree. */
  readonly agree: string;
  /** The sentence for sums that agree. @param accounts such as `2 accounts` */
  fine(accounts: string): string;
  /** What is wrong, after the number of accounts. */
  readonly differ: string;
  readonly state: Exclude<FindingState, "ok">;
  readonly remedy: string;
}

const rules: readonly SumRule[] = [
  {
    check: "charges",
    table: "charges",
    // Events of charges say what every charge said when it was made.
    agree: `SELECT
      (SELECT count(*) || ' ' || ifnull(sum(amount), 0) FROM charges WHERE account_id = @account) =
      (SELECT count(*) || ' ' || ifnull(sum(body ->> '$.data.charge.amount.amount'), 0) FROM events
        WHERE account_id = @account AND type = 'charge.created' AND sample = 0)`,
    fine: (accounts) => `The charges of ${accounts} sum up to what their events say.`,
    differ: "the sum of the charges differs from what their events say",
    state: "error",
    remedy: "Compare the charges with the carriers' invoices; restore a backup that has them right.",
  },
  {
    check: "statements",
    table: "charges",
    agree: `SELECT
      (SELECT count(*) || ' ' || ifnull(sum(amount), 0) || ' ' || ifnull(sum(ifnull(cost, amount)), 0) FROM charges
        WHERE account_id = @account AND billed_by = 'installation') =
      (SELECT ifnull(sum(charges), 0) || ' ' || ifnull(sum(amount), 0) || ' ' || ifnull(sum(cost), 0)
        FROM statement_totals WHERE account_id = @account)`,
    fine: (accounts) => `The statements of ${accounts} sum up to what their charges say.`,
    differ: "the totals of the statements differ from the charges",
    state: "error",
    remedy: "Bill what the lines of the statements say, and restore a backup that has the totals right.",
  },
  {
    check: "storage",
    table: "storage_use",
    agree: `SELECT
      (SELECT ifnull(sum(bytes), 0) FROM stored_rows WHERE account_id = @account) =
      ifnull((SELECT bytes FROM storage_use WHERE account_id = @account), 0)`,
    fine: (accounts) => `The storage of ${accounts} is counted right.`,
    differ: "the counted storage differs from the stored rows",
    state: "warning",
    remedy: "Only the storage quota depends on it. Please report it: this should not happen.",
  },
];

export function examineSums({ name, connection }: OpenDatabase): Finding[] {
  return rules.map(({ check, table, agree, fine, differ, state, remedy }) => {
    const ids = connection.prepare<[], string>(`SELECT DISTINCT account_id FROM ${table}`).pluck().all();
    const agrees = connection.prepare(agree).pluck();
    const differing = ids.filter((account) => agrees.get({ account }) !== 1);
    return verdict({ check, database: name }, differing, {
      fine: fine(counted(ids.length, "account")),
      broken: `${counted(differing.length, "account")}: ${differ}.`,
      remedy,
      state,
    });
  });
}
