import type { Environment } from "../../infra/environment.ts";
import type { AuditedKey } from "../../infra/http/principal.ts";
import type { Scope } from "../model.ts";

/** What an entry of the audit log can tell of. */
export const auditActions = [
  "account.created",
  "account.tier_changed",
  "account.suspended",
  "account.restored",
  "account.read",
  "accounts.listed",
  "tier.changed",
  "user.created",
  "session.started",
  "session.ended",
  "session.refused",
  "password.changed",
  "key.issued",
  "key.replaced",
  "key.revoked",
  "webhook.created",
  "webhook.changed",
  "webhook.removed",
  "webhook.secret_rotated",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargets = ["account", "user", "session", "key", "tier", "webhook", "installation"] as const;

/** What was changed, with its name as it was then; null for what has none. */
export interface AuditTarget {
  type: (typeof auditTargets)[number];
  id: string;
  name: string | null;
}

/** What a tier allows. */
interface AuditedLimits {
  requests_per_second: number;
  burst: number;
  requests_per_day: number;
  /** Entries from before there was one have none. */
  storage_bytes?: number;
}

/** What an entry says beside that, in the words of the API. Never a secret. */
export interface AuditDetails {
  environment?: Environment;
  scopes?: Scope[];
  expires_at?: string | null;
  grace_period_seconds?: number;
  tier?: string;
  previous_tier?: string;
  limits?: AuditedLimits;
  previous_limits?: AuditedLimits;
  /** The key that came in this one's place. */
  replaced_by?: string;
  /** Names of the fields that were set anew; never their values. */
  changed?: string[];
  /** Which key did it. The API shows it as the actor. */
  key?: AuditedKey;
}
