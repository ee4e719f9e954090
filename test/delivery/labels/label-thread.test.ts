import { afterEach, expect, test } from "bun:test";
import {
  type LabelReply,
  type LabelRequest,
  renderLabel,
} from "../../../src/delivery/labels/label-thread.ts";
import type { Deps } from "../../../src/infra/deps.ts";

/** Whose label a thread's message is. The thread is played: a real one cannot be made to stop in between. */

const RealWorker = globalThis.Worker;
afterEach(() => {
  globalThis.Worker = RealWorker;
});

class PlayedThread extends EventTarget {
  onmessage?: (message: { data: LabelReply }) => void;
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

test("a message of a thread that was given up answers nobody, and its end ends no other thread", async () => {
  const threads = playThreads();
  const stopping = new AbortController();
  const deps = { stopping: stopping.signal } as Deps;
  const draw = () => renderLabel(deps, {} as LabelRequest);

  const first = draw();
  threads[0]?.onerror?.();
  await expect(first).rejects.toThrow("the thread that draws labels has ended");
  const second = draw();
  threads[0]?.onmessage?.({ data: { bytes: Uint8Array.of(1) } });
  threads[0]?.onerror?.();
  threads[1]?.onmessage?.({ data: { bytes: Uint8Array.of(2) } });
  expect(await second).toEqual(Uint8Array.of(2));
  expect(threads).toHaveLength(2);
  stopping.abort();
});
