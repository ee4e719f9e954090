export interface ErrorEntry {
  status: number;
  /** What is wrong, in at most eight words. */
  title: string;
  /** What to do, unless the thrower gives a detail of its own. */
  detail?: string;
}

/**
 * Every error that a caller can get: code → HTTP status and texts. Contract §7 orders the checks, so it decides which
 * error a request with several mistakes gets. `web/docs/error-help.ts` explains each code and how to fix it.
 */
export const errorCatalog = {
  host_invalid: { status: 400, title: "The Host header is invalid" },
  path_not_found: {
    status: 404,
    title: "No such path",
    detail: "Compare the path with the API reference. It begins with /api/v1 and has no trailing slash.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed for this path",
    detail: "Use one of the methods in the Allow header of this response.",
  },

  ambiguous_credentials: { status: 400, title: "Two different API keys were sent" },
  environment_required: { status: 400, title: "The environment is missing" },
  environment_not_allowed: { status: 400, title: "An API key already selects the environment" },
  api_key_missing: {
    status: 401,
    title: "The API key is missing",
    detail: "Send your key in the X-API-Key header, or as a bearer token in Authorization.",
  },
  api_key_invalid: {
    status: 401,
    title: "The API key is invalid",
    detail: "Copy the whole key again, from wb_ to its end. If it is lost, create a new one.",
  },
  api_key_expired: {
    status: 401,
    title: "The API key has expired",
    detail: "Create a new key on the dashboard.",
  },
  api_key_revoked: {
    status: 401,
    title: "The API key was revoked",
    detail: "Use its successor, or create a new key on the dashboard.",
  },
  token_missing: {
    status: 401,
    title: "The token is missing",
    detail: "Send the token as a bearer token in Authorization.",
  },
  token_invalid: {
    status: 401,
    title: "The token is invalid",
    detail: "Copy the whole token again. If it is lost, create a new one.",
  },
  token_expired: {
    status: 401,
    title: "The token has expired",
    detail: "Use its successor. The grace period after its rotation is over.",
  },
  token_revoked: {
    status: 401,
    title: "The token was revoked",
    detail: "Use its successor, or ask the owner of the carrier for a new token.",
  },
  device_required: {
    status: 401,
    title: "This device is not connected to a driver",
    detail: "Ask your dispatcher for a new link, and open it on this device.",
  },
  authentication_throttled: {
    status: 429,
    title: "Too many requests without valid credentials",
    detail: "Check the API key, and wait as many seconds as Retry-After says.",
  },
  session_required: {
    status: 401,
    title: "Sign-in required",
    detail: "Sign in first. API keys cannot be used for this request.",
  },
  sign_in_failed: {
    status: 401,
    title: "The email address or password is wrong",
    detail: "Check both. The operator of this installation can set a new password.",
  },
  sign_in_throttled: { status: 429, title: "Too many failed sign-in attempts" },
  account_suspended: { status: 403, title: "The account is suspended" },
  operator_required: {
    status: 403,
    title: "Only the operator may do this",
    detail: "Sign in as the operator of this installation.",
  },
  cross_origin_refused: { status: 403, title: "The request came from another site" },
  sign_up_throttled: {
    status: 429,
    title: "Too many sign-up attempts",
    detail: "Wait as many seconds as Retry-After says, then try again.",
  },
  sign_up_closed: {
    status: 403,
    title: "Sign-up is closed on this installation",
    detail: "Ask the operator of this installation for an account.",
  },
  rate_limited: { status: 429, title: "Rate limit exceeded" },
  email_verification_throttled: { status: 429, title: "Too many verification emails requested" },
  quota_exceeded: { status: 429, title: "Daily request quota exceeded" },
  storage_quota_exceeded: { status: 429, title: "Storage quota exceeded" },
  set_up_refused: { status: 403, title: "This set-up link is not valid" },
  email_verification_refused: { status: 403, title: "This verification link is not valid" },
  scope_missing: { status: 403, title: "The API key lacks a required scope" },
  positions_only: {
    status: 403,
    title: "This token may only send positions",
    detail: "Use a driver token, which starts with wbd_, or a device that is connected to the driver.",
  },
  driver_link_refused: {
    status: 403,
    title: "This driver link is not valid",
    detail: "Ask your dispatcher for a new link. A link works for 24 hours and connects up to 3 devices.",
  },
  sandbox_only: { status: 403, title: "Available in the sandbox only" },

  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  body_too_large: { status: 413, title: "The request body is too large" },
  body_unparsable: { status: 400, title: "The request body is not valid JSON" },
  query_invalid: {
    status: 400,
    title: "Invalid query parameters",
    detail: "Fix each parameter listed in errors.",
  },
  cursor_invalid: {
    status: 400,
    title: "Invalid cursor for this list",
    detail: "Send the next_cursor of the previous page with the same filters, or start without a cursor.",
  },
  idempotency_key_invalid: { status: 400, title: "Invalid Idempotency-Key" },
  idempotency_key_reused: { status: 422, title: "Idempotency-Key already used for a different request" },
  validation_failed: {
    status: 422,
    title: "Invalid request body",
    detail: "Fix each field listed in errors.",
  },
  email_taken: {
    status: 422,
    title: "The email address already has an account",
    detail: "Sign in with this address, or use another one.",
  },
  carrier_code_taken: { status: 422, title: "Another carrier has this code" },
  secret_required: { status: 422, title: "The carrier's secrets are required again" },
  shipment_too_large: { status: 422, title: "The shipment is too large" },
  destination_not_allowed: { status: 422, title: "The destination is not allowed" },
  pin_wrong: { status: 422, title: "The recipient's PIN is wrong" },
  pin_locked: { status: 422, title: "Too many wrong PINs" },
  assignment_not_found: {
    status: 422,
    title: "No such assignment of this carrier",
    detail: "Check assignment_id. A carrier reports only about what was booked with it.",
  },
  report_id_reused: {
    status: 422,
    title: "Report id already used for different content",
    detail: "Use a new id for each new report of an assignment.",
  },
  image_unknown: {
    status: 422,
    title: "No such image",
    detail: "Upload the image again. Waybill keeps it for 24 hours, for the shipments of one account.",
  },
  assignment_ended: { status: 409, title: "The assignment has ended" },
  cancellation_not_pending: { status: 409, title: "No cancellation is pending" },
  proof_required: { status: 422, title: "Required proof of delivery is missing" },

  not_found: {
    status: 404,
    title: "No such object",
    detail: "Check the id. A key sees only the objects of its own account and environment.",
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
  shipment_already_assigned: { status: 409, title: "The shipment is already assigned" },
  quote_expired: { status: 409, title: "The quote has expired" },
  quote_not_open: { status: 409, title: "The quote is not open" },
  label_not_ready: { status: 409, title: "The shipment has no label yet" },
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
  rush_hour_running: { status: 409, title: "A rush hour is running" },
  driver_over_capacity: { status: 409, title: "The driver has no room for this job" },
  carrier_in_use: { status: 409, title: "The carrier has active assignments" },
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
  limit_reached: { status: 409, title: "Account limit reached" },

  storage_full: { status: 503, title: "The server's disk is full" },
  storage_unavailable: {
    status: 503,
    title: "The database cannot be written",
    detail: "Nothing was stored. Try again later; the server's log says why.",
  },
  busy: {
    status: 503,
    title: "The server is busy",
    detail: "Wait as many seconds as Retry-After says, then try again.",
  },
  not_ready: { status: 503, title: "The server is not ready" },
  shutting_down: {
    status: 503,
    title: "The server is shutting down",
    detail: "Try again after as many seconds as Retry-After says.",
  },
  internal: {
    status: 500,
    title: "Internal server error",
    detail: "Retry with the same Idempotency-Key. If it fails again, give the operator the request_id.",
  },
} as const satisfies Record<string, ErrorEntry>;
