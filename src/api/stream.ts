import { isSessionValid } from "../access/accounts/sessions.ts";
import { isKeyValid } from "../access/keys/service.ts";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { contextOf } from "../infra/http/context.ts";
import type { Caller, LinkPrincipal } from "../infra/http/principal.ts";
import { disableIdleTimeout, type Listener, restoreIdleTimeout } from "./idle-timeout.ts";
import { logAnswer } from "./record.ts";

/** Comment that keeps proxies from taking a quiet stream for a dead one. */
const heartbeatMs = 15_000;
const reconnectMs = 3_000;
/** Whoever waits for room looks so often whether the stream has ended. */
const restMaxMs = 250;
/** In each environment: what a sandbox key opens takes nothing from live. */
const streamsPerAccountMax = 200;
const streamsPerLinkMax = 20;
const headers = {
  "content-type": "text/event-stream",
  "cache-control": "private, no-store",
  "x-accel-buffering": "no",
};

export interface ServerSentEvent {
  /** What a reader sends back as Last-Event-ID to go on from here. */
  id: string;
  event: string;
  /** JSON, on one line. */
  data: string;
}

type Reader = Caller | LinkPrincipal;

export interface EventSource {
  /** The id to come back with for who is cut off before the first event; without it that reader begins anew. */
  readonly beginsAt?: string;
  /** What is new since the last call; "end" when nothing can follow. */
  read(): ServerSentEvent[] | "end";
  /** Whether a look is worth it: something was written since the last `read`, or that one did not get to the end. */
  hasNews(): boolean;
  close(): void;
}

/**
 * Server-Sent Events (HTML Living Standard §9.2) made from rows: the stream looks again after synced commits
 * that concern it, so that it tells nothing that a crash could take back. It ends with its source, with the
 * caller's key or session, and with the server.
 * @throws AppError `limit_reached` when the account, or the link, has as many streams open as it may
 */
export function streamEvents(
  deps: Deps,
  reader: Reader,
  openSource: () => EventSource,
  request: Request,
  server: Listener,
): Response {
  // Its body would be waited for, and it has no end.
  if (request.method === "HEAD") return new Response(null, { headers });
  const leave = enter(reader);
  const context = contextOf(request);
  if (context) context.isStream = true;
  disableIdleTimeout(server, request);
  const stream = openStream(deps, reader, openSource());
  const meter = context?.answerMeter;
  let isOpen = true;
  const body = new ReadableStream({
    async pull(controller) {
      await roomForMore();
      const text = await stream.next().catch((error) => {
        deps.log.warn({ err: error }, "Stream failed");
        return undefined;
      });
      if (text !== undefined) {
        meter?.count(Buffer.byteLength(text));
        return controller.enqueue(text);
      }
      close();
      controller.close();
    },
    cancel: close,
  });
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers });

  /** A replay of all that has happened is as long as many answers. It goes on when they fit. */
  async function roomForMore(): Promise<void> {
    while (meter && isOpen && !deps.stopping.aborted) {
      const waitMs = meter.waitMs();
      if (waitMs === 0) return;
      await Bun.sleep(Math.min(waitMs, restMaxMs));
    }
  }

  function close(): void {
    isOpen = false;
    stream.close();
    restoreIdleTimeout(server, request);
    if (leave()) logAnswer(deps, request, { status: 200 });
  }
}

/** What a stream says next, as long as it has something to say. */
function openStream(deps: Deps, reader: Reader, source: EventSource) {
  const store = deps.stores.platform(reader.environment);
  const { clock, stopping } = deps;
  const wake = createWake();
  const stops = [
    store.onSynced(() => source.hasNews() && wake.ring()),
    deps.stores.accounts.onSynced(wake.ring),
    source.close,
  ];
  stopping.addEventListener("abort", wake.ring);
  let begun = false;
  let quietSince = clock.monotonic();

  /** Undefined at the end. */
  async function next(): Promise<string | undefined> {
    if (!begun) {
      begun = true;
      // Without a blank line it is a part of the first event: some readers make an empty one of a block of its own.
      const retry = `retry: ${reconnectMs}\n`;
      // A place counts for a reader that is cut off before the first event only as a block.
      return source.beginsAt === undefined ? retry : `id: ${source.beginsAt}\n${retry}\n`;
    }
    for (;;) {
      const events = stopping.aborted || !isStillValid(deps, reader) ? "end" : source.read();
      if (events === "end") return undefined;
      if (events.length > 0) {
        await store.synced();
        quietSince = clock.monotonic();
        return events.map(encode).join("");
      }
      if (source.hasNews()) {
        await Bun.sleep(0);
        continue;
      }
      const left = quietSince + heartbeatMs - clock.monotonic();
      if (left <= 0 || !(await wake.within(left))) {
        quietSince = clock.monotonic();
        return ": heartbeat\n";
      }
    }
  }

  function close(): void {
    for (const stop of stops) stop();
    stopping.removeEventListener("abort", wake.ring);
    wake.ring();
  }

  return { next, close };
}

const openStreams = new Map<string, number>();

/** How many streams this process has open. */
export function countOpenStreams(): number {
  return openStreams.values().reduce((sum, open) => sum + open, 0);
}

/** Counts a stream of the account or link; returns how to count it out again, which says whether it was still in. */
function enter(reader: Reader): () => boolean {
  const { name, who, max } = ownerOf(reader);
  const open = openStreams.get(name) ?? 0;
  if (open >= max) {
    throw new AppError("limit_reached", {
      detail: `${who} may have at most ${max} open streams. Close one first.`,
    });
  }
  openStreams.set(name, open + 1);
  let inside = true;
  return () => {
    if (!inside) return false;
    inside = false;
    const left = (openStreams.get(name) ?? 1) - 1;
    if (left > 0) openStreams.set(name, left);
    else openStreams.delete(name);
    return true;
  };
}

/** Whose streams are counted together, and how many there can be. */
function ownerOf(reader: Reader): { name: string; who: string; max: number } {
  switch (reader.kind) {
    case "key":
    case "session": {
      const name = `${reader.environment} ${reader.accountId}`;
      return { name, who: "In each environment, an account", max: streamsPerAccountMax };
    }
    case "link":
      return { name: `link ${reader.token}`, who: "A tracking link", max: streamsPerLinkMax };
  }
}

function encode({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** Whether the credential that opened the stream still counts. */
function isStillValid(deps: Deps, reader: Reader): boolean {
  switch (reader.kind) {
    case "key":
      return isKeyValid(deps, reader.key.id);
    case "session":
      return isSessionValid(deps, reader.accountId, reader.sessionId);
    case "link":
      return true;
  }
}

/** A bell that remembers having rung while nobody was listening. */
function createWake() {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring(): void {
      rung = true;
      answer?.();
    },
    /** Whether it rang before the time was up. */
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
