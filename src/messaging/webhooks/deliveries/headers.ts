import type { Deps } from "../../../infra/deps.ts";
import { headerPlace, secretPlace } from "../endpoints/endpoint.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import { liveSecrets } from "../signing/secret.ts";
import { signedHeaders } from "../signing/signing.ts";

/** The headers of an attempt: what is sent, and what the log keeps. */

/** What attempts show in place of a value. */
export const maskedHeaderValue = "***";

/** The headers of a delivery: the endpoint's own, and then those of Standard Webhooks 1.0. */
export function deliveryHeaders(
  { vault }: Deps,
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
  return { ...Object.fromEntries(own), ...signedHeaders(eventId, at, body, secrets) };
}

/** As the log of attempts keeps them: without the values of the endpoint's own. */
export function keptHeaders(headers: Record<string, string>, endpoint: EndpointRow): Record<string, string> {
  const masked = Object.keys(endpoint.headers).map((name) => [name, maskedHeaderValue]);
  return { ...headers, ...Object.fromEntries(masked) };
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
