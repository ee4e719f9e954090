import { and, eq, gte, isNotNull, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { directions } from "../../../infra/db/per-order.ts";
import { type Placeholders, perShape } from "../../../infra/db/per-shape.ts";
import { type Db, prepared } from "../../../infra/db/store.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { shipments } from "../../lifecycle/state/table.ts";
import { withoutInvented } from "../../model/address.ts";
import { type Column, columns, type Kinds, type Plan, plansOf, type scanMax } from "./list-plan.ts";
import type { ShipmentOrder } from "./request.ts";

/** Reads the list of shipments. Single shipments are read in `../../lifecycle/state/store.ts`. */

export interface ShipmentFilter extends Kinds {
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  /** Folded texts; one of them is in what is searched. */
  search?: readonly string[] | undefined;
}

/** Where a shipment stands in an order: when it was created, or when harm comes. */
export interface ShipmentPlace {
  at: number;
  id: string;
}

export function toShipmentPlace({ id, createdAt, dueAt }: ShipmentRow, order: ShipmentOrder): ShipmentPlace {
  return { at: order === "due" ? (dueAt ?? 0) : createdAt, id };
}

/** Most pages are full within a hundredth of what a page may scan, so it scans that first. */
const nearOf = (max: number) => Math.floor(max / 100);

/** What is read, in one order. */
interface Range extends Pick<Plan, "along" | "beside" | "search"> {
  accountId: string;
  /** Where the last page ended. */
  beyond?: ShipmentPlace | undefined;
  /** The last place that is read. */
  last?: ShipmentPlace | undefined;
  until?: number | undefined;
  since?: number | undefined;
}

interface ShipmentSearch extends Reached {
  found: ShipmentRow[];
}

interface Reached {
  /** Where a page stops because it has scanned enough; undefined if it reaches the end. */
  stop: ShipmentPlace | undefined;
}

const { createdAt, dueAt, id } = shipments;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;

/** Each order has statements of its own. */
export const shipmentList = prepared((db) => {
  const lists = {
    newest: inOrder(db, "newest"),
    oldest: inOrder(db, "oldest"),
    due: inOrder(db, "due"),
  };
  return {
    /**
     * In the order, from beyond a place. `stop` is where the page stopped because it had scanned enough. The next page
     * goes on from there.
     */
    read(
      accountId: string,
      { order, ...filter }: ShipmentFilter & { order: ShipmentOrder },
      beyond: ShipmentPlace | undefined,
      limit: number,
      maxima: typeof scanMax,
    ): ShipmentSearch {
      const range = { accountId, beyond, limit };
      const readWithin = lists[order];
      const first = { texts: nearOf(maxima.texts), shipments: nearOf(maxima.shipments) };
      if (first.texts === 0 || first.shipments === 0) return readWithin(filter, range, maxima);
      const near = readWithin(filter, range, first);
      if (near.stop === undefined || near.found.length === limit) return near;
      return readWithin(filter, range, {
        texts: maxima.texts - first.texts,
        shipments: maxima.shipments - first.shipments,
      });
    },
  };
});

function inOrder(db: Db, order: ShipmentOrder) {
  const direction = directionOf(order);
  const { isNewest, word } = direction;
  const at = keyOf(order);
  const sorted = [direction.sorted(at), direction.sorted(id)];
  const skip = perShape<Range & { count: number }, ShipmentPlace>((given) =>
    db
      .select({ at: sql<number>`${at}`, id })
      .from(shipments)
      .where(and(spanOf(given, order), ...partsOf(given), matchOf(given)))
      .orderBy(...sorted)
      .limit(1)
      .offset(given.count),
  );
  const page = perShape<Range & { limit: number }, ShipmentRow>((given) => {
    const { limit } = given;
    const parts = partsOf(given);
    const match = matchOf(given);
    const rows = db
      .select()
      .from(shipments)
      .orderBy(...sorted);
    if (match === undefined && parts.length <= 1)
      return rows.where(and(spanOf(given, order), ...parts)).limit(limit);
    const first = (parts.length === 0 ? [undefined] : parts).map(
      (part) => sql`SELECT * FROM (
        SELECT ${id}, ${at} AS "at" FROM ${shipments} WHERE ${and(spanOf(given, order), part, match)}
        ORDER BY ${at} ${word}, ${id} ${word} LIMIT ${limit})`,
    );
    return rows.where(sql`${id} IN (SELECT id FROM (${sql.join(first, sql` UNION ALL `)})
      ORDER BY at ${word}, id ${word} LIMIT ${limit})`);
  });

  return function readWithin(
    { createdAfter, createdBefore, ...filter }: ShipmentFilter,
    { accountId, beyond, limit }: Pick<Range, "accountId" | "beyond"> & { limit: number },
    maxima: typeof scanMax,
  ): ShipmentSearch {
    // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
    const rangeTo = (stop: Reached["stop"]) => {
      const [start, end] = isNewest ? [stop, beyond] : [beyond, stop];
      if (order === "due")
        return { accountId, beyond, last: stop, since: createdAfter, until: createdBefore };
      const since = start ? undefined : createdAfter;
      return { accountId, beyond, last: stop, since, until: end ? undefined : createdBefore };
    };
    const stopOf = ({ bounds }: Plan) =>
      bounds.reduce<Reached["stop"]>(
        (stop, { max, ...of }) => skip.get({ ...rangeTo(stop), ...of, count: max - 1 }) ?? stop,
        undefined,
      );
    const plans = plansOf(filter, maxima, order).map((plan) => ({ ...plan, stop: stopOf(plan) }));
    const best = plans.reduce((one, other) => (reachesFurther(other, one, order) ? other : one));
    const { along, beside, search, stop } = best;
    return { found: page.all({ ...rangeTo(stop), along, beside, search, limit }).map(withoutInvented), stop };
  };
}

/** The soonest harm comes first. */
function directionOf(order: ShipmentOrder) {
  return directions[order === "due" ? "oldest" : order];
}

/** What the list is sorted by, before the id. */
function keyOf(order: ShipmentOrder) {
  return order === "due" ? dueAt : createdAt;
}

/** The span in time that is read. */
function spanOf({ accountId, beyond, last, until, since }: Placeholders<Range>, order: ShipmentOrder) {
  const { past, upTo } = directionOf(order);
  const place = sql`(${keyOf(order)}, ${id})`;
  return and(
    eq(shipments.accountId, accountId),
    // The index has only those that are open.
    order === "due" ? isNotNull(dueAt) : undefined,
    beyond && sql`${place} ${past} (${beyond.at}, ${beyond.id})`,
    until && lt(createdAt, until),
    last && sql`${place} ${upTo} (${last.at}, ${last.id})`,
    since && gte(createdAt, since),
  );
}

/** The parts of the index that is read, each in the order of the list. */
function partsOf({ along = {} }: Pick<Placeholders<Range>, "along">): SQL[] {
  return columns.flatMap((column) =>
    (along[column] ?? []).map((value) => sql`${shipments[column]} = ${knownValue(column, value)}`),
  );
}

/** An index of some rows only is found by the value itself, not by a placeholder. */
function knownValue(column: Column, value: unknown) {
  return column === "withoutDriver" ? sql.raw("1") : value;
}

/** What no index finds. */
function matchOf({ beside = {}, search }: Pick<Placeholders<Range>, "beside" | "search">): SQL | undefined {
  const conditions = columns.map((column) => {
    const values = beside[column];
    return values && sql`${withoutIndex(shipments[column])} IN ${[...values]}`;
  });
  // LIKE compares the rest of a text again at each place. For "aaaab" that blocks everybody for a second.
  const found = search?.map((text) => sql`instr(${shipments.search}, ${text}) > 0`) ?? [];
  return and(...conditions, or(...found));
}

/** Whether the second plan stops before the first one does, so that the first finds more. */
function reachesFurther({ stop }: Reached, { stop: other }: Reached, order: ShipmentOrder): boolean {
  if (other === undefined || stop === undefined) return other !== undefined;
  return directionOf(order).isNewest ? isLater(other, stop) : isLater(stop, other);
}

function isLater(one: ShipmentPlace, other: ShipmentPlace): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at;
}
