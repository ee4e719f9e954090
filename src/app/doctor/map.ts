import { toMegabytes } from "../../infra/backups/backup.ts";
import { type Finding, fine, suspicious } from "../../infra/backups/diagnosis.ts";
import { absent, checkMapFile, mapPathOf } from "../../infra/streets/map-file.ts";
import type { Patient } from "./patient.ts";

/** The map file: without it Waybill works, and maps show no streets. */
export async function examineMap({ dataDir, config }: Patient): Promise<Finding[]> {
  const where = { check: "map", database: null };
  const { mapFile = null } = config;
  const path = mapPathOf({ mapFile, data: dataDir });
  const { bytes, result } = await checkMapFile(path);
  if (!("fault" in result)) return [fine(where, `${path} (${toMegabytes(bytes)}) has streets for maps.`)];
  if (mapFile === null && result.fault === absent)
    return [fine(where, "There is no map file: maps show no streets.")];
  return [
    suspicious(
      where,
      `The map file ${path} ${result.fault}.`,
      "Replace the file; `waybill map check` checks a new one. The server runs on, and maps show no streets.",
    ),
  ];
}
