import { catalogue, type ErrorCode } from "../errors.ts";
import type { Access } from "../http/operation.ts";
import type { RouteEntry } from "../http/route-table.ts";

/**
 * Every code an operation can be refused with, in the order of the catalogue: what its access, its query, its
 * body and its path bring with them, and what it declares.
 */
export function problemCodesOf({ method, path, operation, bodyRule, query }: RouteEntry): ErrorCode[] {
  const changes = method !== "GET";
  const found = new Set<ErrorCode>([
    ...codesOfAccess(operation.access),
    ...(operation.problems ?? []),
    ...when((changes && method !== "DELETE") || bodyRule !== "none", bodyCodes),
    ...when(changes, ["cross_origin_refused", "storage_full", "storage_unavailable", "shutting_down"]),
    ...when(query !== undefined, ["query_invalid"]),
    ...when(query?.properties?.cursor !== undefined, ["cursor_invalid"]),
    ...when(path.includes(":"), ["not_found"]),
    "internal",
  ]);
  return (Object.keys(catalogue) as ErrorCode[]).filter((code) => found.has(code));
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

function codesOfAccess(access: Access): ErrorCode[] {
  switch (access.kind) {
    case "public":
      return [];
    case "session":
      return ["session_required"];
    case "platform":
      return [
        "ambiguous_credentials",
        "environment_required",
        "environment_not_allowed",
        "api_key_missing",
        "api_key_invalid",
        "api_key_expired",
        "api_key_revoked",
        "session_required",
        ...when(access.scope !== undefined, ["scope_missing"]),
        ...when(access.sandboxOnly === true, ["sandbox_only"]),
      ];
  }
}
