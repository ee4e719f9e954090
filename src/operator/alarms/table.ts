import { expires, integer, plain, real, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { NeedKind } from "../need.ts";
import { type AlarmState, type Channel, keptMs } from "./alarm.ts";

/** What needs the operator, from its beginning to its end. */
export const troubles = table("troubles", {
  id: plain(text().primaryKey()),
  /** The `id` of the need, which stays for as long as it goes on. */
  needId: plain(text("need_id").notNull()),
  kind: plain(text().$type<NeedKind>().notNull()),
  /** Null: of the installation itself. */
  accountId: plain(text("account_id")),
  environment: plain(text().$type<Environment>()),
  webhookId: plain(text("webhook_id")),
  message: plain(text().notNull()),
  weight: plain(real().notNull()),
  beganAt: plain(integer("began_at").notNull()),
  missingSince: plain(integer("missing_since")),
  endedAt: expires(integer("ended_at"), keptMs),
});

export const alarms = table("alarms", {
  id: plain(text().primaryKey()),
  troubleId: plain(text("trouble_id").notNull()),
  channel: plain(text().$type<Channel>().notNull()),
  state: plain(text().$type<AlarmState>().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  attempts: plain(integer().notNull()),
  /** Null when it was sent or given up. */
  dueAt: plain(integer("due_at")),
  sentAt: plain(integer("sent_at")),
  lastError: plain(text("last_error")),
});
