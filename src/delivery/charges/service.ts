import type { Deps, Writing } from "../../infra/deps.ts";
import { createdWithin, readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { appendEvent } from "../../messaging/events/service.ts";
import { noteCallError } from "../carriers/health.ts";
import { costOf, shareOf } from "../carriers/margin.ts";
import { ownerOf } from "../carriers/service.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/rows.ts";
import type { Money } from "../model.ts";
import type { Biller } from "./charge.ts";
import type { ChargeQuery } from "./schema.ts";
import { type ChargePlace, type ChargeRow, chargeStore } from "./store.ts";
import { csvColumns, toChargeView } from "./view.ts";

/** What accounts owe: rows that never change, written in the transaction of what they are for. Contract-live §8. */

/** Rows that a CSV reads at once: about 3 ms. */
const csvPageRows = 500;

/** Charges an accepted quote. */
export function chargeDelivery(writing: Writing, shipment: ShipmentRow, assignment: AssignmentRow): void {
  insertCharge(writing, {
    accountId: shipment.accountId,
    shipmentId: shipment.id,
    assignmentId: assignment.id,
    carrierId: assignment.carrier.id,
    kind: "delivery",
    amount: assignment.amount,
    cost: costOf(assignment),
    currency: assignment.currency,
    billedBy: billerOf(writing, assignment.carrier.id),
    reverses: null,
  });
}

/** Takes back what the delivery was charged, once: the carrier will not make it. */
export function reverseCharges(writing: Writing, assignment: Pick<AssignmentRow, "id">): void {
  const store = chargeStore(writing.tx);
  const charge = store.findOfAssignment(assignment.id, "delivery");
  if (!charge || store.isReversed(charge.id)) return;
  insertCharge(writing, {
    ...charge,
    kind: "adjustment",
    amount: 0 - charge.amount,
    cost: 0 - costOf(charge),
    reverses: charge.id,
  });
}

/** As the carrier's owner reads it. */
const unagreedFee =
  "Cancellation: the fee is above the price or in another currency, so Waybill did not charge it.";

/**
 * Charges what the carrier takes for a cancellation, once: the account pays the same share of its price. A fee above the
 * carrier's price or in another currency is none: the account never agreed to it.
 */
export function chargeCancellation(
  writing: Writing,
  assignment: Pick<AssignmentRow, "id">,
  fee: Money | null,
): void {
  const store = chargeStore(writing.tx);
  const charge = store.findOfAssignment(assignment.id, "delivery");
  if (!charge || fee === null || store.findOfAssignment(assignment.id, "cancellation")) return;
  if (fee.currency !== charge.currency || fee.amount > costOf(charge)) {
    const fields = { assignment: assignment.id, carrier: charge.carrierId, fee };
    const { deps, environment } = writing;
    deps.log.warn(fields, "Carrier asked for a cancellation fee that nobody agreed to");
    writing.afterCommit(() => noteCallError(deps, environment, charge.carrierId, unagreedFee));
  } else if (fee.amount > 0) {
    const amount = shareOf(fee.amount, charge);
    insertCharge(writing, { ...charge, kind: "cancellation", amount, cost: fee.amount, reverses: null });
  }
}

/** Newest first. */
export function listCharges(deps: Deps, caller: Caller, query: ChargeQuery) {
  return readCharges(deps, caller, query, query.limit);
}

/** The same list as CSV. */
export function csvOfCharges(deps: Deps, caller: Caller, query: ChargeQuery) {
  return {
    name: "charges",
    columns: csvColumns,
    read: (cursor = query.cursor) =>
      readCharges(deps, caller, { ...query, ...(cursor !== undefined && { cursor }) }, csvPageRows),
  };
}

/** Deletes at most `limit` of an account's charges; only the sandbox is ever reset. @returns how many */
export function forgetCharges({ tx }: Writing, accountId: string, limit: number): number {
  return chargeStore(tx).deleteOfAccount(accountId, limit);
}

function readCharges(deps: Deps, caller: Caller, query: ChargeQuery, limit: number | undefined) {
  const { limit: _limit, cursor, environment: _environment, ...filters } = query;
  const store = chargeStore(deps.stores.platform(caller.environment).db);
  const { shipment_id: shipmentId, carrier_id: carrierId, kind } = filters;
  const filter = { shipmentId, carrierId, kind, ...createdWithin(filters) };
  const page = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
  return readPage(deps, { name: "charges", of: caller, filters }, page, {
    read: (before, count) =>
      store.list(caller.accountId, filter, before === undefined ? undefined : toPlace(before), count),
    placeOf: ({ createdAt, id }) => `${createdAt}.${id}`,
    view: (row) => toChargeView(row, caller.environment),
  });
}

function toPlace(text: string): ChargePlace {
  const [createdAt, id = ""] = text.split(".");
  return { createdAt: Number(createdAt), id };
}

/** The row decides: a carrier that cannot be connected still bills its jobs. */
function billerOf({ tx }: Writing, carrierId: string): Biller {
  return ownerOf(tx, carrierId) === null ? "installation" : "carrier";
}

function insertCharge(writing: Writing, charge: Omit<ChargeRow, "id" | "createdAt">): void {
  const { deps, tx, environment, now } = writing;
  const row: ChargeRow = { ...charge, id: deps.ids.make("chg"), createdAt: now };
  chargeStore(tx).insert(row);
  appendEvent(writing, {
    type: "charge.created",
    accountId: row.accountId,
    // Events of a shipment count its changes, and this is none.
    shipmentId: null,
    sequence: null,
    data: { charge: toChargeView(row, environment) },
    at: now,
  });
}
