import { and, count, desc, eq, lt } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import type { UserRow } from "./store.ts";
import { users } from "./table.ts";

/** What people of an account see and change of each other and of themselves. */
export const memberStore = prepared((db) => ({
  /** Newest first, with ids below `before`. */
  list: (accountId: string, before: string | undefined, limit: number): UserRow[] =>
    db
      .select()
      .from(users)
      .where(and(eq(users.accountId, accountId), before === undefined ? undefined : lt(users.id, before)))
      .orderBy(desc(users.id))
      .limit(limit)
      .all(),
  count: (accountId: string): number =>
    db.select({ total: count() }).from(users).where(eq(users.accountId, accountId)).get()?.total ?? 0,
  change: (
    id: string,
    change: Partial<Pick<UserRow, "role" | "lastSeenAt" | "notifyWebhooks" | "notifySecurity">>,
  ): void => void db.update(users).set(change).where(eq(users.id, id)).run(),
}));
