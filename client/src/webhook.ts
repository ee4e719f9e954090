import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { webhooks } from "./schema.ts";

/** What an endpoint is sent; `type` tells which one it is. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

/** As a server has them: `Headers`, or an object with lower-case names. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * The event in a delivery, if it comes from Waybill and not from before five minutes.
 * @param body exactly as it was received: parsing it and writing it again may change it
 * @param secret the endpoint's; several while it is replaced
 * @throws WebhookVerificationError otherwise
 */
export function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): WebhookEvent {
  const flat = flatten(headers);
  let failure: unknown = new WebhookVerificationError("There is no secret to verify with");
  for (const each of typeof secret === "string" ? [secret] : secret) {
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
