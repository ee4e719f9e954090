import { integer, json, table, text } from "../../infra/db/columns.ts";
import type { FaultCount } from "./fault.ts";
import type { FaultRule } from "./schema.ts";

export const apiFaults = table("api_faults", {
  accountId: text("account_id").primaryKey(),
  rules: json<FaultRule[]>()().notNull(),
  /** One for each rule. */
  counts: json<FaultCount[]>()().notNull(),
  /** It tells one set of rules from the next. */
  updatedAt: integer("updated_at").notNull(),
});
