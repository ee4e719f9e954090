import type { Config } from "../infra/config.ts";
import type { InstallationLook } from "../infra/db/inspection.ts";
import {
  forgetInstallationValue,
  installationValue,
  keepInstallationValue,
} from "../infra/db/installation.ts";
import type { Stores } from "../infra/db/store.ts";
import type { Deps } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import { createVault, keyMark } from "../infra/vault.ts";
import { resealEndpoints } from "../messaging/webhooks/endpoints/resealing.ts";
import { SettingError, variableName } from "./config/settings.ts";

/**
 * Which key the secrets on the disk are encrypted with. A mark among the installation's own values says which;
 * a second one stands there while they are brought from one key to another, which spans databases and can be
 * interrupted.
 */

const markName = "secret_key";
const nextMarkName = "secret_key_next";
const plainMark = "plain";

type Key = Config["secretKey"];

function markOf(key: Key): string {
  return key === null ? plainMark : keyMark(key);
}

/**
 * Refuses a key that is not theirs before anything is changed. The first key there is, is taken on.
 * @param move what is about to be done; it may go on with what was interrupted
 */
export function secretKeyGuard({ data, secretKey }: Config, move?: { to: Key }): InstallationLook {
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
        ? `the webhook secrets in ${data} are encrypted: set their key in ${variable} or ${variable}_FILE`
        : `${variable} does not match the webhook secrets in ${data}: set the key that encrypted them, and change it with \`waybill secrets rotate\``,
    );
  };
}

/** What was plain so far is encrypted by the first start with a key. */
export async function adoptSecretKey(deps: Deps): Promise<void> {
  const { stores, config } = deps;
  const mark = textOf(installationValue(stores.accounts.db, markName)) ?? plainMark;
  if (mark === markOf(config.secretKey)) return;
  await moveSecrets(deps, config.secretKey);
  await finishMove(stores, config.secretKey);
}

/**
 * Encrypts with another key, or with none, what `config.secretKey` has encrypted. May be repeated after an
 * interruption. `finishMove` is to follow when the databases are on the disk. @returns of how many endpoints
 */
export async function moveSecrets(deps: Deps, next: Key): Promise<number> {
  const { stores, vault, ids } = deps;
  await stores.accounts.write((tx) => keepInstallationValue(tx, nextMarkName, bytesOf(markOf(next))));
  const to = createVault(next, ids.bytes);
  let moved = 0;
  for (const environment of environments) {
    moved += await resealEndpoints(deps, environment, vault, to);
    // What was encrypted with the other key, or plain, would stay readable in free pages and in the log.
    stores.platform(environment).rewrite();
  }
  return moved;
}

export function finishMove(stores: Stores, next: Key): Promise<void> {
  return stores.accounts.write((tx) => {
    keepInstallationValue(tx, markName, bytesOf(markOf(next)));
    forgetInstallationValue(tx, nextMarkName);
  });
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}
