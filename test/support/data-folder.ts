import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStores } from "../../src/infra/db/open-stores.ts";
import { createLog } from "../../src/infra/log/log.ts";

/** The files of a folder whose databases are migrated and empty: name → content. */
let empty: Promise<Map<string, Buffer>> | undefined;

const newFolder = (within = tmpdir()) => mkdtempSync(join(within, "waybill-test-"));

/**
 * A new data folder that has just been migrated.
 * @param within a folder; by default that of the system's temporary files
 */
export async function makeDataFolder(within?: string): Promise<string> {
  const folder = newFolder(within);
  await fillDataFolder(folder);
  return folder;
}

/**
 * Makes a folder that is missing or empty as a first start leaves it; any other stays as it is. Migrating is most of
 * what a first start costs, so a process of tests does it once; `test/invariants/migrations.test.ts` and all tests of
 * the executable migrate for themselves.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) return;
  empty ??= migrateEmpty();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of await empty) writeFileSync(join(folder, name), content, { mode: 0o600 });
}

async function migrateEmpty(): Promise<Map<string, Buffer>> {
  const folder = newFolder();
  const stores = await openStores({ dataDir: folder, log: createLog("silent"), durable: false });
  await stores.close();
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  rmSync(folder, { recursive: true });
  return files;
}
