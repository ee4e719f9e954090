import type { Deps } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { resealRows } from "../../infra/resealing.ts";
import { reseal, type Vault } from "../../infra/vault.ts";
import { secretPlace } from "./settings.ts";
import { type CarrierRow, carrierStore } from "./store.ts";

/** Re-encrypts every carrier's secrets for another vault. @returns the number of carriers */
export function resealCarriers(
  deps: Deps,
  environment: Environment,
  from: Vault,
  to: Vault,
): Promise<number> {
  return resealRows(deps.stores.platform(environment), {
    listAfter: (tx, id, limit) => carrierStore(tx).listAllAfter(id, limit),
    reseal: (tx, row) => carrierStore(tx).update({ ...row, secrets: resealed(row, from, to) }),
  });
}

function resealed({ id, secrets }: CarrierRow, from: Vault, to: Vault): CarrierRow["secrets"] {
  const moved = Object.entries(secrets).map(([name, kept]) => [
    name,
    reseal(kept, secretPlace(id, name), from, to),
  ]);
  return Object.fromEntries(moved);
}
