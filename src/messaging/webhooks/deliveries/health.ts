import { findFailedEndpoints } from "../../../access/usage/service.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { queueNotice } from "../../../infra/mail/outbox.ts";
import { hourMs } from "../../../infra/units.ts";
import { appendEvent } from "../../events/service.ts";
import { isGivenUp, noFailures } from "../endpoints/endpoint.ts";
import { disabledNotice } from "../endpoints/letter.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import { toEventWebhook } from "../endpoints/view.ts";
import { reconcileBacklog } from "./backlog.ts";

/** The default period of an endpoint's statistics. */
const healthHours = 24;

/**
 * Counts an attempt for the endpoint's health. A success resets the failures. 410 Gone disables the endpoint at once,
 * and so do five days of failures.
 */
export function recordOutcome(
  writing: Writing,
  row: EndpointRow,
  outcome: "success" | "failure" | "gone",
): void {
  const { tx, now } = writing;
  if (outcome === "success") {
    if (row.failureCount > 0) webhookStore(tx).update(row.id, noFailures);
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
 * The account's endpoints that failed an attempt in the last 24 hours, or were disabled because they failed. An
 * endpoint that its owner disabled is not failing.
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

/** Keeps the waiting deliveries, and notifies the account's other endpoints and its people. */
function disableWebhook(writing: Writing, row: EndpointRow, reason: "failures" | "gone"): void {
  const { deps, environment, now } = writing;
  const disabled = { ...row, disabledReason: reason, updatedAt: now };
  const changed = { ...disabled, ...reconcileBacklog(writing, disabled) };
  webhookStore(writing.tx).update(row.id, changed);
  appendEvent(writing, {
    type: "webhook.disabled",
    accountId: row.accountId,
    shipmentId: null,
    sequence: null,
    data: { webhook: toEventWebhook(changed, environment) },
    at: now,
    notTo: row.id,
  });
  queueNotice(writing, row.accountId, disabledNotice(changed, reason, environment, deps.publicUrl()));
}
