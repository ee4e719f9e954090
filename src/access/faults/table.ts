import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../infra/db/rows.ts";
import type { FaultCount } from "./fault.ts";
import type { FaultRule } from "./schema.ts";

export const apiFaults = sqliteTable("api_faults", {
  accountId: text("account_id").primaryKey(),
  rules: json<FaultRule[]>()().notNull(),
  /** One for each rule. */
  counts: json<FaultCount[]>()().notNull(),
  /** It tells one set of rules from the next. */
  updatedAt: integer("updated_at").notNull(),
});
