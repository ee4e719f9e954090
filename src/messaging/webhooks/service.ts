import type { AuditAction, AuditDetails } from "../../access/audit/audit.ts";
import { queueAudit } from "../../access/audit/outbox.ts";
import { makerIdOf } from "../../access/keys/maker.ts";
import { refuseOverStorage } from "../../access/limits/storage.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { writeOnce } from "../../infra/idempotency/service.ts";
import type { EventType } from "../events/event.ts";
import { appendEvent } from "../events/service.ts";
import { discardBacklog, reconcileBacklog } from "./deliveries/backlog.ts";
import { findFailing } from "./deliveries/health.ts";
import { checkDestination, hasInbox } from "./endpoints/destination.ts";
import { noFailures, secretPlace } from "./endpoints/endpoint.ts";
import { getWebhook, requireEnabled, requireEndpoint, viewOf } from "./endpoints/lookup.ts";
import { changedFields, patchedSettings, settingsOf } from "./endpoints/patch.ts";
import type {
  CreateWebhook,
  PatchWebhook,
  RotateSecret,
  TestWebhook,
  WebhookQuery,
  WebhookView,
} from "./endpoints/schema.ts";
import { type EndpointRow, webhookStore } from "./endpoints/store.ts";
import { toEventWebhook } from "./endpoints/view.ts";
import { inboxUrl, isInbox } from "./inbox/inbox.ts";
import { graceSecondsDefault, newSecret, rotated, secretsMax } from "./signing/secret.ts";

/** @throws AppError `destination_not_allowed`, `storage_quota_exceeded`, `limit_reached` */
export async function registerWebhook(
  deps: Deps,
  caller: Caller,
  input: CreateWebhook,
): Promise<WebhookView & { secret: string }> {
  const url = await checkDestination(deps, caller.environment, input.url, "#/url");
  const secret = newSecret(deps.ids);
  return writeOnce(deps, caller, (writing) => {
    refuseOverStorage(writing, caller.accountId);
    const webhooks = webhookStore(writing.tx);
    const { webhookEndpoints } = deps.config;
    if (webhooks.count(caller.accountId) >= webhookEndpoints) {
      throw new AppError("limit_reached", {
        detail: `An account may have at most ${webhookEndpoints} webhook endpoints in each environment. Delete one first.`,
      });
    }
    const id = deps.ids.make("whe");
    const created: EndpointRow = {
      ...settingsOf(deps, id, { ...input, url }),
      id,
      accountId: caller.accountId,
      disabledReason: null,
      secrets: [{ secret: deps.vault.seal(secret, secretPlace(id)), expiresAt: null }],
      ...noFailures,
      createdAt: writing.now,
      createdBy: makerIdOf(caller),
      updatedAt: writing.now,
      removedAt: null,
      unsettled: false,
      discardThrough: null,
    };
    webhooks.insert(created);
    recordChange(writing, caller, "webhook.created", created);
    return { ...viewOf(deps, caller.environment, created), secret };
  });
}

export async function listWebhooks(deps: Deps, caller: Caller, { health, ...query }: WebhookQuery) {
  const webhooks = webhookStore(deps.stores.platform(caller.environment).db);
  const ids = health === "failing" ? await findFailing(deps, caller) : undefined;
  return readPage(deps, { name: "webhooks", of: caller, filters: { health } }, query, {
    read: (before, count) => webhooks.list(caller.accountId, ids, before, count),
    placeOf: (row) => row.id,
    view: (row) => viewOf(deps, caller.environment, row),
  });
}

/** Changes apply from the next attempt on. @throws AppError as `registerWebhook`, and `not_found` */
export async function patchWebhook(
  deps: Deps,
  caller: Caller,
  id: string,
  patch: PatchWebhook,
): Promise<WebhookView> {
  const { enabled, ...input } = patch;
  if (input.url !== undefined)
    input.url = await checkDestination(deps, caller.environment, input.url, "#/url");
  return write(deps, caller.environment, (writing) => {
    const row = requireEndpoint(writing, caller.accountId, id);
    const settings = patchedSettings(deps, row, input);
    const isMoved = settings.url !== undefined && settings.url !== row.url;
    const moved = isMoved ? noFailures : {};
    const set = { ...row, ...settings, ...moved, ...switched(row, enabled), updatedAt: writing.now };
    const isSettled = set.disabledReason === row.disabledReason && set.ordering === row.ordering;
    const changed = isSettled ? set : { ...set, ...reconcileBacklog(writing, set) };
    webhookStore(writing.tx).update(id, changed);
    const names = changedFields(row, changed);
    if (names.length > 0) recordChange(writing, caller, "webhook.changed", changed, { changed: names });
    return viewOf(deps, caller.environment, changed);
  });
}

/** The columns that change with `enabled`. */
function switched({ disabledReason }: EndpointRow, enabled: boolean | undefined): Partial<EndpointRow> {
  if (enabled === undefined || enabled === (disabledReason === null)) return {};
  return enabled ? { disabledReason: null, ...noFailures } : { disabledReason: "owner" };
}

