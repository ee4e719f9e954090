import type { Server } from "bun";
import type { Caller } from "../accounts/caller.ts";
import { isSessionValid } from "../accounts/service.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isKeyValid } from "../keys/service.ts";
import { contextOf } from "./context.ts";
import { logAnswer } from "./record.ts";

/** Comment that keeps proxies from taking a quiet stream for a dead one. */
const heartbeatMs = 15_000;
const reconnectMs = 3_000;
const streamsPerAccountMax = 200;
const headers = {
  "content-type": "text/event-stream",
  "cache-control": "private, no-store",
  "x-accel-buffering": "no",
};

export interface ServerSentEvent {
  /** What a reader sends back as Last-Event-ID to go on from here. */
  id: string;
  event: string;
  data: unknown;
}

export interface EventSource {
  /** What is new since the last call; "end" when nothing can follow. */
  read(): ServerSentEvent[] | "end";
  /** Whether a look is worth it: something was written since the last `read`. */
  hasNews(): boolean;
  close(): void;
}

/**
 * Server-Sent Events (HTML Living Standard §9.2) made from rows: the stream looks again after synced commits
 * that concern it, so that it tells nothing that a crash could take back. It ends with its source, with the
 * caller's key or session, and with the server.
 * @throws AppError `limit_reached` when the account has as many streams open as it may
 */
export function streamEvents(
  deps: Deps,
  caller: Caller,
  openSource: () => EventSource,
  request: Request,
  server: Server<unknown> | null | undefined,
): Response {
  // Its body would be waited for, and it has no end.
  if (request.method === "HEAD") return new Response(null, { headers });
  const leave = enter(caller.accountId);
  const context = contextOf(request);
  if (context) context.isStream = true;
  server?.timeout(request, 0);
  const stream = openStream(deps, caller, openSource());
  const body = new ReadableStream({
    async pull(controller) {
      const text = await stream.next().catch((error) => {
        deps.log.warn({ err: error }, "a stream ended");
        return undefined;
      });
      if (text !== undefined) return controller.enqueue(text);
      close();
      controller.close();
    },
    cancel: close,
  });
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers });

  function close(): void {
    stream.close();
    if (leave()) logAnswer(deps, request, { status: 200 });
  }
}

/** What a stream says next, as long as it has something to say. */
function openStream(deps: Deps, caller: Caller, source: EventSource) {
  const store = deps.stores.platform(caller.environment);
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
      return `retry: ${reconnectMs}\n\n`;
    }
    for (;;) {
      const events = stopping.aborted || !isStillValid(deps, caller) ? "end" : source.read();
      if (events === "end") return undefined;
      if (events.length > 0) {
        await store.synced();
        quietSince = clock.monotonic();
        return events.map(encode).join("");
      }
      const left = quietSince + heartbeatMs - clock.monotonic();
      if (left <= 0 || !(await wake.within(left))) {
        quietSince = clock.monotonic();
        return ": heartbeat\n\n";
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

/** Counts a stream of the account; returns how to count it out again, which says whether it was still in. */
function enter(accountId: string): () => boolean {
  const open = openStreams.get(accountId) ?? 0;
  if (open >= streamsPerAccountMax) {
    throw new AppError("limit_reached", {
      detail: `An account can have ${streamsPerAccountMax} streams open.`,
    });
  }
  openStreams.set(accountId, open + 1);
  let inside = true;
  return () => {
    if (!inside) return false;
    inside = false;
    const left = (openStreams.get(accountId) ?? 1) - 1;
    if (left > 0) openStreams.set(accountId, left);
    else openStreams.delete(accountId);
    return true;
  };
}

function encode({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Whether the credential that opened the stream still counts. */
function isStillValid(deps: Deps, caller: Caller): boolean {
  return caller.via.kind === "key" ? isKeyValid(deps, caller.via.id) : isSessionValid(deps, caller.via.id);
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
