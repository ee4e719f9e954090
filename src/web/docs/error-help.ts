import type { ErrorCode } from "../../infra/errors.ts";
import { accessHelp } from "./access-help.ts";
import { carrierHelp } from "./carrier-help.ts";
import type { ErrorHelp } from "./help.ts";
import { operatorHelp } from "./operator-help.ts";
import { shipmentHelp } from "./shipment-help.ts";

/** The reference's help for every error: topic → code → help. */
export const errorHelp = {
  "Paths and methods": {
    host_invalid: {
      meaning:
        "The request has more than one `Host` header, or its value is not the name or address of a host. Waybill ignored the rest of the request and closed the connection.",
      remedy:
        "Send one `Host` header, such as `Host: waybill.example.com`. Behind a proxy, check what the proxy sends.",
    },
    client_unknown: {
      meaning:
        "The request came through the socket of `--http-socket`, and `X-Forwarded-For` does not end with the address of the client. Waybill ignored the rest of the request.",
      remedy:
        "Let the proxy add the address of its client to `X-Forwarded-For`. The guide on reverse proxies has samples.",
    },
    path_not_found: {
      meaning: "The API has no such path. Waybill ignored the rest of the request.",
      remedy: "Compare the path with the reference. It begins with `/api/v1` and has no trailing slash.",
    },
    method_not_allowed: {
      meaning: "The path exists, but not with this method.",
      remedy: "Use one of the methods in the `Allow` header of the response.",
    },
    range_not_satisfiable: {
      meaning:
        "The map file is read in pieces. The `Range` header is missing, names more than 2 MiB, or begins after the end of the file.",
      remedy:
        "Request one range of at most 2 MiB, such as `Range: bytes=0-16383`. `Content-Range` has the size of the file.",
    },
  },
  ...accessHelp,
  "Request bodies and queries": {
    unsupported_media_type: {
      meaning: "The operation does not accept this content type, or the body is compressed.",
      remedy: "Send the body uncompressed, with `Content-Type: application/json`.",
    },
    body_too_large: {
      meaning:
        "The body is larger than its operation takes: 128 KiB for one object, 1 MiB for many at once, 2 MiB for a rate card, 8 MiB for an image, 8 KiB under `/api/v1/auth`. Waybill stopped reading and closed the connection.",
      remedy: "Send less. Metadata and descriptions have limits of their own.",
    },
    shipment_too_large: {
      meaning:
        "The shipment would be larger than 64 KiB as JSON, including the fields it already has. Nothing was stored.",
      remedy: "Send fewer parcels, or shorten metadata and descriptions.",
    },
    coordinates_contradict_address: {
      meaning:
        "Coordinates cannot be meant: both are 0, or they lie more than 500 km from the town and swapped they lie in it. Nothing was stored.",
      remedy: "Swap them as `errors` says. Leave both out where you do not know the place.",
    },
    body_unparsable: {
      meaning: "The body is not UTF-8 encoded JSON, is nested too deep, or arrived incomplete.",
      remedy: "Create it with a JSON library. `Content-Length` must be its length in bytes, not characters.",
    },
    validation_failed: {
      meaning: "The body is valid JSON, but some fields are missing, invalid or unknown. Nothing was stored.",
      remedy: "Fix each field listed in `errors`. An unknown field is often a misspelled one.",
    },
    query_invalid: {
      meaning: "A query parameter is unknown, repeated or has an invalid value.",
      remedy: "Fix or remove each parameter listed in `errors`.",
    },
    cursor_invalid: {
      meaning: "The cursor belongs to another list or to other filters.",
      remedy:
        "Start again without `cursor`. To continue, keep the filters and use `next_cursor` or the `Link` header.",
    },
  },
  Idempotency: {
    idempotency_key_required: {
      meaning: "The operation needs an `Idempotency-Key`, because a retry looks like a second request.",
      remedy: "Send a random UUID, and the same one again when you retry.",
    },
    idempotency_key_invalid: {
      meaning: "The `Idempotency-Key` is empty, too long, or contains characters other than printable ASCII.",
      remedy: "Send 1 to 255 printable characters, unique for each request, such as a random UUID.",
    },
    idempotency_key_reused: {
      meaning: "The key was used in the last 24 hours for a request with another method, path or body.",
      remedy:
        "Use a new key for each new request. Repeat a request with its own key and exactly the same bytes.",
    },
  },
  Objects: {
    not_found: {
      meaning:
        "There is no such object in this account and environment. It never existed, was deleted, or belongs to somebody else.",
      remedy:
        "Check the id and its prefix. A sandbox key sees only sandbox objects, a live key only live ones.",
    },
    precondition_failed: {
      meaning:
        "`If-Match` names an older version: somebody changed the object since you read it. Your change was not made.",
      remedy: "Read the object again, apply your change to it and send the new `ETag`.",
    },
    limit_reached: {
      meaning:
        "The account has the maximum number of API keys, webhook endpoints or open streams, or of exports and proof files that are being read.",
      remedy: "Remove what you no longer use, and read one file after the other. `detail` names the limit.",
    },
  },
  ...shipmentHelp,
  ...carrierHelp,
  ...operatorHelp,
  "Webhooks and keys": {
    destination_not_allowed: {
      meaning:
        "Waybill sends webhooks and calls carriers only at public addresses, and live ones only over `https`. This URL resolves to a private address or to Waybill's own machine.",
      remedy:
        "Use a public `https` URL. The operator can allow other networks with `WAYBILL_WEBHOOK_ALLOW_CIDRS`, and for the installation's carriers with `WAYBILL_CARRIER_ALLOW_CIDRS`.",
    },
    webhook_disabled: {
      meaning:
        "The endpoint is disabled, either by its owner or because it failed for days. Waybill sends nothing to it.",
      remedy:
        'Enable it with `PATCH {"enabled": true}`, then send again. `POST …/recover` resends what failed.',
    },
    too_many_secrets: {
      meaning:
        "Each rotation keeps the old secret for its grace period. An endpoint may have five secrets at once.",
      remedy:
        "Wait until one expires, or rotate with `grace_period_seconds: 0`, which ends the old ones at once.",
    },
    key_revoked: {
      meaning: "Only a valid key or token can be rotated. This one is revoked or has expired.",
      remedy: "Create a new key or token.",
    },
    key_replaced: {
      meaning: "The key or token already has a successor and works only until its grace period ends.",
      remedy:
        "Use the successor, and rotate that one next. If its secret is lost, revoke it and create a new one.",
    },
  },
  Server: {
    busy: {
      meaning:
        "More people are signing in or signing up than the server can check passwords for, or more labels or pictures wait than it can work on.",
      remedy: "Wait as many seconds as `Retry-After` says, then send the request again.",
    },
    storage_full: {
      meaning:
        "The server's disk is full, or has less free space than `WAYBILL_MIN_FREE_MB`. Nothing was stored. Reading and signing in still work.",
      remedy: "Try again later. The operator must free space on the data folder's disk.",
    },
    storage_unavailable: {
      meaning: "Waybill could not write to the database. Nothing was stored.",
      remedy: "Try again later. The operator finds the cause in the log, by the request id.",
    },
    not_ready: {
      meaning: "A readiness check failed. `checks` names it. The server may still answer requests.",
      remedy:
        "Load balancers check again by themselves. The operator checks the data folder's disk and the log.",
    },
    shutting_down: {
      meaning: "The server is shutting down, for example for a restart, and accepts no new requests.",
      remedy: "Wait as many seconds as `Retry-After` says, then send the request again.",
    },
    internal: {
      meaning: "Waybill failed. The request may or may not have had an effect.",
      remedy: "Retry with the same `Idempotency-Key`. If it fails again, give the operator the request id.",
    },
  },
} as const satisfies Record<string, Partial<Record<ErrorCode, ErrorHelp>>>;
