import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { webhooks } from "./schema.ts";

/** An event as an endpoint receives it. Its `type` says which one it is. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

/** The request's headers: `Headers`, or an object with lower-case names. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a delivery and returns its event.
 * @param body exactly as received: parsing and serializing JSON changes its bytes
 * @param secret the endpoint's secret, or several while you rotate it
 * @throws WebhookVerificationError if no secret signed it, or it is older than five minutes
 */
export function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): WebhookEvent {
  const flat = flatten(headers);
  let failure: unknown = new WebhookVerificationError("No secret was given");
  // Whoever reads it from the environment without types may have none.
  for (const each of typeof secret === "string" ? [secret] : (secret ?? [])) {
    try {
      return new Webhook(each).verify(body, flat) as WebhookEvent;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function flatten(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? "")]));
}
