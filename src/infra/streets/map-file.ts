import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { type Deps, inMemory } from "../deps.ts";
import type { Fault } from "./archive.ts";
import { checkArchive } from "./checking.ts";
import type { StreetMap } from "./street-map.ts";

const standardName = "map.pmtiles";
/** The fault of a file that is not there. */
export const absent = "does not exist";
/** Opening a pipe would wait for its other end. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const etagCharacters = 22;
export const pieceBytes = 65_536;

/** A map file as found, checked or not usable. */
export interface FoundMap {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** A strong ETag, which another file or content changes. */
  readonly etag: string;
  readonly result: StreetMap | Fault;
}

/** A usable map file that is open. Its reader closes it. */
interface OpenMap extends FoundMap {
  readonly handle: FileHandle;
}

/** Where the map file is, or would be. */
export function mapPathOf({ mapFile, data }: Pick<Config, "mapFile" | "data">): string {
  return mapFile ?? join(data, standardName);
}

/** The finding about the content that was checked last, and that content. */
const lastOf = inMemory((): { etag?: string; result?: Promise<StreetMap | Fault>; told?: string } => ({}));

/**
 * Opens the map file. What was checked is what is read, because both use the same handle: the path may name another
 * file by then. Null if there is no file; with a fault it is closed already.
 */
async function openMap(
  path: string,
  isNamed: boolean,
  checked: (etag: string, check: () => Promise<StreetMap | Fault>) => Promise<StreetMap | Fault>,
): Promise<OpenMap | FoundMap | null> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, openFlags);
    const { dev, ino, size, mtimeNs, mtimeMs, isFile } = await factsOf(handle);
    const etag = etagOf([dev, ino, size, mtimeNs]);
    const found = { path, bytes: Number(size), modifiedAt: Number(mtimeMs), etag };
    const own = handle;
    const check = () => checkArchive((offset, length) => readBytes(own, offset, length), found.bytes);
    const result = isFile ? await checked(etag, check) : { fault: "is no file" };
    if ("fault" in result) await handle.close();
    return "fault" in result ? { ...found, result } : { ...found, result, handle };
  } catch (error) {
    await handle?.close();
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && !isNamed) return null;
    const fault = code === "ENOENT" ? absent : `cannot be read (${code})`;
    return { path, bytes: 0, modifiedAt: 0, etag: etagOf([code]), result: { fault } };
  }
}

async function factsOf(handle: FileHandle) {
  const stat = await handle.stat({ bigint: true });
  const { dev, ino, size, mtimeNs, mtimeMs } = stat;
  return { dev, ino, size, mtimeNs, mtimeMs, isFile: stat.isFile() };
}

function etagOf(parts: readonly unknown[]): string {
  return `"${new Bun.CryptoHasher("sha256").update(parts.join(" ")).digest("base64url").slice(0, etagCharacters)}"`;
}

/** Reads from a place in the file; fewer bytes where it ends. */
async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The map file, open for reading, if there is one that can be used. Its caller closes it. */
async function openStreets(deps: Deps): Promise<OpenMap | undefined> {
  const found = await openChecked(deps);
  return found && "handle" in found ? found : undefined;
}

/**
 * Bytes of this content of the map file, read in pieces when the client takes them: a slow one holds one or two pieces
 * in memory, and no open file. Fails if the file changes.
 */
export function streamStreets(
  deps: Deps,
  etag: string,
  { first, last }: { readonly first: number; readonly last: number },
): ReadableStream<Uint8Array> {
  let next = first;
  return new ReadableStream({
    async pull(controller) {
      const piece = await readPiece(deps, etag, next, Math.min(pieceBytes, last + 1 - next));
      if (piece.length === 0) return controller.error(new Error("The map file changed"));
      controller.enqueue(piece);
      next += piece.length;
      if (next > last) controller.close();
    },
  });
}

/** Nothing if the file has other content by now. */
async function readPiece(deps: Deps, etag: string, first: number, length: number): Promise<Uint8Array> {
  const map = await openStreets(deps);
  try {
    return map?.etag === etag ? await readBytes(map.handle, first, length) : new Uint8Array();
  } finally {
    await map?.handle.close();
  }
}

/** The map file, or null without one. A new one, or one that is wrong in a new way, is told in the log. */
export async function findStreets(deps: Deps): Promise<FoundMap | null> {
  const found = await openChecked(deps);
  if (found && "handle" in found) await found.handle.close();
  return found;
}

/** Checks content once. */
async function openChecked(deps: Deps): Promise<OpenMap | FoundMap | null> {
  const last = lastOf(deps);
  const { mapFile } = deps.config;
  const found = await openMap(mapPathOf(deps.config), mapFile !== null, (etag, check) => {
    if (last.etag !== etag || last.result === undefined) {
      last.etag = etag;
      last.result = check().catch((error) => {
        // The disk may be readable the next time.
        if (last.etag === etag) delete last.result;
        throw error;
      });
    }
    return last.result;
  });
  tell(deps, found);
  return found;
}

function tell(deps: Deps, found: FoundMap | null): void {
  const last = lastOf(deps);
  if (found === null || last.told === found.etag) {
    if (found === null) delete last.told;
    return;
  }
  last.told = found.etag;
  const { path: file, bytes, result } = found;
  if ("fault" in result) {
    deps.log.warn({ file, fault: result.fault }, "The map file cannot be used: maps show no streets");
  } else deps.log.info({ file, bytes, bounds: result.bounds }, "Maps show the streets of the map file");
}

/** Checks any file, for commands. */
export async function checkMapFile(path: string): Promise<FoundMap> {
  const found = await openMap(path, true, (_etag, check) => check());
  if (found === null) throw new Error("a named file is never absent");
  if ("handle" in found) await found.handle.close();
  return found;
}
