import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { GoingLiveKind } from "./need.ts";

/** What the operator leaves as it is, by kind. */
export const needDismissals = sqliteTable("need_dismissals", {
  kind: text().$type<GoingLiveKind>().primaryKey(),
  /** The id of a user. */
  dismissedBy: text("dismissed_by").notNull(),
  dismissedAt: integer("dismissed_at").notNull(),
  /** Whether people had shipments by then. */
  wasUrgent: integer("was_urgent", { mode: "boolean" }).notNull(),
});
