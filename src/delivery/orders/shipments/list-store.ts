import { and, eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { directions } from "../../../infra/db/per-order.ts";
import { type Placeholders, perShape } from "../../../infra/db/per-shape.ts";
import { type Db, prepared } from "../../../infra/db/store.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { shipments } from "../../lifecycle/state/table.ts";
import { withoutInvented } from "../../model/address.ts";
import {
  asStored,
  isLater,
  type Moment,
  placeOfStored,
  type ShipmentPlace,
  type StoredPlace,
  type StoredSpans,
  storedSpans,
} from "./list-place.ts";
import {
  type Column,
  columns,
  type Kinds,
  type Plan,
  plansOf,
  type Spans,
  type scanMax,
  splitSpans,
} from "./list-plan.ts";
import type { ShipmentOrder } from "./request.ts";

/** Reads the list of shipments. Single shipments are read in `../../lifecycle/state/store.ts`. */

export interface ShipmentFilter extends Kinds, Spans {
  /** Folded texts; one of them is in what is searched. */
  search?: readonly string[] | undefined;
}

/** Most pages are full within a hundredth of what a page may scan, so it scans that first. */
const nearOf = (max: number) => Math.floor(max / 100);

/** What is read, in one order. */
interface Range extends Pick<Plan, "along" | "beside" | "search"> {
  accountId: string;
  /** Where the last page ended. */
  beyond?: StoredPlace | undefined;
  /** The last place that is read. */
  last?: StoredPlace | undefined;
  until?: Moment | undefined;
  since?: Moment | undefined;
  spans?: StoredSpans | undefined;
}

interface ShipmentSearch extends Reached {
  found: ShipmentRow[];
}

interface Reached {
  /** Where a page stops because it has scanned enough; undefined if it reaches the end. */
  stop: ShipmentPlace | undefined;
}

const { createdAt, dueAt, id, updatedAt } = shipments;
/** As the index has it. */
const deliveryAt = sql<string>`${shipments.delivery} ->> '$.window.start'`;
/** The plus keeps SQLite from using an index of this column instead of the one that fits. */
const withoutIndex = (column: SQLWrapper) => sql`+${column}`;

/** Each order has statements of its own. */
export const shipmentList = prepared((db) => {
  const lists = {
    newest: inOrder(db, "newest"),
    oldest: inOrder(db, "oldest"),
    due: inOrder(db, "due"),
    updated: inOrder(db, "updated"),
    delivery: inOrder(db, "delivery"),
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
  const skip = perShape<Range & { count: number }, StoredPlace>((given) =>
    db
      .select({ at: sql<Moment>`${at}`, id })
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
    filter: ShipmentFilter,
    { accountId, beyond, limit }: { accountId: string; beyond: ShipmentPlace | undefined; limit: number },
    maxima: typeof scanMax,
  ): ShipmentSearch {
    const { since, until, beside: spans } = splitSpans(order, filter);
    const stored = (moment: number | undefined) => moment && asStored(order, moment);
    const storedPlace = (place: ShipmentPlace | undefined) =>
      place && { at: asStored(order, place.at), id: place.id };
    // A place lies within the span. Given both bounds, SQLite would start at the wrong one.
    const rangeTo = (stop: Reached["stop"]): Range => {
      const [start, end] = isNewest ? [stop, beyond] : [beyond, stop];
      return {
        accountId,
        beyond: storedPlace(beyond),
        last: storedPlace(stop),
        since: start ? undefined : stored(since),
        until: end ? undefined : stored(until),
      };
    };
    const stopOf = ({ bounds }: Plan) =>
      bounds.reduce<Reached["stop"]>(
        (stop, { max, spans: within, ...of }) =>
          placeOfStored(skip.get({ ...rangeTo(stop), ...of, spans: storedSpans(within), count: max - 1 })) ??
          stop,
        undefined,
      );
    const plans = plansOf({ ...filter, spans }, maxima, order).map((plan) => ({
      ...plan,
      stop: stopOf(plan),
    }));
    const best = plans.reduce((one, other) => (reachesFurther(other, one, order) ? other : one));
    const { along, beside, search, stop } = best;
    const range = { ...rangeTo(stop), along, beside, search, spans: storedSpans(best.spans) };
    return { found: page.all({ ...range, limit }).map(withoutInvented), stop };
  };
}

/** The soonest harm comes first, so does the oldest change, and the first window. */
function directionOf(order: ShipmentOrder) {
  return directions[order === "newest" ? "newest" : "oldest"];
}

/** What the list is sorted by, before the id. */
function keyOf(order: ShipmentOrder): SQLWrapper {
  return { newest: createdAt, oldest: createdAt, due: dueAt, updated: updatedAt, delivery: deliveryAt }[
    order
  ];
}

/** The span in time that is read. */
function spanOf({ accountId, beyond, last, until, since }: Placeholders<Range>, order: ShipmentOrder) {
  const { past, upTo } = directionOf(order);
  const at = keyOf(order);
  const place = sql`(${at}, ${id})`;
  return and(
    eq(shipments.accountId, accountId),
    // The index has only those that are open, or that have a window.
    order === "due" || order === "delivery" ? sql`${at} IS NOT NULL` : undefined,
    beyond && sql`${place} ${past} (${beyond.at}, ${beyond.id})`,
    until && sql`${at} < ${until}`,
    last && sql`${place} ${upTo} (${last.at}, ${last.id})`,
    since && sql`${at} >= ${since}`,
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
function matchOf({
  beside = {},
  spans = {},
  search,
}: Pick<Placeholders<Range>, "beside" | "spans" | "search">): SQL | undefined {
  const conditions = columns.map((column) => {
    const values = beside[column];
    return values && sql`${withoutIndex(shipments[column])} IN ${[...values]}`;
  });
  // LIKE compares the rest of a text again at each place. For "aaaab" that blocks everybody for a second.
  const found = search?.map((text) => sql`instr(${shipments.search}, ${text}) > 0`) ?? [];
  return and(...conditions, ...matchSpans(spans), or(...found));
}

function matchSpans({
  createdAfter,
  createdBefore,
  updatedAfter,
  deliveryAfter,
  deliveryBefore,
}: Placeholders<StoredSpans>): (SQL | undefined)[] {
  const delivery = withoutIndex(sql`(${deliveryAt})`);
  return [
    createdAfter && sql`${withoutIndex(createdAt)} >= ${createdAfter}`,
    createdBefore && sql`${withoutIndex(createdAt)} < ${createdBefore}`,
    updatedAfter && sql`${withoutIndex(updatedAt)} >= ${updatedAfter}`,
    deliveryAfter && sql`${delivery} >= ${deliveryAfter}`,
    deliveryBefore && sql`${delivery} < ${deliveryBefore}`,
  ];
}

/** Whether the second plan stops before the first one does, so that the first finds more. */
function reachesFurther({ stop }: Reached, { stop: other }: Reached, order: ShipmentOrder): boolean {
  if (other === undefined || stop === undefined) return other !== undefined;
  return directionOf(order).isNewest ? isLater(other, stop) : isLater(stop, other);
}
