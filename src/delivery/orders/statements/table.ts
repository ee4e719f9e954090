import { integer, table, text } from "../../../infra/db/columns.ts";
import type { ChargeKind } from "../../lifecycle/charges/charge.ts";

/** What the installation's charges of a month sum up to. Triggers on the charges keep it. */
export const statementTotals = table("statement_totals", {
  month: text().notNull(),
  accountId: text("account_id").notNull(),
  carrierId: text("carrier_id").notNull(),
  currency: text().notNull(),
  kind: text().$type<ChargeKind>().notNull(),
  /** How many there are. */
  charges: integer().notNull(),
  amount: integer().notNull(),
  cost: integer().notNull(),
});
