import type { Environment } from "../environment.ts";
import type { Mail } from "../mail/mail.ts";
import type { EndpointRow } from "./store.ts";
import type { DisabledReason } from "./webhook.ts";

const reasons = {
  failures:
    "Nothing could be delivered to it for five days, in at least 20 attempts. What its answers were is in its delivery log.",
  gone: "It answered that it wants no more: with the status 410, or with the header webhook-delivery: disable.",
} as const satisfies Record<Exclude<DisabledReason, "owner">, string>;

/** Tells an account's people that nothing is sent to an endpoint any more. */
export function disabledLetter(
  { id, url, description }: EndpointRow,
  reason: keyof typeof reasons,
  environment: Environment,
  publicUrl: string,
): Mail {
  const text = `Waybill has disabled a webhook endpoint of your account.

Endpoint: ${url}${description === null ? "" : `\nDescription: ${description}`}
Environment: ${environment}
Id: ${id}

Why: ${reasons[reason]}

Nothing is lost: events for it are kept as they come. Mend the receiver, then enable the endpoint, and they are sent:
${publicUrl}/dashboard/${environment}/webhooks/${id}
`;
  return { subject: `Webhook endpoint disabled (${environment}): ${new URL(url).host}`, text };
}
