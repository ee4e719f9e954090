import { findFailedEndpoints } from "../../../access/usage/service.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import { hourMs } from "../../../infra/durations.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { queueNotice } from "../../../infra/mail/outbox.ts";
import { appendEvent } from "../../events/service.ts";
import { isGivenUp } from "../endpoints/endpoint.ts";
import { disabledNotice } from "../endpoints/letter.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import { toWebhookView } from "../endpoints/view.ts";
import { settleBacklog } from "./backlog.ts";

/** As many as an endpoint's statistics are about, unless they are asked for others. */
const healthHours = 24;

/**
 * Counts an attempt for the endpoint's health: a success forgets failures, 410 Gone ends it at once, and
 * failing for long gives it up.
 */
export function recordOutcome(
  writing: Writing,
  row: EndpointRow,
  outcome: "success" | "failure" | "gone",
): void {
  const { tx, now } = writing;
  if (outcome === "success") {
    if (row.failureCount > 0) webhookStore(tx).update(row.id, { failingSince: null, failureCount: 0 });
    return;
  }
  const failing = {
    ...row,
    failingSince: row.failingSince ?? now,
    failureCount: row.failureCount + 1,
  };
  webhookStore(tx).update(row.id, {
    failingSince: failing.failingSince,
    failureCount: failing.failureCount,
  });
  if (row.disabledReason !== null) return;
  if (outcome === "gone") disableWebhook(writing, failing, "gone");
  else if (isGivenUp(failing.failingSince, failing.failureCount, now)) {
    disableWebhook(writing, failing, "failures");
  }
}

/**
 * Which of an account's endpoints failed an attempt in the last 24 hours, or were disabled because they failed. What
 * its owner disabled is as it should be.
 */
export async function findFailing(deps: Deps, { accountId, environment }: Caller): Promise<string[]> {
  const endpoints = webhookStore(deps.stores.platform(environment).db).listOfAccount(accountId);
  const thisHour = Math.floor(deps.clock.now() / hourMs);
  const failed = await findFailedEndpoints(
    deps,
    endpoints.map(({ id }) => id),
    Array.from({ length: healthHours }, (_, index) => thisHour - index),
  );
  const isFailing = ({ id, disabledReason }: EndpointRow) =>
    disabledReason === null ? failed.includes(id) : disabledReason !== "owner";
  return endpoints.filter(isFailing).map(({ id }) => id);
}

/** Keeps what waits for the endpoint, and tells the account's other endpoints and its people. */
function disableWebhook(writing: Writing, row: EndpointRow, reason: "failures" | "gone"): void {
  const { deps, environment, now } = writing;
  const disabled = { ...row, disabledReason: reason, updatedAt: now };
  const changed = { ...disabled, ...settleBacklog(writing, disabled) };
  webhookStore(writing.tx).update(row.id, changed);
  appendEvent(writing, {
    type: "webhook.disabled",
    accountId: row.accountId,
    shipmentId: null,
    sequence: null,
    data: { webhook: toWebhookView(changed, environment) },
    at: now,
    notTo: row.id,
  });
  queueNotice(writing, row.accountId, disabledNotice(changed, reason, environment, deps.publicUrl()));
}
