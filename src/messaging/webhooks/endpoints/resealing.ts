import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { reseal, type Vault } from "../../../infra/vault.ts";
import { headerPlace, secretPlace } from "./endpoint.ts";
import { type EndpointRow, webhookStore } from "./store.ts";

const stepRows = 500;

/** Re-encrypts every endpoint's secrets and headers for another vault. @returns the number of endpoints */
export async function resealEndpoints(
  deps: Deps,
  environment: Environment,
  from: Vault,
  to: Vault,
): Promise<number> {
  let moved = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const before: string = after;
    after = await write(deps, environment, ({ tx }) => {
      const webhooks = webhookStore(tx);
      const rows = webhooks.listAllAfter(before, stepRows);
      for (const row of rows) webhooks.update(row.id, resealed(row, from, to));
      moved += rows.length;
      return rows.at(-1)?.id;
    });
  }
  return moved;
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
