import { eq } from "drizzle-orm";
import { prepared } from "../infra/db/store.ts";
import { needDismissals } from "./going-live-table.ts";
import type { GoingLiveKind } from "./need.ts";

export const dismissalStore = prepared((db) => ({
  list: (): (typeof needDismissals.$inferSelect)[] => db.select().from(needDismissals).all(),
  save: (row: typeof needDismissals.$inferInsert): void =>
    void db
      .insert(needDismissals)
      .values(row)
      .onConflictDoUpdate({ target: needDismissals.kind, set: row })
      .run(),
  /** @returns whether there was one */
  remove: (kind: GoingLiveKind): boolean =>
    db.delete(needDismissals).where(eq(needDismissals.kind, kind)).run().changes === 1,
}));
