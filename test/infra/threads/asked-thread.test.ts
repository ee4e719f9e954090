import { afterEach, expect, test } from "bun:test";
import { AppError } from "../../../src/infra/errors.ts";
import { askedThread, type Reply } from "../../../src/infra/threads/asked-thread.ts";

/** Whose answer a thread's message is. The thread is played: a real one cannot be made to stop in between. */

const RealWorker = globalThis.Worker;
afterEach(() => {
  globalThis.Worker = RealWorker;
});

class PlayedThread extends EventTarget {
  onmessage?: (message: { data: Reply<number> }) => void;
  onerror?: () => void;
  postMessage(): void {}
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
const options = { url, work: "counts", waitingMax: 2, withinMs: 60_000, idleMs: 60_000 };

test("a message of a thread that was given up answers nobody, and its end ends no other thread", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, stopping: stopping.signal });

  const first = thread.ask("one");
  threads[0]?.onerror?.();
  await expect(first).rejects.toThrow("the thread that counts has ended");
  const second = thread.ask("two");
  threads[0]?.onmessage?.({ data: { result: 1 } });
  threads[0]?.onerror?.();
  threads[1]?.onmessage?.({ data: { result: 2 } });
  expect(await second).toBe(2);
  expect(threads).toHaveLength(2);
  stopping.abort();
});

test("a request that fails fails alone, and whoever comes when too many wait is told so", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const thread = askedThread<string, number>({ ...options, stopping: stopping.signal });

  const first = thread.ask("one");
  const second = thread.ask("two");
  expect(() => thread.ask("three")).toThrow(new AppError("busy"));
  threads[0]?.onmessage?.({ data: { failed: "no numbers" } });
  threads[0]?.onmessage?.({ data: { result: 2 } });
  await expect(first).rejects.toThrow("the thread that counts failed: no numbers");
  expect(await second).toBe(2);
  expect(threads).toHaveLength(1);
  stopping.abort();
});
