import { type Deps, inMemory } from "../infra/deps.ts";
import { contextOf } from "../infra/http/context.ts";
import { captureTime } from "../infra/own-time.ts";
import { type Holder, holdThread } from "../infra/waiting/stretches.ts";
import { createSlices } from "../infra/waiting/turns.ts";
import { disableIdleTimeout, type Listener, restoreIdleTimeout } from "./idle-timeout.ts";
import { countStream } from "./open-streams.ts";
import { isStillValid, onCredentialChange, type Reader } from "./reader.ts";
import { logResponse } from "./record.ts";

/** Interval of comments that keep proxies from closing a quiet stream. */
const heartbeatMs = 15_000;
const reconnectMs = 3_000;
/** A stream that waits for its rate limit checks this often whether it was closed. */
const limitCheckMs = 250;
const headers = {
  "content-type": "text/event-stream",
  "cache-control": "private, no-store",
  "x-accel-buffering": "no",
};

/** Shared: a stream of its own for each reader takes memory. */
const encoder = new TextEncoder();
const nothing = new Uint8Array();
const heartbeat = encoder.encode(": heartbeat\n");

export interface ServerSentEvent {
  /** Readers send it back as Last-Event-ID to continue from here. Without it, nobody need continue. */
  id?: string;
  event: string;
  /** JSON, on one line. */
  data: string;
}

export interface EventSource {
  /** Id to resume from if the connection drops before the first event. Without it such a reader starts over. */
  readonly beginsAt?: string;
  /** The least time between two reads, for sources that change more often than people look. */
  readonly pauseMs?: number;
  /** Events since the last call as `encodeEvents` makes them; "end" if none can follow. */
  read(): Uint8Array | "end";
  /** Whether to read again: there were writes since the last `read`, or that read left some events. */
  hasNews(): boolean;
  close(): void;
}

/**
 * Server-Sent Events (HTML Living Standard §9.2) from rows. The stream reads again after synced commits that concern
 * it, so it sends nothing that a crash could undo. It ends with its source, the caller's key or session, or the server.
 * Readers that come at once are served in turns.
 * @throws AppError `limit_reached` if the account, the link or the driver has too many open streams
 */
export async function streamEvents(
  deps: Deps,
  reader: Reader,
  openSource: () => EventSource,
  request: Request,
  server: Listener,
): Promise<Response> {
  // Bun would wait for the body, which has no end.
  if (request.method === "HEAD") return new Response(null, { headers });
  const uncountStream = countStream(deps, reader);
  const context = contextOf(request);
  const inTime = captureTime(deps);
  const meter = context?.responseMeter;
  let stream: ReturnType<typeof openStream> | undefined;
  let isOpen = true;
  return slicesOf(deps)(() => inTime(open)).catch((error) => {
    uncountStream();
    throw error;
  });

  function open(): Response {
    holdThread(context?.holder);
    stream = openStream(deps, reader, openSource(), context?.holder);
    // One that cannot begin is answered as any other request is.
    if (context) context.isStream = true;
    disableIdleTimeout(server, request);
    const body = new ReadableStream({
      pull: (controller) => inTime(() => sendNext(controller)),
      cancel: close,
    });
    return new Response(body, { headers });
  }

  async function sendNext(controller: ReadableStreamDefaultController): Promise<void> {
    await waitForLimits();
    const bytes = await stream?.next().catch((error) => {
      deps.log.warn({ err: error }, "Stream failed");
      return undefined;
    });
    if (bytes !== undefined) {
      meter?.count(bytes.length);
      return controller.enqueue(bytes);
    }
    if (!isOpen) return;
    close();
    controller.close();
  }

  /** A replay can be as long as many answers, so it continues at the pace of the rate limit. */
  async function waitForLimits(): Promise<void> {
    while (meter && isOpen && !deps.stopping.aborted) {
      const waitMs = meter.waitMs();
      if (waitMs === 0) return;
      await Bun.sleep(Math.min(waitMs, limitCheckMs));
    }
  }

  function close(): void {
    isOpen = false;
    stream?.close();
    restoreIdleTimeout(server, request);
    if (uncountStream()) logResponse(deps, request, { status: 200 });
  }
}

/** A commit wakes hundreds of streams at once. */
const slicesOf = inMemory(() => createSlices());

/** The pieces of a stream, one after the other. Other streams may send the same bytes: nobody writes into them. */
function openStream(deps: Deps, reader: Reader, source: EventSource, holder: Holder | undefined) {
  const store = deps.stores.platform(reader.environment);
  const { clock, stopping } = deps;
  const inSlice = slicesOf(deps);
  const inTime = captureTime(deps);
  const wake = createWake();
  const stops = [
    store.onSynced(() => source.hasNews() && wake.ring()),
    onCredentialChange(deps, reader, wake.ring),
    source.close,
  ];
  stopping.addEventListener("abort", wake.ring);
  let hasStarted = false;
  let isClosed = false;
  let quietSince = clock.monotonic();
  let readMs = Number.NEGATIVE_INFINITY;

  /** Undefined at the end. */
  async function next(): Promise<Uint8Array | undefined> {
    if (!hasStarted) {
      hasStarted = true;
      // No blank line follows: some readers would make an empty event of a separate block.
      const retry = `retry: ${reconnectMs}\n`;
      // An id needs a block of its own, or a reader that is cut off before the first event ignores it.
      return encoder.encode(source.beginsAt === undefined ? retry : `id: ${source.beginsAt}\n${retry}\n`);
    }
    for (;;) {
      const restMs = readMs + (source.pauseMs ?? 0) - clock.monotonic();
      if (restMs > 0) await Bun.sleep(restMs);
      readMs = clock.monotonic();
      const events = await inSlice(() => inTime(readNews));
      if (events === "end") return undefined;
      if (events.length > 0) {
        await store.synced();
        quietSince = clock.monotonic();
        return events;
      }
      if (source.hasNews()) {
        await Bun.sleep(0);
        continue;
      }
      const left = quietSince + heartbeatMs - clock.monotonic();
      if (left <= 0 || !(await wake.within(left))) {
        quietSince = clock.monotonic();
        return heartbeat;
      }
    }
  }

  function readNews(): Uint8Array | "end" {
    holdThread(holder);
    const isOver = stopping.aborted || isClosed || !isStillValid(deps, reader);
    return isOver ? "end" : source.hasNews() ? source.read() : nothing;
  }

  function close(): void {
    isClosed = true;
    for (const stop of stops) stop();
    stopping.removeEventListener("abort", wake.ring);
    wake.ring();
  }

  return { next, close };
}

/** Events as a stream sends them. */
export function encodeEvents(events: readonly ServerSentEvent[]): Uint8Array {
  return events.length === 0 ? nothing : encoder.encode(events.map(encode).join(""));
}

function encode({ id, event, data }: ServerSentEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

/** A wake-up signal. It remembers a ring while nobody waits. */
function createWake() {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring(): void {
      rung = true;
      answer?.();
    },
    /** Whether it rings within the time, or rang before. */
    within(ms: number): Promise<boolean> {
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          answer = undefined;
          resolve(rung);
          rung = false;
        };
        const timer = setTimeout(finish, ms);
        answer = finish;
        if (rung) finish();
      });
    },
  };
}
