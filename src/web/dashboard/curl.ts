/** Commands for a terminal, as they can be pasted there. */

/** Stands for a secret that this page does not know. */
export const secretPlaceholder = "$WAYBILL_KEY";

interface CurlRequest {
  method?: "POST" | "PATCH" | "DELETE";
  /** Below `/api/v1`. */
  path: string;
  secret?: string | null | undefined;
  body?: Record<string, unknown>;
}

export function curl({ method, path, secret, body }: CurlRequest): string {
  const lines = [
    `curl ${method === undefined || body !== undefined ? "" : `-X ${method} `}${location.origin}/api/v1${path}`,
    `-H "X-API-Key: ${secret ?? secretPlaceholder}"`,
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${jsonText(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(" \\\n  ");
}

/** A line for each member: short enough to be read, long enough to be changed. */
function jsonText(body: Record<string, unknown>): string {
  const members = Object.entries(body).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `{\n${members.join(",\n")}\n}`;
}
