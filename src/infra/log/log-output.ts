import { writeSync } from "node:fs";
import { toTimestamp } from "../clock.ts";
import { bytesPerMb } from "../units.ts";

/** Bytes that may wait for a slow reader of a pipe; more are dropped. */
const waitingBytesMax = bytesPerMb;
const tryAgainMs = 50;
const newline = 0x0a;
/** pino's level for a warning. */
const warning = 40;

/** Destination of log lines. It never throws: a full log disk must not stop the server. */
export interface LogOutput {
  /** Writes whole lines. It drops lines that it cannot write; when writing works again, one line gives the number. */
  write(lines: string): void;
  /** How many lines were dropped so far. */
  dropped(): number;
}

/** The bytes that were not written, and the reason; no reason if all were written. */
interface Rest {
  bytes: Buffer;
  reason?: string;
}

/**
 * Writes to a descriptor immediately. It retries a full pipe (EAGAIN) a moment later, and a full disk or a closed pipe
 * (ENOSPC, EPIPE) with the next lines.
 */
export function logOutput(descriptor: number, now: () => number): LogOutput {
  let waiting: Buffer = Buffer.alloc(0);
  let timer: Timer | undefined;
  let inLine = false;
  let dropped = 0;
  let untold = 0;
  let reason = "";

  function write(lines: string): void {
    waiting = Buffer.concat([waiting, Buffer.from(lines)]);
    writeWaiting();
  }

  function writeWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    if (untold > 0 && !tellDropped()) return drop(waiting, reason);
    const rest = writeAll(waiting);
    if (rest.reason === undefined) waiting = rest.bytes;
    else if (rest.reason === "EAGAIN" && rest.bytes.length <= waitingBytesMax) {
      waiting = rest.bytes;
      timer = setTimeout(writeWaiting, tryAgainMs);
      timer.unref();
    } else drop(rest.bytes, rest.reason);
  }

  /** False if that line cannot be written either. */
  function tellDropped(): boolean {
    const [level, time, msg] = [warning, toTimestamp(now()), `${untold} log lines were dropped`];
    const line = `${JSON.stringify({ level, time, dropped: untold, reason, msg })}\n`;
    const rest = writeAll(Buffer.from(inLine ? `\n${line}` : line));
    if (rest.reason !== undefined) return false;
    untold = 0;
    return true;
  }

  function drop(bytes: Buffer, why: string): void {
    const lines = bytes.reduce((count, byte) => count + Number(byte === newline), 0);
    dropped += lines;
    untold += lines;
    reason = why;
    waiting = Buffer.alloc(0);
  }

  function writeAll(bytes: Buffer): Rest {
    let left = bytes;
    try {
      while (left.length > 0) {
        const written = writeSync(descriptor, left);
        if (written > 0) inLine = left[written - 1] !== newline;
        left = left.subarray(written);
      }
      return { bytes: left };
    } catch (error) {
      return { bytes: left, reason: String((error as { code?: string }).code) };
    }
  }

  return { write, dropped: () => dropped };
}
