import { integer, json, plain, table, text } from "../../infra/db/columns.ts";
import type { FaultCount } from "./fault.ts";
import type { FaultRule } from "./schema.ts";

export const apiFaults = table("api_faults", {
  accountId: plain(text("account_id").primaryKey()),
  rules: plain(json<FaultRule[]>()().notNull()),
  /** One for each rule. */
  counts: plain(json<FaultCount[]>()().notNull()),
  /** It tells one set of rules from the next. */
  updatedAt: plain(integer("updated_at").notNull()),
});
