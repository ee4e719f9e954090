import type { StoredSecret, Vault } from "../../../infra/secrets/vault.ts";

/** The recipient's PIN, as the vault stores it. */

/** Binds an encrypted PIN to its shipment. */
export function pinPlace(shipmentId: string): string {
  return `${shipmentId}/pin`;
}

export function sealPin(vault: Vault, shipmentId: string, pin: string): StoredSecret {
  return vault.seal(pin, pinPlace(shipmentId));
}

/** Null without a PIN. @throws Error if it was encrypted with another key */
export function openPin(vault: Vault, { id, pin }: { id: string; pin: StoredSecret | null }): string | null {
  return pin === null ? null : vault.open(pin, pinPlace(id));
}
