import { integer, plain, table, text } from "../infra/db/columns.ts";
import type { GoingLiveKind } from "./need.ts";

/** What the operator leaves as it is, by kind. */
export const needDismissals = table("need_dismissals", {
  kind: plain(text().$type<GoingLiveKind>().primaryKey()),
  /** The id of a user. */
  dismissedBy: plain(text("dismissed_by").notNull()),
  dismissedAt: plain(integer("dismissed_at").notNull()),
  /** Whether people had shipments by then. */
  wasUrgent: plain(integer("was_urgent", { mode: "boolean" }).notNull()),
});
