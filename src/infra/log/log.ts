import pino, { type Logger } from "pino";
import { systemClock, toTimestamp } from "../clock.ts";
import { type LogOutput, logOutput } from "./log-output.ts";

export interface Log extends Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal"> {
  /** Like `info`, for plain values: written a moment later, at a third of the cost. Every request logs one. */
  line(fields: Readonly<Record<string, unknown>>, message: string): void;
  /** Writes the waiting lines. */
  flush(): void;
  /** How many lines could not be written. */
  dropped(): number;
}

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

const standardError = 2;

/** Lines are gathered and written together: a write costs more than a line. */
const lineWaitMs = 50;
const waitingCharactersMax = 64 * 1024;

/** JSON lines on standard error, because standard output belongs to the command's result. */
export function createLog(level: LogLevel): Log {
  const destination = logOutput(standardError, systemClock.now);
  const output = gatheredOutput(destination);
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  const info = logger.levels.values.info;
  const time = timeText();
  const line: Log["line"] = (fields, msg) =>
    output.add(`{"level":${info},"time":"${time()}","msg":"${msg}",${JSON.stringify(fields).slice(1)}\n`);
  return Object.assign(logger, {
    line: logger.isLevelEnabled("info") ? line : () => {},
    flush: output.flushSync,
    dropped: destination.dropped,
  });
}

/** Keeps the order of urgent and gathered lines. pino calls `flushSync` after a fatal line. */
function gatheredOutput(output: LogOutput) {
  let waiting = "";
  let timer: Timer | undefined;

  function flushSync(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === "") return;
    output.write(waiting);
    waiting = "";
  }

  return {
    write(line: string): void {
      waiting += line;
      flushSync();
    },
    add(line: string): void {
      waiting += line;
      if (waiting.length > waitingCharactersMax) flushSync();
      else timer ??= setTimeout(flushSync, lineWaitMs);
    },
    flushSync,
  };
}

/** The current time as text, formatted once per millisecond. */
function timeText(): () => string {
  let at = Number.NaN;
  let text = "";
  return () => {
    const now = systemClock.now();
    if (now !== at) text = toTimestamp(now);
    at = now;
    return text;
  };
}
