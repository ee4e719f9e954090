import type { FieldError } from "../../../infra/errors.ts";

/** Headers of the owner's own that an endpoint is sent with every delivery. */

export const headersMax = 10;
export const headerNameLengthMax = 64;
export const headerValueLengthMax = 4096;
/** RFC 9110 §5.6.2. */
export const headerNamePattern = "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$";
/** RFC 9110 §5.5, of it what is ASCII: visible characters, with spaces and tabs between them only. */
export const headerValuePattern = "^[!-~]([ \\t!-~]*[!-~])?$";

/**
 * What Waybill, HTTP or the connection says itself: by name, or by how the name begins. A cookie, a range or a
 * condition would make the receiver answer something else than whether it took the event.
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
const ownBeginnings = ["webhook-", "content-", "proxy-", "sec-", "if-", "x-forwarded-", ":"];

/** What is wrong with headers of which the schema has taken each by itself; null removes one. */
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
  // Gateways of the CGI kind hand both spellings on as one.
  const spelt = lower.replaceAll("_", "-");
  if (ownNames.has(spelt) || ownBeginnings.some((beginning) => spelt.startsWith(beginning))) {
    return { code: "reserved", detail: "is a header that Waybill sets itself or that must not be set" };
  }
  if (seen.has(lower)) return { code: "duplicate", detail: "is given twice with different capitalization" };
  return undefined;
}

/** By merge patch, RFC 7396; names in small letters, in the order in which they were first set. */
export function mergedHeaders<T>(
  before: Readonly<Record<string, T>>,
  patch: Readonly<Record<string, T | null>> | null | undefined,
): Record<string, T> {
  if (patch === undefined) return { ...before };
  const lower = Object.entries(patch ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const merged = Object.entries({ ...(patch && before), ...Object.fromEntries(lower) });
  return Object.fromEntries(merged.filter((entry): entry is [string, T] => entry[1] !== null));
}
