import { createParser, type EventSourceMessage } from "eventsource-parser";
import { wait } from "./retry.ts";
import type { Eta, Position, TrackingEntry, Window } from "./schema.ts";
import type { WebhookEvent } from "./webhook.ts";

/** The server sends a heartbeat every 15 s: after three missed ones the connection is dead. */
const silenceMaxMs = 45_000;
const firstWaitMs = 250;
const longestWaitMs = 8000;

/** One message of a stream. */
export interface StreamMessage<Event extends string = string, Data = unknown> {
  /** For `Last-Event-ID`: a stream that is opened with it continues after this message. */
  id: string;
  event: Event;
  data: Data;
  /** The data as received, before they were parsed. */
  text: string;
}

/** What `streamTracking` yields; later versions may add events. */
export type TrackingMessage =
  | StreamMessage<"status", TrackingEntry>
  | StreamMessage<"position", Position>
  | StreamMessage<"eta", Eta>
  | StreamMessage<"window", { window: Window | null }>;

/** What `streamEvents` yields. */
export type EventMessage = StreamMessage<string, WebhookEvent>;

export interface StreamWatch {
  /** The stream is open, for the first time or again. */
  onOpen?: () => void;
  /** The connection broke and is opened again; `why` is undefined if the server ended it. */
  onBreak?: (why: unknown) => void;
}

/** The last id that the server sent; "" at the beginning of a stream. */
export interface StreamPlace {
  id: string;
}

export interface StreamPolicy extends StreamWatch {
  /** Where to begin. `followStream` keeps it up to date, so that a later call can continue there. */
  place?: StreamPlace;
  signal?: AbortSignal | undefined;
  /** Whether to give up after this error; `wasOpen` says whether the stream was ever open. */
  isFinal?: (error: unknown, wasOpen: boolean) => boolean;
  /** Milliseconds before the first reconnection; doubled after each failure, up to 8 s. 250 by default. */
  firstWaitMs?: number;
  /** Milliseconds without a byte from the server after which the connection is dead. 45,000 by default. */
  silenceMaxMs?: number;
}

/** Opens a stream after the message with this id, from its beginning for ""; undefined where nothing can follow. */
export type OpenStream = (lastEventId: string, signal: AbortSignal) => Promise<Response | undefined>;

/**
 * The messages of a stream, each once and in order, however often the connection breaks. It ends where the server says
 * that nothing can follow (204).
 * @throws the error that `isFinal` gives up at, and the signal's reason when it is aborted
 */
export async function* followStream(
  open: OpenStream,
  policy: StreamPolicy = {},
): AsyncGenerator<StreamMessage, void> {
  const { signal, onOpen, onBreak, isFinal, place = { id: "" } } = policy;
  const shortestMs = policy.firstWaitMs ?? firstWaitMs;
  let wasOpen = false;
  for (let waitMs = shortestMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    let why: unknown;
    const silence = createSilence(policy.silenceMaxMs ?? silenceMaxMs);
    try {
      const response = await open(place.id, AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]));
      if (response === undefined) return;
      wasOpen = true;
      waitMs = shortestMs;
      onOpen?.();
      yield* readMessages(response.body, place, silence);
    } catch (error) {
      if (signal?.aborted || isFinal?.(error, wasOpen)) throw error;
      why = error;
    } finally {
      silence.end();
    }
    onBreak?.(why);
    await wait(waitMs, signal);
  }
}

/** The messages of one connection. An id counts for `place` even in a block without data. */
async function* readMessages(
  body: ReadableStream<Uint8Array> | null,
  place: StreamPlace,
  silence: Silence,
): AsyncGenerator<StreamMessage, void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parsed: (string | EventSourceMessage)[] = [];
  const parser = createParser({
    onId: (id) => parsed.push(id),
    onEvent: (message) => parsed.push(message),
  });
  try {
    for (;;) {
      silence.begin();
      const read = await reader?.read();
      silence.end();
      if (!read || read.done) return;
      parser.feed(decoder.decode(read.value, { stream: true }));
      for (const item of parsed.splice(0)) {
        if (typeof item === "string") place.id = item;
        else yield messageOf(item, place);
      }
    }
  } finally {
    // A reader that leaves closes the connection; a broken one has nothing to close.
    await reader?.cancel().catch(() => {});
  }
}

function messageOf(
  { event = "message", data: text }: EventSourceMessage,
  { id }: StreamPlace,
): StreamMessage {
  return { id, event, data: JSON.parse(text), text };
}

type Silence = ReturnType<typeof createSilence>;

/** Aborts when the server says nothing for too long; the time that the reader takes does not count. */
function createSilence(maxMs: number) {
  const tooLong = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  return {
    signal: tooLong.signal,
    begin() {
      end();
      timer = setTimeout(() => tooLong.abort(new Error("the server sent nothing")), maxMs);
    },
    end,
  };
}
