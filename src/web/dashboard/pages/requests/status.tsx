import { Anchor } from "@mantine/core";
import type { RequestView } from "@/access/request-log/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Tone } from "../../theme.ts";

/** The prefix of all API paths. */
const base = "/api/v1";

/** The path without that prefix. */
export function pathWithin(path: string): string {
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** The code of an error leads to what it means and what to do. */
export function RequestStatus({ request: { status, code } }: { request: RequestView }) {
  return (
    <StatusBadge tone={toneOf(status)}>
      {status}
      {code !== null && (
        <>
          {" "}
          <Anchor inherit c="inherit" href={`/docs/errors#${code}`}>
            {code}
          </Anchor>
        </>
      )}
    </StatusBadge>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}
