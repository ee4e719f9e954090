import { toTimestamp } from "../../../infra/clock.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { webhookPath } from "../../carriers/carrier-webhook.ts";
import { inboxPlace } from "./inbox.ts";
import { carrierInboxStore } from "./store.ts";

/** The webhook address of a carrier. */

interface WebhookAddress {
  url: string;
  created_at: string;
}

/** Gives the carrier a webhook address, or another one: the one before ends at once. */
export function makeAddress({ deps, tx, now }: Writing, carrierId: string): WebhookAddress {
  const secret = deps.ids.token();
  carrierInboxStore(tx).put({
    carrierId,
    secret: deps.vault.seal(secret, inboxPlace(carrierId)),
    secretHash: sha256Hex(secret),
    createdAt: now,
  });
  return toAddress(deps, carrierId, secret, now);
}

/** Undefined for a carrier that has none. */
export function findAddress(
  deps: Deps,
  environment: Environment,
  carrierId: string,
): WebhookAddress | undefined {
  const row = carrierInboxStore(deps.stores.platform(environment).db).find(carrierId);
  return row && toAddress(deps, carrierId, deps.vault.open(row.secret, inboxPlace(carrierId)), row.createdAt);
}

function toAddress(deps: Deps, carrierId: string, secret: string, createdAt: number): WebhookAddress {
  return { url: `${deps.publicUrl()}${webhookPath(carrierId, secret)}`, created_at: toTimestamp(createdAt) };
}
