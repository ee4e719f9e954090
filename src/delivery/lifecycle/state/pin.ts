import type { Ids } from "../../../infra/ids.ts";
import type { StoredSecret, Vault } from "../../../infra/secrets/vault.ts";

/** The recipient's PIN, as the vault stores it. */

const pinDigits = 4;

/** Binds an encrypted PIN to its shipment. */
export function pinPlace(shipmentId: string): string {
  return `${shipmentId}/pin`;
}

function sealPin(vault: Vault, shipmentId: string, pin: string): StoredSecret {
  return vault.seal(pin, pinPlace(shipmentId));
}

/** A random PIN, sealed. */
export function newPin(
  { ids, vault }: { ids: Pick<Ids, "integer">; vault: Vault },
  shipmentId: string,
): StoredSecret {
  return sealPin(vault, shipmentId, String(ids.integer(10 ** pinDigits)).padStart(pinDigits, "0"));
}

/** Null without a PIN. @throws Error if it was encrypted with another key */
export function openPin(vault: Vault, { id, pin }: { id: string; pin: StoredSecret | null }): string | null {
  return pin === null ? null : vault.open(pin, pinPlace(id));
}
