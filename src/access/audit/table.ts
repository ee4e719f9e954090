import { apart, integer, json, personal, plain, table, text } from "../../infra/db/columns.ts";
import type { Salted } from "../../infra/secrets/salted.ts";
import type { AuditAction, AuditDetails, AuditTarget } from "./audit.ts";

/** A function, because each table needs its own columns. */
const entryColumns = () => ({
  id: plain(text().notNull()),
  accountId: plain(text("account_id").notNull()),
  at: plain(integer().notNull()),
  action: plain(text().$type<AuditAction>().notNull()),
  /** Null for the operator, and for a key, which `details` names. */
  userId: plain(text("user_id")),
  email: personal(text(), apart("eraseEntries")),
  targetType: plain(text("target_type").$type<AuditTarget["type"]>().notNull()),
  targetId: plain(text("target_id").notNull()),
  targetName: personal(text("target_name"), apart("eraseEntries")),
  address: personal(text(), apart("eraseEntries")),
  requestId: plain(text("request_id")),
  details: plain(json<AuditDetails>()().notNull()),
});

export const auditEntries = table("audit_entries", {
  position: plain(integer().primaryKey({ autoIncrement: true })),
  ...entryColumns(),
  /** Null for entries from before the chain. */
  hash: plain(text()),
  /** Of what can be erased. Null for entries from before this; one of them has no members once something was erased. */
  salted: personal(json<Salted>()(), apart("eraseEntries")),
});

/** In the environments' databases: entries that wait to be appended. */
export const auditOutbox = table("audit_outbox", entryColumns());
