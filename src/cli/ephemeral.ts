import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccountWithoutUsers } from "../access/accounts/operator/administration.ts";
import { issueKey } from "../access/keys/service.ts";
import type { Running } from "../app/server.ts";
import { systemClock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import { removeUnusedFolder } from "../infra/db/data-folder.ts";
import { DataFolderError } from "../infra/db/data-folder-error.ts";
import { provideAddon } from "../infra/db/native-addon.ts";
import { environments } from "../infra/environment.ts";
import { operatorIn } from "../infra/http/principal.ts";
import { createIds } from "../infra/ids.ts";
import { secretKeyBytes } from "../infra/secrets/vault.ts";
import { listen } from "./listen.ts";

/** Serving for tests: starts empty and leaves nothing behind. */

const folderPrefix = "waybill-ephemeral-";
/** The process of a younger folder may not have locked it yet. */
const leftoverAgeMs = 60_000;
const leftoversMax = 100;
/** Answering the first requests comes first. */
const leftoverDelayMs = 250;

export interface Keys {
  sandbox: string;
  live: string;
}

/** Serves from a new temporary folder, with one account and its keys. A key of its own encrypts what is encrypted. */
export async function startEphemeral(config: Config): Promise<{ running: Running; keys: Keys }> {
  const data = makeFolder();
  process.on("exit", () => rmSync(data, { recursive: true, force: true }));
  const keys = { sandbox: "", live: "" };
  const secretKey = config.secretKey ?? createIds(systemClock).bytes(secretKeyBytes);
  const running = await listen({ ...config, data, secretKey }, async (deps) => {
    const account = await createAccountWithoutUsers(deps, "Ephemeral");
    for (const environment of environments) {
      const input = { name: "Ephemeral", environment };
      keys[environment] = (await issueKey(deps, operatorIn(account.id), input)).secret;
    }
  });
  running.warmUp();
  setTimeout(removeLeftovers, leftoverDelayMs, data);
  return { running, keys };
}

/** @throws DataFolderError */
function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), folderPrefix));
  } catch (error) {
    const { code } = error as { code?: string };
    const sentence = `cannot create a folder in ${tmpdir()} (${code}): set TMPDIR to another temporary folder`;
    throw new DataFolderError("unusable", sentence, { cause: error });
  }
}

/** Removes folders of killed processes. Checks their owner, because anybody may create such names in that place. */
function removeLeftovers(own: string): void {
  const leftovers = readdirSync(tmpdir())
    .filter((name) => name.startsWith(folderPrefix))
    .map((name) => join(tmpdir(), name))
    .filter((folder) => folder !== own && isLeftover(folder));
  if (leftovers.length === 0) return;
  const nativeBinding = provideAddon(own);
  for (const folder of leftovers.slice(0, leftoversMax)) removeUnusedFolder(folder, nativeBinding);
}

function isLeftover(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry?.isDirectory() || entry.mtimeMs >= systemClock.now() - leftoverAgeMs) return false;
  return entry.uid === (process.geteuid?.() ?? entry.uid);
}
