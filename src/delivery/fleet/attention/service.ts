import { toTimestamp } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import { type Caller, hasScope } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import type { Side } from "../../carriers/service.ts";
import { findNames } from "../../lifecycle/state/reading.ts";
import { attentionCountedMax } from "./attention.ts";
import { appendAttentionEvent } from "./looking.ts";
import {
  type AttentionGroupQuery,
  type AttentionGroupView,
  type AttentionItemView,
  type AttentionQuery,
  shownOfGroup,
} from "./schema.ts";
import { type AttentionGroupPlace, type AttentionPlace, type AttentionRow, attentionStore } from "./store.ts";
import { toAttentionView, toListedItem } from "./view.ts";

/** Soonest harm first. */
export function listAttention(deps: Deps, caller: Caller, side: Side, query: AttentionQuery) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const { kind, driver_id: driverId, carrier_id: carrierId, shipment_id: shipmentId, cause } = filters;
  const { db } = deps.stores.platform(caller.environment);
  const store = attentionStore(db);
  const owner = side === "account" ? caller.accountId : null;
  const filter = { kind, driverId, carrierId, shipmentId, cause };
  const now = deps.clock.now();
  const page = readPage(deps, { name: "attention", of: caller, filters: { ...filters, side } }, query, {
    read: (after, count) =>
      store.list(owner, filter, after === undefined ? undefined : toPlace(after), count),
    placeOf: ({ dueAt, id }) => `${dueAt}.${id}`,
    view: (row) => listedItemOf(db, caller, side, row, now),
  });
  return { ...page, total: store.count(owner, filter, attentionCountedMax) };
}

/** What needs a person for the same reason, counted: soonest harm first. */
export function listAttentionGroups(deps: Deps, caller: Caller, side: Side, query: AttentionGroupQuery) {
  const { db } = deps.stores.platform(caller.environment);
  const store = attentionStore(db);
  const owner = side === "account" ? caller.accountId : null;
  const now = deps.clock.now();
  const page = readPage(deps, { name: "attention groups", of: caller, filters: { side } }, query, {
    read: (after, count) => store.groups(owner, after === undefined ? undefined : toGroupPlace(after), count),
    placeOf: ({ dueAt, cause }) => `${dueAt}.${cause}`,
    view: ({ cause, kind, count, dueAt }): AttentionGroupView => {
      const rows = store.list(owner, { cause }, undefined, shownOfGroup);
      const items = rows.map((row) => listedItemOf(db, caller, side, row, now));
      return { cause, kind, count, due_at: toTimestamp(dueAt), items };
    },
  });
  return { ...page, total: store.count(owner, {}, attentionCountedMax) };
}

function listedItemOf(db: Db, caller: Caller, side: Side, row: AttentionRow, now: number) {
  const view = toAttentionView(row, side, caller.environment, now);
  return toListedItem(view, namesFor(db, caller, side, row.shipmentId), row);
}

function toGroupPlace(text: string): AttentionGroupPlace {
  const [dueAt, cause = ""] = text.split(".");
  return { dueAt: Number(dueAt), cause };
}

/** What people call a shipment, for readers who may read it; an operator knows jobs, not shipments. */
export function namesFor(db: Db, caller: Caller, side: Side, shipmentId: string | null) {
  if (shipmentId === null) return undefined;
  return side === "account" && hasScope(caller, "shipments:read") ? findNames(db, shipmentId) : undefined;
}

function toPlace(text: string): AttentionPlace {
  const [dueAt, id = ""] = text.split(".");
  return { dueAt: Number(dueAt), id };
}

/** Hides an item from this side while its rule holds. @throws AppError `not_found` */
export function dismissAttention(
  deps: Deps,
  caller: Caller,
  side: Side,
  id: string,
): Promise<AttentionItemView> {
  return writeOnce(deps, caller, (writing) => {
    const store = attentionStore(writing.tx);
    const row = store.find(id);
    if (!row || !isSeenBy(row, side, caller.accountId)) throw new AppError("not_found");
    if (side === "installation")
      store.save({ ...row, operatorDismissedAt: row.operatorDismissedAt ?? writing.now });
    else if (row.dismissedAt === null) {
      store.save({ ...row, dismissedAt: writing.now });
      appendAttentionEvent(writing, "attention.settled", row);
    }
    return toAttentionView(row, side, writing.environment, writing.now);
  });
}

/** The carrier is the installation's from now on: its operator sees what needs a person. */
export function showToOperator({ tx }: Writing, carrierId: string): void {
  attentionStore(tx).showToOperator(carrierId);
}

function isSeenBy(row: AttentionRow, side: Side, accountId: string): boolean {
  return side === "installation" ? row.isInstalled : row.accountId === accountId;
}
