import { AppError } from "../errors.ts";
import { createFairQueue } from "../waiting/fair-queue.ts";
import { type Holder, holderNow, holdThread } from "../waiting/stretches.ts";
import { settlesWithin } from "../waiting/timeout.ts";

/** A thread that answers requests, so that long work never holds up the main thread. */

/** What the thread's program gets. */
export interface Asked<Request> {
  id: number;
  request: Request;
}

/** What it sends for each. */
export type Reply<Result> = { id: number } & ({ result: Result } | { failed: string });

interface Options {
  /** The thread's program. */
  url: URL;
  /** What it does, for errors: "draws labels". */
  work: string;
  /** Requests that the thread may have at once, each of another account: more than one where its program gives way. */
  atOnceMax: number;
  /** Requests of an account that may wait. One more is told to come back, instead of waiting longer and longer. */
  waitingOfAccountMax: number;
  /** Far longer than any request takes. A thread that needs more is stuck, so another one takes its place. */
  withinMs: number;
  /** A thread without requests for this long ends, since it takes memory. */
  idleMs: number;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
}

export interface AskedThread<Request, Result> {
  /**
   * Accounts take turns. `make` makes the request when its turn comes, so that nothing large waits.
   * @throws AppError `busy` when too many requests wait already; what `make` throws; Error if the thread fails
   */
  ask(accountId: string, make: () => Request): Promise<Result>;
}

/** Of all accounts. Each waiting request is a connection and a few kilobytes. */
const waitingMax = 1_000;

interface Waiting<Result> {
  accountId: string;
  /** Who goes on with the answer. */
  who: Holder | undefined;
  answer: PromiseWithResolvers<Result>;
}

/** The thread starts with the first request. What it cannot begin yet waits here. */
export function askedThread<Request, Result>(options: Options): AskedThread<Request, Result> {
  const { url, work, atOnceMax, waitingOfAccountMax, withinMs, idleMs, stopping } = options;
  const waiting = createFairQueue(waitingOfAccountMax, waitingMax);
  const asked = new Map<number, Waiting<Result>>();
  let worker: Worker | undefined;
  let idle: Timer | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(url);
    started.onmessage = ({ data }: MessageEvent<Reply<Result>>) => {
      // A message of a thread that was given up may still come: nobody waits for it.
      const { answer, who } = asked.get(data.id) ?? {};
      asked.delete(data.id);
      holdThread(who);
      if ("failed" in data) answer?.reject(new Error(`the thread that ${work} failed: ${data.failed}`));
      else answer?.resolve(data.result);
      goOn();
    };
    started.addEventListener("close", () => lost(started));
    started.onerror = () => lost(started);
    return started;
  }

  /** Fails what it was asked; the next request starts another. */
  function lost(ended: Worker): void {
    if (worker !== ended) return;
    worker = undefined;
    const unanswered = [...asked.values()];
    asked.clear();
    for (const { answer } of unanswered) answer.reject(new Error(`the thread that ${work} has ended`));
    goOn();
  }

  async function endIfStuck(started: Worker, answer: Promise<Result>): Promise<void> {
    if (await settlesWithin(withinMs, Promise.allSettled([answer]))) return;
    lost(started);
    started.terminate();
  }

  function end(): void {
    if (asked.size > 0) return;
    const ended = worker;
    worker = undefined;
    ended?.terminate();
  }

  const mayBegin = (accountId: string) =>
    asked.size < atOnceMax && !asked.values().some((other) => other.accountId === accountId);

  function goOn(): void {
    for (let begin = waiting.next(mayBegin); begin; begin = waiting.next(mayBegin)) begin();
    if (asked.size > 0) return;
    clearTimeout(idle);
    if (stopping.aborted) end();
    else idle = setTimeout(end, idleMs).unref();
  }

  function send(waiter: Waiting<Result>, make: () => Request): void {
    const { answer } = waiter;
    try {
      const request = make();
      clearTimeout(idle);
      worker ??= start();
      lastId += 1;
      asked.set(lastId, waiter);
      worker.postMessage({ id: lastId, request } satisfies Asked<Request>);
      void endIfStuck(worker, answer.promise);
    } catch (error) {
      answer.reject(error);
    }
  }

  stopping.addEventListener("abort", end, { once: true });
  return {
    ask(accountId, make) {
      const answer = Promise.withResolvers<Result>();
      const waiter = { accountId, who: holderNow(), answer };
      if (!waiting.add(accountId, () => send(waiter, make))) throw new AppError("busy");
      goOn();
      return answer.promise;
    },
  };
}
