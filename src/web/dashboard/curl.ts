/** curl commands to paste into a terminal. */

/** Used where the page does not know a secret. */
const secretPlaceholder = "$WAYBILL_KEY";

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

/** One line per member: easy to read and to edit. */
function jsonText(body: Record<string, unknown>): string {
  const members = Object.entries(body).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `{\n${members.join(",\n")}\n}`;
}
