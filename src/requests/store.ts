import { and, desc, eq, gte, lt, max, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../accounts/caller.ts";
import { placeholderFor } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import type { LoggedRequest } from "./backlog.ts";
import { requests } from "./table.ts";

export type RequestRow = typeof requests.$inferSelect;

/** Whose requests. */
type Owner = Pick<Caller, "accountId" | "environment">;

export interface RequestFilter {
  /** The least status, and the first one above. */
  statuses?: { from: number; below: number } | undefined;
  method?: string | undefined;
  route?: string | undefined;
  keyId?: string | undefined;
  id?: string | undefined;
  code?: string | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

export const requestStore = prepared((db) => {
  const insert = db
    .insert(requests)
    .values({
      id: placeholderFor("id"),
      accountId: placeholderFor("accountId"),
      environment: placeholderFor("environment"),
      keyId: placeholderFor("keyId"),
      method: placeholderFor("method"),
      path: placeholderFor("path"),
      route: placeholderFor("route"),
      status: placeholderFor("status"),
      code: placeholderFor("code"),
      durationMs: placeholderFor("durationMs"),
      address: placeholderFor("address"),
      createdAt: placeholderFor("createdAt"),
      requestBody: placeholderFor("requestBody"),
      responseBody: placeholderFor("responseBody"),
    })
    .prepare();
  const ownedBy = ({ accountId, environment }: Owner) =>
    and(eq(requests.accountId, accountId), eq(requests.environment, environment));

  return {
    insert: (request: LoggedRequest): void => void insert.run({ ...request }),

    find: (owner: Owner, id: string): RequestRow | undefined =>
      db
        .select()
        .from(requests)
        .where(and(ownedBy(owner), eq(requests.id, id)))
        .get(),

    /** Newest first, from before `id`. */
    list(owner: Owner, filter: RequestFilter, before: string | undefined, limit: number): RequestRow[] {
      const { statuses } = filter;
      const conditions: (SQL | undefined)[] = [
        ownedBy(owner),
        // Said in so many words, which is how SQLite knows the index of what was refused.
        refusedOnly(filter) ? sql`${requests.status} >= 400` : undefined,
        statuses && and(gte(requests.status, statuses.from), lt(requests.status, statuses.below)),
        filter.method === undefined ? undefined : eq(requests.method, filter.method),
        filter.route === undefined ? undefined : eq(requests.route, filter.route),
        filter.keyId === undefined ? undefined : eq(requests.keyId, filter.keyId),
        filter.id === undefined ? undefined : eq(requests.id, filter.id),
        filter.code === undefined ? undefined : eq(requests.code, filter.code),
        filter.createdAfter === undefined ? undefined : gte(requests.createdAt, filter.createdAfter),
        filter.createdBefore === undefined ? undefined : lt(requests.createdAt, filter.createdBefore),
        before === undefined ? undefined : lt(requests.id, before),
      ];
      return db
        .select()
        .from(requests)
        .where(and(...conditions))
        .orderBy(desc(requests.id))
        .limit(limit)
        .all();
    },

    /** The place of the newest request; 0 when there is none. */
    lastPosition: (): number =>
      db
        .select({ last: max(requests.position) })
        .from(requests)
        .get()?.last ?? 0,

    /**
     * Looks at the `limit` oldest requests and removes those made before `time` or standing before `position`.
     * @returns how many
     */
    removeOldest(time: number, position: number, limit: number): number {
      const oldest = db
        .select({ position: requests.position })
        .from(requests)
        .orderBy(requests.position)
        .limit(limit);
      return db
        .delete(requests)
        .where(
          and(
            sql`${requests.position} IN ${oldest}`,
            sql`(${requests.createdAt} < ${time} OR ${requests.position} < ${position})`,
          ),
        )
        .run().changes;
    },
  };
});

function refusedOnly({ statuses, code }: RequestFilter): boolean {
  return code !== undefined || (statuses !== undefined && statuses.from >= 400);
}
