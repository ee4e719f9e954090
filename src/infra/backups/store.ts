import { prepared } from "../db/store.ts";
import { backupDepartures, restoreChecks } from "./table.ts";

const only = 1;

export type RestoreCheckRow = Omit<typeof restoreChecks.$inferSelect, "id">;

export const restoreCheckStore = prepared((db) => {
  const latest = db.select().from(restoreChecks).prepare();
  return {
    latest: (): RestoreCheckRow | undefined => latest.get(),
    save: (row: RestoreCheckRow): void =>
      void db
        .insert(restoreChecks)
        .values({ id: only, ...row })
        .onConflictDoUpdate({ target: restoreChecks.id, set: row })
        .run(),
  };
});

export const departureStore = prepared((db) => {
  const latest = db.select({ at: backupDepartures.leftAt }).from(backupDepartures).prepare();
  return {
    lastAt: (): number | undefined => latest.get()?.at,
    save: (row: Omit<typeof backupDepartures.$inferSelect, "id">): void =>
      void db
        .insert(backupDepartures)
        .values({ id: only, ...row })
        .onConflictDoUpdate({ target: backupDepartures.id, set: row })
        .run(),
  };
});
