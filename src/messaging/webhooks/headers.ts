import type { FieldError } from "../../infra/errors.ts";

/** Headers of the owner's own that an endpoint is sent with every delivery. */

export const headersMax = 10;
export const headerNameLengthMax = 64;
export const headerValueLengthMax = 4096;
/** What attempts show in place of a value. */
export const maskedHeaderValue = "***";

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
    return { code: "reserved", detail: "is a header that Waybill sets itself, or that must not be set" };
  }
  if (seen.has(lower)) return { code: "duplicate", detail: "is there twice, in other letters" };
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

/** Of an answer, names and values together. */
const keptCharacters = 16 * 1024;

/**
 * What an answer's headers leave in the log, those past 16 KiB left out, repeated ones joined by a comma. A cookie
 * would open the receiver's doors to whoever reads it.
 */
export function keptAnswerHeaders(
  headers: Readonly<Record<string, readonly string[]>>,
  conceal: (text: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  let characters = 0;
  for (const [name, values] of Object.entries(headers)) {
    const value = /^set-cookie2?$/i.test(name) ? maskedHeaderValue : conceal(values.join(", "));
    characters += name.length + value.length;
    if (characters > keptCharacters) break;
    kept[name] = value;
  }
  return kept;
}

/** Shorter ones are no secrets, and stand in a text by chance. */
const concealedLengthMin = 6;

/**
 * @param values of an endpoint's own headers
 * @returns what takes them out of a text, each whole, by the words after its first (`Bearer …`), and as JSON has it
 */
export function concealing(values: readonly string[]): (text: string) => string {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/).slice(1)])
    .filter(({ length }) => length >= concealedLengthMin)
    .sort((a, b) => b.length - a.length)
    .flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, maskedHeaderValue), text);
}
