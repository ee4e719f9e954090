import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Environment } from "../environment.ts";

export const requests = sqliteTable("requests", {
  position: integer().primaryKey(),
  id: text().notNull(),
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  keyId: text("key_id"),
  method: text().notNull(),
  path: text().notNull(),
  route: text().notNull(),
  status: integer().notNull(),
  code: text(),
  durationMs: real("duration_ms").notNull(),
  address: text().notNull(),
  createdAt: integer("created_at").notNull(),
  requestBody: text("request_body"),
  responseBody: text("response_body"),
});
