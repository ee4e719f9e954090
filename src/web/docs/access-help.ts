import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./help.ts";

/** The help for errors of credentials, limits and sign-in. */
export const accessHelp = {
  "API keys and environments": {
    api_key_missing: {
      meaning: "The request has neither an API key nor a session cookie.",
      remedy: "Send the key as `X-API-Key: wb_…` or as `Authorization: Bearer wb_…`.",
    },
    api_key_invalid: {
      meaning:
        "This installation has no such key, or the `Authorization` header does not use the `Bearer` scheme.",
      remedy: "Copy the whole key again, from `wb_` to its end. If it is lost, create a new one.",
    },
    api_key_expired: {
      meaning: "The key's expiry date has passed, or its grace period after a rotation has ended.",
      remedy: "Create a new key on the dashboard.",
    },
    api_key_revoked: {
      meaning:
        "Somebody in the account revoked or rotated the key. This takes effect at once and cannot be undone.",
      remedy: "Use its successor, or create a new key on the dashboard.",
    },
    token_missing: {
      meaning: "The request to `/carrier/*` has no `Authorization` header.",
      remedy: "Send the carrier's token as `Authorization: Bearer wbc_…`. API keys do not work there.",
    },
    token_invalid: {
      meaning:
        "This installation has no such token, or the `Authorization` header does not use the `Bearer` scheme.",
      remedy:
        "Copy the whole token again, from `wbc_`, `wbd_` or `wbp_` to its end. If it is lost, create a new one.",
    },
    token_expired: {
      meaning: "The token was rotated, and its grace period has ended.",
      remedy: "Use its successor, which the rotation returned.",
    },
    token_revoked: {
      meaning:
        "The owner of the carrier revoked or rotated the token, or deleted the carrier or driver. This takes effect at once.",
      remedy: "Use its successor, or ask the owner of the carrier for a new token.",
    },
    device_required: {
      meaning:
        "The request to `/driver/*` has neither a token nor the cookie of a connected device. The dispatcher may have ended the device, or nobody used it for 14 days.",
      remedy: "Ask the dispatcher for a new link, and open it on the device. Programs send a `wbd_` token.",
    },
    positions_only: {
      meaning: "A `wbp_` token sends a driver's positions and may do nothing else.",
      remedy: "Create a token of the kind `driver`, or connect the driver's phone with a link.",
    },
    driver_link_refused: {
      meaning:
        "The code of the link is wrong, is older than 24 hours, has connected 3 devices, or a newer link replaced it.",
      remedy: "Create a new link for the driver, and open it on the device.",
    },
    authentication_throttled: {
      meaning:
        "Waybill refused more than 1000 requests without valid credentials from this address. It now explains only ten refusals per second. Valid keys, sessions and passwords still work from this address.",
      remedy: "Check the key, and wait as many seconds as `Retry-After` says.",
    },
    ambiguous_credentials: {
      meaning:
        "`X-API-Key` and `Authorization` hold two different keys. The API does not guess which one you mean.",
      remedy: "Send only one of the two headers. A proxy or client library may be adding the other.",
    },
    environment_required: {
      meaning: "A session works in both environments, and the request names neither or both.",
      remedy:
        "Send `X-Environment: sandbox` or `X-Environment: live`. A `GET` request may use `?environment=` instead.",
    },
    environment_not_allowed: {
      meaning: "An API key belongs to one environment, so the request must not name one.",
      remedy:
        "Remove `X-Environment` and `?environment=`. For the other environment, use a key of that environment.",
    },
    viewing_is_read_only: {
      meaning:
        "You are the operator and look as an account. While the view lasts, nothing can be changed and no secret can be read.",
      remedy:
        "End the view with `DELETE /operator/accounts/{id}/view` or the button at the top of the dashboard. It also ends by itself after 30 minutes.",
    },
    scope_missing: {
      meaning: "The key, or your role in the account, lacks the scope that this operation needs.",
      remedy:
        "Create a key with the scope named in `detail`: the scopes of an existing key cannot be changed. Signed-in people ask an owner of the account for another role.",
    },
    sandbox_only: {
      meaning:
        "Simulations, webhook faults and everything under `/platform/sandbox` exist in the sandbox only.",
      remedy: "Use a sandbox key. With a live key, remove `simulation` and `faults` from the body.",
    },
    stages_unavailable: {
      meaning:
        "Stages are accounts for a single test. Only instances that run with `--ephemeral` have them, because a stage needs no sign-up.",
      remedy:
        "Start `waybill serve --ephemeral` and use the sandbox key that it prints. On other installations, sign up for an account.",
    },
    test_clock_unavailable: {
      meaning: "Only an installation for tests lets accounts move the time of their sandbox.",
      remedy:
        "Start one with `waybill serve --ephemeral`, or add `--test-clock` to an installation that you use for tests alone.",
    },
  },
  Limits: {
    rate_limited: {
      meaning:
        "The account's keys sent more requests than its tier allows in this environment, or a session sent more than a person would. Nothing was done, and the request did not count.",
      remedy:
        "Send the request again after as many seconds as `Retry-After` says. Spread requests out: `RateLimit` on every response shows how many are left. Programs should use API keys, not sessions.",
    },
    quota_exceeded: {
      meaning:
        "The account used all requests that its tier allows per UTC day in this environment. Nothing was done.",
      remedy:
        "Continue after midnight UTC, in as many seconds as `Retry-After` says. Or ask the operator for a higher tier.",
    },
    storage_quota_exceeded: {
      meaning:
        "The account stores as many bytes as its tier allows in this environment. Waybill refuses new shipments, changes and webhook endpoints. Carriers' reports, cancellations, events and deliveries continue.",
      remedy:
        "Ask the operator for a higher tier. In the sandbox, `DELETE /platform/sandbox/data` frees all of it. `GET /platform/account` shows `stored_bytes`.",
    },
  },
  "Sign-in and accounts": {
    session_required: {
      meaning: "Only signed-in people may do this. The request has no session, or the session has ended.",
      remedy: "Sign in again. API keys do not work on these paths.",
    },
    sign_in_failed: {
      meaning:
        "No user has this email address and password. The response does not say which of them is wrong.",
      remedy:
        "Check both. If you forgot the password, `POST /auth/password-reset` mails a link. Without email, the operator makes one.",
    },
    password_reset_refused: {
      meaning: "The link for a new password is wrong, was used, or is older than 1 hour.",
      remedy: "Request a new link with `POST /auth/password-reset`, or ask the operator for one.",
    },
    mail_throttled: {
      meaning:
        "Too many links by mail were requested by this user or network: 3 at once, then one every 20 minutes, and 20 an hour for the installation, counted apart for new passwords and new addresses.",
      remedy: "Wait as many seconds as `Retry-After` says. Check the spam folder for the link before.",
    },
    second_factor_required: {
      meaning: "The password is right. This user has a second factor, and the request has no `code`.",
      remedy:
        "Repeat the request with `code`: the six digits that the app shows, or a recovery code. Without both, ask the operator to run `waybill user second-factor-off`.",
    },
    second_factor_failed: {
      meaning:
        "The password is right, and the code is wrong, too old or was used already. It counts as a failed attempt.",
      remedy: "Enter the code that the app shows now. Check that the phone's clock is right.",
    },
    second_factor_active: {
      meaning: "The user already has a second factor.",
      remedy: "To use another app, turn the second factor off with `DELETE /auth/second-factor` first.",
    },
    second_factor_missing: {
      meaning: "The user has no second factor, or did not start to set one up.",
      remedy: "Start with `POST /auth/second-factor`.",
    },
    sign_in_throttled: {
      meaning:
        "Too many sign-in attempts failed for this user or address. Each further failure doubles the wait.",
      remedy: "Wait as many seconds as `Retry-After` says, then try again.",
    },
    confirmation_required: {
      meaning:
        "The session entered the password more than 15 minutes ago, and this change needs it again. Nothing was changed.",
      remedy: "Send the password to `POST /auth/confirmation`, then repeat the request. Or sign in again.",
    },
    account_suspended: {
      meaning: "The operator of the installation suspended the account. Its keys and sessions are refused.",
      remedy: "Contact the operator. The account keeps its data, and its shipments continue.",
    },
    account_closing: {
      meaning:
        "Somebody asked to delete the account. Until it is deleted, its keys, tokens and drivers are refused, and signed-in people change nothing in its environments.",
      remedy: "An owner can take the deletion back on the dashboard, under Settings.",
    },
    operator_required: {
      meaning: "Only the operator of the installation may do this, and you are signed in as somebody else.",
      remedy: "Sign in as the operator: the user created by `waybill init` or the set-up link.",
    },
    sign_up_throttled: {
      meaning:
        "This address made more than 20 sign-up attempts. Waybill now accepts one every 10 seconds. Private networks get 500 attempts, then one per second.",
      remedy: "Wait as many seconds as `Retry-After` says. Tests can share one account.",
    },
    sign_up_closed: {
      meaning: "Only the operator of this installation can create accounts.",
      remedy: "Ask the operator for an account.",
    },
    set_up_refused: {
      meaning: "The set-up link is wrong, used or expired, or the installation already has an operator.",
      remedy: "Restart the server to get a new link, or run `waybill init` on the server.",
    },
    invitation_refused: {
      meaning:
        "The link is wrong, was used, withdrawn or replaced, or is older than 48 hours. An invitation also ends when its inviter is no longer an owner.",
      remedy: "Ask an owner of the account for a new invitation.",
    },
    operator_not_removable: {
      meaning: "This person runs the installation: nobody else could.",
      remedy: "Remove somebody else. To end the installation, stop the server and delete its data folder.",
    },
    last_owner: {
      meaning: "This would leave the account without an owner, and nobody could change its people again.",
      remedy: "Make somebody else an owner first. To end the whole account, delete it.",
    },
    email_verification_refused: {
      meaning: "The link is wrong, was used, or is older than 24 hours.",
      remedy: "Sign in and request a new link.",
    },
    email_verification_throttled: {
      meaning: "Waybill sends one verification link per day to an address, and 20 per hour in total.",
      remedy: "Look for the email in your spam folder, or wait as many seconds as `Retry-After` says.",
    },
    mail_unavailable: {
      meaning: "The operator has not configured an SMTP server, so Waybill cannot verify addresses.",
      remedy: "You can use Waybill without a verified address. The operator can set `WAYBILL_SMTP_URL`.",
    },
    email_taken: {
      meaning: "An account with this email address already exists.",
      remedy: "Sign in with this address, or sign up with another one.",
    },
    cross_origin_refused: {
      meaning:
        "A browser sent this request from a page of another site. Only Waybill's own pages may use a session.",
      remedy:
        "From your own program, use an API key. Behind a proxy, the operator must set `WAYBILL_PUBLIC_URL` to the public address.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
