import type { RequestView } from "../../../../access/request-log/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Tone } from "../../theme.ts";

/** The prefix of all API paths. */
const base = "/api/v1";

/** The path without that prefix. */
export function pathWithin(path: string): string {
  return path.startsWith(base) ? path.slice(base.length) : path;
}

export function RequestStatus({ request: { status, code } }: { request: RequestView }) {
  return <StatusBadge tone={toneOf(status)}>{code === null ? status : `${status} ${code}`}</StatusBadge>;
}

function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}
