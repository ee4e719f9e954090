import { prepared } from "../db/store.ts";
import { backupDownloads, restoreChecks } from "./table.ts";

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

export const backupDownloadStore = prepared((db) => {
  const latest = db.select({ at: backupDownloads.downloadedAt }).from(backupDownloads).prepare();
  return {
    lastAt: (): number | undefined => latest.get()?.at,
    save: (row: Omit<typeof backupDownloads.$inferSelect, "id">): void =>
      void db
        .insert(backupDownloads)
        .values({ id: only, ...row })
        .onConflictDoUpdate({ target: backupDownloads.id, set: row })
        .run(),
  };
});
