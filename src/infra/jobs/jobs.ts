import { deleteOldRows } from "../db/old-rows.ts";
import type { Deps } from "../deps.ts";
import { environments } from "../environment.ts";
import type { CalendarJob } from "./calendar.ts";

/** Deletes rows within the hour after their time is over, in real time, in the sandbox too. */
export const forgetRows = ({ stores }: Deps): CalendarJob => ({
  name: "rows.forget",
  pattern: "41 * * * *",
  async run(now) {
    for (const store of [stores.accounts, ...environments.map(stores.platform)])
      await deleteOldRows(store, now);
  },
});
