import { systemClock } from "../../infra/clock.ts";
import { currentState, sync } from "./model.ts";

/** The server says when something is new for the driver, while the page is visible and the phone has a network. */

const address = "/api/v1/driver/stream";
/** Many changes at once are one: no more than one read for each of these. */
const readEveryMs = 1_000;

/** Ends the stream that is open, or is being opened. */
let end: (() => void) | undefined;
let isOpen = false;
let readAt = Number.NEGATIVE_INFINITY;
let reading: ReturnType<typeof setTimeout> | undefined;

/** Whether the page hears of news, and need not ask for them. */
export const isHearing = (): boolean => isOpen;

/** Begins or ends, as the page and its network are now. */
export function updateHearing(): void {
  const isWanted = currentState().phase === "connected" && navigator.onLine;
  if (isWanted === (end !== undefined)) return;
  if (isWanted) end = hear();
  else {
    end?.();
    end = undefined;
  }
}

function hear(): () => void {
  const ended = new AbortController();
  void begin(ended.signal);
  return () => {
    ended.abort();
    isOpen = false;
  };
}

/** What follows a stream is no part of the page's first load. A phone that cannot load it asks from time to time. */
async function begin(ended: AbortSignal): Promise<void> {
  const found = await import("../browser/stream.ts").catch(() => undefined);
  if (found === undefined || ended.aborted) return;
  const leave = found.followWhileVisible({
    address,
    onMessage: readSoon,
    onOpen: () => {
      isOpen = !ended.aborted;
    },
    onBreak: () => {
      // The link may have ended, which the next answer says.
      if (isOpen) readSoon();
      isOpen = false;
    },
  });
  ended.addEventListener("abort", leave);
}

function readSoon(): void {
  if (reading !== undefined) return;
  const waitMs = Math.max(0, readAt + readEveryMs - systemClock.monotonic());
  reading = setTimeout(() => {
    reading = undefined;
    readAt = systemClock.monotonic();
    void sync();
  }, waitMs);
}
