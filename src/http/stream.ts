import type { Server } from "bun";
import type { Caller } from "../accounts/caller.ts";
import { isSessionValid } from "../accounts/service.ts";
import type { Deps } from "../deps.ts";
import { isKeyValid } from "../keys/service.ts";

/** Comment that keeps proxies from taking a quiet stream for a dead one. */
const heartbeatMs = 15_000;
const reconnectMs = 3_000;

export interface ServerSentEvent {
  /** What a reader sends back as Last-Event-ID to go on from here. */
  id: string;
  event: string;
  data: unknown;
}

export interface EventSource {
  /** What is new since the last call; "end" when nothing can follow. */
  read(): ServerSentEvent[] | "end";
}

/**
 * Server-Sent Events (HTML Living Standard §9.2) made from rows: the stream looks again after every synced
 * commit, so that it tells nothing that a crash could take back. It ends with its source, with the caller's
 * key or session, and with the server.
 */
export function streamEvents(
  deps: Deps,
  caller: Caller,
  source: EventSource,
  request: Request,
  server: Server<unknown> | null | undefined,
): Response {
  const store = deps.stores.platform(caller.environment);
  server?.timeout(request, 0);
  const wake = createWake();
  const stops = [store.onSynced(wake.ring), deps.stores.accounts.onSynced(wake.ring)];
  deps.stopping.addEventListener("abort", wake.ring);

  function close(): void {
    for (const stop of stops) stop();
    deps.stopping.removeEventListener("abort", wake.ring);
    wake.ring();
  }

  let begun = false;
  const body = new ReadableStream({
    async pull(controller) {
      if (!begun) {
        begun = true;
        controller.enqueue(`retry: ${reconnectMs}\n\n`);
      }
      for (;;) {
        const events = deps.stopping.aborted || !isStillValid(deps, caller) ? "end" : source.read();
        if (events === "end") {
          close();
          controller.close();
          return;
        }
        if (events.length > 0) {
          await store.synced();
          controller.enqueue(events.map(encode).join(""));
          return;
        }
        if (!(await wake.within(heartbeatMs))) {
          controller.enqueue(": heartbeat\n\n");
          return;
        }
      }
    },
    cancel: close,
  });
  return new Response(body.pipeThrough(new TextEncoderStream()), {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "private, no-store",
      "x-accel-buffering": "no",
    },
  });
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
