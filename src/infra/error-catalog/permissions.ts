import { error } from "./entry.ts";

/** How much the caller may, and what for. */
export const permissionErrors = {
  range_not_satisfiable: error("paths", 416, "The requested range is not available", {
    meaning:
      "The map file is read in pieces. The `Range` header is missing, names more than 2 MiB, or begins after the end of the file.",
    remedy:
      "Request one range of at most 2 MiB, such as `Range: bytes=0-16383`. `Content-Range` has the size of the file.",
    example: { detail: "Request one range of at most 2097152 bytes." },
  }),
  rate_limited: error("limits", 429, "Rate limit exceeded", {
    meaning:
      "The account's keys sent more requests than its tier allows in this environment, or a session sent more than a person would. Nothing was done, and the request did not count.",
    remedy:
      "Send the request again after as many seconds as `Retry-After` says. Spread requests out: `RateLimit` on every response shows how many are left. Programs should use API keys, not sessions.",
    example: {
      detail:
        "The tier free allows 10 requests per second and bursts of 20 in each environment. Wait as many seconds as Retry-After says.",
    },
  }),
  email_verification_throttled: error("people", 429, "Too many verification emails requested", {
    meaning: "Waybill sends one verification link per day to an address, and 20 per hour in total.",
    remedy: "Look for the email in your spam folder, or wait as many seconds as `Retry-After` says.",
    example: { detail: "We emailed this address a link less than 24 hours ago. Check its spam folder too." },
  }),
  mail_throttled: error("people", 429, "Too many emails requested", {
    detail: "Wait as many seconds as Retry-After says. Check the spam folder too.",
    meaning:
      "Too many links by mail were requested by this user or network: 3 at once, then one every 20 minutes, and 20 an hour for the installation, counted apart for new passwords and new addresses.",
    remedy: "Wait as many seconds as `Retry-After` says. Check the spam folder for the link before.",
  }),
  quota_exceeded: error("limits", 429, "Daily request quota exceeded", {
    meaning:
      "The account used all requests that its tier allows per UTC day in this environment. Nothing was done.",
    remedy:
      "Continue after midnight UTC, in as many seconds as `Retry-After` says. Or ask the operator for a higher tier.",
    example: {
      detail:
        "The tier free allows 10000 requests per UTC day in each environment. Wait as many seconds as Retry-After says.",
    },
  }),
  storage_quota_exceeded: error("limits", 429, "Storage quota exceeded", {
    meaning:
      "The account stores as many bytes as its tier allows in this environment. Waybill refuses new shipments, changes and webhook endpoints. Carriers' reports, cancellations, events and deliveries continue.",
    remedy:
      "Ask the operator for a higher tier. In the sandbox, `DELETE /platform/sandbox/data` frees all of it. `GET /platform/account` shows `stored_bytes`.",
    example: {
      detail:
        "The tier free allows 1000000000 bytes in each environment. Ask the operator for a higher tier.",
    },
  }),
  set_up_refused: error("people", 403, "This set-up link is not valid", {
    meaning: "The set-up link is wrong, used or expired, or the installation already has an operator.",
    remedy: "Restart the server to get a new link, or run `waybill init` on the server.",
    example: {
      detail:
        "The link is wrong, was used, or is older than 30 minutes. Restart the server to get a new link.",
    },
  }),
  invitation_refused: error("people", 403, "This invitation is not valid", {
    meaning:
      "The link is wrong, was used, withdrawn or replaced, or is older than 48 hours. An invitation also ends when its inviter is no longer an owner.",
    remedy: "Ask an owner of the account for a new invitation.",
    example: {
      detail:
        "The link is wrong, was used or withdrawn, or is older than 48 hours. Ask for a new invitation.",
    },
  }),
  password_reset_refused: error("people", 403, "This link is not valid", {
    detail: "The link is wrong, was used, or is older than 1 hour. Request a new one.",
    meaning: "The link for a new password is wrong, was used, or is older than 1 hour.",
    remedy: "Request a new link with `POST /auth/password-reset`, or ask the operator for one.",
  }),
  email_verification_refused: error("people", 403, "This verification link is not valid", {
    meaning: "The link is wrong, was used, or is older than 24 hours.",
    remedy: "Sign in and request a new link.",
    example: {
      detail: "The link is wrong, was used, or is older than 24 hours. Sign in to request a new one.",
    },
  }),
  viewing_is_read_only: error("keys", 403, "Read-only while you look as an account", {
    detail: "End the view first. While it lasts, nothing changes and no secret is shown.",
    meaning:
      "You are the operator and look as an account. While the view lasts, nothing can be changed and no secret can be read.",
    remedy:
      "End the view with `DELETE /operator/accounts/{id}/view` or the button at the top of the dashboard. It also ends by itself after 30 minutes.",
  }),
  scope_missing: error("keys", 403, "A required scope is missing", {
    meaning: "The key, or your role in the account, lacks the scope that this operation needs.",
    remedy:
      "Create a key with the scope named in `detail`: the scopes of an existing key cannot be changed. Signed-in people ask an owner of the account for another role.",
    example: { detail: "Use a key with the scope shipments:write." },
  }),
  positions_only: error("keys", 403, "This token may only send positions", {
    detail: "Use a driver token, which starts with wbd_, or a device that is connected to the driver.",
    meaning: "A `wbp_` token sends a driver's positions and may do nothing else.",
    remedy: "Create a token of the kind `driver`, or connect the driver's phone with a link.",
  }),
  driver_link_refused: error("keys", 403, "This driver link is not valid", {
    detail: "Ask your dispatcher for a new link. A link works for 24 hours and connects up to 3 devices.",
    meaning:
      "The code of the link is wrong, is older than 24 hours, has connected 3 devices, or a newer link replaced it.",
    remedy: "Create a new link for the driver, and open it on the device.",
  }),
  sandbox_only: error("keys", 403, "Available in the sandbox only", {
    meaning:
      "Simulations, webhook faults and everything under `/platform/sandbox` exist in the sandbox only. A server with `--ephemeral` has the inbox in live too.",
    remedy: "Use a sandbox key. With a live key, remove `simulation` and `faults` from the body.",
    example: { detail: "Use a sandbox key." },
  }),
  stages_unavailable: error("keys", 403, "This installation has no stages", {
    detail: "Start an instance for tests with waybill serve --ephemeral, and use its sandbox key.",
    meaning:
      "Stages are accounts for a single test. Only instances that run with `--ephemeral` have them, because a stage needs no sign-up.",
    remedy:
      "Start `waybill serve --ephemeral` and use the sandbox key that it prints. On other installations, sign up for an account.",
  }),
  test_clock_unavailable: error("keys", 403, "This installation has no test clock", {
    detail: "Start your own with waybill serve --ephemeral, or add --test-clock.",
    meaning: "Only an installation for tests lets accounts move the time of their sandbox.",
    remedy:
      "Start one with `waybill serve --ephemeral`, or add `--test-clock` to an installation that you use for tests alone.",
  }),
};
