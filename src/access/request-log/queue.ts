import type { RawRequest } from "./packing.ts";

/** Requests that are handed over together. */
export interface Chunk {
  readonly requests: RawRequest[];
  bytes: number;
}

interface QueueLimits {
  requestsMax: number;
  bytesMax: number;
}

/** What a request takes in memory besides its texts, roughly. */
const overheadBytes = 512;

/**
 * Requests that are not written yet, in chunks, oldest first. A chunk is full at either limit of `chunk`. Above the
 * limits of `all` the oldest chunks are dropped, so that memory stays bounded if the writer is too slow.
 */
export function createQueue(limits: { chunk: QueueLimits; all: QueueLimits }) {
  const waiting: Chunk[] = [];
  let requests = 0;
  let bytes = 0;

  function openChunk(): Chunk {
    const last = waiting.at(-1);
    if (last !== undefined && isWithin(limits.chunk, last.requests.length + 1, last.bytes + 1)) return last;
    const chunk = { requests: [], bytes: 0 };
    waiting.push(chunk);
    return chunk;
  }

  function take(): Chunk | undefined {
    const chunk = waiting.shift();
    requests -= chunk?.requests.length ?? 0;
    bytes -= chunk?.bytes ?? 0;
    return chunk;
  }

  function dropExcess(): number {
    let dropped = 0;
    while (!isWithin(limits.all, requests, bytes)) dropped += take()?.requests.length ?? 0;
    return dropped;
  }

  return {
    /** Number of chunks. */
    get length(): number {
      return waiting.length;
    },
    /** @returns how many requests were dropped for it */
    add(request: RawRequest): number {
      const chunk = openChunk();
      const size = sizeOf(request);
      chunk.requests.push(request);
      chunk.bytes += size;
      requests += 1;
      bytes += size;
      return dropExcess();
    },
    /** Removes and returns the oldest chunk. */
    take,
    /** Returns a chunk that could not be written. @returns how many requests were dropped for it */
    putBack(chunk: Chunk): number {
      waiting.unshift(chunk);
      requests += chunk.requests.length;
      bytes += chunk.bytes;
      return dropExcess();
    },
  };
}

function isWithin({ requestsMax, bytesMax }: QueueLimits, requests: number, bytes: number): boolean {
  return requests <= requestsMax && bytes <= bytesMax;
}

function sizeOf({ entry, requestBody, responseBody }: RawRequest): number {
  return overheadBytes + entry.path.length + (requestBody?.length ?? 0) + (responseBody?.length ?? 0);
}
