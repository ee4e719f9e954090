import { Webhook } from "standardwebhooks";

/** The headers of Standard Webhooks 1.0, with one signature for each secret, in their order. */
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
