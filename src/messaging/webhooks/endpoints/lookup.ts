import { toMaker } from "../../../access/keys/maker.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { WebhookView } from "./schema.ts";
import { type EndpointRow, webhookStore } from "./store.ts";
import { toWebhookView } from "./view.ts";

/** @throws AppError `not_found` */
export function getWebhook(deps: Deps, caller: Caller, id: string): WebhookView {
  const row = webhookStore(deps.stores.platform(caller.environment).db).find(caller.accountId, id);
  if (!row) throw new AppError("not_found");
  return viewOf(deps, caller.environment, row);
}

/** With who created it. */
export function viewOf({ stores }: Deps, environment: Environment, row: EndpointRow): WebhookView {
  const maker = toMaker(stores.accounts.db, row.accountId, row.createdBy || null);
  return toWebhookView(row, environment, maker);
}

/** @throws AppError `not_found` */
export function requireEndpoint(writing: Writing, accountId: string, id: string): EndpointRow {
  const row = webhookStore(writing.tx).find(accountId, id);
  if (!row) throw new AppError("not_found");
  return row;
}

/** An endpoint that may be sent to. @throws AppError `not_found`, `webhook_disabled` */
export function requireEnabled({ tx }: Writing, accountId: string, webhookId: string): EndpointRow {
  const endpoint = webhookStore(tx).find(accountId, webhookId);
  if (!endpoint) throw new AppError("not_found");
  if (endpoint.disabledReason === null) return endpoint;
  throw new AppError("webhook_disabled", { detail: "Enable the endpoint first." });
}

/** Whether an enabled endpoint of the account names this event type; patterns do not count. */
export function hasSubscriber({ tx }: Writing, accountId: string, type: string): boolean {
  return webhookStore(tx)
    .listOfAccount(accountId)
    .some((endpoint) => endpoint.disabledReason === null && endpoint.events.includes(type));
}
