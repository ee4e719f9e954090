import { WaybillError } from "./error.ts";
import { wait } from "./retry.ts";
import type { Eta, Position, TrackingEntry } from "./schema.ts";
import type { WebhookEvent } from "./webhook.ts";

/** A heartbeat comes every 15 s: after three of them missed while waiting, there is nobody there any more. */
const silenceMaxMs = 45_000;
const firstWaitMs = 250;
const longestWaitMs = 8000;

/** One message of a stream. */
export interface StreamMessage<Event extends string = string, Data = unknown> {
  /** For `Last-Event-ID`: a stream that is opened with it goes on after this message. */
  id: string;
  event: Event;
  data: Data;
  /** The data as they came, before they were parsed. */
  text: string;
}

/** What `streamTracking` gives; later versions may add events. */
export type TrackingMessage =
  | StreamMessage<"status", TrackingEntry>
  | StreamMessage<"position", Position>
  | StreamMessage<"eta", Eta>;

/** What `streamEvents` gives. */
export type EventMessage = StreamMessage<string, WebhookEvent>;

export interface StreamWatch {
  /** The stream is open, for the first time or again. */
  onOpen?: () => void;
  /** The connection broke, and is opened again; `why` is undefined where the server ended it. */
  onBreak?: (why: unknown) => void;
}

interface Followed extends StreamWatch {
  signal?: AbortSignal | undefined;
}

/** Opens a stream after the message with this id, from its beginning for ""; undefined where nothing can follow. */
type Open = (lastEventId: string, signal: AbortSignal) => Promise<Response | undefined>;

/**
 * The messages of a stream, each once and in order, however often the connection breaks. It ends where the server says
 * that nothing can follow (204).
 * @throws what the first call met, later a refusal that will not pass, such as of a revoked key, and the signal's
 * reason when it is aborted
 */
export async function* followStream(open: Open, followed: Followed): AsyncGenerator<StreamMessage, void> {
  const { signal, onOpen, onBreak } = followed;
  const place = { id: "" };
  let opened = false;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    let why: unknown;
    const silence = createSilence();
    try {
      const response = await open(place.id, AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]));
      if (response === undefined) return;
      opened = true;
      waitMs = firstWaitMs;
      onOpen?.();
      yield* readMessages(response.body, place, silence);
    } catch (error) {
      if (signal?.aborted || !opened || isFinal(error)) throw error;
      why = error;
    } finally {
      silence.end();
    }
    onBreak?.(why);
    await wait(waitMs, signal);
  }
}

/** Whether the same request would be refused again: not so what is too much just now, or a server that stops. */
function isFinal(error: unknown): boolean {
  return error instanceof WaybillError && error.status < 500 && ![409, 429].includes(error.status);
}

/** The messages of one connection; `place` is the last id that was told, of a block without data too. */
async function* readMessages(
  body: ReadableStream<Uint8Array> | null,
  place: { id: string },
  silence: Silence,
): AsyncGenerator<StreamMessage, void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      silence.begin();
      const read = await reader?.read();
      silence.end();
      if (!read || read.done) return;
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(block.split("\n").map(fieldOf));
        place.id = fields.get("id") ?? place.id;
        const text = fields.get("data");
        if (text === undefined) continue;
        yield { id: place.id, event: fields.get("event") ?? "message", data: JSON.parse(text), text };
      }
    }
  } finally {
    // A reader that leaves closes the connection; one that is broken has nothing to close.
    await reader?.cancel().catch(() => {});
  }
}

/** HTML Living Standard §9.2, as Waybill writes it: lines end with LF, data are one line, comments have no name. */
function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(": ");
  return [line.slice(0, colon), line.slice(colon + 2)];
}

type Silence = ReturnType<typeof createSilence>;

/** While it lasts nothing is heard of the server; what is done with what was heard may take its time. */
function createSilence() {
  const tooLong = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  return {
    /** Aborts when one has lasted too long. */
    signal: tooLong.signal,
    begin() {
      end();
      timer = setTimeout(() => tooLong.abort(new Error("nothing was heard of it")), silenceMaxMs);
    },
    end,
  };
}
