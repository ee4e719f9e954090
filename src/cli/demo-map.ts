import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Config } from "../infra/config.ts";
import { mapPathOf } from "../infra/streets/map-file.ts";
import packed from "./demo-map.pmtiles" with { type: "file" };

/**
 * Puts a small map file into the data folder, so that the first map that anybody sees has streets: Chicago,
 * © OpenStreetMap, ODbL 1.0. A map file that is there, or that a setting names, stays.
 */
export function placeDemoMap(config: Pick<Config, "data" | "mapFile">): void {
  const path = mapPathOf(config);
  if (config.mapFile !== null || existsSync(path)) return;
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, readFileSync(packed));
  renameSync(unfinished, path);
}
