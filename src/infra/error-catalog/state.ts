import type { ErrorEntry } from "./entry.ts";

/** What the objects of a request are, and what may be done to them now. */
export const stateErrors = {
  not_found: {
    status: 404,
    title: "No such object",
    detail: "Check the id. A key sees only the objects of its own account and environment.",
  },
  tracking_link_ended: {
    status: 410,
    title: "The tracking link has ended",
    detail: "Ask the sender for a new link.",
  },
  pin_not_shown: {
    status: 409,
    title: "This link does not show a PIN",
    detail: "Ask the sender for the PIN.",
  },
  digits_wrong: { status: 403, title: "The last digits are wrong" },
  digits_locked: {
    status: 429,
    title: "Too many wrong digits",
    detail: "Wait for the time in Retry-After, or ask the sender for the PIN.",
  },
  shipment_not_delivered: {
    status: 409,
    title: "The shipment was not delivered",
    detail: "Rate it once it is delivered. What is failed, returned or erased cannot be rated.",
  },
  precondition_failed: {
    status: 412,
    title: "The object changed since you read it",
    detail: "Read it again, then repeat the change with its new ETag.",
  },

  transition_not_allowed: { status: 409, title: "Not allowed in the shipment's current state" },
  carrier_refused_cancellation: { status: 409, title: "The carrier refused the cancellation" },
  shipment_not_cancellable: { status: 409, title: "The shipment can no longer be cancelled" },
  shipment_not_editable: { status: 409, title: "These fields can no longer be changed" },
  shipment_not_final: { status: 409, title: "The shipment has not ended" },
  shipment_not_returnable: { status: 409, title: "The shipment cannot be returned" },
  return_open: { status: 409, title: "The shipment has an open return" },
  live_shipments_open: { status: 409, title: "Live shipments are still open" },
  account_not_deletable: { status: 409, title: "This account cannot be deleted" },
  shipment_already_assigned: { status: 409, title: "The shipment is already assigned" },
  quote_expired: { status: 409, title: "The quote has expired" },
  quote_not_open: { status: 409, title: "The quote is not open" },
  label_not_ready: { status: 409, title: "The shipment has no label yet" },
  label_format_unavailable: { status: 406, title: "The carrier's label has another format" },
  no_open_quotes: { status: 409, title: "The shipment has no open quotes" },
  key_revoked: { status: 409, title: "The key or token is no longer valid" },
  key_replaced: { status: 409, title: "The key or token was already rotated" },
  driver_in_use: {
    status: 409,
    title: "The driver has active assignments",
    detail: "Assign them to another driver first, or wait until they have ended.",
  },
  off_duty: {
    status: 409,
    title: "The driver was off duty at that time",
    detail: "Waybill stores no positions of a driver who is off duty. Go on duty first.",
  },
  job_not_offered: { status: 409, title: "The job is not offered to you" },
  stage_seed_taken: {
    status: 409,
    title: "A stage with this seed is open",
    detail: "Delete that stage first, or use another seed.",
  },
  rush_hour_running: { status: 409, title: "A rush hour is running" },
  driver_over_capacity: { status: 409, title: "The driver has no room for this job" },
  carrier_in_use: { status: 409, title: "The carrier has active assignments" },
  backup_running: {
    status: 409,
    title: "A backup is running",
    detail: "Wait until it has ended. Waybill takes one backup at a time.",
  },
  backups_not_set_up: {
    status: 409,
    title: "No backup folder is set up",
    detail: "Set WAYBILL_BACKUP_FOLDER to a folder, ideally on another disk, and restart the server.",
  },
  alarms_not_set_up: {
    status: 409,
    title: "No alarm channel is set up",
    detail: "Set WAYBILL_ALARM_URL, or an SMTP server with WAYBILL_SMTP_URL and verify your address.",
  },
  tier_in_use: { status: 409, title: "The tier cannot be removed" },
  secret_key_missing: {
    status: 409,
    title: "Secrets cannot be encrypted on this installation",
    detail: "The operator must set WAYBILL_SECRET_KEY before a live carrier with secrets can be set up.",
  },
  webhook_disabled: { status: 409, title: "The webhook endpoint is disabled" },
  too_many_secrets: { status: 409, title: "Too many active signing secrets" },
  mail_unavailable: {
    status: 409,
    title: "This installation sends no email",
    detail:
      "You need not verify the address. The operator can configure an SMTP server with WAYBILL_SMTP_URL.",
  },
  second_factor_active: {
    status: 409,
    title: "The second factor is already on",
    detail: "Turn it off first, then set up the new app.",
  },
  second_factor_missing: {
    status: 409,
    title: "No second factor is set up",
    detail: "Set one up with POST /api/v1/auth/second-factor first.",
  },
  operator_not_removable: { status: 409, title: "The operator cannot be removed" },
  last_owner: { status: 409, title: "The account needs an owner" },
  limit_reached: { status: 409, title: "Account limit reached" },
} as const satisfies Record<string, ErrorEntry>;
