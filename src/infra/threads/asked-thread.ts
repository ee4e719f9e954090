import { AppError } from "../errors.ts";
import { settlesWithin } from "../timeout.ts";

/** A thread that answers one request after the other, so that long work never holds up the main thread. */

/** What the thread's program sends for each message, in order. */
export type Reply<Result> = { result: Result } | { failed: string };

interface Options {
  /** The thread's program. */
  url: URL;
  /** What it does, for errors: "draws labels". */
  work: string;
  /** Whoever comes when so many wait is told to come back, instead of waiting longer and longer. */
  waitingMax: number;
  /** Far longer than any request takes. A thread that needs more is stuck, so another one takes its place. */
  withinMs: number;
  /** A thread without requests for this long ends, since it takes memory. */
  idleMs: number;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
}

export interface AskedThread<Request, Result> {
  /** @throws AppError `busy` when too many requests wait already; Error if the thread fails */
  ask(request: Request): Promise<Result>;
}

/** The thread starts with the first request. */
export function askedThread<Request, Result>(options: Options): AskedThread<Request, Result> {
  const { url, work, waitingMax, withinMs, idleMs, stopping } = options;
  let worker: Worker | undefined;
  let idle: Timer | undefined;
  const asked: PromiseWithResolvers<Result>[] = [];

  function start(): Worker {
    const started = new Worker(url);
    started.onmessage = ({ data }: MessageEvent<Reply<Result>>) => {
      // A message of a thread that was given up may still come: it answers nobody's request.
      if (worker !== started) return;
      const answer = asked.shift();
      if ("failed" in data) answer?.reject(new Error(`the thread that ${work} failed: ${data.failed}`));
      else answer?.resolve(data.result);
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
    for (const answer of asked.splice(0)) answer.reject(new Error(`the thread that ${work} has ended`));
  }

  async function endIfStuck(started: Worker, answer: Promise<Result>): Promise<void> {
    if (await settlesWithin(withinMs, Promise.allSettled([answer]))) return;
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
    ask(request) {
      if (asked.length >= waitingMax) throw new AppError("busy");
      clearTimeout(idle);
      worker ??= start();
      const answer = Promise.withResolvers<Result>();
      asked.push(answer);
      worker.postMessage(request);
      void endIfStuck(worker, answer.promise);
      return answer.promise;
    },
  };
}
