import {
  type AppErrorOptions,
  type ErrorCode,
  type ProblemDocument,
  problemDocument,
} from "../../infra/errors.ts";

const requestId = "req_01m7x5rdwme1ct34p92xd7wpnk";

/** What a request that meets the error is told besides its title; the tests meet every one of them. */
const examples: Partial<Record<ErrorCode, AppErrorOptions>> = {
  host_invalid: {
    detail: "Send one Host header, with the name or address of the server and, if need be, its port.",
  },
  ambiguous_credentials: {
    detail: "X-API-Key and Authorization hold different keys; send one of them.",
  },
  environment_required: { detail: "A session names the environment: X-Environment: sandbox or live." },
  environment_not_allowed: {
    detail: "Leave out X-Environment and ?environment; only sessions name their environment.",
  },
  cross_origin_refused: {
    detail:
      "Send Sec-Fetch-Site: same-origin or the Origin of this installation, which its operator sets by WAYBILL_PUBLIC_URL.",
  },
  set_up_refused: {
    detail: "The link is wrong, was used, or is older than 30 minutes. Another start prints a new one.",
  },
  email_verification_refused: {
    detail: "The link is wrong, was used, or is older than 24 hours. Sign in to ask for a new one.",
  },
  email_verification_throttled: {
    detail: "A link was mailed to this address less than 24 hours ago. Look in the spam folder too.",
  },
  rate_limited: {
    detail:
      "In the tier free an account may send 10 requests per second, and 20 at once, in each environment.",
  },
  quota_exceeded: {
    detail: "In the tier free an account may send 10000 requests per UTC day, in each environment.",
  },
  storage_quota_exceeded: {
    detail: "In the tier free an account may store 1000000000 bytes in each environment.",
  },
  shipment_too_large: { detail: "As JSON a shipment can have 65536 bytes." },
  account_suspended: {
    detail: "The operator of this installation suspended the account; ask whoever runs it.",
  },
  sign_in_throttled: { detail: "Wait 1 second, then try again." },
  scope_missing: { detail: "The key needs the scope shipments:write." },
  sandbox_only: { detail: "Use a sandbox key." },
  idempotency_key_invalid: {
    detail: "Idempotency-Key must have 1 to 255 printable ASCII characters.",
  },
  idempotency_key_reused: {
    detail: "The key came before with another method, path or body. Use a new key for a new request.",
  },
  unsupported_media_type: { detail: "Send application/json in UTF-8, not compressed." },
  body_too_large: { detail: "A body can have 1048576 bytes." },
  body_unparsable: { detail: "The body must be UTF-8 encoded JSON." },
  query_invalid: {
    detail: "Some query parameters are not valid.",
    errors: [{ parameter: "limit", code: "minimum", detail: "must be at least 1" }],
  },
  cursor_invalid: {
    errors: [
      { parameter: "cursor", code: "cursor", detail: "must be the next_cursor of the same list and filters" },
    ],
  },
  validation_failed: {
    detail: "Some fields of the body are not valid.",
    errors: [
      { pointer: "#/parcels", code: "required", detail: "is required" },
      {
        pointer: "#/delivery/address/country",
        code: "format",
        detail: "must be an ISO 3166-1 alpha-2 code",
      },
    ],
  },
  email_taken: {
    errors: [{ pointer: "#/email", code: "taken", detail: "already has an account" }],
  },
  destination_not_allowed: {
    detail: "The destination is not allowed: webhooks go to public addresses.",
    errors: [
      { pointer: "#/url", code: "destination_not_allowed", detail: "is not where webhooks may be sent" },
    ],
  },
  proof_required: { detail: "It lacks the recipient's PIN." },
  not_ready: {
    detail: "There is too little space on the disk of the data folder: reads go on, writes are refused.",
    members: { checks: { schema: "ok", sync: "ok", disk: "failed", jobs: "ok" } },
  },
  transition_not_allowed: {
    detail: "A shipment that is delivered cannot become assigned by the client.",
    members: { from: "delivered", to: "assigned", allowed: [] },
  },
  shipment_not_cancellable: {
    detail: "A shipment that is delivered cannot be cancelled.",
    members: { shipment_status: "delivered" },
  },
  shipment_not_editable: {
    detail: "The contacts and instructions of a shipment that is delivered cannot be changed.",
    members: { shipment_status: "delivered" },
  },
  shipment_already_assigned: {
    detail: "The shipment has an assignment; release it before accepting another offer.",
  },
  quote_expired: { detail: "Ask for new quotes." },
  quote_not_open: { detail: "The quote is withdrawn." },
  no_open_quotes: {
    detail: "Read the shipment's quotes: `unavailable` says why there are none. Then ask for new ones.",
  },
  key_revoked: { detail: "Only a key that is valid can be replaced." },
  key_replaced: { detail: "Replace the key that came after it." },
  webhook_disabled: { detail: "Enable the endpoint before sending to it." },
  too_many_secrets: {
    detail: "An endpoint signs with at most 5 secrets at once; wait for one to expire.",
  },
  limit_reached: { detail: "An account can have 50 webhook endpoints." },
  storage_full: {
    detail: "Nothing can be written until there is space on the server's disk; reading goes on.",
  },
  internal: { detail: "The request id helps to find out why." },
};

/** The problem document of an error as this installation sends it. */
export function exampleProblem(code: ErrorCode, publicUrl: string): ProblemDocument {
  return problemDocument(code, examples[code] ?? {}, { publicUrl, requestId });
}
