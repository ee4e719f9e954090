import { findAccountName } from "../../../access/accounts/operator/administration.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { type PageQuery, readPage } from "../../../infra/http/pagination.ts";
import type { Caller, SessionPrincipal } from "../../../infra/http/principal.ts";
import { findCarrierRow } from "../../carriers/service.ts";
import { linesOfMonth, monthOfForm } from "../../lifecycle/charges/listing.ts";
import { findNames } from "../../lifecycle/state/reading.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import { isOver, type Month, monthOf } from "./month.ts";
import type {
  OperatorStatementQuery,
  OperatorStatementView,
  StatementQuery,
  StatementView,
} from "./schema.ts";
import { statementStore } from "./store.ts";
import {
  csvColumns,
  customerCsvColumns,
  operatorCsvColumns,
  toCustomerTotalView,
  toLineView,
  toMonthView,
  toOperatorLineView,
  toOperatorTotalView,
  toTotalView,
} from "./view.ts";

/**
 * What accounts owe the installation for a month in UTC, in live: what their own carriers bill is in no statement. A
 * charge never changes, so the amounts of a month that is over never change either. Names and references are today's,
 * and an account's lines go with the account.
 */

/** Rows that a CSV reads at once: some milliseconds. */
const csvPageRows = 200;

type StatementPage = Pick<StatementQuery, "limit" | "cursor" | "order_form_id">;
type PageOf<T extends PageQuery> = Pick<T, "limit" | "cursor">;

/** What an account owes, by shipment. @throws AppError `not_found`, `cursor_invalid` */
export function getStatement(deps: Deps, caller: Caller, name: string, query: StatementPage): StatementView {
  const month = requireMonth(deps, name);
  const lines = readLines(deps, caller, month, query);
  const { db } = deps.stores.platform(caller.environment);
  const { accountId } = caller;
  const { order_form_id: formId } = query;
  const totals =
    formId === undefined
      ? statementStore(db).totalsOf(month.name, accountId).map(toTotalView)
      : monthOfForm(db, accountId, month.name, formId).totals().map(toCustomerTotalView);
  return { ...toMonthView(month, deps.clock.now()), account_id: accountId, totals, ...lines };
}

/** What all accounts owe, by account and carrier. @throws AppError `not_found`, `cursor_invalid` */
export function getOperatorStatement(
  deps: Deps,
  operator: SessionPrincipal,
  name: string,
  query: PageOf<OperatorStatementQuery>,
): OperatorStatementView {
  const month = requireMonth(deps, name);
  const lines = readOperatorLines(deps, operator, month, query);
  const { db } = deps.stores.platform("live");
  const totals = statementStore(db).totals(month.name).map(toOperatorTotalView);
  return { ...toMonthView(month, deps.clock.now()), totals, ...lines };
}

/** The lines as CSV. @throws AppError as `getStatement` */
export function csvOfStatement(deps: Deps, caller: Caller, name: string, query: StatementQuery) {
  const month = requireMonth(deps, name);
  return {
    name: fileName(deps, query.order_form_id === undefined ? "statement" : "customer-statement", month),
    columns: query.order_form_id === undefined ? csvColumns : customerCsvColumns,
    read: (cursor = query.cursor) =>
      readLines(deps, caller, month, {
        ...pageAfter(cursor),
        ...(query.order_form_id !== undefined && { order_form_id: query.order_form_id }),
      }),
  };
}

/** The operator's statement of a month as CSV. @throws AppError as `getOperatorStatement` */
export function csvOfOperatorStatement(
  deps: Deps,
  operator: SessionPrincipal,
  name: string,
  query: OperatorStatementQuery,
) {
  const month = requireMonth(deps, name);
  return {
    name: fileName(deps, "accounts-statement", month),
    columns: operatorCsvColumns,
    read: (cursor = query.cursor) => readOperatorLines(deps, operator, month, pageAfter(cursor)),
  };
}

function readLines(deps: Deps, caller: Caller, month: Month, query: StatementPage) {
  const { order_form_id: formId } = query;
  if (caller.environment !== "live" && formId === undefined) {
    const detail = "Statements are of live only: charges of the sandbox are not billed.";
    throw new AppError("not_found", { detail });
  }
  const { db } = deps.stores.platform(caller.environment);
  const { accountId } = caller;
  const carrierOf = carriersIn(db);
  return readPage(deps, { name: "statement", of: caller, filters: { month: month.name, formId } }, query, {
    read: (after, count) =>
      formId === undefined
        ? linesOfMonth(db, accountId, month.name, toLinePlace(after), count)
        : monthOfForm(db, accountId, month.name, formId).lines(toLinePlace(after), count),
    placeOf: ({ shipmentId, carrierId, currency }) => `${shipmentId}.${carrierId}.${currency}`,
    view: (line) => toLineView(line, carrierOf(line.carrierId), findNames(db, line.shipmentId)),
  });
}

function readOperatorLines(
  deps: Deps,
  operator: SessionPrincipal,
  month: Month,
  query: PageOf<OperatorStatementQuery>,
) {
  const { db } = deps.stores.platform("live");
  const carrierOf = carriersIn(db);
  const list = { name: "operator-statement", of: operator, filters: { month: month.name } };
  return readPage(deps, list, query, {
    read: (after, count) => statementStore(db).lines(month.name, toOperatorPlace(after), count),
    placeOf: ({ accountId, carrierId, currency }) => `${accountId}.${carrierId}.${currency}`,
    view: (line) =>
      toOperatorLineView(line, carrierOf(line.carrierId), findAccountName(deps, line.accountId) ?? ""),
  });
}

function pageAfter(cursor: string | undefined) {
  return { limit: csvPageRows, ...(cursor !== undefined && { cursor }) };
}

/** The file says so too if the month is not over. */
function fileName(deps: Deps, statement: string, month: Month): string {
  return `${statement}-${month.name}${isOver(month, deps.clock.now()) ? "" : "-incomplete"}`;
}

/** @throws AppError `not_found` for what is no month, and for one that has not begun */
function requireMonth(deps: Deps, name: string): Month {
  const month = monthOf(name);
  if (!month) throw new AppError("not_found", { detail: "Name the month with its year, such as 2026-01." });
  if (month.from > deps.clock.now()) throw new AppError("not_found", { detail: "The month has not begun." });
  return month;
}

/** Each carrier is looked up once. A built-in one has no row. */
function carriersIn(db: Db): (id: string) => CarrierIdentity {
  const known = new Map<string, CarrierIdentity>();
  return (id) => {
    const { code = id, name = id } = known.get(id) ?? findCarrierRow(db, id) ?? {};
    const identity = { id, code, name };
    known.set(id, identity);
    return identity;
  };
}

function toLinePlace(text = "..") {
  const [shipmentId = "", carrierId = "", currency = ""] = text.split(".");
  return { shipmentId, carrierId, currency };
}

function toOperatorPlace(text = "..") {
  const [accountId = "", carrierId = "", currency = ""] = text.split(".");
  return { accountId, carrierId, currency };
}
