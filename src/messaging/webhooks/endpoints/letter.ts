import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Notice } from "../../../infra/mail/mail.ts";
import type { DisabledReason } from "./endpoint.ts";
import type { EndpointRow } from "./store.ts";

const reasons = {
  failures:
    "No delivery succeeded for five days, in at least 20 attempts. The delivery log shows the responses.",
  gone: "It answered with status 410 or the header webhook-delivery: disable.",
} as const satisfies Record<Exclude<DisabledReason, "owner">, string>;

/** Tells an account's people that an endpoint was disabled. It shows only the URL's host: the rest may be secret. */
export function disabledNotice(
  { id, url, updatedAt }: EndpointRow,
  reason: keyof typeof reasons,
  environment: Environment,
  publicUrl: string,
): Notice {
  const { host } = new URL(url);
  const text = `Waybill disabled a webhook endpoint of your account.

Host: ${host}
Environment: ${environment}
Id: ${id}
Time: ${toTimestamp(updatedAt)}
Reason: ${reasons[reason]}

No events are lost. Fix your receiver, then enable the endpoint:
${publicUrl}/dashboard/${environment}/webhooks/${id}`;
  return { about: id, subject: `Webhook endpoint disabled (${environment}): ${host}`, text };
}
