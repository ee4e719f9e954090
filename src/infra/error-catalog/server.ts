import type { ErrorEntry } from "./entry.ts";

/** What the caller cannot fix. */
export const serverErrors = {
  storage_full: { status: 503, title: "The server's disk is full" },
  storage_unavailable: {
    status: 503,
    title: "The database cannot be written",
    detail: "Nothing was stored. Try again later; the server's log says why.",
  },
  busy: {
    status: 503,
    title: "The server is busy",
    detail: "Wait as many seconds as Retry-After says, then try again.",
  },
  not_ready: { status: 503, title: "The server is not ready" },
  shutting_down: {
    status: 503,
    title: "The server is shutting down",
    detail: "Try again after as many seconds as Retry-After says.",
  },
  internal: {
    status: 500,
    title: "Internal server error",
    detail: "Retry with the same Idempotency-Key. If it fails again, give the operator the request_id.",
  },
} as const satisfies Record<string, ErrorEntry>;
