import type { Db } from "../../../infra/db/store.ts";
import { type AbsenceRow, absenceStore } from "./absence-store.ts";

/** Who is out. `db` is a database or a transaction. */

/** A driver's absence while it lasts; undefined for one who is there. */
export function absenceOf(db: Db, driverId: string, now: number): AbsenceRow | undefined {
  const row = absenceStore(db).find(driverId);
  return row && now < row.until ? row : undefined;
}
