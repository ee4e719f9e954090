import { integer, json, table, text } from "../../infra/db/columns.ts";
import type { Salted } from "../../infra/salted.ts";
import type { AuditAction, AuditDetails, AuditTarget } from "./audit.ts";

/** A function, because each table needs its own columns. */
const entryColumns = () => ({
  id: text().notNull(),
  accountId: text("account_id").notNull(),
  at: integer().notNull(),
  action: text().$type<AuditAction>().notNull(),
  /** Null for the operator, and for a key, which `details` names. */
  userId: text("user_id"),
  email: text(),
  targetType: text("target_type").$type<AuditTarget["type"]>().notNull(),
  targetId: text("target_id").notNull(),
  targetName: text("target_name"),
  address: text(),
  requestId: text("request_id"),
  details: json<AuditDetails>()().notNull(),
});

export const auditEntries = table("audit_entries", {
  position: integer().primaryKey({ autoIncrement: true }),
  ...entryColumns(),
  /** Null for entries from before the chain. */
  hash: text(),
  /** Of what can be erased. Null for entries from before this; one of them has no members once something was erased. */
  salted: json<Salted>()(),
});

/** In the environments' databases: entries that wait to be appended. */
export const auditOutbox = table("audit_outbox", entryColumns());
