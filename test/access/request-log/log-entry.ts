import type { LogEntry } from "../../../src/access/request-log/request.ts";

/** An entry of the log that needs no caller. */
export function logEntry(id: string, change: Partial<LogEntry> = {}): LogEntry {
  return {
    id,
    keyId: null,
    method: "GET",
    path: "/api/v1/platform/shipments",
    route: "listShipments",
    scope: null,
    status: 200,
    code: null,
    durationMs: 1,
    address: "127.0.0.1",
    createdAt: 0,
    ...change,
  };
}
