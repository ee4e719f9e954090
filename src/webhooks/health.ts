import { settleBacklog } from "../deliveries/backlog.ts";
import type { Writing } from "../deps.ts";
import { appendEvent } from "../events/service.ts";
import { queueMail } from "../mail/outbox.ts";
import { disabledLetter } from "./letter.ts";
import { type EndpointRow, webhookStore } from "./store.ts";
import { toWebhookView } from "./view.ts";
import { isGivenUp } from "./webhook.ts";

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

/** One that is enabled and disabled all day must not fill anybody's mailbox. */
const mailAgainMs = 86_400_000;

/** Keeps what waits for the endpoint, and tells the account's other endpoints and, at most once a day, its people. */
function disableWebhook(writing: Writing, row: EndpointRow, reason: "failures" | "gone"): void {
  const { deps, environment, now } = writing;
  const mails = row.mailedAt === null || row.mailedAt <= now - mailAgainMs;
  const mailedAt = mails ? now : row.mailedAt;
  const disabled = { ...row, disabledReason: reason, updatedAt: now, mailedAt };
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
  if (mails) queueMail(writing, row.accountId, disabledLetter(row, reason, environment, deps.publicUrl()));
}
