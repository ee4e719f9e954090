/** The shared parts of the document: headers, credentials and status texts. */

const text = { type: "string" } as const;
const idExample = "01m7x5rdwme1ct34p92xd7wpnk";
const perLimit = (parameters: string) => `"rate";${parameters}, "day";${parameters}`;

export const headers = {
  "X-Request-Id": {
    description: "The request's id, as in logs and errors.",
    required: true,
    schema: text,
    example: "req_01m7x5rdwme1ct34p92xd7wpnk",
  },
  Location: {
    description: "Path of the created object.",
    required: true,
    schema: text,
    example: `/api/v1/platform/shipments/shp_${idExample}`,
  },
  ETag: {
    description: "The object's version, for `If-None-Match` and `If-Match`.",
    required: true,
    schema: text,
    example: '"3"',
  },
  "Content-Disposition": {
    description: "A name for the file, if you save it.",
    schema: text,
    example: 'inline; filename="WB4Z7K2M9XQ1P.pdf"',
  },
  Link: { description: 'The next page, `rel="next"` (RFC 8288). Absent on the last page.', schema: text },
  "Idempotent-Replayed": {
    description:
      "`true` if this is the stored response of an earlier request with the same `Idempotency-Key`. Otherwise absent.",
    schema: text,
    example: "true",
  },
  "X-Waybill-Fault": {
    description:
      "The fault that a rule of `/platform/sandbox/faults` made, and the rule's place. Sandbox keys only. Otherwise absent.",
    schema: text,
    example: "status; rule=0",
  },
  "X-Waybill-Clock": {
    description:
      "The time of the account's sandbox, where it has a clock of its own, and whether that is frozen. Otherwise absent.",
    schema: text,
    example: "2026-02-01T09:30:00.000Z; frozen",
  },
  "Set-Cookie": { description: "The session.", schema: text },
  "WWW-Authenticate": {
    description: "The authentication scheme.",
    required: true,
    schema: text,
    example: "Bearer",
  },
  Accept: {
    description: "The accepted media type.",
    required: true,
    schema: text,
    example: "application/json",
  },
  "Accept-Patch": {
    description: "The accepted media types (RFC 5789).",
    required: true,
    schema: text,
    example: "application/json, application/merge-patch+json",
  },
  "Retry-After": {
    description: "Seconds to wait before a retry.",
    required: true,
    schema: { type: "integer", minimum: 0 },
    example: 5,
  },
  "Retry-After-If-Pending": {
    description: "Seconds to wait before a retry. Absent where no wait helps.",
    schema: { type: "integer", minimum: 0 },
    example: 5,
  },
  "RateLimit-Policy": {
    description:
      "The account's limits: `q` requests in `w` seconds. Absent for sessions and in a tier without limits.",
    schema: { ...text, pattern: `^${perLimit("q=[0-9]+;w=[0-9]+")}$` },
    example: '"rate";q=20;w=2, "day";q=10000;w=86400',
  },
  RateLimit: {
    description: "What is left: `r` requests now, more in `t` seconds.",
    schema: { ...text, pattern: `^${perLimit("r=[0-9]+;t=[0-9]+")}$` },
    example: '"rate";r=19;t=1, "day";r=9999;t=43200',
  },
  "X-RateLimit-Limit": {
    description: "Maximum burst of requests.",
    schema: { type: "integer", minimum: 1 },
    example: 20,
  },
  "X-RateLimit-Remaining": {
    description: "Requests left in the burst now.",
    schema: { type: "integer", minimum: 0 },
    example: 19,
  },
  "X-RateLimit-Reset": {
    description: "When the full burst is available again, in seconds since the epoch.",
    schema: { type: "integer" },
    example: 1_769_851_800,
  },
} as const;

type Header = keyof typeof headers;

/** The headers of every response to an API key. */
export const limitHeaders = [
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const satisfies readonly Header[];

export function headerRefs(names: readonly Header[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `Retry-After` of a response that has it only while something is on its way. */
export const retryIfPending = { "Retry-After": { $ref: "#/components/headers/Retry-After-If-Pending" } };

export const securitySchemes = {
  api_key: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "An API key, `wb_sandbox_…` or `wb_live_…`.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The same key as a bearer token. Do not send two different keys.",
  },
  carrier_token: {
    type: "http",
    scheme: "bearer",
    description:
      "A carrier's token, `wbc_sandbox_…` or `wbc_live_…`. It sees only what was booked with the carrier.",
  },
  driver_token: {
    type: "http",
    scheme: "bearer",
    description:
      "A driver's token, `wbd_sandbox_…` or `wbd_live_…`. It sees only the driver's own jobs. A `wbp_…` token may only send positions.",
  },
  driver_device: {
    type: "apiKey",
    in: "cookie",
    name: "waybill_driver",
    description:
      "The cookie of a device that a driver's link connected. Requests that change something need `Sec-Fetch-Site: same-origin` or the installation's own `Origin`. Over HTTPS, the cookie is named `__Host-waybill_driver`.",
  },
  position_token: {
    type: "apiKey",
    in: "query",
    name: "id",
    description:
      "A driver's token, for apps that have no place for headers. In a form it is `id` too, in JSON it is `device_id`.",
  },
  order_form: {
    type: "apiKey",
    in: "header",
    name: "X-Order-Form",
    description: "What stands after `#` in the link of an order form.",
  },
  order_device: {
    type: "apiKey",
    in: "header",
    name: "X-Order-Device",
    description: "The secret of a device that has entered a code. It works for 30 days.",
  },
  order_receipt: {
    type: "apiKey",
    in: "header",
    name: "X-Order-Receipt",
    description: "The `receipt` of an order, for a day.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "waybill_session",
    description:
      "The cookie of a signed-in person.\n\n- Under `/platform`, a session must name the environment with `X-Environment: sandbox` or `X-Environment: live`. A `GET` that cannot send headers may use `?environment=`. A key must not.\n- Requests that change something need `Sec-Fetch-Site: same-origin` or the installation's own `Origin`.\n- Over HTTPS, the cookie is named `__Host-waybill_session`.",
  },
} as const;

/** Printable ASCII without spaces at either end, which HTTP would strip, and more than two quotes. */
const keyPattern = '^([!-~]|[!#-~][ -~]*[!-~]|"[ -~]*[!#-~]|"[ -~]+")$';

/** Contract §7. */
export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes retries safe: requests with the same key, path and body run once and get the same response for 24 hours. Quotes around the key are optional. Example: `order-1001`.",
  schema: {
    ...text,
    minLength: 1,
    maxLength: 255,
    pattern: keyPattern,
  },
} as const;

/** RFC 9110 §13.1.2. */
export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` you have. If it is still current, the response is 304.",
  schema: text,
} as const;

/** RFC 9110 §13.1.1. */
export const ifMatch = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The `ETag` of the version to change. If the object has changed since, the response is 412.",
  schema: text,
} as const;

/** HTML Living Standard §9.2. */
export const lastEventId = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The `id` of the last event you read. The stream continues after it.",
  schema: text,
} as const;

/** Standard Webhooks 1.0. */
export const webhookHeaders = [
  ["webhook-id", "The event's id, the same for every attempt."],
  ["webhook-timestamp", "Time of this attempt, in seconds since the epoch."],
  [
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One signature for each active secret, separated by spaces.",
  ],
].map(([name, description]) => ({ name, in: "header", required: true, description, schema: text }));

const statusTexts: Record<string, string> = { 200: "OK", 201: "Created", 202: "Accepted" };

export function statusText(status: string): string {
  return statusTexts[status] ?? status;
}
