import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Bounds } from "../../src/infra/streets/archive.ts";
import { packArchive } from "../../tools/map-archive.ts";

/** Map files for tests. */

/** Streets of Chicago, as `waybill dev` has them. */
export const demoMap = new URL("../../src/cli/demo-map.pmtiles", import.meta.url).pathname;

/** A whole map file with one empty tile: it has bounds, and draws nothing. */
export function emptyMap(
  bounds: Bounds,
  metadata: object = { vector_layers: [{ id: "roads" }] },
): Uint8Array {
  return packArchive([{ z: 0, x: 0, y: 0, bytes: gzipSync("") }], { bounds, metadata });
}

/** Path of a map file over Berlin that draws nothing, until the process ends. */
export function berlinMap(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-map-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "berlin.pmtiles");
  writeFileSync(path, emptyMap([13, 52.3, 13.8, 52.7]));
  return path;
}
