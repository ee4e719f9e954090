import { acceptsIdempotencyKey } from "../../api/idempotency.ts";
import { errorCatalog } from "../../infra/error-catalog.ts";
import type { ErrorCode } from "../../infra/errors.ts";
import type { Access } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";
import { exampleProblem } from "./errors.ts";
import { headerRefs, limitHeaders, retryIfPending } from "./vocabulary.ts";

/** One response for all errors. */
const anyProblem = {
  description: "An error: `code` says which, and the page of errors how to fix it.",
  headers: { ...headerRefs(["X-Request-Id"]), ...retryIfPending },
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

/**
 * Collects error responses as components, because many operations share them. `referAll` returns an operation's
 * references by status, or `default` alone where they are folded.
 */
export function createProblems(folded: boolean) {
  const responses: Record<string, object> = folded ? { Problem: anyProblem } : {};

  function referAll(entry: RouteEntry): Record<string, unknown> {
    if (folded) return { default: { $ref: "#/components/responses/Problem" } };
    const byStatus = Map.groupBy(problemCodesOf(entry), (code) => errorCatalog[code].status);
    const made = [...byStatus].map(([status, codes]) => {
      const name = nameOf(status, problemOf(entry, status, codes));
      return [String(status), { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(made);
  }

  /** `Problem404`, `Problem404-2` … for each that differs. */
  function nameOf(status: number, response: object): string {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? `Problem${status}` : `Problem${status}-${count}`;
      responses[name] ??= response;
      if (Bun.deepEquals(responses[name], response)) return name;
    }
  }

  return { responses, referAll };
}

function problemOf(entry: RouteEntry, status: number, codes: ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join("\n\n"),
    headers: {
      ...headerRefs(headersOf(entry, status)),
      ...(codes.includes("label_not_ready") ? retryIfPending : {}),
    },
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function headersOf({ method, operation }: RouteEntry, status: number) {
  return [
    "X-Request-Id",
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 415 ? ([method === "PATCH" ? "Accept-Patch" : "Accept"] as const) : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ...(operation.access.kind === "platform" && status !== 401 ? limitHeaders : []),
    ...(operation.access.kind === "platform" ? (["X-Waybill-Fault", "X-Waybill-Clock"] as const) : []),
  ] as const;
}

/** An example of each error code of these routes. */
export function problemExamples(entries: readonly RouteEntry[]): Record<string, unknown> {
  const codes = new Set(entries.flatMap(problemCodesOf));
  const made = [...codes].map((code) => {
    const value = exampleProblem(code, "https://waybill.example.com");
    return [code, { summary: errorCatalog[code].title, value }];
  });
  return Object.fromEntries(made);
}

/** The routes that answer with each code. */
export function entriesByProblem(entries: readonly RouteEntry[]): ReadonlyMap<ErrorCode, RouteEntry[]> {
  const found = new Map<ErrorCode, RouteEntry[]>();
  for (const entry of entries) {
    for (const code of problemCodesOf(entry)) {
      const known = found.get(code);
      if (known) known.push(entry);
      else found.set(code, [entry]);
    }
  }
  return found;
}

/**
 * Every error code of an operation, in the order of the catalog: those that follow from its access, query, body and
 * path, and those it declares.
 */
function problemCodesOf({ method, path, operation, query }: RouteEntry): ErrorCode[] {
  const changes = method !== "GET";
  const found = new Set<ErrorCode>([
    ...codesOfAccess(operation.access, changes || operation.answer?.secret === true),
    ...(operation.problems ?? []),
    ...when(changes, bodyCodes),
    ...when(changes, ["cross_origin_refused", "storage_full", "storage_unavailable", "shutting_down"]),
    ...when(acceptsIdempotencyKey({ method, path, operation }), [
      "idempotency_key_invalid",
      "idempotency_key_reused",
    ]),
    ...when(query !== undefined, ["query_invalid"]),
    ...when(query?.properties?.cursor !== undefined, ["cursor_invalid"]),
    ...when(path.includes(":"), ["not_found"]),
    "internal",
  ]);
  const isRefused = [...found].some((code) => errorCatalog[code].status < 500);
  if (operation.access.kind === "public" && isRefused) found.add("authentication_throttled");
  return (Object.keys(errorCatalog) as ErrorCode[]).filter((code) => found.has(code));
}

const bodyCodes: ErrorCode[] = [
  "body_unparsable",
  "body_too_large",
  "unsupported_media_type",
  "validation_failed",
];

function when(holds: boolean, codes: ErrorCode[]): ErrorCode[] {
  return holds ? codes : [];
}

/** What is asked of keys, where a session may call too. */
const ofKeys: ErrorCode[] = [
  "ambiguous_credentials",
  "environment_not_allowed",
  "api_key_missing",
  "api_key_invalid",
  "api_key_expired",
  "api_key_revoked",
  "authentication_throttled",
];

function codesOfAccess(access: Access, isRefusedInViews: boolean): ErrorCode[] {
  const whenViewing = when(isRefusedInViews, ["viewing_is_read_only"]);
  switch (access.kind) {
    case "public":
      return [];
    case "session":
      return [
        ...when(access.asOneself !== true, whenViewing),
        "session_required",
        "rate_limited",
        ...when(access.evenSuspended !== true, ["account_suspended"]),
        ...when(access.scope !== undefined, ["scope_missing"]),
      ];
    case "operator":
      return ["session_required", "rate_limited", "account_suspended", "operator_required"];
    case "carrier":
      return [
        "token_missing",
        "token_invalid",
        "token_expired",
        "token_revoked",
        "authentication_throttled",
        "account_suspended",
        "account_closing",
        "rate_limited",
      ];
    case "driver":
      return [
        "token_invalid",
        "token_expired",
        "token_revoked",
        "device_required",
        "token_missing",
        "authentication_throttled",
        "account_suspended",
        "account_closing",
        ...when(access.evenPositionsOnly !== true, ["positions_only"]),
        "rate_limited",
      ];
    case "platform":
      return [
        "environment_required",
        ...when(access.sessionOnly !== true, ofKeys),
        ...whenViewing,
        "session_required",
        "account_suspended",
        "account_closing",
        "rate_limited",
        "quota_exceeded",
        ...when(access.scope !== undefined, ["scope_missing"]),
        ...when(access.sandboxOnly !== undefined, ["sandbox_only"]),
      ];
  }
}
