import type { Environment } from "../../infra/environment.ts";
import type { AuditedKey } from "../../infra/http/principal.ts";
import type { Scope } from "../model.ts";
import type { Role } from "../roles.ts";

/** What entries of the audit log can record. */
export const auditActions = [
  "account.created",
  "account.changed",
  "account.tier_changed",
  "account.suspended",
  "account.restored",
  "account.mail_allowed",
  "account.mail_forbidden",
  "account.deletion_requested",
  "account.deletion_taken_back",
  "account.deleted",
  "account.read",
  "account.view_started",
  "account.view_ended",
  "accounts.listed",
  "backup.taken",
  "backup.checked",
  "backup.downloaded",
  "alarms.tested",
  "need.dismissed",
  "need.shown_again",
  "tier.created",
  "tier.changed",
  "tier.removed",
  "user.created",
  "user.role_changed",
  "user.removed",
  "invitation.created",
  "invitation.withdrawn",
  "invitation.accepted",
  "session.started",
  "session.ended",
  "session.refused",
  "password.changed",
  "password.link_created",
  "password.reset",
  "email.changed",
  "second_factor.enabled",
  "second_factor.disabled",
  "recovery_codes.replaced",
  "key.issued",
  "key.replaced",
  "key.revoked",
  "carrier.created",
  "carrier.changed",
  "carrier.removed",
  "carrier.handed_over",
  "driver.created",
  "driver.changed",
  "driver.removed",
  "driver.link_created",
  "driver.link_ended",
  "device.linked",
  "device.disconnected",
  "device.ended",
  "token.issued",
  "token.changed",
  "token.replaced",
  "token.revoked",
  "shipment.moved",
  "shipment.corrected",
  "shipment.rescheduled",
  "shipment.charged",
  "shipment.recall_requested",
  "shipment.recall_withdrawn",
  "shipment.recall_confirmed",
  "shipment.driver_changed",
  "shipment.redacted",
  "contact.removed",
  "contact.redacted",
  "order_form.created",
  "order_form.changed",
  "order_form.rotated",
  "order_form.devices_ended",
  "order_form.removed",
  "order_request.approved",
  "order_request.refused",
  "order_request.removed",
  "schedule.removed",
  "schedule.redacted",
  "webhook.created",
  "webhook.changed",
  "webhook.removed",
  "webhook.secret_rotated",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargets = [
  "account",
  "user",
  "session",
  "key",
  "token",
  "carrier",
  "shipment",
  "contact",
  "order_form",
  "order_request",
  "schedule",
  "driver",
  "device",
  "tier",
  "backup",
  "webhook",
  "installation",
  "invitation",
] as const;

/** The changed object, with its name at that time; null if it has none. */
export interface AuditTarget {
  type: (typeof auditTargets)[number];
  id: string;
  name: string | null;
}

/** The limits of a tier. */
interface AuditedLimits {
  requests_per_second: number;
  burst: number;
  requests_per_day: number;
  /** Missing in entries that are older than the storage limit. */
  storage_bytes?: number;
}

interface AuditedPrice {
  amount: number;
  currency: string;
}

/** More about the change, in the words of the API. Never a secret. */
export interface AuditDetails {
  environment?: Environment;
  scopes?: Scope[];
  expires_at?: string | null;
  grace_period_seconds?: number;
  /** The role of a person of the account, and the one before. */
  role?: Role;
  previous_role?: Role;
  tier?: string;
  previous_tier?: string;
  limits?: AuditedLimits;
  previous_limits?: AuditedLimits;
  /** What a tier costs a month; null for no price. */
  price?: AuditedPrice | null;
  previous_price?: AuditedPrice | null;
  /** The key or token that replaced this one. */
  replaced_by?: string;
  /** The carrier of a token, or whose job was moved. */
  carrier_id?: string;
  /** What somebody reported of the carrier's job by hand: substatuses and types of reports. */
  reported?: string[];
  /** The driver of a device or token, or who drives a shipment now; missing for nobody. */
  driver_id?: string;
  /** Names of the changed fields; never their values. */
  changed?: string[];
  /** The key that made the change. The API shows it as the actor. */
  key?: AuditedKey;
}
