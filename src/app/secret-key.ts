import { variableName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import type { InstallationCheck } from "../infra/db/inspection.ts";
import {
  deleteInstallationValue,
  installationValue,
  saveInstallationValue,
} from "../infra/db/installation.ts";
import { hasPlain, resealAll } from "../infra/db/resealing.ts";
import type { Stores } from "../infra/db/store.ts";
import type { Deps } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import { createVault, keyFingerprint } from "../infra/secrets/vault.ts";
import { SettingError } from "./config/reading.ts";
import { resealMemory } from "./front/acme/memory.ts";

/**
 * Which key encrypts the secrets at rest. A mark in the installation's own values identifies it. A second mark exists
 * while secrets move from one key to another, which spans databases and can be interrupted.
 */

const markName = "secret_key";
const nextMarkName = "secret_key_next";
const plainMark = "plain";

type Key = Config["secretKey"];

function markOf(key: Key): string {
  return key === null ? plainMark : keyFingerprint(key);
}

/**
 * Refuses a wrong key before anything changes. Accepts the first key of an installation that has none.
 * @param move the change of key about to happen; it may continue an interrupted one
 */
export function secretKeyGuard(
  { data, secretKey }: Pick<Config, "data" | "secretKey">,
  move?: { to: Key },
): InstallationCheck {
  return (read) => {
    const mark = textOf(read(markName)) ?? plainMark;
    const nextMark = textOf(read(nextMarkName));
    const goesOn = move ? nextMark === markOf(move.to) : mark === plainMark && nextMark === markOf(secretKey);
    if (nextMark !== undefined && !goesOn) {
      throw new SettingError(
        `the change of the secret key in ${data} was interrupted: run \`waybill secrets rotate\` again with the same two keys`,
      );
    }
    if (mark === plainMark || mark === markOf(secretKey)) return;
    const variable = variableName("secretKey");
    throw new SettingError(
      secretKey === null
        ? `the secrets in ${data} are encrypted: set their key in ${variable} or ${variable}_FILE`
        : `${variable} does not match the secrets in ${data}: set the key that encrypted them, and change it with \`waybill secrets rotate\``,
    );
  };
}

/** The first start with a key encrypts the existing secrets; each one, what earlier versions left in the open. */
export async function adoptSecretKey(deps: Deps): Promise<void> {
  const { stores, config } = deps;
  const mark = textOf(installationValue(stores.accounts.db, markName)) ?? plainMark;
  if (mark !== markOf(config.secretKey)) {
    await moveSecrets(deps, config.secretKey);
    await finishMove(stores, config.secretKey);
  } else if (config.secretKey !== null) {
    for (const store of environments.map(stores.platform)) {
      // Without any, nothing is written: a disk that is nearly full refuses that, and a start must not need it.
      if (!hasPlain(store.db, "shipments", "pin")) continue;
      await resealAll(store, deps.vault, deps.vault);
      await store.emptyLog();
    }
  }
}

export interface MovedSecrets {
  endpoints: number;
  carriers: number;
  pins: number;
  links: number;
  secondFactors: number;
}

/** The columns that count them. */
const countedIn: Record<keyof MovedSecrets, string> = {
  endpoints: "webhook_endpoints.secrets",
  carriers: "carriers.secrets",
  pins: "shipments.pin",
  links: "shipments.sealedToken",
  secondFactors: "second_factors.secret",
};

/**
 * Moves the secrets from `config.secretKey` to another key, or to none. Safe to repeat after an interruption. Call
 * `finishMove` once the databases are on disk. @returns how many rows it read
 */
export async function moveSecrets(deps: Deps, next: Key): Promise<MovedSecrets> {
  const { stores, vault, ids } = deps;
  await stores.accounts.write((tx) => saveInstallationValue(tx, nextMarkName, bytesOf(markOf(next))));
  const to = createVault(next, ids.bytes);
  const moved: MovedSecrets = { endpoints: 0, carriers: 0, pins: 0, links: 0, secondFactors: 0 };
  for (const store of [...environments.map(stores.platform), stores.accounts]) {
    const values = await resealAll(store, vault, to);
    for (const name of Object.keys(countedIn) as (keyof MovedSecrets)[])
      moved[name] += values.get(countedIn[name]) ?? 0;
    // Otherwise old secrets would stay readable in free pages and in the log.
    store.rewrite();
  }
  resealMemory(deps.config.data, vault, to);
  return moved;
}

export function finishMove(stores: Stores, next: Key): Promise<void> {
  return stores.accounts.write((tx) => {
    saveInstallationValue(tx, markName, bytesOf(markOf(next)));
    deleteInstallationValue(tx, nextMarkName);
  });
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}
