import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { resealRows } from "../../../infra/resealing.ts";
import { reseal, type Vault } from "../../../infra/vault.ts";
import { pinPlace } from "./pin.ts";
import { type PinRow, pinStore } from "./pin-store.ts";

const stepRows = 500;

/** Re-encrypts every PIN for another vault. @returns the number of shipments with a PIN */
export function resealPins(deps: Deps, environment: Environment, from: Vault, to: Vault): Promise<number> {
  return resealRows(deps.stores.platform(environment), {
    listAfter: (tx, id, limit) => pinStore(tx).listAfter(id, limit),
    reseal: (tx, row) => pinStore(tx).update(resealed(row, from, to)),
  });
}

/** Encrypts the PINs that an earlier version stored in the open, beside a key. An interrupted run continues. */
export async function sealPlainPins(deps: Deps, environment: Environment): Promise<void> {
  const { vault } = deps;
  const platform = deps.stores.platform(environment);
  // Without any, nothing is written: a disk that is nearly full refuses that, and a start must not need it.
  if (pinStore(platform.db).listPlain(1).length === 0) return;
  const sealSome = () =>
    write(deps, environment, ({ tx }) => {
      const pins = pinStore(tx);
      const rows = pins.listPlain(stepRows);
      for (const row of rows) pins.update(resealed(row, vault, vault));
      return rows.length;
    });
  while ((await sealSome()) > 0);
  await platform.emptyLog();
}

function resealed({ id, pin }: PinRow, from: Vault, to: Vault): PinRow {
  return { id, pin: reseal(pin, pinPlace(id), from, to) };
}
