import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBareAccount } from "../accounts/administration.ts";
import { commandFor } from "../accounts/caller.ts";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { removeUnusedFolder } from "../db/data-folder.ts";
import { provideAddon } from "../db/native-addon.ts";
import { environments } from "../environment.ts";
import { issueKey } from "../keys/service.ts";
import type { Running } from "../server.ts";
import { listen } from "./listen.ts";

/** Serving for tests: nothing is there before, and nothing stays. */

const folderPrefix = "waybill-ephemeral-";
/** A folder that is younger may be one whose process has still to lock it. */
const leftoverAgeMs = 60_000;
const leftoversMax = 100;
/** Whoever waits for the start is answered first. */
const leftoverDelayMs = 250;

export interface Keys {
  sandbox: string;
  live: string;
}

/** Serves from a temporary folder of its own, with an account and its keys. */
export async function startEphemeral(config: Config): Promise<{ running: Running; keys: Keys }> {
  const data = mkdtempSync(join(tmpdir(), folderPrefix));
  process.on("exit", () => rmSync(data, { recursive: true, force: true }));
  const keys = { sandbox: "", live: "" };
  const running = await listen({ ...config, data }, async (deps) => {
    const account = await createBareAccount(deps, "Ephemeral");
    for (const environment of environments) {
      const input = { name: "Ephemeral", environment };
      keys[environment] = (await issueKey(deps, commandFor(account.id), input)).secret;
    }
  });
  setTimeout(removeLeftovers, leftoverDelayMs, data);
  return { running, keys };
}

/** Folders of processes that were killed, as far as they are this user's to remove. */
function removeLeftovers(own: string): void {
  const nativeBinding = provideAddon(own);
  const oldest = systemClock.now() - leftoverAgeMs;
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(folderPrefix));
  for (const name of folders.slice(0, leftoversMax)) {
    const folder = join(tmpdir(), name);
    const { mtimeMs = Infinity } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (folder !== own && mtimeMs < oldest) removeUnusedFolder(folder, nativeBinding);
  }
}
