import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { createdWithin, orderedBy, readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { findNames } from "../state/reading.ts";
import {
  type LinePlace,
  type MonthLine,
  type MonthSums,
  monthStore,
  type OfCustomer,
} from "./month-store.ts";
import type { ChargeQuery } from "./schema.ts";
import { type ChargePlace, chargeStore } from "./store.ts";
import { csvColumns, toChargedShipment, toChargeView } from "./view.ts";

/** What was charged, as lists, files and statements read it. */

/** Rows that a CSV reads at once: about 3 ms. */
const csvPageRows = 500;

/** Newest first, or in the order of `sort`. */
export function listCharges(deps: Deps, caller: Caller, query: ChargeQuery) {
  return readCharges(deps, caller, query, query.limit);
}

/** The list of charges as CSV. */
export function csvOfCharges(deps: Deps, caller: Caller, query: ChargeQuery) {
  return {
    name: "charges",
    columns: csvColumns,
    read: (cursor = query.cursor) =>
      readCharges(deps, caller, { ...query, ...(cursor !== undefined && { cursor }) }, csvPageRows),
  };
}

function readCharges(deps: Deps, caller: Caller, query: ChargeQuery, limit: number | undefined) {
  const { limit: _limit, cursor, environment: _environment, sort: order = "newest", ...filters } = query;
  const { db } = deps.stores.platform(caller.environment);
  const store = chargeStore(db);
  const { shipment_id: shipmentId, carrier_id: carrierId, order_form_id: orderFormId, kind } = filters;
  const filter = { shipmentId, carrierId, orderFormId, kind, ...createdWithin(filters), order };
  const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
  return readPage(deps, { name: "charges", of: caller, filters: orderedBy(order, filters) }, page, {
    read: (place, count) =>
      store.list(caller.accountId, filter, place === undefined ? undefined : toPlace(place), count),
    placeOf: ({ createdAt, id }) => `${createdAt}.${id}`,
    view: (row) => ({
      ...toChargeView(row, caller.environment),
      shipment: toChargedShipment(findNames(db, row.shipmentId)),
    }),
  });
}

function toPlace(text: string): ChargePlace {
  const [createdAt, id = ""] = text.split(".");
  return { createdAt: Number(createdAt), id };
}

/** What an account owes the installation for its shipments in a month, after a place. @param month `2026-01`, in UTC */
export function linesOfMonth(
  db: Db,
  accountId: string,
  month: string,
  after: LinePlace,
  limit: number,
): MonthLine[] {
  return monthStore(db).lines(accountId, month, after, limit);
}

/** What was charged in a month for what customers ordered by a form, whoever bills it. */
export function monthOfForm(db: Db, accountId: string, month: string, orderFormId: string) {
  const store = monthStore(db);
  return {
    lines: (after: LinePlace, limit: number): OfCustomer<MonthLine>[] =>
      store.linesOfForm(accountId, month, orderFormId, after, limit),
    totals: (): OfCustomer<MonthSums>[] => store.sumsOfForm(accountId, month, orderFormId),
  };
}
