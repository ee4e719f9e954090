import { afterEach, expect, test } from "bun:test";
import { AppError } from "../../../src/infra/errors.ts";
import { type Asked, askedThread, type Reply } from "../../../src/infra/threads/asked-thread.ts";

/** Whose answer a thread's message is. The thread is played: a real one cannot be made to stop in between. */

const RealWorker = globalThis.Worker;
afterEach(() => {
  globalThis.Worker = RealWorker;
});

class PlayedThread extends EventTarget {
  onmessage?: (message: { data: Reply<number> }) => void;
  onerror?: () => void;
  readonly posted: string[] = [];
  #ids: number[] = [];
  postMessage({ id, request }: Asked<string>): void {
    this.posted.push(request);
    this.#ids.push(id);
  }
  /** Answers the oldest request. */
  answer(reply: { result: number } | { failed: string }): void {
    this.onmessage?.({ data: { id: this.#ids.shift() ?? 0, ...reply } });
  }
  terminate(): void {}
}

function playThreads(): PlayedThread[] {
  const threads: PlayedThread[] = [];
  globalThis.Worker = function start() {
    const thread = new PlayedThread();
    threads.push(thread);
    return thread;
  } as unknown as typeof Worker;
  return threads;
}

const url = new URL("file:///played.ts");
const options = {
  url,
  work: "counts",
  atOnceMax: 1,
  waitingOfAccountMax: 2,
  withinMs: 60_000,
  idleMs: 60_000,
};

test("a message of a thread that was given up answers nobody, and its end ends no other thread", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, stopping: stopping.signal });

  const first = thread.ask("a", () => "one");
  threads[0]?.onerror?.();
  await expect(first).rejects.toThrow("the thread that counts has ended");
  const second = thread.ask("a", () => "two");
  threads[0]?.answer({ result: 1 });
  threads[0]?.onerror?.();
  threads[1]?.answer({ result: 2 });
  expect(await second).toBe(2);
  expect(threads).toHaveLength(2);
  stopping.abort();
});

test("a request that fails fails alone, and whoever comes when too many of the account wait is told so", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, stopping: stopping.signal });

  const first = thread.ask("a", () => "one");
  const second = thread.ask("a", () => "two");
  const third = thread.ask("a", () => "three");
  expect(() => thread.ask("a", () => "four")).toThrow(new AppError("busy"));
  threads[0]?.answer({ failed: "no numbers" });
  threads[0]?.answer({ result: 2 });
  threads[0]?.answer({ result: 3 });
  await expect(first).rejects.toThrow("the thread that counts failed: no numbers");
  expect([await second, await third]).toEqual([2, 3]);
  expect(threads).toHaveLength(1);
  stopping.abort();
});

test("while one account's queue is full, another account's request is next", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, stopping: stopping.signal });
  const crowd = ["a1", "a2", "a3"].map((name) => thread.ask("a", () => name));
  expect(() => thread.ask("a", () => "a4")).toThrow(new AppError("busy"));

  const other = thread.ask("b", () => "b1");
  for (const result of [1, 2, 3, 4]) threads[0]?.answer({ result });
  expect(threads[0]?.posted).toEqual(["a1", "a2", "b1", "a3"]);
  expect(await other).toBe(3);
  expect(await Promise.all(crowd)).toEqual([1, 2, 4]);
  stopping.abort();
});

test("a thread that gives way has requests of several accounts at once, and one of each", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, atOnceMax: 2, stopping: stopping.signal });
  const asked = ["a1", "a2", "b1", "c1"].map((name) => thread.ask(name.charAt(0), () => name));
  expect(threads[0]?.posted).toEqual(["a1", "b1"]);
  threads[0]?.answer({ result: 1 });
  expect(threads[0]?.posted).toEqual(["a1", "b1", "a2"]);
  for (const result of [3, 2, 4]) threads[0]?.answer({ result });
  expect(await Promise.all(asked)).toEqual([1, 2, 3, 4]);
  stopping.abort();
});

test("a request that cannot be made, and one that ends the thread, fail alone", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, stopping: stopping.signal });
  const first = thread.ask("a", () => "one");
  const gone = thread.ask("b", () => {
    throw new AppError("not_found");
  });
  const last = thread.ask("c", () => "three");
  threads[0]?.onerror?.();
  await expect(first).rejects.toThrow("the thread that counts has ended");
  await expect(gone).rejects.toThrow(new AppError("not_found"));
  threads[1]?.answer({ result: 3 });
  expect(await last).toBe(3);
  expect(threads.map(({ posted }) => posted)).toEqual([["one"], ["three"]]);
  stopping.abort();
});
