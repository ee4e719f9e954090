import { and, desc, eq, lt, sql } from "drizzle-orm";
import { rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { stages } from "./table.ts";

export type StageRow = typeof stages.$inferSelect;
export type NewStage = Omit<StageRow, "position">;

export const stageStore = prepared((db) => {
  const find = db
    .select()
    .from(stages)
    .where(eq(stages.accountId, sql.placeholder("accountId")))
    .prepare();
  const findBySeed = db
    .select()
    .from(stages)
    .where(eq(stages.idsSeed, sql.placeholder("idsSeed")))
    .prepare();
  const openedBy = db
    .select()
    .from(stages)
    .where(
      and(eq(stages.openedBy, sql.placeholder("accountId")), lt(stages.position, sql.placeholder("before"))),
    )
    .orderBy(desc(stages.position))
    .limit(sql.placeholder("limit"))
    .prepare();
  return {
    insert: rowInsert(db, stages, "position"),
    find: (accountId: string): StageRow | undefined => find.get({ accountId }),
    findBySeed: (idsSeed: string): StageRow | undefined => findBySeed.get({ idsSeed }),
    /** Stages that an account opened, newest first, before a position. */
    list: (accountId: string, before: number, limit: number): StageRow[] =>
      openedBy.all({ accountId, before, limit }),
  };
});
