import { error } from "./entry.ts";

/** What a request says: its form, its fields, then what it reports. */
export const requestErrors = {
  unsupported_media_type: error("requests", 415, "Unsupported media type", {
    meaning: "The operation does not accept this content type, or the body is compressed.",
    remedy: "Send the body uncompressed, with `Content-Type: application/json`.",
    example: { detail: "Send application/json in UTF-8, uncompressed." },
  }),
  body_too_large: error("requests", 413, "The request body is too large", {
    meaning:
      "The body is larger than its operation takes: 128 KiB for one object, 1 MiB for many at once, 2 MiB for a rate card, 8 MiB for an image, 8 KiB under `/api/v1/auth`. Waybill stopped reading and closed the connection.",
    remedy: "Send less. Metadata and descriptions have limits of their own.",
    example: { detail: "The body of this operation may have at most 128 KiB. Send less at a time." },
  }),
  body_unparsable: error("requests", 400, "The request body is not valid JSON", {
    meaning: "The body is not UTF-8 encoded JSON, is nested too deep, or arrived incomplete.",
    remedy: "Create it with a JSON library. `Content-Length` must be its length in bytes, not characters.",
    example: { detail: "Send a JSON body encoded in UTF-8." },
  }),
  query_invalid: error("requests", 400, "Invalid query parameters", {
    detail: "Fix each parameter listed in errors.",
    meaning: "A query parameter is unknown, repeated or has an invalid value.",
    remedy: "Fix or remove each parameter listed in `errors`.",
    example: { errors: [{ parameter: "limit", code: "minimum", detail: "must be at least 1" }] },
  }),
  cursor_invalid: error("requests", 400, "Invalid cursor for this list", {
    detail: "Send the next_cursor of the previous page with the same filters, or start without a cursor.",
    meaning: "The cursor belongs to another list or to other filters.",
    remedy:
      "Start again without `cursor`. To continue, keep the filters and use `next_cursor` or the `Link` header.",
    example: {
      errors: [
        {
          parameter: "cursor",
          code: "cursor",
          detail: "must be the next_cursor of the same list and filters",
        },
      ],
    },
  }),
  idempotency_key_required: error("idempotency", 400, "Missing Idempotency-Key", {
    detail: "Send an Idempotency-Key: without one, a retry would do it twice.",
    meaning: "The operation needs an `Idempotency-Key`, because a retry looks like a second request.",
    remedy: "Send a random UUID, and the same one again when you retry.",
  }),
  idempotency_key_invalid: error("idempotency", 400, "Invalid Idempotency-Key", {
    meaning: "The `Idempotency-Key` is empty, too long, or contains characters other than printable ASCII.",
    remedy: "Send 1 to 255 printable characters, unique for each request, such as a random UUID.",
    example: { detail: "Send an Idempotency-Key of 1 to 255 printable ASCII characters." },
  }),
  idempotency_key_reused: error("idempotency", 422, "Idempotency-Key already used for a different request", {
    meaning: "The key was used in the last 24 hours for a request with another method, path or body.",
    remedy:
      "Use a new key for each new request. Repeat a request with its own key and exactly the same bytes.",
    example: {
      detail: "This key was used with another method, path or body. Use a new key for each new request.",
    },
  }),
  validation_failed: error("requests", 422, "Invalid request body", {
    detail: "Fix each field listed in errors.",
    meaning: "The body is valid JSON, but some fields are missing, invalid or unknown. Nothing was stored.",
    remedy: "Fix each field listed in `errors`. An unknown field is often a misspelled one.",
    example: {
      errors: [
        { pointer: "#/parcels", code: "required", detail: "is required" },
        {
          pointer: "#/delivery/address/country",
          code: "format",
          detail: "must be an ISO 3166-1 alpha-2 country code such as DE",
        },
      ],
    },
  }),
  email_taken: error("people", 422, "The email address already has an account", {
    detail: "Sign in with this address, or use another one.",
    meaning: "An account with this email address already exists.",
    remedy: "Sign in with this address, or sign up with another one.",
    example: { errors: [{ pointer: "#/email", code: "taken", detail: "already has an account" }] },
  }),
  carrier_code_taken: error("carriers", 422, "Another carrier has this code", {
    meaning: "Another carrier of the same owner already has this `code` in this environment.",
    remedy: "Choose another code. The code of a deleted carrier is free again.",
    example: {
      detail: "Choose another code. Each carrier of an owner has its own.",
      errors: [{ pointer: "#/code", code: "taken", detail: "is the code of another carrier" }],
    },
  }),
  production_credentials: error("carriers", 422, "Production credentials in the sandbox", {
    meaning:
      "The key is a production key of the carrier, and the sandbox must never buy a real delivery. Waybill stored nothing.",
    remedy:
      "Use the carrier's test key in the sandbox. Set the carrier up in `live` with the production key.",
    example: {
      detail: "Use a test key in the sandbox. Set the carrier up in live with this key.",
      errors: [
        {
          pointer: "#/settings/api_key",
          code: "production_credentials",
          detail: "must be a test key in the sandbox",
        },
      ],
    },
  }),
  secret_required: error("carriers", 422, "The carrier's secrets are required again", {
    meaning:
      "The change gives the carrier a new address. Waybill sends a stored secret only to the address that it was set for.",
    remedy:
      "Send the secrets in `errors` again, together with the address. Null for `signing_secret` makes a new one.",
    example: {
      detail: "Enter the carrier's secrets again: its address changed. Null makes a new signing secret.",
      errors: [
        {
          pointer: "#/settings/signing_secret",
          code: "secret_required",
          detail: "must be sent again, because an address changes",
        },
      ],
    },
  }),
  coordinates_contradict_address: error("requests", 422, "The coordinates contradict the address", {
    detail: "Fix the coordinates listed in errors, or leave them out.",
    meaning:
      "Coordinates cannot be meant: both are 0, or they lie more than 500 km from the town and swapped they lie in it. Nothing was stored.",
    remedy: "Swap them as `errors` says. Leave both out where you do not know the place.",
    example: {
      errors: [
        {
          pointer: "#/delivery/address/latitude",
          code: "swapped",
          detail: "must be swapped with longitude: they lie 5,554 km from the town, and swapped in it",
        },
      ],
    },
  }),
  shipment_too_large: error("requests", 422, "The shipment is too large", {
    meaning:
      "The shipment would be larger than 64 KiB as JSON, including the fields it already has. Nothing was stored.",
    remedy: "Send fewer parcels, or shorten metadata and descriptions.",
    example: {
      detail: "A shipment may have at most 65536 bytes as JSON. Shorten metadata, descriptions or parcels.",
    },
  }),
  destination_not_allowed: error("webhooks", 422, "The destination is not allowed", {
    meaning:
      "Waybill sends webhooks and calls carriers only at public addresses, and live ones only over `https`. This URL resolves to a private address or to Waybill's own machine, or it holds a user name or password.",
    remedy:
      "Use a public `https` URL. The operator can allow other networks with `WAYBILL_WEBHOOK_ALLOW_CIDRS`, and for the installation's carriers with `WAYBILL_CARRIER_ALLOW_CIDRS`.",
    example: {
      detail:
        "The URL is not an allowed destination: requests go to public addresses. To receive webhooks without a server, use waybill:inbox.",
      errors: [
        {
          pointer: "#/url",
          code: "destination_not_allowed",
          detail: "is not an allowed destination: requests go to public addresses",
        },
      ],
    },
  }),
  pin_wrong: error("reports", 422, "The recipient's PIN is wrong", {
    meaning:
      "The PIN is not the recipient's. Waybill counts the tries of a shipment. A report that is sent again counts once.",
    remedy: "Ask the recipient for the PIN. They have it from the sender. Then send a new report.",
    example: { detail: "Ask the recipient for the PIN and send a new report. Tries left: 4." },
  }),
  pin_locked: error("reports", 422, "Too many wrong PINs", {
    meaning: "Five wrong PINs were sent for the shipment. Waybill accepts no other, not even the right one.",
    remedy: "Report `undeliverable` with the reason `verification_failed`, or ask the sender what to do.",
    example: { detail: "Report the delivery as undeliverable with verification_failed." },
  }),
  assignment_not_found: error("reports", 422, "No such assignment of the sender", {
    detail:
      "Check assignment_id. Carriers report about what was booked with them, and drivers about their own jobs.",
    meaning:
      "The sender of the report has no assignment with this id: it is another carrier's or driver's. The report changed nothing.",
    remedy: "Send the `assignment_id` of the booking. Each environment has tokens of its own.",
  }),
  report_id_reused: error("reports", 422, "Report id already used for different content", {
    detail: "Use a new id for each new report of an assignment.",
    meaning: "Waybill has another report of this assignment with the same id. The new one changed nothing.",
    remedy: "Use a new id for each new report. To repeat a report, send exactly the same content.",
  }),
  image_unknown: error("reports", 422, "No such image", {
    detail: "Upload the image again. Waybill keeps it for 24 hours, for the shipments of one account.",
    meaning:
      "The image was never uploaded by this carrier or its drivers, is older than 24 hours, or belongs to the shipments of another account.",
    remedy: "Upload the image again, then send the report with its new id.",
  }),
  assignment_ended: error("reports", 409, "The assignment has ended", {
    detail: "It was completed, cancelled, or given to somebody else. Nothing about it can change any more.",
    meaning:
      "The booking is no longer yours to accept or reject. It was cancelled, took too long, or the goods are picked up.",
    remedy: "Read the assignment. If it was cancelled, do not send a driver.",
    example: { detail: "Read the assignment: its status says how it ended." },
  }),
  cancellation_not_pending: error("reports", 409, "No cancellation is pending", {
    meaning:
      "`cancelled` and `cancellation_refused` answer a cancellation that the sender asked for. Here nobody waits for such an answer.",
    remedy:
      "Report `withdrawn` to give a job back before the pickup, or `undeliverable` after it. `cancellation_requested_at` of the job says whether the sender waits.",
    example: {
      detail: "The sender is not asking to cancel this assignment. Report withdrawn to give it back.",
    },
  }),
  proof_required: error("shipments", 422, "Required proof of delivery is missing", {
    meaning:
      "A carrier reported a delivery without the required proof of delivery. Only carriers get this error.",
    remedy: "Report the delivery again with the signature, photo, PIN or age check named in `detail`.",
    example: { detail: "Send the recipient's PIN." },
  }),
};
