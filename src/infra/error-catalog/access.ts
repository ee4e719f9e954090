import { error } from "./entry.ts";

/** Where a request goes, and who sends it. */
export const accessErrors = {
  host_invalid: error("paths", 400, "The Host header is invalid", {
    meaning:
      "The request has more than one `Host` header, or its value is not the name or address of a host. Waybill ignored the rest of the request and closed the connection.",
    remedy:
      "Send one `Host` header, such as `Host: waybill.example.com`. Behind a proxy, check what the proxy sends.",
    example: {
      detail:
        "Send one Host header with the server's name or address, and its port if it is not the default.",
    },
  }),
  client_unknown: error("paths", 400, "The client's address is missing", {
    detail: "A proxy that calls Waybill's socket must end X-Forwarded-For with the address of its client.",
    meaning:
      "The request came through the socket of `--http-socket`, and `X-Forwarded-For` does not end with the address of the client. Waybill ignored the rest of the request.",
    remedy:
      "Let the proxy add the address of its client to `X-Forwarded-For`. The guide on reverse proxies has samples.",
  }),
  path_not_found: error("paths", 404, "No such path", {
    detail: "Compare the path with the API reference. It begins with /api/v1 and has no trailing slash.",
    meaning: "The API has no such path. Waybill ignored the rest of the request.",
    remedy: "Compare the path with the reference. It begins with `/api/v1` and has no trailing slash.",
  }),
  method_not_allowed: error("paths", 405, "Method not allowed for this path", {
    detail: "Use one of the methods in the Allow header of this response.",
    meaning: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the `Allow` header of the response.",
  }),
  ambiguous_credentials: error("keys", 400, "Two different API keys were sent", {
    meaning:
      "`X-API-Key` and `Authorization` hold two different keys. The API does not guess which one you mean.",
    remedy: "Send only one of the two headers. A proxy or client library may be adding the other.",
    example: { detail: "X-API-Key and Authorization hold different keys. Send only one of them." },
  }),
  environment_required: error("keys", 400, "The environment is missing", {
    meaning: "A session works in both environments, and the request names neither or both.",
    remedy:
      "Send `X-Environment: sandbox` or `X-Environment: live`. A `GET` request may use `?environment=` instead.",
    example: { detail: "Send the header X-Environment: sandbox or X-Environment: live with a session." },
  }),
  environment_not_allowed: error("keys", 400, "An API key already selects the environment", {
    meaning: "An API key belongs to one environment, so the request must not name one.",
    remedy:
      "Remove `X-Environment` and `?environment=`. For the other environment, use a key of that environment.",
    example: { detail: "Remove X-Environment and ?environment. The API key selects the environment." },
  }),
  api_key_missing: error("keys", 401, "The API key is missing", {
    detail: "Send your key in the X-API-Key header, or as a bearer token in Authorization.",
    meaning: "The request has neither an API key nor a session cookie.",
    remedy: "Send the key as `X-API-Key: wb_…` or as `Authorization: Bearer wb_…`.",
  }),
  api_key_invalid: error("keys", 401, "The API key is invalid", {
    detail: "Copy the whole key again, from wb_ to its end. If it is lost, create a new one.",
    meaning:
      "This installation has no such key, or the `Authorization` header does not use the `Bearer` scheme.",
    remedy: "Copy the whole key again, from `wb_` to its end. If it is lost, create a new one.",
  }),
  api_key_expired: error("keys", 401, "The API key has expired", {
    detail: "Create a new key on the dashboard.",
    meaning: "The key's expiry date has passed, or its grace period after a rotation has ended.",
    remedy: "Create a new key on the dashboard.",
  }),
  api_key_revoked: error("keys", 401, "The API key was revoked", {
    detail: "Use its successor, or create a new key on the dashboard.",
    meaning:
      "Somebody in the account revoked or rotated the key. This takes effect at once and cannot be undone.",
    remedy: "Use its successor, or create a new key on the dashboard.",
  }),
  token_missing: error("keys", 401, "The token is missing", {
    detail: "Send the token as a bearer token in Authorization.",
    meaning: "The request to `/carrier/*` has no `Authorization` header.",
    remedy: "Send the carrier's token as `Authorization: Bearer wbc_…`. API keys do not work there.",
  }),
  token_invalid: error("keys", 401, "The token is invalid", {
    detail: "Copy the whole token again. If it is lost, create a new one.",
    meaning:
      "This installation has no such token, or the `Authorization` header does not use the `Bearer` scheme.",
    remedy:
      "Copy the whole token again, from `wbc_`, `wbd_` or `wbp_` to its end. If it is lost, create a new one.",
  }),
  token_expired: error("keys", 401, "The token has expired", {
    detail: "Use its successor. The grace period after its rotation is over.",
    meaning: "The token was rotated, and its grace period has ended.",
    remedy: "Use its successor, which the rotation returned.",
  }),
  token_revoked: error("keys", 401, "The token was revoked", {
    detail: "Use its successor, or ask the owner of the carrier for a new token.",
    meaning:
      "The owner of the carrier revoked or rotated the token, or deleted the carrier or driver. This takes effect at once.",
    remedy: "Use its successor, or ask the owner of the carrier for a new token.",
  }),
  device_required: error("keys", 401, "This device is not connected to a driver", {
    detail: "Ask your dispatcher for a new link, and open it on this device.",
    meaning:
      "The request to `/driver/*` has neither a token nor the cookie of a connected device. The dispatcher may have ended the device, or nobody used it for 14 days.",
    remedy: "Ask the dispatcher for a new link, and open it on the device. Programs send a `wbd_` token.",
  }),
  authentication_throttled: error("keys", 429, "Too many requests without valid credentials", {
    detail: "Check the API key, and wait as many seconds as Retry-After says.",
    meaning:
      "Waybill refused more than 1000 requests without valid credentials from this address. It now explains only ten refusals per second. Valid keys, sessions and passwords still work from this address.",
    remedy: "Check the key, and wait as many seconds as `Retry-After` says.",
  }),
  session_required: error("people", 401, "Sign-in required", {
    detail: "Sign in first. API keys cannot be used for this request.",
    meaning: "Only signed-in people may do this. The request has no session, or the session has ended.",
    remedy: "Sign in again. API keys do not work on these paths.",
  }),
  sign_in_failed: error("people", 401, "The email address or password is wrong", {
    detail: "Check both. If you forgot the password, request a link for a new one.",
    meaning: "No user has this email address and password. The response does not say which of them is wrong.",
    remedy:
      "Check both. If you forgot the password, `POST /auth/password-reset` mails a link. Without email, the operator makes one.",
  }),
  second_factor_required: error("people", 401, "A code of the second factor is required", {
    detail: "Send the six digits that your authenticator app shows, or a recovery code, as code.",
    meaning: "The password is right. This user has a second factor, and the request has no `code`.",
    remedy:
      "Repeat the request with `code`: the six digits that the app shows, or a recovery code. Without both, ask the operator to run `waybill user second-factor-off`.",
  }),
  second_factor_failed: error("people", 401, "The code is wrong", {
    detail: "Each code works once, and for about a minute. Enter the one that the app shows now.",
    meaning:
      "The password is right, and the code is wrong, too old or was used already. It counts as a failed attempt.",
    remedy: "Enter the code that the app shows now. Check that the phone's clock is right.",
  }),
  sign_in_throttled: error("people", 429, "Too many failed sign-in attempts", {
    meaning:
      "Too many sign-in attempts failed for this user or address. Each further failure doubles the wait.",
    remedy: "Wait as many seconds as `Retry-After` says, then try again.",
    example: { detail: "Wait 1 second, then try again." },
  }),
  confirmation_required: error("people", 403, "Enter your password again", {
    detail: "Confirm the session with POST /api/v1/auth/confirmation, then repeat the request.",
    meaning:
      "The session entered the password more than 15 minutes ago, and this change needs it again. Nothing was changed.",
    remedy: "Send the password to `POST /auth/confirmation`, then repeat the request. Or sign in again.",
  }),
  account_suspended: error("people", 403, "The account is suspended", {
    meaning: "The operator of the installation suspended the account. Its keys and sessions are refused.",
    remedy: "Contact the operator. The account keeps its data, and its shipments continue.",
    example: { detail: "The operator of this installation suspended the account. Contact the operator." },
  }),
  account_closing: error("people", 403, "The account is being deleted", {
    meaning:
      "Somebody asked to delete the account. Until it is deleted, its keys, tokens and drivers are refused, and signed-in people change nothing in its environments.",
    remedy: "An owner can take the deletion back on the dashboard, under Settings.",
    example: {
      detail: "Until it is deleted, an owner can take the deletion back on the dashboard, under Settings.",
    },
  }),
  operator_required: error("people", 403, "Only the operator may do this", {
    detail: "Sign in as the operator of this installation.",
    meaning: "Only the operator of the installation may do this, and you are signed in as somebody else.",
    remedy: "Sign in as the operator: the user created by `waybill init` or the set-up link.",
  }),
  cross_origin_refused: error("people", 403, "The request came from another site", {
    meaning:
      "A browser sent this request from a page of another site. Only Waybill's own pages may use a session.",
    remedy:
      "From your own program, use an API key. Behind a proxy, the operator must set `WAYBILL_PUBLIC_URL` to the public address.",
    example: {
      detail:
        "Programs use an API key. Browsers must open the address that the operator set as WAYBILL_PUBLIC_URL.",
    },
  }),
  sign_up_throttled: error("people", 429, "Too many sign-up attempts", {
    detail: "Wait as many seconds as Retry-After says, then try again.",
    meaning:
      "This address made more than 20 sign-up attempts. Waybill now accepts one every 10 seconds. Private networks get 500 attempts, then one per second.",
    remedy: "Wait as many seconds as `Retry-After` says. Tests can share one account.",
  }),
  sign_up_closed: error("people", 403, "Sign-up is closed on this installation", {
    detail: "Ask the operator of this installation for an account.",
    meaning: "Only the operator of this installation can create accounts.",
    remedy: "Ask the operator for an account.",
  }),
};
