import { Webhook } from "standardwebhooks";
import type { Deps } from "../../infra/deps.ts";
import { maskedHeaderValue } from "./headers.ts";
import type { EndpointRow } from "./store.ts";
import { liveSecrets } from "./webhook.ts";

/** Where a secret of the endpoint is kept: what was encrypted opens there only. */
export function secretPlace(endpointId: string): string {
  return `${endpointId}/secret`;
}

export function headerPlace(endpointId: string, name: string): string {
  return `${endpointId}/headers/${name}`;
}

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

/** The headers of Standard Webhooks 1.0: one signature for each secret, in their order. */
export function signedHeaders(
  eventId: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(eventId, new Date(at), body));
  return {
    "content-type": "application/json",
    "user-agent": "Waybill-Webhooks/1",
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

/** As the log of attempts keeps them: without the values of the endpoint's own. */
export function keptHeaders(headers: Record<string, string>, endpoint: EndpointRow): Record<string, string> {
  const masked = Object.keys(endpoint.headers).map((name) => [name, maskedHeaderValue]);
  return { ...headers, ...Object.fromEntries(masked) };
}
