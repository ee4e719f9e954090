import { type Deps, inMemory } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { settlesWithin } from "../../infra/timeout.ts";
import type { LabelContent, LabelFormat, LabelSize } from "./label.ts";
import { labelWorkerUrl } from "./packaged.ts";

export interface LabelRequest {
  content: LabelContent;
  format: LabelFormat;
  size: LabelSize;
}

export type LabelReply = { bytes: Uint8Array } | { failed: string };

/** About two seconds of work. Whoever comes then is told to come back, instead of waiting longer and longer. */
const waitingMax = 50;
/** Far longer than any label takes. A thread that needs more is stuck, so another one takes its place. */
const drawWithinMs = 20_000;
/** A thread without requests for this long ends: it takes 100 MB, and 60 MB more once it has made a PNG. */
const idleMs = 60_000;

interface LabelThread {
  draw(request: LabelRequest): Promise<Uint8Array>;
}

/** The thread of an installation. It starts with the first label. */
const threadOf = inMemory((deps) => labelThread(deps));

/** Draws a label in a thread of its own. @throws AppError `busy` when too many labels wait already */
export function renderLabel(deps: Deps, request: LabelRequest): Promise<Uint8Array> {
  return threadOf(deps).draw(request);
}

function labelThread({ stopping }: Pick<Deps, "stopping">): LabelThread {
  let worker: Worker | undefined;
  let idle: Timer | undefined;
  const asked: PromiseWithResolvers<Uint8Array>[] = [];

  function start(): Worker {
    const started = new Worker(labelWorkerUrl);
    started.onmessage = ({ data }: MessageEvent<LabelReply>) => {
      // A message of a thread that was given up may still come: it answers nobody's request.
      if (worker !== started) return;
      const answer = asked.shift();
      if ("failed" in data) answer?.reject(new Error(`the label could not be drawn: ${data.failed}`));
      else answer?.resolve(data.bytes);
      if (asked.length > 0) return;
      if (stopping.aborted) end();
      else idle = setTimeout(end, idleMs).unref();
    };
    started.addEventListener("close", () => lost(started));
    started.onerror = () => lost(started);
    return started;
  }

  /** Fails what it was asked; the next request starts another. */
  function lost(ended: Worker): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const answer of asked.splice(0)) answer.reject(new Error("the thread that draws labels has ended"));
  }

  async function endIfStuck(started: Worker, answer: Promise<Uint8Array>): Promise<void> {
    if (await settlesWithin(drawWithinMs, Promise.allSettled([answer]))) return;
    lost(started);
    started.terminate();
  }

  function end(): void {
    const ended = worker;
    if (ended === undefined || asked.length > 0) return;
    worker = undefined;
    ended.terminate();
  }

  stopping.addEventListener("abort", end, { once: true });
  return {
    draw(request) {
      if (asked.length >= waitingMax) throw new AppError("busy");
      clearTimeout(idle);
      worker ??= start();
      const answer = Promise.withResolvers<Uint8Array>();
      asked.push(answer);
      worker.postMessage(request);
      void endIfStuck(worker, answer.promise);
      return answer.promise;
    },
  };
}
