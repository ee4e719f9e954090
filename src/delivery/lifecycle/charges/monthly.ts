import type { Db } from "../../../infra/db/store.ts";
import { type LinePlace, type MonthLine, monthStore } from "./month-store.ts";

/** What an account owes the installation for its shipments in a month, after a place. @param month `2026-01`, in UTC */
export function linesOfMonth(
  db: Db,
  accountId: string,
  month: string,
  after: LinePlace,
  limit: number,
): MonthLine[] {
  return monthStore(db).lines(accountId, month, after, limit);
}
