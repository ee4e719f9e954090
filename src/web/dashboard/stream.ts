import { readBlocks } from "../../messaging/events/blocks.ts";

/** Server-Sent Events as a page reads them: while it is seen, and over broken connections. */

/** Of all windows together: a browser has six connections to a server, HTTP/1.1, and what pages ask needs some. */
const streamsMax = 4;
/** A heartbeat comes every 15 s: after two of them missed there is nobody there any more. */
const silenceMaxMs = 35_000;
const firstWaitMs = 1_000;
const longestWaitMs = 8_000;

export interface Following {
  address: string;
  /** Each once and in order: after a break the server is asked for what came after the last one. */
  onEvent(type: string, data: string): void;
  /** For the first time or again. What happened before the first time nobody told. */
  onOpen?(): void;
  /** Broken, refused or silent, or one too many in this browser; it is opened again after a while. */
  onBreak?(): void;
}

/** Follows a stream while the page is seen: those in other tabs want connections too. Returns how to end it. */
export function followWhileVisible(following: Following): () => void {
  const place: Place = { id: undefined };
  let reading: AbortController | undefined;
  const look = () => {
    if (document.hidden) {
      reading?.abort();
      reading = undefined;
    } else if (reading === undefined) {
      reading = new AbortController();
      void follow(following, place, reading.signal);
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    reading?.abort();
  };
}

/** The last id that was told. */
interface Place {
  id: string | undefined;
}

async function follow(following: Following, place: Place, ended: AbortSignal): Promise<void> {
  let waitMs = firstWaitMs;
  const onOpen = () => {
    waitMs = firstWaitMs;
    following.onOpen?.();
  };
  for (;;) {
    const isOver = await inTurn(() => read({ ...following, onOpen }, place, ended));
    if (isOver || ended.aborted) return;
    following.onBreak?.();
    await passing(waitMs, ended);
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  }
}

/** With one of the browser's streams, if one is free. Browsers have locks only for pages that came safely. */
async function inTurn(run: () => Promise<boolean>): Promise<boolean> {
  if (!window.isSecureContext) return run();
  for (let stream = 0; stream < streamsMax; stream += 1) {
    const name = `waybill-stream-${stream}`;
    const isOver = await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && run());
    if (isOver !== null) return isOver;
  }
  return false;
}

/** One connection, to its end. Whether nothing can follow. */
async function read(following: Following, place: Place, ended: AbortSignal): Promise<boolean> {
  const silence = createSilence();
  const response = await fetch(following.address, {
    headers: { Accept: "text/event-stream", ...(place.id !== undefined && { "Last-Event-ID": place.id }) },
    cache: "no-store",
    signal: AbortSignal.any([ended, silence.signal]),
  }).catch(() => undefined);
  if (response?.ok && response.body) {
    following.onOpen?.();
    await receiveBlocks(response.body, silence.begin, (block) => {
      place.id = block.get("id") ?? place.id;
      tell(following, block);
    });
  }
  silence.end();
  return response?.status === 204;
}

/** One that the page cannot take is a fault of its own: the next ones are told all the same. */
function tell({ onEvent }: Following, block: ReadonlyMap<string, string>): void {
  const data = block.get("data");
  if (data === undefined) return;
  try {
    onEvent(block.get("event") ?? "", data);
  } catch (error) {
    reportError(error);
  }
}

async function receiveBlocks(
  body: ReadableStream<BufferSource>,
  onHeard: () => void,
  onBlock: (block: ReadonlyMap<string, string>) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (value === undefined) return;
    onHeard();
    const { blocks, rest } = readBlocks(text + value);
    text = rest;
    blocks.forEach(onBlock);
  }
}

/** Aborts when nothing was heard for too long. */
function createSilence() {
  const tooLong = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const begin = () => {
    end();
    timer = setTimeout(() => tooLong.abort(), silenceMaxMs);
  };
  begin();
  return { signal: tooLong.signal, begin, end };
}

function passing(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      ended.removeEventListener("abort", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, ms);
    ended.addEventListener("abort", goOn);
  });
}
