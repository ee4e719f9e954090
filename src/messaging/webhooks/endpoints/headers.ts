import type { FieldError } from "../../../infra/errors.ts";

/** Custom headers that an endpoint receives with every delivery. */

export const headersMax = 10;
export const headerNameLengthMax = 64;
export const headerValueLengthMax = 4096;
/** RFC 9110 §5.6.2. */
export const headerNamePattern = "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$";
/** The ASCII part of RFC 9110 §5.5: visible characters, with spaces and tabs only between them. */
export const headerValuePattern = "^[!-~]([ \\t!-~]*[!-~])?$";

/**
 * Headers that Waybill, HTTP or the connection sets, by name or by prefix. A cookie, a range or a condition would make
 * the receiver answer something other than whether it accepted the event.
 */
const ownNames = new Set([
  "accept-encoding",
  "close",
  "connection",
  "cookie",
  "cookie2",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "max-forwards",
  "range",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-real-ip",
]);
const ownPrefixes = ["webhook-", "content-", "proxy-", "sec-", "if-", "x-forwarded-", ":"];

/** Checks headers together, after the schema has checked each. Null removes one. */
export function headerErrors(headers: Readonly<Record<string, string | null>>): FieldError[] {
  const seen = new Set<string>();
  return Object.keys(headers).flatMap((name) => {
    const fault = headerFault(name, seen);
    seen.add(name.toLowerCase());
    return fault
      ? [{ pointer: `#/headers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, ...fault }]
      : [];
  });
}

function headerFault(name: string, seen: ReadonlySet<string>) {
  const lower = name.toLowerCase();
  // CGI gateways pass both spellings on as one.
  const spelled = lower.replaceAll("_", "-");
  if (ownNames.has(spelled) || ownPrefixes.some((prefix) => spelled.startsWith(prefix))) {
    return { code: "reserved", detail: "is a header that Waybill sets itself or that must not be set" };
  }
  if (seen.has(lower)) return { code: "duplicate", detail: "is given twice with different capitalization" };
  return undefined;
}

/** Merge patch, RFC 7396. Names are in lower case, in the order in which they were first set. */
export function mergedHeaders<T>(
  before: Readonly<Record<string, T>>,
  patch: Readonly<Record<string, T | null>> | null | undefined,
): Record<string, T> {
  if (patch === undefined) return { ...before };
  const lower = Object.entries(patch ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const merged = Object.entries({ ...(patch && before), ...Object.fromEntries(lower) });
  return Object.fromEntries(merged.filter((entry): entry is [string, T] => entry[1] !== null));
}
