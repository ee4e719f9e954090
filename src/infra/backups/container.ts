import {
  closeSync,
  createReadStream,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";
import { basename, join } from "node:path";

/** The files of a backup, in its folder or in a tar archive of it. */
export interface Container {
  /** Name → bytes. */
  readonly files: ReadonlyMap<string, number>;
  /** The whole of a small file. */
  text(name: string): string;
  read(name: string): AsyncIterable<Uint8Array>;
}

const blockBytes = 512;

/** A file that is no archive. */
export class NoArchiveError extends Error {}

/** @throws Error if the path cannot be read */
export function openContainer(path: string): Container {
  return statSync(path).isDirectory() ? openFolder(path) : openArchive(path);
}

function openFolder(path: string): Container {
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    files: new Map(files.map(({ name }) => [name, statSync(join(path, name)).size])),
    text: (name) => readFileSync(join(path, name), "utf8"),
    read: (name) => createReadStream(join(path, name)),
  };
}

interface Entry {
  name: string;
  start: number;
  bytes: number;
}

function openArchive(path: string): Container {
  const entries = new Map(entriesOf(path).map((entry) => [entry.name, entry]));
  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`${path} has no ${name}`);
    return entry;
  };
  return {
    files: new Map([...entries].map(([name, { bytes }]) => [name, bytes])),
    text(name) {
      const { start, bytes } = find(name);
      return withFile(path, (descriptor) => readAt(descriptor, start, bytes).toString("utf8"));
    },
    read(name) {
      const { start, bytes } = find(name);
      return createReadStream(path, { start, end: Math.max(start, start + bytes - 1) });
    },
  };
}

/**
 * Walks over the headers, so that an archive of many gigabytes is read once. A header is 512 bytes: name, size in octal
 * digits (GNU tar: in binary, if they are too few), type (POSIX.1-2008, pax).
 */
function entriesOf(path: string): Entry[] {
  const end = statSync(path).size;
  return withFile(path, (descriptor) => {
    const entries: Entry[] = [];
    let told: number | undefined;
    for (let at = 0; at + blockBytes <= end; ) {
      const header = readAt(descriptor, at, blockBytes);
      if (header[0] === 0) break;
      const bytes = told ?? sizeIn(header);
      const start = at + blockBytes;
      const type = header.toString("latin1", 156, 157);
      told = type === "x" ? sizeTold(readAt(descriptor, start, bytes).toString("utf8")) : undefined;
      if (type === "0" || type === "\0") {
        const name = basename(header.toString("utf8", 0, 100).replace(/\0.*$/s, ""));
        entries.push({ name, start, bytes });
      }
      at = start + Math.ceil(bytes / blockBytes) * blockBytes;
    }
    return entries;
  });
}

const binarySize = 0x80;

function sizeIn(header: Buffer): number {
  if (((header[124] ?? 0) & binarySize) !== 0) return Number(header.readBigUInt64BE(128));
  const bytes = Number.parseInt(header.toString("latin1", 124, 136), 8);
  if (Number.isNaN(bytes)) throw new NoArchiveError("it is no tar archive");
  return bytes;
}

/** The size that a pax header tells of the entry after it. */
function sizeTold(records: string): number | undefined {
  const [, digits] = /^\d+ size=(\d+)$/m.exec(records) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function withFile<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, "r");
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, at: number, bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  readSync(descriptor, content, 0, bytes, at);
  return content;
}
