import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { resealRows } from "../../../infra/resealing.ts";
import { reseal, type Vault } from "../../../infra/vault.ts";
import { headerPlace, secretPlace } from "./endpoint.ts";
import { type EndpointRow, webhookStore } from "./store.ts";

/** Re-encrypts every endpoint's secrets and headers for another vault. @returns the number of endpoints */
export function resealEndpoints(
  deps: Deps,
  environment: Environment,
  from: Vault,
  to: Vault,
): Promise<number> {
  return resealRows(deps.stores.platform(environment), {
    listAfter: (tx, id, limit) => webhookStore(tx).listAllAfter(id, limit),
    reseal: (tx, row) => webhookStore(tx).update(row.id, resealed(row, from, to)),
  });
}

function resealed({ id, secrets, headers }: EndpointRow, from: Vault, to: Vault): Partial<EndpointRow> {
  const names = Object.entries(headers);
  return {
    secrets: secrets.map((entry) => ({ ...entry, secret: reseal(entry.secret, secretPlace(id), from, to) })),
    headers: Object.fromEntries(
      names.map(([name, value]) => [name, reseal(value, headerPlace(id, name), from, to)]),
    ),
  };
}
