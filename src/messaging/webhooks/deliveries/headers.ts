import type { Deps } from "../../../infra/deps.ts";
import { headerPlace, secretPlace } from "../endpoints/endpoint.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import { liveSecrets } from "../signing/secret.ts";
import { signedHeaders } from "../signing/signing.ts";

/** The headers of an attempt: those that are sent, and those that the log keeps. */

/** Attempts show it in place of a value. */
export const maskedValue = "***";

/** The headers of a delivery: the endpoint's own, and then those of Standard Webhooks 1.0. */
export function deliveryHeaders(
  { vault, realClock }: Deps,
  eventId: string,
  at: number,
  body: string,
  endpoint: EndpointRow,
): Record<string, string> {
  const own = Object.entries(endpoint.headers).map(([name, value]) => [
    name,
    vault.open(value, headerPlace(endpoint.id, name)),
  ]);
  const secrets = liveSecrets(endpoint.secrets, at).map(({ secret }) =>
    vault.open(secret, secretPlace(endpoint.id)),
  );
  return { ...Object.fromEntries(own), ...signedHeaders(eventId, realClock.now(), body, secrets) };
}

/** For the log: the values of the endpoint's own headers are masked. */
export function maskedHeaders(
  headers: Record<string, string>,
  endpoint: EndpointRow,
): Record<string, string> {
  const masked = Object.keys(endpoint.headers).map((name) => [name, maskedValue]);
  return { ...headers, ...Object.fromEntries(masked) };
}

/** Of a response, names and values together. */
const keptCharacters = 16 * 1024;

/**
 * A response's headers for the log: at most 16 KiB, repeated ones joined by a comma. Cookies are masked, because they
 * would give a reader of the log access to the receiver.
 */
export function loggedResponseHeaders(
  headers: Readonly<Record<string, readonly string[]>>,
  mask: (text: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  let characters = 0;
  for (const [name, values] of Object.entries(headers)) {
    const value = /^set-cookie2?$/i.test(name) ? maskedValue : mask(values.join(", "));
    characters += name.length + value.length;
    if (characters > keptCharacters) break;
    kept[name] = value;
  }
  return kept;
}

/** Shorter values are not secrets, and can appear in any text. */
const maskedLengthMin = 6;

/**
 * @param values of an endpoint's own headers, and other secrets of the request
 * @returns a function that masks them in a text: each value, each word after its first (`Bearer …`), and both as JSON
 */
export function createMask(values: readonly string[]): (text: string) => string {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/).slice(1)])
    .filter(({ length }) => length >= maskedLengthMin)
    .sort((a, b) => b.length - a.length)
    .flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, maskedValue), text);
}
