import type { ErrorEntry } from "./entry.ts";

/** What a request says: its form, then its fields. */
export const requestErrors = {
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
  idempotency_key_required: {
    status: 400,
    title: "Missing Idempotency-Key",
    detail: "Send an Idempotency-Key: without one, a retry would do it twice.",
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
  production_credentials: { status: 422, title: "Production credentials in the sandbox" },
  secret_required: { status: 422, title: "The carrier's secrets are required again" },
  coordinates_contradict_address: {
    status: 422,
    title: "The coordinates contradict the address",
    detail: "Fix the coordinates listed in errors, or leave them out.",
  },
  shipment_too_large: { status: 422, title: "The shipment is too large" },
  destination_not_allowed: { status: 422, title: "The destination is not allowed" },
  pin_wrong: { status: 422, title: "The recipient's PIN is wrong" },
  pin_locked: { status: 422, title: "Too many wrong PINs" },
  assignment_not_found: {
    status: 422,
    title: "No such assignment of the sender",
    detail:
      "Check assignment_id. Carriers report about what was booked with them, and drivers about their own jobs.",
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
  assignment_ended: {
    status: 409,
    title: "The assignment has ended",
    detail: "It was completed, cancelled, or given to somebody else. Nothing about it can change any more.",
  },
  cancellation_not_pending: { status: 409, title: "No cancellation is pending" },
  proof_required: { status: 422, title: "Required proof of delivery is missing" },
} as const satisfies Record<string, ErrorEntry>;
