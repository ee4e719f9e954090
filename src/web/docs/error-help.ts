import type { ErrorCode } from "../../infra/errors.ts";
import { accessHelp } from "./access-help.ts";

export interface ErrorHelp {
  /** What happened, for somebody who sees the code for the first time. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
}

/** What the reference says of every error: topic → code → help. */
export const errorHelp = {
  "Paths and methods": {
    host_invalid: {
      meaning:
        "The request has more than one `Host` header, or one that is not the name or address of a host. Waybill looked at nothing else and closed the connection.",
      remedy:
        "Send one `Host` header, such as `Host: waybill.example.com`. If a proxy stands before Waybill, check what it sends.",
    },
    path_not_found: {
      meaning: "The API has no such path. Nothing else of the request was looked at.",
      remedy: "Compare the path with the reference: it begins with `/api/v1` and has no slash at its end.",
    },
    method_not_allowed: {
      meaning: "The path exists, but not with this method.",
      remedy: "Use one of the methods in the `Allow` header of the answer.",
    },
  },
  ...accessHelp,
  "The request": {
    unsupported_media_type: {
      meaning: "The body is of a type that the operation does not read, or is compressed.",
      remedy: "Send the body as it is, with `Content-Type: application/json`.",
    },
    body_too_large: {
      meaning:
        "The body is larger than 1 MiB, or under `/api/v1/auth` than 8 KiB. Waybill did not read the rest and closed the connection.",
      remedy: "Send less at once; metadata and descriptions have limits of their own.",
    },
    shipment_too_large: {
      meaning:
        "The shipment would have more than 64 KiB as JSON, with what it had before a change. Nothing was stored.",
      remedy: "Send fewer parcels, or shorter metadata and descriptions.",
    },
    body_unparsable: {
      meaning: "The body is not JSON in UTF-8, is nested too deep, or did not arrive whole.",
      remedy: "Make it with a JSON library, and see that `Content-Length` is the length in bytes.",
    },
    validation_failed: {
      meaning:
        "The body is JSON, but some of its fields are not as the operation needs them. Nothing was stored.",
      remedy: "Mend each field that `errors` names. An unknown field is often a name that is misspelled.",
    },
    query_invalid: {
      meaning: "A query parameter is unknown, is there twice, or has a value that it cannot have.",
      remedy: "Mend or leave out each parameter that `errors` names.",
    },
    cursor_invalid: {
      meaning: "A cursor goes on where its own list with its own filters ended; this one is of another.",
      remedy:
        "Begin again without `cursor`. To go on, keep the filters and take `next_cursor` or the `Link` header.",
    },
  },
  Idempotency: {
    idempotency_key_invalid: {
      meaning: "`Idempotency-Key` is empty, too long, or has characters that are no printable ASCII.",
      remedy: "Send 1 to 255 printable characters that are new for each request, such as a random UUID.",
    },
    idempotency_key_reused: {
      meaning:
        "The key stands for another request of the last 24 hours: its method, path or body is not the same.",
      remedy: "Repeat a request with its own key and the very same bytes, and give each new one a new key.",
    },
  },
  Objects: {
    not_found: {
      meaning: "There is no such object for this caller: it never was, was removed, or is another account's.",
      remedy: "Check the id and its prefix. A sandbox key sees sandbox objects only, a live key live ones.",
    },
    precondition_failed: {
      meaning:
        "`If-Match` names another version than the present one: somebody changed the object. Yours was not made.",
      remedy: "Read the object, make the change to what it is now, and send the new `ETag`.",
    },
    limit_reached: {
      meaning: "The account has as many API keys, webhook endpoints or open streams as one account may have.",
      remedy: "Remove what is not used any more. The `detail` says what there is too much of.",
    },
  },
  "Shipments, quotes and assignments": {
    transition_not_allowed: {
      meaning: "The shipment is in state `from`, and cannot become `to`. What it can become is in `allowed`.",
      remedy: "Read the shipment and decide again. Two requests, or you and the carrier, may have crossed.",
    },
    shipment_not_cancellable: {
      meaning: "The goods are with the carrier, or the shipment has ended: it is too late to cancel.",
      remedy: "Call the carrier. What `if_undeliverable` says happens when nobody takes the goods.",
    },
    shipment_not_editable: {
      meaning:
        "Windows can be changed until an offer is accepted, contacts and instructions while the goods are to be delivered.",
      remedy: "`shipment_status` is the state it is in. Reference and metadata can always be changed.",
    },
    shipment_already_assigned: {
      meaning:
        "An offer for this shipment was accepted before; of several requests at once only one can win.",
      remedy: "Read the shipment's assignment. To choose another offer, release it before the pickup.",
    },
    quote_expired: {
      meaning: "Offers are good until their `expires_at`, most for 15 minutes, and that has passed.",
      remedy: "Ask for new quotes with `POST /platform/shipments/{id}/quotes`, and accept one of those.",
    },
    quote_not_open: {
      meaning: "The offer was declined, withdrawn or replaced by newer ones. The `detail` says which.",
      remedy: "Read the shipment's quotes, and accept one with status `open`.",
    },
    no_open_quotes: {
      meaning: "A strategy chooses among the open quotes, and no carrier has made one that is still valid.",
      remedy: "Ask for new quotes. If none come, `unavailable` in that answer says why, carrier by carrier.",
    },
    proof_required: {
      meaning:
        "A carrier reports a delivery without the proof that was asked for. Only carriers, and the simulated one, meet it.",
      remedy: "Report it again with the signature, photo, PIN or check of age that the `detail` names.",
    },
  },
  "Webhooks and keys": {
    destination_not_allowed: {
      meaning:
        "Webhooks go to public addresses only, and in live to `https` only. This URL leads elsewhere, or to the machine that Waybill runs on.",
      remedy: "Use a public `https` URL. The operator can allow others by `WAYBILL_WEBHOOK_ALLOW_CIDRS`.",
    },
    webhook_disabled: {
      meaning: "The endpoint is disabled, by its owner or after failing for days, and is sent nothing.",
      remedy: 'Enable it with `PATCH {"enabled": true}`, then send again. `/recover` sends what it missed.',
    },
    too_many_secrets: {
      meaning: "Each rotation keeps the old secret for its grace period, and five at once are the most.",
      remedy: "Wait until one expires, or rotate with `grace_period_seconds` 0, which ends the old ones.",
    },
    key_revoked: {
      meaning: "Only a key that is valid can be replaced; this one is revoked or has expired.",
      remedy: "Issue a new key.",
    },
    key_replaced: {
      meaning: "The key has a successor, and counts only until its grace period is over.",
      remedy:
        "Use its successor, and replace that one next. If nobody kept its secret, revoke it and issue a new key.",
    },
  },
  "The installation": {
    busy: {
      meaning: "More people sign in or up at this moment than the server can check passwords for.",
      remedy: "Wait as many seconds as `Retry-After` says, then send it again.",
    },
    storage_full: {
      meaning:
        "The server's disk is full, or has less free than `WAYBILL_MIN_FREE_MB`. Nothing of the request was stored; reading and signing in still work.",
      remedy: "Send it again later. The operator frees space in the data folder's file system.",
    },
    storage_unavailable: {
      meaning: "The database could not be written. Nothing of the request was stored.",
      remedy: "Send it again later. The operator finds the cause in the log, by the request id.",
    },
    not_ready: {
      meaning:
        "Something that serving takes is not as it should be; `checks` says what. It may still answer.",
      remedy: "A load balancer asks again. The operator looks at the disk of the data folder and the log.",
    },
    shutting_down: {
      meaning: "The server is stopping, to be started again or moved, and takes nothing new.",
      remedy: "Send it again after the seconds in `Retry-After`.",
    },
    internal: {
      meaning: "The fault is ours. Whether the request had an effect is not certain.",
      remedy: "Send it again with the same `Idempotency-Key`. If it stays, tell the operator the request id.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
