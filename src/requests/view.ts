import { toTimestamp } from "../clock.ts";
import type { RequestView, RequestWithBodies } from "./schema.ts";
import type { RequestRow } from "./store.ts";

export function toRequestView(row: RequestRow): RequestView {
  return {
    id: row.id,
    environment: row.environment,
    method: row.method as RequestView["method"],
    path: row.path,
    route: row.route,
    status: row.status,
    code: row.code,
    duration_ms: Math.round(row.durationMs * 100) / 100,
    key_id: row.keyId,
    address: row.address,
    created_at: toTimestamp(row.createdAt),
  };
}

export function toRequestWithBodies(row: RequestRow): RequestWithBodies {
  return { ...toRequestView(row), request_body: row.requestBody, response_body: row.responseBody };
}
