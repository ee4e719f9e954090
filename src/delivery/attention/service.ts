import type { Deps, Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { writeOnce } from "../../infra/idempotency/service.ts";
import type { Side } from "../carriers/service.ts";
import { tellAttention } from "./looking.ts";
import type { AttentionItemView, AttentionQuery } from "./schema.ts";
import { type AttentionPlace, type AttentionRow, attentionStore } from "./store.ts";
import { toAttentionView } from "./view.ts";

/** Soonest harm first. */
export function listAttention(deps: Deps, caller: Caller, side: Side, query: AttentionQuery) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const { kind, driver_id: driverId, carrier_id: carrierId } = filters;
  const store = attentionStore(deps.stores.platform(caller.environment).db);
  const owner = side === "account" ? caller.accountId : null;
  const now = deps.clock.now();
  return readPage(deps, { name: "attention", of: caller, filters: { ...filters, side } }, query, {
    read: (after, count) =>
      store.list(
        owner,
        { kind, driverId, carrierId },
        after === undefined ? undefined : toPlace(after),
        count,
      ),
    placeOf: ({ dueAt, id }) => `${dueAt}.${id}`,
    view: (row) => toAttentionView(row, side, caller.environment, now),
  });
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
      tellAttention(writing, "attention.settled", row);
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
