import { type Deps, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { reseal, type Vault } from "../../infra/vault.ts";
import { secretPlace } from "./settings.ts";
import { type CarrierRow, carrierStore } from "./store.ts";

const stepRows = 500;

/** Re-encrypts every carrier's secrets for another vault. @returns the number of carriers */
export async function resealCarriers(
  deps: Deps,
  environment: Environment,
  from: Vault,
  to: Vault,
): Promise<number> {
  let moved = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const before: string = after;
    after = await write(deps, environment, ({ tx }) => {
      const carriers = carrierStore(tx);
      const rows = carriers.listAllAfter(before, stepRows);
      for (const row of rows) carriers.update({ ...row, secrets: resealed(row, from, to) });
      moved += rows.length;
      return rows.at(-1)?.id;
    });
  }
  return moved;
}

function resealed({ id, secrets }: CarrierRow, from: Vault, to: Vault): CarrierRow["secrets"] {
  const moved = Object.entries(secrets).map(([name, kept]) => [
    name,
    reseal(kept, secretPlace(id, name), from, to),
  ]);
  return Object.fromEntries(moved);
}
