/**
 * Which pages of other sites may call with an API key (Fetch Standard, CORS protocol). Sessions do not work there,
 * because no answer allows credentials.
 */

const exposedHeaders = [
  "X-Request-Id, Location, ETag, Link, Retry-After, Idempotent-Replayed, X-Waybill-Fault, X-Waybill-Clock, Deprecation, Sunset",
  "RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
].join(", ");
const sendableHeaders =
  "X-API-Key, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID";
const preflightSeconds = "7200";

type Headers = Record<string, string | number>;

/** Lets the page that sent the request read the answer, if its origin is allowed. */
export function allowOrigin(allowed: readonly string[], request: Request, headers: Headers): void {
  if (allowed.length === 0) return;
  headers.vary = `${headers.vary}, Origin`;
  const origin = request.headers.get("origin");
  if (origin === null || !(allowed.includes("*") || allowed.includes(origin))) return;
  headers["access-control-allow-origin"] = origin;
  headers["access-control-expose-headers"] = exposedHeaders;
}

/** Answers a preflight request. */
export function allowRequest(request: Request, allow: string, headers: Headers): void {
  const isAllowed = headers["access-control-allow-origin"] !== undefined;
  if (!isAllowed || !request.headers.has("access-control-request-method")) return;
  headers["access-control-allow-methods"] = allow;
  headers["access-control-allow-headers"] = sendableHeaders;
  headers["access-control-max-age"] = preflightSeconds;
}
