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
