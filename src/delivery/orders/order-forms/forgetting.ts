import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { settleForm, settleOrderWaiting } from "../../fleet/attention/orders.ts";
import { formOrderStore, ordersToErase } from "./order-store.ts";
import { orderFormStore } from "./store.ts";

/** What erases order forms, and what was ordered by them, reads and removes. */

/** Ids of at most `limit` of an account's forms that nobody used since a time, longest ago first. */
export function unusedForms(db: Db, accountId: string, before: number, limit: number): string[] {
  return orderFormStore(db).unusedBefore(accountId, before, limit);
}

/** When the form was used that nobody used for the longest time. */
export function firstFormUseOf(db: Db, accountId: string): number | undefined {
  return orderFormStore(db).firstUsed(accountId);
}

/**
 * Removes a form with its devices, codes and orders. Shipments stay.
 * @returns whose it was, and the ids of its orders; undefined if there is none, or one that was used since `unusedSince`
 */
export function removeForm(
  writing: Writing,
  id: string,
  unusedSince?: number,
): { accountId: string; orderIds: string[] } | undefined {
  const { tx } = writing;
  const row = orderFormStore(tx).find(id);
  if (!row || (unusedSince !== undefined && row.lastUsedAt >= unusedSince)) return undefined;
  settleForm(writing, id);
  const orderIds = formOrderStore(tx).withPeopleOfForm(id);
  orderFormStore(tx).remove(id);
  return { accountId: row.accountId, orderIds };
}

export function dueOrderErasures({ stores }: Deps, environment: Environment): DueRows {
  return ordersToErase(stores.platform(environment));
}

/** Removes an order that has no shipment. @returns whose it was; undefined if there is none, or it is kept until after `until` */
export function removeOrder(writing: Writing, id: string, until?: number): string | undefined {
  const row = formOrderStore(writing.tx).find(id);
  if (!row || row.shipmentId !== null) return undefined;
  if (until !== undefined && (row.expiresAt ?? until + 1) > until) return undefined;
  settleOrderWaiting(writing, id);
  formOrderStore(writing.tx).remove(id);
  return row.accountId;
}

/** Ids of an account's orders without a shipment that go to a phone number or an email address. */
export function ordersTo(
  tx: Tx,
  accountId: string,
  { phone, email }: { phone: string | null; email: string | null },
): string[] {
  return formOrderStore(tx)
    .withPeople(accountId)
    .filter(({ asked }) => {
      const { phone: called = null, email: written = null } = asked?.order.delivery.contact ?? {};
      const isWritten = email !== null && written?.toLowerCase() === email.toLowerCase();
      return (phone !== null && called === phone) || isWritten;
    })
    .map(({ id }) => id);
}

/** The order of which a shipment came; undefined if it came of none. */
export function orderOfShipment(db: Db | Tx, shipmentId: string): string | undefined {
  return formOrderStore(db).ofShipment(shipmentId);
}

/** Deletes some of what was ordered in an account, without a trace. @returns how many */
export function forgetOrders({ tx }: Writing, accountId: string, limit: number): number {
  return formOrderStore(tx).removeSomeOf(accountId, limit);
}
