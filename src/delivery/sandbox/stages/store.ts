import { and, desc, eq, lt, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { stages } from "./table.ts";

export type StageRow = typeof stages.$inferSelect;
export type NewStage = Omit<StageRow, "position">;

export const stageStore = prepared((db) => {
  const insert = db
    .insert(stages)
    .values({
      accountId: sql.placeholder("accountId"),
      openedBy: sql.placeholder("openedBy"),
      name: sql.placeholder("name"),
      seed: sql.placeholder("seed"),
      idsSeed: sql.placeholder("idsSeed"),
      createdAt: sql.placeholder("createdAt"),
    })
    .prepare();
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
    insert: (row: NewStage): void => void insert.run(row),
    find: (accountId: string): StageRow | undefined => find.get({ accountId }),
    findBySeed: (idsSeed: string): StageRow | undefined => findBySeed.get({ idsSeed }),
    /** Stages that an account opened, newest first, before a position. */
    list: (accountId: string, before: number, limit: number): StageRow[] =>
      openedBy.all({ accountId, before, limit }),
  };
});
