/**
 * A disk with a volatile write cache. A write is on the medium only after a later flush. A power cut may leave any part
 * of what was not flushed, in any order: `makeMedia` makes such media.
 */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import type { ServedFile } from "./fuse.ts";

/** Which of the unflushed sectors a medium keeps: none, each write at random, each sector at random. */
export const mediumKinds = ["none", "half", "torn"] as const;
type MediumKind = (typeof mediumKinds)[number];
export type Media = Readonly<Record<MediumKind, string>>;

/** When the power goes: after a write, or when a flush arrives. */
export const moments = ["write", "flush"] as const;
export type Moment = (typeof moments)[number];

/** What was in the cache when the power went. */
export interface Unflushed {
  writes: number;
  bytes: number;
}

interface VolatileDisk extends ServedFile {
  /** Resolves at the `nth` such moment from now; then no request is answered until `resume`. */
  hold(moment: Moment, nth: number): Promise<Unflushed>;
  /** Answers requests again, and holds no more. */
  resume(): void;
  /** Writes the media into sparse files. */
  makeMedia(media: Media): void;
  /** Goes on with the content of a medium that this disk has made, as if the power came back. */
  load(path: string): void;
  /** From now on flushes are answered and nothing is done: the disk lies. */
  ignoreFlushes(): void;
}

interface Write {
  offset: number;
  bytes: Buffer;
}

const sectorBytes = 512;
const blockBytes = 4096;
const isKept = () => Math.random() < 0.5;

export function createVolatileDisk(size: number): VolatileDisk {
  /** What reads see. */
  const current = Buffer.alloc(size);
  /** What is on the medium. */
  const durable = Buffer.alloc(size);
  /** Blocks that were ever written; all others are zero. */
  const written = new Uint8Array(size / blockBytes);
  let unflushed: Write[] = [];
  let ignoring = false;
  let awaited: { moment: Moment; left: number; reached: (found: Unflushed) => void } | undefined;
  let held: PromiseWithResolvers<void> | undefined;

  async function pass(moment: Moment): Promise<void> {
    if (awaited?.moment !== moment) return;
    awaited.left -= 1;
    if (awaited.left > 0) return;
    held = Promise.withResolvers();
    const bytes = unflushed.reduce((sum, write) => sum + write.bytes.length, 0);
    awaited.reached({ writes: unflushed.length, bytes });
    awaited = undefined;
    await held.promise;
  }

  function* writtenRuns(): Generator<[from: number, to: number]> {
    for (let from = written.indexOf(1); from !== -1; ) {
      const end = written.indexOf(0, from);
      const to = end === -1 ? written.length : end;
      yield [from * blockBytes, to * blockBytes];
      from = written.indexOf(1, to);
    }
  }

  return {
    size,
    read: (offset, length) => current.subarray(offset, offset + length),
    async write(offset, bytes) {
      current.set(bytes, offset);
      written.fill(1, Math.floor(offset / blockBytes), Math.ceil((offset + bytes.length) / blockBytes));
      unflushed.push({ offset, bytes: Buffer.from(bytes) });
      await pass("write");
    },
    async flush() {
      await pass("flush");
      if (ignoring) return;
      for (const { offset, bytes } of unflushed) durable.set(bytes, offset);
      unflushed = [];
    },
    hold(moment, nth) {
      const { promise, resolve } = Promise.withResolvers<Unflushed>();
      awaited = { moment, left: nth, reached: resolve };
      return promise;
    },
    resume() {
      awaited = undefined;
      held?.resolve();
    },
    makeMedia(media) {
      for (const kind of mediumKinds) {
        withFile(media[kind], "w", (file) => {
          ftruncateSync(file, size);
          for (const [from, to] of writtenRuns()) writeSync(file, durable, from, to - from, from);
          for (const { offset, bytes } of unflushed.flatMap(partsKept[kind])) {
            writeSync(file, bytes, 0, bytes.length, offset);
          }
        });
      }
    },
    load(path) {
      unflushed = [];
      withFile(path, "r", (file) => {
        for (const [from, to] of writtenRuns()) {
          readSync(file, durable, from, to - from, from);
          durable.copy(current, from, from, to);
        }
      });
    },
    ignoreFlushes() {
      ignoring = true;
    },
  };
}

/** What a medium keeps of an unflushed write. */
const partsKept: Record<MediumKind, (write: Write) => Write[]> = {
  none: () => [],
  half: (write) => (isKept() ? [write] : []),
  torn: (write) => sectorsOf(write).filter(isKept),
};

function sectorsOf({ offset, bytes }: Write): Write[] {
  return Array.from({ length: Math.ceil(bytes.length / sectorBytes) }, (_, index) => {
    const from = index * sectorBytes;
    return { offset: offset + from, bytes: bytes.subarray(from, from + sectorBytes) };
  });
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}
