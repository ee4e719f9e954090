import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isReplacedName } from "../db/restoring.ts";
import { dayMs } from "../units.ts";

/** Long enough to notice that an upgrade went wrong. */
const keptMs = 30 * dayMs;

/** `live.before-0002_quotes.db`, as `upgrade` names them; an upgrade that was killed leaves it unfinished. */
const copyPattern = /^[a-z]+\.before-\w+\.db(\.unfinished)?$/;

/** Removes what upgrades copied, and what restores replaced, more than 30 days ago. */
export async function removeOldCopies(dataDir: string, now: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!copyPattern.test(name) && !isReplacedName(name)) continue;
    const path = join(dataDir, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
}
