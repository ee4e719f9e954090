import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { resealRows } from "../../../infra/resealing.ts";
import { reseal, type Vault } from "../../../infra/vault.ts";
import { headersPlace, inboxPlace } from "./inbox.ts";
import { carrierHookStore, carrierInboxStore } from "./store.ts";

/** Re-encrypts the webhook addresses of carriers for another vault, and what came to them. */
export async function resealHooks(
  deps: Deps,
  environment: Environment,
  from: Vault,
  to: Vault,
): Promise<void> {
  const store = deps.stores.platform(environment);
  await resealRows(store, {
    listAfter: (tx, id, limit) => carrierInboxStore(tx).listAllAfter(id, limit),
    reseal: (tx, { carrierId, secret }) =>
      carrierInboxStore(tx).change(carrierId, { secret: reseal(secret, inboxPlace(carrierId), from, to) }),
  });
  await resealRows(store, {
    listAfter: (tx, id, limit) => carrierHookStore(tx).listAllAfter(id, limit),
    reseal: (tx, row) =>
      carrierHookStore(tx).change(row.id, { headers: reseal(row.headers, headersPlace(row), from, to) }),
  });
}
