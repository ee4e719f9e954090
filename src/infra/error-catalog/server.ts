import { error } from "./entry.ts";

/** What the caller cannot fix. */
export const serverErrors = {
  storage_full: error("server", 503, "The server's disk is full", {
    meaning:
      "The server's disk is full, or has less free space than `WAYBILL_MIN_FREE_MB`. Nothing was stored. Reading and signing in still work.",
    remedy: "Try again later. The operator must free space on the data folder's disk.",
    example: { detail: "Writes are refused until the server's disk has space. Reads still work." },
  }),
  storage_unavailable: error("server", 503, "The database cannot be written", {
    detail: "Nothing was stored. Try again later; the server's log says why.",
    meaning: "Waybill could not write to the database. Nothing was stored.",
    remedy: "Try again later. The operator finds the cause in the log, by the request id.",
  }),
  busy: error("server", 503, "The server is busy", {
    detail: "Wait as many seconds as Retry-After says, then try again.",
    meaning:
      "More people are signing in or signing up than the server can check passwords for, or more labels or pictures wait than it can work on.",
    remedy: "Wait as many seconds as `Retry-After` says, then send the request again.",
  }),
  geocoder_unavailable: error("server", 503, "The geocoder does not answer", {
    detail: "Try again after as many seconds as Retry-After says, or set the pin by hand.",
    meaning:
      "The operator's geocoder failed, or too many questions wait for it. Shipments are not affected: Waybill asks again about their addresses.",
    remedy:
      "Wait as many seconds as `Retry-After` says, then search again. The operator sees the last errors on the page *Settings*.",
  }),
  not_ready: error("server", 503, "The server is not ready", {
    meaning: "A readiness check failed. `checks` names it. The server may still answer requests.",
    remedy:
      "Load balancers check again by themselves. The operator checks the data folder's disk and the log.",
    example: {
      detail: "The data folder's disk is low on space: reads work, writes are refused.",
      members: { checks: { schema: "ok", sync: "ok", disk: "failed", jobs: "ok" } },
    },
  }),
  shutting_down: error("server", 503, "The server is shutting down", {
    detail: "Try again after as many seconds as Retry-After says.",
    meaning: "The server is shutting down, for example for a restart, and accepts no new requests.",
    remedy: "Wait as many seconds as `Retry-After` says, then send the request again.",
  }),
  internal: error("server", 500, "Internal server error", {
    detail: "Retry with the same Idempotency-Key. If it fails again, give the operator the request_id.",
    meaning: "Waybill failed. The request may or may not have had an effect.",
    remedy: "Retry with the same `Idempotency-Key`. If it fails again, give the operator the request id.",
  }),
};
