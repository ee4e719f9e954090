import type { StoredSecret, Vault } from "../../infra/secrets/vault.ts";
import type { CarrierKind } from "./kind.ts";

/** Secrets among a carrier's settings. They are stored apart, each bound to its carrier and its name. */

/** Binds an encrypted secret to its carrier and field. */
export function secretPlace(carrierId: string, name: string): string {
  return `carrier:${carrierId}:${name}`;
}

interface StoredSettings {
  id: string;
  settings: Record<string, unknown>;
  secrets: Readonly<Record<string, StoredSecret>>;
}

/** The settings as the adapter gets them. @throws Error if a secret was encrypted with another key */
export function openSettings(
  vault: Vault,
  { id, settings, secrets }: StoredSettings,
): Record<string, unknown> {
  const opened = Object.entries(secrets).map(([name, kept]) => [
    name,
    vault.open(kept, secretPlace(id, name)),
  ]);
  return { ...settings, ...Object.fromEntries(opened) };
}

/** The addresses that the adapter may call. One that is left out has the schema's default. */
export function addressesOf(kind: CarrierKind, settings: Record<string, unknown>): string[] {
  return kind.addressSettings.map((name) =>
    String(settings[name] ?? kind.settings.properties[name]?.default),
  );
}
