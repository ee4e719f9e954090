import { promisify } from "node:util";
import {
  type ArchiveHeader,
  type Fault,
  faultOfRoot,
  readHeader,
  rootEndMax,
  type Section,
} from "./archive.ts";
import { attributionOf, layersOf, type StreetMap, schemaOf } from "./street-map.ts";

/** What a directory or the metadata may be when it is unpacked. */
const unpackedBytesMax = 8_388_608;

/** Reads bytes of a file; fewer where it ends. */
type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/**
 * Checks a map file by its header, its root directory and its metadata. The file may be hostile: it is read in
 * pieces of bounded size.
 */
export async function checkArchive(read: ReadBytes, size: number): Promise<StreetMap | Fault> {
  const start = await read(0, Math.min(size, rootEndMax));
  const header = readHeader(start, size);
  if ("fault" in header) return header;
  const { root, metadata, isCompressed, bounds, minZoom, maxZoom } = header;
  const rootBytes = await unpacked(sliceOf(start, root), isCompressed);
  const fault = rootBytes ? faultOfRoot(rootBytes, header) : "has a damaged root directory";
  if (fault !== undefined) return { fault };
  const details = await readMetadata(read, metadata, isCompressed);
  if (details === undefined) return { fault: "has damaged metadata" };
  const layers = layersOf(details);
  const schema = schemaOf(layers);
  if (schema === undefined) return { fault: faultOfLayers(layers) };
  return { bounds, minZoom, maxZoom, schema, layers, attribution: attributionOf(details) };
}

function faultOfLayers(layers: readonly string[]): string {
  const found = layers.length > 0 ? layers.slice(0, 10).join(", ") : "none";
  return `has no streets that Waybill can draw. It needs the layers of Protomaps (roads) or of OpenMapTiles (transportation), and has: ${found}`;
}

async function readMetadata(
  read: ReadBytes,
  { offset, length }: Section,
  isCompressed: ArchiveHeader["isCompressed"],
): Promise<unknown> {
  const bytes = await unpacked(await read(offset, length), isCompressed);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

async function unpacked(bytes: Uint8Array, isCompressed: boolean): Promise<Uint8Array | undefined> {
  if (!isCompressed) return bytes;
  // Few installations have a map, and the module takes a twentieth of a start.
  const { gunzip } = await import("node:zlib");
  return promisify(gunzip)(bytes, { maxOutputLength: unpackedBytesMax }).catch(() => undefined);
}

function sliceOf(bytes: Uint8Array, { offset, length }: Section): Uint8Array {
  return bytes.subarray(offset, offset + length);
}
