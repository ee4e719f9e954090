import { toTimestamp } from "../../infra/clock.ts";
import type { Environment } from "../../infra/environment.ts";
import type { Bodies, LogEntry } from "./request.ts";
import type { RequestView, RequestWithBodies } from "./schema.ts";

export function toRequestView(entry: LogEntry, environment: Environment): RequestView {
  return {
    id: entry.id,
    environment,
    method: entry.method as RequestView["method"],
    path: entry.path,
    route: entry.route,
    status: entry.status,
    code: entry.code,
    fault: entry.fault ?? null,
    duration_ms: entry.durationMs,
    key_id: entry.keyId,
    token_id: entry.tokenId ?? null,
    address: entry.address,
    created_at: toTimestamp(entry.createdAt),
  };
}

export function toRequestWithBodies(
  entry: LogEntry,
  bodies: Bodies | undefined,
  environment: Environment,
): RequestWithBodies {
  return {
    ...toRequestView(entry, environment),
    request_body: bodies?.request ?? null,
    response_body: bodies?.response ?? null,
  };
}
