import { setTimeout as passing } from "node:timers/promises";
import { type Waybill, WaybillError } from "waybill-client";
import { readBlocks } from "../events/blocks.ts";
import { faultOf } from "./api.ts";

/** A heartbeat comes every 15 s: after three of them missed while waiting, there is nobody there any more. */
const silenceMaxMs = 45_000;
const firstWaitMs = 250;
const longestWaitMs = 8000;

export interface StreamedEvent {
  id: string;
  type: string;
  /** Its bytes as webhooks are sent them. */
  body: string;
}

export interface Following {
  waybill: Waybill;
  /** Types, separated by commas; undefined for all. */
  type: string | undefined;
  /** Ends it. */
  signal: AbortSignal;
  /** The stream is open, for the first time or again. */
  onOpen(): void;
  /** It broke, and is opened again after a while. */
  onBreak(why: string): void;
}

/**
 * The account's events from now on, each once and in order, however often the connection breaks and the server is
 * restarted: the server is asked for what came after the last one.
 * @throws what the first call met, and later a refusal that will not pass, such as of a revoked key
 */
export async function* followEvents(following: Following): AsyncGenerator<StreamedEvent, void> {
  const { signal } = following;
  const place = { id: "" };
  let opened = false;
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    let why = "the server ended it";
    try {
      for await (const event of readStream(following, place, () => {
        opened = true;
        waitMs = firstWaitMs;
      })) {
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!opened || isFinal(error)) throw error;
      why = faultOf(error);
    }
    if (signal.aborted) return;
    following.onBreak(why);
    // Ends early, or at once, when it is aborted; the loop looks at that.
    await passing(waitMs, undefined, { signal }).catch(() => {});
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  }
}

/** Whether the same request would be refused again: not so what is too much just now, or a server that stops. */
function isFinal(error: unknown): boolean {
  return error instanceof WaybillError && error.status < 500 && ![409, 429].includes(error.status);
}

/** One connection. `place` is the last id that was told. */
async function* readStream(
  { waybill, type, signal, onOpen }: Following,
  place: { id: string },
  begin: () => void,
): AsyncGenerator<StreamedEvent, void> {
  const silence = createSilence();
  silence.begin();
  try {
    const response = await waybill.streamEvents({
      query: type === undefined ? {} : { type },
      header: place.id === "" ? {} : { "Last-Event-ID": place.id },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    begin();
    onOpen();
    for await (const block of receiveBlocks(response.body, silence)) {
      place.id = block.get("id") ?? place.id;
      const body = block.get("data");
      if (body !== undefined) yield { id: place.id, type: block.get("event") ?? "", body };
    }
  } finally {
    silence.end();
  }
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

/** The stream's blocks. Only the waiting for them is silence. */
async function* receiveBlocks(
  body: ReadableStream<Uint8Array> | null,
  silence: Silence,
): AsyncGenerator<ReadonlyMap<string, string>, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body ?? []) {
    silence.end();
    const { blocks, rest } = readBlocks(text + decoder.decode(bytes, { stream: true }));
    text = rest;
    yield* blocks;
    silence.begin();
  }
}
