import { version } from "../../package.json";
import { lastRestoreCheck } from "../infra/backups/restore-check.ts";
import { lastBackup } from "../infra/backups/service.ts";
import { toTimestamp } from "../infra/clock.ts";
import type { Deps } from "../infra/deps.ts";
import { findStreets } from "../infra/streets/map-file.ts";
import { bytesPerMb } from "../infra/units.ts";
import { toBackupViews, toRestoreCheckView } from "./backup-view.ts";
import { toMapView } from "./map-view.ts";
import { jobReports } from "./needs.ts";
import type { OperatorJobView, OperatorStorageView } from "./schema.ts";
import { toOperatorDatabaseView, toOperatorJobView } from "./view.ts";

/** The installation as its operator sees it. */

export function listJobs(deps: Deps): { data: OperatorJobView[] } {
  return { data: jobReports(deps).map(toOperatorJobView) };
}

export async function getStorage(deps: Deps): Promise<OperatorStorageView> {
  const { config, stores, startedAt, backups } = deps;
  const { condition } = stores;
  const last = await lastBackup(deps);
  const check = lastRestoreCheck(deps);
  return {
    version,
    started_at: toTimestamp(startedAt),
    data_folder: config.data,
    free_bytes: condition.freeBytes,
    min_free_bytes: config.minFreeMb * bytesPerMb,
    writes_refused: condition.spaceIsLow,
    sync_running_ms: condition.syncRunningMs,
    databases: stores.footprints().map(toOperatorDatabaseView),
    backup_folder: backups.folder,
    last_backup: last && (toBackupViews([last], config.backupKeep)[0] ?? null),
    map: toMapView(await findStreets(deps)),
    restore_check: check ? toRestoreCheckView(check) : null,
  };
}