/** Discards the deliveries that wait now. Later ones are not affected. @throws AppError `not_found` */
export function discardWaiting(deps: Deps, caller: Caller, id: string): Promise<{ discarded: number }> {
  return writeOnce(deps, caller, (writing) => {
    const row = requireEndpoint(writing, caller.accountId, id);
    const { discarded, settled } = discardBacklog(writing, row);
    webhookStore(writing.tx).update(id, settled);
    return { discarded };
  });
}

/** Waybill generates secrets, so that it knows their strength. @throws AppError `validation_failed` */
export function refuseOwnSecret(body: unknown): void {
  if (typeof body !== "object" || body === null || !("secret" in body)) return;
  const detail = "must not be sent: Waybill creates the secret and returns it";
  throw invalidField("#/secret", "not_accepted", detail);
}

/** Runs before the body is validated. @throws AppError `sandbox_only` */
export function refuseSandboxSettings(deps: Deps, caller: Caller | null, body: unknown): void {
  if (caller?.environment !== "live") return;
  const { faults, url } = (body ?? {}) as { faults?: unknown; url?: unknown };
  if (faults != null) throw new AppError("sandbox_only", { detail: "Remove faults, or use a sandbox key." });
  if (url === inboxUrl && !hasInbox(deps, caller.environment)) {
    const detail = "The inbox receives sandbox events only. Send another url, or use a sandbox key.";
    throw new AppError("sandbox_only", { detail });
  }
}

/**
 * Removes the endpoint at once: nothing more is sent, and no request finds it. A job removes its deliveries.
 * @throws AppError `not_found`
 */
export function removeWebhook(deps: Deps, caller: Caller, id: string): Promise<void> {
  return write(deps, caller.environment, (writing) => {
    const row = requireEndpoint(writing, caller.accountId, id);
    webhookStore(writing.tx).update(id, { removedAt: writing.now });
    recordChange(writing, caller, "webhook.removed", row);
  });
}

/** @throws AppError `not_found`, `too_many_secrets` */
export function rotateSecret(
  deps: Deps,
  caller: Caller,
  id: string,
  input: RotateSecret,
): Promise<WebhookView & { secret: string }> {
  const graceSeconds = input?.grace_period_seconds ?? graceSecondsDefault;
  const secret = newSecret(deps.ids);
  return writeOnce(deps, caller, (writing) => {
    const row = requireEndpoint(writing, caller.accountId, id);
    const sealed = deps.vault.seal(secret, secretPlace(id));
    const secrets = rotated(row.secrets, sealed, graceSeconds * 1000, writing.now);
    if (secrets.length > secretsMax) {
      throw new AppError("too_many_secrets", {
        detail: `An endpoint may have at most ${secretsMax} active secrets. Wait for one to expire.`,
      });
    }
    const changed = { ...row, secrets, updatedAt: writing.now };
    webhookStore(writing.tx).update(id, changed);
    recordChange(writing, caller, "webhook.secret_rotated", changed, { grace_period_seconds: graceSeconds });
    return { ...viewOf(deps, caller.environment, changed), secret };
  });
}

/**
 * Makes an event for this endpoint alone: `webhook.test`, or a sample of another type with the type's example data.
 * @returns the event's id
 * @throws AppError `not_found`, `webhook_disabled`, `destination_not_allowed`, `storage_quota_exceeded`
 */
export async function testWebhook(
  deps: Deps,
  caller: Caller,
  id: string,
  input: TestWebhook,
): Promise<string> {
  const type = input?.type ?? "webhook.test";
  await checkDestination(deps, caller.environment, getWebhook(deps, caller, id).url);
  return writeOnce(
    deps,
    caller,
    (writing) => {
      const row = requireEnabled(writing, caller.accountId, id);
      refuseOverStorage(writing, caller.accountId);
      return appendEvent(writing, {
        type,
        accountId: caller.accountId,
        shipmentId: null,
        sequence: null,
        data:
          type === "webhook.test"
            ? { webhook: toEventWebhook(row, caller.environment) }
            : sampleOf(deps, type, caller.environment),
        sample: type !== "webhook.test",
        at: writing.now,
        onlyTo: id,
      });
    },
    { isFinal: false },
  );
}

/** The type's example, as if it had happened in this environment. */
function sampleOf(deps: Deps, type: EventType, environment: Environment): Record<string, unknown> {
  const example = JSON.stringify(deps.eventDefinition(type).example);
  return JSON.parse(example, (name, value) => (name === "environment" ? environment : value));
}

/** The audit log shows only the URL's host: path and query may be secret. */
function recordChange(
  writing: Writing,
  caller: Caller,
  action: AuditAction,
  { id, url }: EndpointRow,
  details?: AuditDetails,
): void {
  const target = { type: "webhook", id, name: isInbox(url) ? url : new URL(url).host } as const;
  queueAudit(writing, caller, { action, target, ...(details && { details }) });
}
