import { integer, real, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { NeedKind } from "../need.ts";
import type { AlarmState, Channel } from "./alarm.ts";

/** What needs the operator, from its beginning to its end. */
export const troubles = table("troubles", {
  id: text().primaryKey(),
  /** The `id` of the need, which stays for as long as it goes on. */
  needId: text("need_id").notNull(),
  kind: text().$type<NeedKind>().notNull(),
  /** Null: of the installation itself. */
  accountId: text("account_id"),
  environment: text().$type<Environment>(),
  webhookId: text("webhook_id"),
  message: text().notNull(),
  weight: real().notNull(),
  beganAt: integer("began_at").notNull(),
  missingSince: integer("missing_since"),
  endedAt: integer("ended_at"),
});

export const alarms = table("alarms", {
  id: text().primaryKey(),
  troubleId: text("trouble_id").notNull(),
  channel: text().$type<Channel>().notNull(),
  state: text().$type<AlarmState>().notNull(),
  createdAt: integer("created_at").notNull(),
  attempts: integer().notNull(),
  /** Null when it was sent or given up. */
  dueAt: integer("due_at"),
  sentAt: integer("sent_at"),
  lastError: text("last_error"),
});
