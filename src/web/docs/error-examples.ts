import {
  type AppErrorOptions,
  type ErrorCode,
  type ProblemDocument,
  problemDocument,
} from "../../infra/errors.ts";

const requestId = "req_01m7x5rdwme1ct34p92xd7wpnk";

/** What a response with the error contains besides its title. The tests provoke each of them. */
const examples: Partial<Record<ErrorCode, AppErrorOptions>> = {
  host_invalid: {
    detail: "Send one Host header with the server's name or address, and its port if it is not the default.",
  },
  ambiguous_credentials: {
    detail: "X-API-Key and Authorization hold different keys. Send only one of them.",
  },
  environment_required: {
    detail: "Send the header X-Environment: sandbox or X-Environment: live with a session.",
  },
  environment_not_allowed: {
    detail: "Remove X-Environment and ?environment. The API key selects the environment.",
  },
  cross_origin_refused: {
    detail:
      "Programs use an API key. Browsers must open the address that the operator set as WAYBILL_PUBLIC_URL.",
  },
  set_up_refused: {
    detail: "The link is wrong, was used, or is older than 30 minutes. Restart the server to get a new link.",
  },
  email_verification_refused: {
    detail: "The link is wrong, was used, or is older than 24 hours. Sign in to request a new one.",
  },
  email_verification_throttled: {
    detail: "We emailed this address a link less than 24 hours ago. Check its spam folder too.",
  },
  rate_limited: {
    detail:
      "The tier free allows 10 requests per second and bursts of 20 in each environment. Wait as many seconds as Retry-After says.",
  },
  quota_exceeded: {
    detail:
      "The tier free allows 10000 requests per UTC day in each environment. Wait as many seconds as Retry-After says.",
  },
  storage_quota_exceeded: {
    detail: "The tier free allows 1000000000 bytes in each environment. Ask the operator for a higher tier.",
  },
  shipment_too_large: {
    detail: "A shipment may have at most 65536 bytes as JSON. Shorten metadata, descriptions or parcels.",
  },
  coordinates_contradict_address: {
    errors: [
      {
        pointer: "#/delivery/address/latitude",
        code: "swapped",
        detail: "must be swapped with longitude: they lie 5,554 km from the town, and swapped in it",
      },
    ],
  },
  account_suspended: {
    detail: "The operator of this installation suspended the account. Contact the operator.",
  },
  account_closing: {
    detail: "Until it is deleted, an owner can take the deletion back on the dashboard, under Settings.",
  },
  sign_in_throttled: { detail: "Wait 1 second, then try again." },
  scope_missing: { detail: "Use a key with the scope shipments:write." },
  sandbox_only: { detail: "Use a sandbox key." },
  idempotency_key_invalid: {
    detail: "Send an Idempotency-Key of 1 to 255 printable ASCII characters.",
  },
  idempotency_key_reused: {
    detail: "This key was used with another method, path or body. Use a new key for each new request.",
  },
  range_not_satisfiable: { detail: "Request one range of at most 2097152 bytes." },
  unsupported_media_type: { detail: "Send application/json in UTF-8, uncompressed." },
  body_too_large: { detail: "The body of this operation may have at most 128 KiB. Send less at a time." },
  body_unparsable: { detail: "Send a JSON body encoded in UTF-8." },
  query_invalid: {
    errors: [{ parameter: "limit", code: "minimum", detail: "must be at least 1" }],
  },
  cursor_invalid: {
    errors: [
      { parameter: "cursor", code: "cursor", detail: "must be the next_cursor of the same list and filters" },
    ],
  },
  validation_failed: {
    errors: [
      { pointer: "#/parcels", code: "required", detail: "is required" },
      {
        pointer: "#/delivery/address/country",
        code: "format",
        detail: "must be an ISO 3166-1 alpha-2 country code such as DE",
      },
    ],
  },
  invitation_refused: {
    detail: "The link is wrong, was used or withdrawn, or is older than 48 hours. Ask for a new invitation.",
  },
  operator_not_removable: { detail: "This person runs the installation." },
  last_owner: { detail: "Make somebody else an owner first." },
  email_taken: {
    errors: [{ pointer: "#/email", code: "taken", detail: "already has an account" }],
  },
  destination_not_allowed: {
    detail:
      "The destination is not allowed: webhooks go to public addresses. To receive webhooks without a server, use waybill:inbox.",
    errors: [
      { pointer: "#/url", code: "destination_not_allowed", detail: "is not an allowed webhook destination" },
    ],
  },
  pin_wrong: { detail: "Ask the recipient for the PIN and send a new report. Tries left: 4." },
  pin_locked: { detail: "Report the delivery as undeliverable with verification_failed." },
  cancellation_not_pending: {
    detail: "The sender is not asking to cancel this assignment. Report withdrawn to give it back.",
  },
  assignment_ended: { detail: "Read the assignment: its status says how it ended." },
  proof_required: { detail: "Send the recipient's PIN." },
  not_ready: {
    detail: "The data folder's disk is low on space: reads work, writes are refused.",
    members: { checks: { schema: "ok", sync: "ok", disk: "failed", jobs: "ok" } },
  },
  transition_not_allowed: {
    detail: "The client cannot change a shipment from delivered to assigned.",
    members: { from: "delivered", to: "assigned", allowed: [] },
  },
  shipment_not_cancellable: {
    detail: "The shipment is delivered. Only a shipment that is not picked up yet can be cancelled.",
    members: { shipment_status: "delivered" },
  },
  carrier_refused_cancellation: {
    detail: "The driver is at the pickup.",
    members: { reason_code: "other" },
  },
  pin_not_shown: { detail: "Ask the sender for the PIN." },
  digits_wrong: { detail: "Tries left: 4.", members: { tries_left: 4 } },
  proof_not_shown: { detail: "Ask the sender for the proof of delivery." },
  digits_locked: { detail: "Wait for the time in Retry-After, or ask the sender for the PIN." },
  shipment_not_delivered: {
    detail: "Rate it once it is delivered. What is failed, returned or erased cannot be rated.",
  },
  tracking_link_ended: { detail: "Ask the sender for a new link." },
  shipment_not_editable: {
    detail: "The shipment is delivered, so its contacts and instructions cannot be changed.",
    members: { shipment_status: "delivered" },
  },
  shipment_not_final: {
    detail:
      "The shipment is in_transit. Only a delivered, cancelled, failed or returned shipment can be redacted.",
    members: { shipment_status: "in_transit" },
  },
  shipment_not_returnable: {
    detail: "The shipment is assigned. Only a delivered shipment can be returned.",
    members: { shipment_status: "assigned" },
  },
  not_own_fleet: { detail: "No quote is accepted, so no fleet has the shipment." },
  correction_too_late: {
    detail: "It ended more than 14 days ago. What it cost can still be changed for some weeks.",
    members: { ended_at: "2026-01-31T10:08:00.000Z" },
  },
  charge_too_late: {
    detail: "It ended more than 60 days ago.",
    members: { ended_at: "2026-01-31T10:08:00.000Z" },
  },
  charge_unagreed: {
    detail:
      "The account agreed to 0 percent of the price for later charges. 0 of it are left, in minor units.",
    members: { later_charges_percent: 0 },
  },
  driver_missing: { detail: "The simulated driver's trip is over. Correct it to a final state." },
  return_open: {
    detail: "Its last return has not ended. Use that one, or cancel it first.",
    members: { return_shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk" },
  },
  live_shipments_open: {
    detail: "Cancel what is not picked up, and wait for the rest: 1 live shipment is still open.",
    members: { open_shipments: 1 },
  },
  account_not_deletable: {
    detail: "This is the account of the installation's operator. Whoever runs the installation needs it.",
  },
  shipment_already_assigned: {
    detail: "Release the current assignment before you accept another quote.",
  },
  quote_expired: { detail: "Request new quotes and accept one of them." },
  quote_not_open: { detail: "The quote is withdrawn. Accept one whose status is open." },
  label_not_ready: {
    detail: "The shipment is quoted. A label exists once a quote is accepted.",
    members: { shipment_status: "quoted" },
  },
  label_format_unavailable: {
    detail: "The carrier made this label as pdf. Leave format out, or send format=pdf.",
    members: { available_format: "pdf" },
  },
  no_open_quotes: {
    detail: "Request new quotes. If there are none, `unavailable` gives each carrier's reason.",
  },
  key_revoked: { detail: "Create a new key. Only a valid key can be rotated." },
  key_replaced: { detail: "Rotate its successor instead." },
  carrier_code_taken: {
    detail: "Choose another code. Each carrier of an owner has its own.",
    errors: [{ pointer: "#/code", code: "taken", detail: "is the code of another carrier" }],
  },
  production_credentials: {
    detail: "Use a test key in the sandbox. Set the carrier up in live with this key.",
    errors: [
      {
        pointer: "#/settings/api_key",
        code: "production_credentials",
        detail: "must be a test key in the sandbox",
      },
    ],
  },
  secret_required: {
    detail: "Enter the carrier's secrets again: its address changed. Null makes a new signing secret.",
    errors: [
      {
        pointer: "#/settings/signing_secret",
        code: "secret_required",
        detail: "must be sent again, because an address changes",
      },
    ],
  },
  job_not_offered: { detail: "Another driver has it, or your time to answer is over. Read your stops." },
  rush_hour_running: {
    detail:
      "It ends by itself at its `ends_at`. To start another one now, end it with DELETE /api/v1/platform/sandbox/rush-hour.",
  },
  driver_over_capacity: {
    detail: "Choose another driver, hand over one of this driver's jobs, or raise the driver's capacity.",
  },
  tier_in_use: { detail: "This tier has one account. Move it to another tier first." },
  carrier_not_transferable: {
    detail:
      "Only a carrier of the kind fleet can be handed over. Set up another one under Operator → Carriers.",
  },
  carrier_in_use: { detail: "Pause the carrier, and delete it when its assignments have ended." },
  webhook_disabled: { detail: "Enable the endpoint first." },
  too_many_secrets: { detail: "An endpoint may have at most 5 active secrets. Wait for one to expire." },
  limit_reached: {
    detail: "An account may have at most 50 webhook endpoints in each environment. Delete one first.",
  },
  storage_full: { detail: "Writes are refused until the server's disk has space. Reads still work." },
};

/** The problem document of an error, as this installation sends it. */
export function exampleProblem(code: ErrorCode, publicUrl: string): ProblemDocument {
  return problemDocument(code, examples[code] ?? {}, { publicUrl, requestId });
}
