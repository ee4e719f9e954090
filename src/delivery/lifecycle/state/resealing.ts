import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { reseal } from "../../../infra/vault.ts";
import { pinPlace } from "./pin.ts";
import { pinStore } from "./pin-store.ts";

const stepRows = 500;

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
      for (const { id, pin } of rows) pins.update({ id, pin: reseal(pin, pinPlace(id), vault, vault) });
      return rows.length;
    });
  while ((await sealSome()) > 0);
  await platform.emptyLog();
}
