import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Data folders of older versions, each made by that version and killed; `make.ts` says how. */

const folder = join(import.meta.dir, "folders");
const suffix = ".tar.zst";

/** What a user of an older version holds, and expects to work after the upgrade. */
export interface Held {
  madeAt: number;
  email: string;
  password: string;
  cookie: string;
  key: string;
  cursors: { shipments: string; events: string };
  shipments: string[];
  endpoint: { id: string; secret: string };
}

export const folderNames = readdirSync(folder)
  .filter((name) => name.endsWith(suffix))
  .map((name) => name.slice(0, -suffix.length))
  .sort();

/** Unpacks one into a folder of its own. */
export async function unpack(name: string, dataDir: string): Promise<Held> {
  mkdirSync(dataDir, { mode: 0o700 });
  const archive = await Bun.file(join(folder, name + suffix)).bytes();
  const tar = Bun.spawnSync(["tar", "--extract", "--no-same-owner", "-C", dataDir], {
    stdin: Bun.zstdDecompressSync(archive),
  });
  if (!tar.success) throw new Error(tar.stderr.toString());
  return Bun.file(join(dataDir, "held.json")).json();
}
