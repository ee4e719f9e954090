import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { type AbsenceRow, absenceStore, releasesDue } from "./absence-store.ts";

/** Who is out. `db` is a database or a transaction. */

export type { AbsenceRow } from "./absence-store.ts";

/** A driver's absence while it lasts; undefined for one who is there. */
export function absenceOf(db: Db, driverId: string, now: number): AbsenceRow | undefined {
  const row = findAbsence(db, driverId);
  return row && now < row.until ? row : undefined;
}

/** Also one that has ended, as long as it is kept. */
export function findAbsence(db: Db, driverId: string): AbsenceRow | undefined {
  return absenceStore(db).find(driverId);
}

/** Replaces the one before. */
export function saveAbsence({ tx }: Writing, row: AbsenceRow): void {
  absenceStore(tx).save(row);
  markChanged(row.driverId);
}

export function forgetAbsence({ tx }: Writing, driverId: string): void {
  absenceStore(tx).remove(driverId);
  markChanged(driverId);
}

/** All jobs are taken back that the absence takes. */
export function endRelease({ tx }: Writing, driverId: string): void {
  absenceStore(tx).change(driverId, { releaseAt: null });
}

/** Drivers whose jobs are not all taken back, because a stop ended the request that did. */
export function dueReleases({ stores }: Deps, environment: Environment): DueRows {
  return releasesDue(stores.platform(environment));
}
