import { followStream, type StreamMessage, type StreamPlace } from "waybill-client/stream";

/** Streams of a page: followed while it is visible, and reopened for as long as it is. */

/** Of all windows together: over HTTP/1.1 a browser has six connections to a server, and requests need some. */
const streamsMax = 4;
/** The server sends a heartbeat every 15 s: after two missed ones the connection is dead. */
const silenceMaxMs = 35_000;
const firstWaitMs = 1_000;

interface Following {
  address: string;
  /** Each message once and in order, however often the stream is reopened. */
  onMessage(message: StreamMessage): void;
  /** Open, for the first time or again. What happened before the first time is not sent. */
  onOpen?(): void;
  /** Broken, refused, silent, or one stream too many in this browser; it is opened again after a while. */
  onBreak?(): void;
}

/** Follows a stream while the page is visible: other tabs need connections too. Returns a function that ends it. */
export function followWhileVisible(following: Following): () => void {
  const place: StreamPlace = { id: "" };
  let reading: AbortController | undefined;
  const update = () => {
    if (document.hidden) {
      reading?.abort();
      reading = undefined;
    } else if (reading === undefined) {
      reading = new AbortController();
      void follow(following, place, reading.signal);
    }
  };
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    document.removeEventListener("visibilitychange", update);
    reading?.abort();
  };
}

async function follow(following: Following, place: StreamPlace, ended: AbortSignal): Promise<void> {
  const { address, onMessage, onOpen, onBreak } = following;
  let releaseSlot: () => void = () => {};
  const open = async (lastEventId: string, signal: AbortSignal) => {
    releaseSlot = await takeSlot();
    return openStream(address, lastEventId, signal);
  };
  const messages = followStream(open, {
    place,
    signal: ended,
    firstWaitMs,
    silenceMaxMs,
    onOpen: () => onOpen?.(),
    onBreak: () => {
      releaseSlot();
      onBreak?.();
    },
  });
  try {
    for await (const message of messages) {
      // A message that the page cannot handle must not end the stream.
      try {
        onMessage(message);
      } catch (error) {
        reportError(error);
      }
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    releaseSlot();
  }
}

/** @throws Error if the server refuses the stream, or does not respond in time */
async function openStream(
  address: string,
  lastEventId: string,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), silenceMaxMs);
  const response = await fetch(address, {
    headers: { Accept: "text/event-stream", ...(lastEventId !== "" && { "Last-Event-ID": lastEventId }) },
    cache: "no-store",
    signal: AbortSignal.any([signal, tooLate.signal]),
  }).finally(() => clearTimeout(timer));
  if (!response.ok) throw new Error(`The server refused the stream: ${response.status}`);
  return response.status === 204 ? undefined : response;
}

/**
 * Takes one of the browser's streams and returns a function that releases it. Browsers have locks on secure pages only.
 * @throws Error if other windows use all of them
 */
async function takeSlot(): Promise<() => void> {
  if (!window.isSecureContext) return () => {};
  for (let slot = 0; slot < streamsMax; slot += 1) {
    const released = Promise.withResolvers<void>();
    const isTaken = await new Promise<boolean>((resolve) => {
      navigator.locks
        .request(`waybill-stream-${slot}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock && released.promise;
        })
        // A browser that refuses locks with the storage counts no windows.
        .catch(() => resolve(true));
    });
    if (isTaken) return released.resolve;
  }
  throw new Error("This browser has too many streams");
}
