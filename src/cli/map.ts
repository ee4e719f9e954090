import Table from "cli-table3";
import type { Command } from "commander";
import { toMegabytes } from "../infra/backups/backup.ts";
import { checkMapFile, type FoundMap } from "../infra/streets/map-file.ts";
import { isDrawn, namesInSchema, type StreetMap } from "../infra/streets/street-map.ts";
import { type Flags, helped } from "./command.ts";
import { exitCodes, FoundError } from "./exit-code.ts";
import { print, printJson } from "./terminal.ts";

/** `waybill map check`: needs no server and no data folder. */
export function addMap(program: Command): void {
  const map = program.command("map").description("Check map files with streets.");
  const command = map
    .command("check")
    .description(
      "Check a PMTiles file before you use it as map.pmtiles, and say what maps would show. Exit code: 0 if Waybill can use it, 65 if not.",
    )
    .argument("<file>", "PMTiles file, version 3, with vector tiles of Protomaps or OpenMapTiles.")
    .option("--json", "Print JSON, for scripts.");
  helped(command, ["waybill map check map.pmtiles", "waybill map check /srv/maps/berlin.pmtiles --json"]);
  command.action(runCheck);
}

async function runCheck(path: string, flags: Flags): Promise<void> {
  const { bytes, result } = await checkMapFile(path);
  if (flags.json) await printJson({ file: path, bytes, ok: !("fault" in result), ...result });
  if ("fault" in result) throw new FoundError(exitCodes.wrong.code, `${path} ${result.fault}`);
  if (!flags.json) await print(tableOf({ path, bytes }, result));
}

function tableOf({ path, bytes }: Pick<FoundMap, "path" | "bytes">, map: StreetMap): string {
  const [west, south, east, north] = map.bounds;
  const table = new Table({
    style: { head: [], border: [], compact: true },
    colWidths: [13, 65],
    wordWrap: true,
  });
  const drawn = map.layers.filter((layer) => isDrawn(map.schema, layer));
  table.push(
    ["File", path],
    ["Size", toMegabytes(bytes)],
    ["Bounds", `west ${west}, south ${south}, east ${east}, north ${north}`],
    ["Zooms", `${map.minZoom} to ${map.maxZoom}`],
    ["Schema", namesInSchema[map.schema].title],
    ["Layers", map.layers.join(", ")],
    ["Drawn", drawn.join(", ")],
    ["Attribution", map.attribution],
  );
  const hint = map.maxZoom < zoomWanted ? `\n\n${thinWarning(map)}` : "";
  return `${table.toString()}${hint}`;
}

/** Small streets are in tiles from here. */
const zoomWanted = 13;

const thinWarning = ({ maxZoom }: StreetMap) =>
  `The file ends at zoom ${maxZoom}, so small streets are missing. Extract it with --maxzoom=15, or without the flag.`;
