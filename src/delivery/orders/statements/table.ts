import { integer, plain, table, text } from "../../../infra/db/columns.ts";
import type { ChargeKind } from "../../lifecycle/charges/charge.ts";

/** What the installation's charges of a month sum up to. Triggers on the charges keep it. */
export const statementTotals = table("statement_totals", {
  month: plain(text().notNull()),
  accountId: plain(text("account_id").notNull()),
  carrierId: plain(text("carrier_id").notNull()),
  currency: plain(text().notNull()),
  kind: plain(text().$type<ChargeKind>().notNull()),
  /** How many there are. */
  charges: plain(integer().notNull()),
  amount: plain(integer().notNull()),
  cost: plain(integer().notNull()),
});
