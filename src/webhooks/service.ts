import type { Caller } from "../accounts/caller.ts";
import { pauseDeliveries, resumeDeliveries } from "../deliveries/queue.ts";
import { type Deps, type Writing, write } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { AppError } from "../errors.ts";
import { eventCatalog } from "../events/catalog.ts";
import { appendEvent } from "../events/service.ts";
import { type PageQuery, readPage } from "../http/pagination.ts";
import { writeOnce } from "../idempotency/service.ts";
import { checkTargetUrl, isAllowedAddress, targetProblems } from "./address.ts";
import type { CreateWebhook, PatchWebhook, RotateSecret, TestWebhook, WebhookView } from "./schema.ts";
import { type EndpointRow, webhookStore } from "./store.ts";
import { toWebhookView } from "./view.ts";
import { endpointsPerAccountMax, graceSecondsDefault, rotated, secretBytes, secretsMax } from "./webhook.ts";

/** @throws AppError `destination_not_allowed`, `limit_reached` */
export async function registerWebhook(
  deps: Deps,
  caller: Caller,
  input: CreateWebhook,
): Promise<WebhookView & { secret: string }> {
  await checkDestination(deps, caller.environment, input.url, "#/url");
  const secret = newSecret(deps);
  return writeOnce(deps, caller, ({ tx, now }) => {
    const webhooks = webhookStore(tx);
    if (webhooks.count(caller.accountId) >= endpointsPerAccountMax) {
      throw new AppError("limit_reached", {
        detail: `An account can have ${endpointsPerAccountMax} webhook endpoints.`,
      });
    }
    const created: EndpointRow = {
      id: deps.ids.make("whe"),
      accountId: caller.accountId,
      url: input.url,
      description: input.description ?? null,
      events: input.events,
      disabledReason: null,
      secrets: [{ secret, expiresAt: null }],
      failingSince: null,
      failureCount: 0,
      createdAt: now,
      updatedAt: now,
    };
    webhooks.insert(created);
    return { ...toWebhookView(created, caller.environment), secret };
  });
}

export function listWebhooks(deps: Deps, caller: Caller, query: PageQuery) {
  const webhooks = webhookStore(deps.stores.platform(caller.environment).db);
  return readPage(deps, { name: "webhooks", of: caller }, query, {
    read: (before, count) => webhooks.list(caller.accountId, before, count),
    placeOf: (row) => row.id,
    view: (row) => toWebhookView(row, caller.environment),
  });
}

/** @throws AppError `not_found` */
export function getWebhook(deps: Deps, caller: Caller, id: string): WebhookView {
  const row = webhookStore(deps.stores.platform(caller.environment).db).find(caller.accountId, id);
  if (!row) throw new AppError("not_found");
  return toWebhookView(row, caller.environment);
}

/** What changes holds from the next attempt on. @throws AppError as `registerWebhook`, and `not_found` */
export async function patchWebhook(
  deps: Deps,
  caller: Caller,
  id: string,
  patch: PatchWebhook,
): Promise<WebhookView> {
  if (patch.url !== undefined) await checkDestination(deps, caller.environment, patch.url, "#/url");
  return write(deps, caller.environment, (writing) => {
    const row = requireEndpoint(writing, caller.accountId, id);
    const changed: EndpointRow = {
      ...row,
      url: patch.url ?? row.url,
      events: patch.events ?? row.events,
      description: patch.description === undefined ? row.description : patch.description,
      updatedAt: writing.now,
    };
    if (patch.enabled === true && row.disabledReason !== null) {
      Object.assign(changed, { disabledReason: null, failingSince: null, failureCount: 0 });
      resumeDeliveries(writing, id);
    }
    if (patch.enabled === false && row.disabledReason === null) {
      changed.disabledReason = "owner";
      pauseDeliveries(writing, id);
    }
    webhookStore(writing.tx).update(id, changed);
    return toWebhookView(changed, caller.environment);
  });
}

/** Removes the endpoint with its deliveries. @throws AppError `not_found` */
export function removeWebhook(deps: Deps, caller: Caller, id: string): Promise<void> {
  return write(deps, caller.environment, (writing) => {
    requireEndpoint(writing, caller.accountId, id);
    webhookStore(writing.tx).remove(id);
  });
}

/** @throws AppError `not_found`, `too_many_secrets` */
export function rotateSecret(
  deps: Deps,
  caller: Caller,
  id: string,
  input: RotateSecret,
): Promise<WebhookView & { secret: string }> {
  const graceMs = (input?.grace_period_seconds ?? graceSecondsDefault) * 1000;
  const secret = newSecret(deps);
  return writeOnce(deps, caller, (writing) => {
    const row = requireEndpoint(writing, caller.accountId, id);
    const secrets = rotated(row.secrets, secret, graceMs, writing.now);
    if (secrets.length > secretsMax) {
      throw new AppError("too_many_secrets", {
        detail: `An endpoint signs with at most ${secretsMax} secrets at once; wait for one to expire.`,
      });
    }
    const changed = { ...row, secrets, updatedAt: writing.now };
    webhookStore(writing.tx).update(id, changed);
    return { ...toWebhookView(changed, caller.environment), secret };
  });
}

/**
 * Makes an event for this endpoint alone: `webhook.test`, or a sample of another type with the type's example
 * as its data. @returns the event's id
 * @throws AppError `not_found`, `webhook_disabled`, `destination_not_allowed`
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
      const row = requireEndpoint(writing, caller.accountId, id);
      if (row.disabledReason !== null) {
        throw new AppError("webhook_disabled", { detail: "Enable the endpoint before testing it." });
      }
      return appendEvent(writing, {
        type,
        accountId: caller.accountId,
        shipmentId: null,
        sequence: null,
        data:
          type === "webhook.test"
            ? { webhook: toWebhookView(row, caller.environment) }
            : eventCatalog[type].example,
        sample: type !== "webhook.test",
        at: writing.now,
        onlyTo: id,
      });
    },
    false,
  );
}

function requireEndpoint(writing: Writing, accountId: string, id: string): EndpointRow {
  const row = webhookStore(writing.tx).find(accountId, id);
  if (!row) throw new AppError("not_found");
  return row;
}

function newSecret(deps: Deps): string {
  return `whsec_${Buffer.from(deps.ids.bytes(secretBytes)).toString("base64")}`;
}

/**
 * The address rules of contract §6. A name that does not resolve now may do so later: it passes here, and is
 * judged again at every attempt.
 */
async function checkDestination(
  deps: Deps,
  environment: Environment,
  url: string,
  pointer?: string,
): Promise<void> {
  const allow = deps.config.webhookAllowCidrs;
  const target = checkTargetUrl(url, { allow, httpAllowed: environment === "sandbox" });
  if (!target.ok) throw destinationError(targetProblems[target.reason], pointer);
  if (target.address !== null) return;
  const addresses = await deps.transport.resolve(target.url.hostname);
  if (addresses.some((address) => !isAllowedAddress(address, allow))) {
    throw destinationError("The host name leads to an address that is not a public one.", pointer);
  }
}

/** `pointer` is where the body names the destination, if it does. */
function destinationError(detail: string, pointer: string | undefined): AppError {
  const field = { code: "destination_not_allowed", detail: "is not where webhooks may be sent" };
  return new AppError("destination_not_allowed", {
    detail,
    ...(pointer === undefined ? {} : { errors: [{ pointer, ...field }] }),
  });
}
