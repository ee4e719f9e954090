import type { OperatorStatementQuery } from "../delivery/orders/statements/schema.ts";
import { csvOfOperatorStatement, getOperatorStatement } from "../delivery/orders/statements/service.ts";
import type { Deps } from "../infra/deps.ts";
import type { SessionPrincipal } from "../infra/http/principal.ts";
import { recordListing } from "./accounts.ts";

/** A statement names accounts, so reading it is logged as listing them. */

/** What all accounts owe for a month. @throws AppError `not_found`, `cursor_invalid` */
export function getAccountsStatement(
  deps: Deps,
  operator: SessionPrincipal,
  month: string,
  query: OperatorStatementQuery,
) {
  const statement = getOperatorStatement(deps, operator, month, query);
  recordListing(deps, operator);
  return statement;
}

/** The month's statement of all accounts as CSV. @throws AppError as `getAccountsStatement` */
export function csvOfAccountsStatement(
  deps: Deps,
  operator: SessionPrincipal,
  month: string,
  query: OperatorStatementQuery,
) {
  const list = csvOfOperatorStatement(deps, operator, month, query);
  recordListing(deps, operator);
  return list;
}
