import { and, desc, eq, notInArray } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { familiarNetworks } from "../table.ts";

type FamiliarNetworkRow = typeof familiarNetworks.$inferSelect;

const networkKey = [familiarNetworks.userId, familiarNetworks.networkHash];

/** Networks from which users have signed in. */
export const networkStore = prepared((db) => ({
  has: (userId: string, networkHash: string): boolean =>
    db
      .select()
      .from(familiarNetworks)
      .where(and(eq(familiarNetworks.userId, userId), eq(familiarNetworks.networkHash, networkHash)))
      .get() !== undefined,
  hasAny: (userId: string): boolean =>
    db.select().from(familiarNetworks).where(eq(familiarNetworks.userId, userId)).limit(1).get() !==
    undefined,
  /** Keeps the `max` most recently used networks. */
  save(row: FamiliarNetworkRow, max: number): void {
    const { userId, usedAt } = row;
    db.insert(familiarNetworks).values(row).onConflictDoUpdate({ target: networkKey, set: { usedAt } }).run();
    const last = db
      .select({ hash: familiarNetworks.networkHash })
      .from(familiarNetworks)
      .where(eq(familiarNetworks.userId, userId))
      .orderBy(desc(familiarNetworks.usedAt))
      .limit(max);
    db.delete(familiarNetworks)
      .where(and(eq(familiarNetworks.userId, userId), notInArray(familiarNetworks.networkHash, last)))
      .run();
  },
}));
