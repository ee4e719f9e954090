import type { ErrorEntry } from "./entry.ts";

/** Where a request goes, who sends it, and how much the caller may. */
export const accessErrors = {
  host_invalid: { status: 400, title: "The Host header is invalid" },
  client_unknown: {
    status: 400,
    title: "The client's address is missing",
    detail: "A proxy that calls Waybill's socket must end X-Forwarded-For with the address of its client.",
  },
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
    detail: "Check both. If you forgot the password, request a link for a new one.",
  },
  second_factor_required: {
    status: 401,
    title: "A code of the second factor is required",
    detail: "Send the six digits that your authenticator app shows, or a recovery code, as code.",
  },
  second_factor_failed: {
    status: 401,
    title: "The code is wrong",
    detail: "Each code works once, and for about a minute. Enter the one that the app shows now.",
  },
  sign_in_throttled: { status: 429, title: "Too many failed sign-in attempts" },
  confirmation_required: {
    status: 403,
    title: "Enter your password again",
    detail: "Confirm the session with POST /api/v1/auth/confirmation, then repeat the request.",
  },
  account_suspended: { status: 403, title: "The account is suspended" },
  account_closing: { status: 403, title: "The account is being deleted" },
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
  range_not_satisfiable: { status: 416, title: "The requested range is not available" },
  rate_limited: { status: 429, title: "Rate limit exceeded" },
  email_verification_throttled: { status: 429, title: "Too many verification emails requested" },
  mail_throttled: {
    status: 429,
    title: "Too many emails requested",
    detail: "Wait as many seconds as Retry-After says. Check the spam folder too.",
  },
  quota_exceeded: { status: 429, title: "Daily request quota exceeded" },
  storage_quota_exceeded: { status: 429, title: "Storage quota exceeded" },
  set_up_refused: { status: 403, title: "This set-up link is not valid" },
  invitation_refused: { status: 403, title: "This invitation is not valid" },
  password_reset_refused: {
    status: 403,
    title: "This link is not valid",
    detail: "The link is wrong, was used, or is older than 1 hour. Request a new one.",
  },
  email_verification_refused: { status: 403, title: "This verification link is not valid" },
  viewing_is_read_only: {
    status: 403,
    title: "Read-only while you look as an account",
    detail: "End the view first. While it lasts, nothing changes and no secret is shown.",
  },
  scope_missing: { status: 403, title: "A required scope is missing" },
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
  stages_unavailable: {
    status: 403,
    title: "This installation has no stages",
    detail: "Start an instance for tests with waybill serve --ephemeral, and use its sandbox key.",
  },
  test_clock_unavailable: {
    status: 403,
    title: "This installation has no test clock",
    detail: "Start your own with waybill serve --ephemeral, or add --test-clock.",
  },
} as const satisfies Record<string, ErrorEntry>;
