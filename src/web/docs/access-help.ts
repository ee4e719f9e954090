import type { ErrorCode } from "../../infra/errors.ts";
import type { ErrorHelp } from "./error-help.ts";

/** What the reference says of the errors that tell who may call, and how much. */
export const accessHelp = {
  "API keys and environments": {
    api_key_missing: {
      meaning: "The request has neither an API key nor the cookie of a session.",
      remedy: "Send the key as `X-API-Key: wb_…`, or as `Authorization: Bearer wb_…`.",
    },
    api_key_invalid: {
      meaning:
        "No key of this installation is spelled like this, or `Authorization` is not of the kind `Bearer`.",
      remedy: "Copy the whole key again, from `wb_` to its end. If it is lost, replace it by a new one.",
    },
    api_key_expired: {
      meaning: "The key was good until a time that has passed: its own end, or the end of a grace period.",
      remedy: "Issue a new key on the dashboard and use that.",
    },
    api_key_revoked: {
      meaning: "Somebody of the account revoked or replaced the key. That holds at once and for good.",
      remedy: "Use the key that replaced it, or issue a new one on the dashboard.",
    },
    authentication_throttled: {
      meaning:
        "More than 1000 requests from this address were refused and had no valid credentials. Now ten refusals each second say why. A valid key, session or password still works, from this address too.",
      remedy:
        "Wait as many seconds as `Retry-After` says, and check the key or the body before sending it again.",
    },
    ambiguous_credentials: {
      meaning:
        "`X-API-Key` and `Authorization` hold two different keys, and the API does not guess which one counts.",
      remedy: "Send one of the two headers. A proxy or client library may be adding the other.",
    },
    environment_required: {
      meaning: "A session works in both environments, and the request names none of them, or both.",
      remedy: "Send `X-Environment: sandbox` or `live`. A `GET` may name it as `?environment=` instead.",
    },
    environment_not_allowed: {
      meaning: "An API key belongs to one environment, so a request with a key does not name one.",
      remedy:
        "Leave out `X-Environment` and `?environment=`. For the other environment use a key of that one.",
    },
    scope_missing: {
      meaning: "The key is valid, but was issued without the scope that this operation needs.",
      remedy: "The `detail` names the scope. Issue a key that has it; the scopes of a key do not change.",
    },
    sandbox_only: {
      meaning: "Simulations, and everything under `/platform/sandbox`, exist in the sandbox only.",
      remedy: "Use a sandbox key. With a live key leave `simulation` out of the body.",
    },
  },
  Limits: {
    rate_limited: {
      meaning:
        "The account's keys sent more requests at once than its tier allows in this environment, or a session sent more than any person does. Nothing was done, and the request did not count.",
      remedy:
        "Send it again after as many seconds as `Retry-After` says. `RateLimit` on every answer to a key tells how many are left; spread them out. Programs use API keys, not sessions.",
    },
    quota_exceeded: {
      meaning:
        "The account sent as many requests on this UTC day as its tier allows in this environment. Nothing was done.",
      remedy:
        "Go on after midnight UTC, in as many seconds as `Retry-After` says, or ask the operator for another tier.",
    },
    storage_quota_exceeded: {
      meaning:
        "The account stores as many bytes as its tier allows in this environment, so new shipments, changes and webhook endpoints are refused. Carriers' reports, cancellations, events and deliveries go on.",
      remedy:
        "Ask the operator for another tier. In the sandbox, `DELETE /platform/sandbox/data` gives the bytes back. `GET /platform/account` shows `stored_bytes`.",
    },
  },
  "Signing in": {
    session_required: {
      meaning: "This is for people who are signed in, and there is no session, or it has ended.",
      remedy: "Sign in again. API keys do not open these paths.",
    },
    sign_in_failed: {
      meaning:
        "There is no user with this e-mail address and password. The answer does not say which is wrong.",
      remedy: "Check both. The operator of the installation can set a new password.",
    },
    sign_in_throttled: {
      meaning: "Too many attempts failed for this user or address. Each further one doubles the wait.",
      remedy: "Wait as many seconds as `Retry-After` says, then try again.",
    },
    account_suspended: {
      meaning: "The operator of the installation suspended the account: its keys and sessions are refused.",
      remedy: "Ask the operator. What the account has is kept, and its shipments go on.",
    },
    operator_required: {
      meaning: "Only the person who runs the installation may do this, and somebody else is signed in.",
      remedy: "Sign in as the operator, whom `waybill init` or the set-up link made.",
    },
    sign_up_throttled: {
      meaning:
        "More than 20 attempts to open an account came from this address, and now one is let in every 10 seconds. From a private network it is 500 attempts, then one each second.",
      remedy: "Wait as many seconds as `Retry-After` says. Tests can use one account for many cases.",
    },
    sign_up_closed: {
      meaning: "The operator of this installation opens accounts; nobody can sign up alone.",
      remedy: "Ask the operator for an account.",
    },
    set_up_refused: {
      meaning: "The set-up link is wrong, was used or is too old, or there is an operator already.",
      remedy: "Start Waybill again for a new link, or run `waybill init` on its machine.",
    },
    email_verification_refused: {
      meaning: "The link is wrong, was used, or is older than 24 hours.",
      remedy: "Sign in and ask for a new link.",
    },
    email_verification_throttled: {
      meaning: "Waybill mails one link a day to an address, and 20 an hour in all.",
      remedy: "Look for the mail, in the spam folder too, or wait as many seconds as `Retry-After` says.",
    },
    mail_unavailable: {
      meaning: "The operator has not configured an SMTP server, so no address can be verified.",
      remedy: "Nothing needs to be verified. The operator can set `WAYBILL_SMTP_URL`.",
    },
    email_taken: {
      meaning: "There is an account with this e-mail address already.",
      remedy: "Sign in with it, or sign up with another address.",
    },
    cross_origin_refused: {
      meaning: "A browser sent this from a page of another site, and only our own pages may use a session.",
      remedy: "From a program of yours, use an API key. Behind a proxy, the public URL must be set right.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
