import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { AssignmentStatus } from "./assignment.ts";
import type { AssignmentRow } from "./rows.ts";
import { assignments } from "./table.ts";

export interface CarrierFilter {
  carrierId: string;
  statuses?: readonly AssignmentStatus[] | undefined;
  /** Changed at this time or later. */
  since?: number | undefined;
}

/** After every id. */
const lastId = "~";

/** The assignments of a carrier, each order and filter from an index of its own. */
export const carrierList = prepared((db) => {
  const ofCarrier = sql`${assignments.carrier} ->> '$.id' = ${sql.placeholder("carrierId")}`;
  const inStatus = eq(assignments.status, sql.placeholder("status"));
  const newest = (filter: typeof inStatus | undefined) =>
    db
      .select()
      .from(assignments)
      .where(and(ofCarrier, filter, lt(assignments.id, sql.placeholder("before"))))
      .orderBy(desc(assignments.id))
      .limit(sql.placeholder("limit"))
      .prepare();
  const changed = (filter: typeof inStatus | undefined) =>
    db
      .select()
      .from(assignments)
      .where(
        and(
          ofCarrier,
          filter,
          sql`(${assignments.updatedAt}, ${assignments.id}) > (${sql.placeholder("at")}, ${sql.placeholder("id")})`,
        ),
      )
      .orderBy(asc(assignments.updatedAt), asc(assignments.id))
      .limit(sql.placeholder("limit"))
      .prepare();
  const statements = {
    newest: newest(undefined),
    newestInStatus: newest(inStatus),
    changed: changed(undefined),
    changedInStatus: changed(inStatus),
  };

  return {
    /** Newest first, before an id; or with `since` in the order of the changes, after `time.id`. */
    read(
      { carrierId, statuses, since }: CarrierFilter,
      place: string | undefined,
      limit: number,
    ): AssignmentRow[] {
      if (since === undefined) {
        const named = { carrierId, before: place ?? lastId, limit };
        if (statuses === undefined) return statements.newest.all(named);
        const each = statuses.map((status) => statements.newestInStatus.all({ ...named, status }));
        return merged(each, (one, other) => compare(other.id, one.id), limit);
      }
      const [at = since, id = ""] = place?.split(".") ?? [];
      const named = { carrierId, at: Number(at), id, limit };
      if (statuses === undefined) return statements.changed.all(named);
      const each = statuses.map((status) => statements.changedInStatus.all({ ...named, status }));
      const inOrder = (one: AssignmentRow, other: AssignmentRow) =>
        one.updatedAt - other.updatedAt || compare(one.id, other.id);
      return merged(each, inOrder, limit);
    },
  };
});

/** The first rows of several lists, each in this order. */
function merged(
  lists: readonly AssignmentRow[][],
  order: (one: AssignmentRow, other: AssignmentRow) => number,
  limit: number,
): AssignmentRow[] {
  return lists.flat().sort(order).slice(0, limit);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}
