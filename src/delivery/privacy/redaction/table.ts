import { integer, plain, table, text } from "../../../infra/db/columns.ts";

/**
 * What a redaction does next. `events`: rewrite the bodies of the log; the event `shipment.redacted` ends it. `rows`:
 * delete what else is stored. `files`: erase the request log, and what the files still hold of it all.
 */
export type Stage = "events" | "rows" | "files";

/** One row for each redaction that is not complete. Of a contact, schedule, order form or order only the files are left. */
export const redactions = table("redactions", {
  /** Or of a contact, schedule, order form or order. */
  shipmentId: plain(text("shipment_id").primaryKey()),
  accountId: plain(text("account_id").notNull()),
  stage: plain(text().$type<Stage>().notNull()),
  /** The position of the last event that was rewritten. */
  eventsThrough: plain(integer("events_through").notNull()),
  dueAt: plain(integer("due_at").notNull()),
});
