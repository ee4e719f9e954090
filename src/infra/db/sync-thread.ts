import { syncWorkerUrl } from "./packaged.ts";

export type SyncRequest =
  | { kind: "open"; path: string; nativeBinding: string | undefined; durable: boolean }
  | { kind: "sync" }
  | { kind: "checkpoint" }
  | { kind: "close" };

export type SyncReply = { done: boolean } | { failed: string };

/** The main thread's end of one `sync-worker.ts`. A promise rejects when the request failed or the worker died. */
interface SyncThread {
  /** Starts the worker and opens the log, which must exist. Without it the first request does. */
  start(): Promise<void>;
  sync(): Promise<void>;
  /** False when a reader was in the way or the disk is full. */
  checkpoint(): Promise<boolean>;
  /** Ends the worker by a message: a thread that owns a database must never be terminated. */
  close(): Promise<void>;
}

export function syncThread(path: string, nativeBinding: string | undefined, durable = true): SyncThread {
  const asked: PromiseWithResolvers<boolean>[] = [];
  let opened: Promise<Worker> | undefined;
  let ended = false;

  function ask(worker: Worker, request: SyncRequest): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>();
    if (ended) answer.reject(new Error("The sync thread has ended"));
    else asked.push(answer);
    worker.postMessage(request);
    return answer.promise;
  }

  async function open(): Promise<Worker> {
    const worker = new Worker(syncWorkerUrl);
    worker.onmessage = ({ data }: MessageEvent<SyncReply>) => {
      const answer = asked.shift();
      if ("failed" in data) answer?.reject(new Error(data.failed));
      else answer?.resolve(data.done);
    };
    worker.addEventListener("close", () => {
      ended = true;
      for (const answer of asked.splice(0)) answer.reject(new Error("The sync thread has ended"));
    });
    await ask(worker, { kind: "open", path, nativeBinding, durable });
    return worker;
  }

  async function start(): Promise<Worker> {
    opened ??= open();
    return opened;
  }

  async function close() {
    if (opened === undefined) return;
    const worker = await opened;
    const closed = new Promise((resolve) => worker.addEventListener("close", resolve));
    await ask(worker, { kind: "close" });
    await closed;
  }

  return {
    start: async () => void (await start()),
    sync: async () => void (await ask(await start(), { kind: "sync" })),
    checkpoint: async () => ask(await start(), { kind: "checkpoint" }),
    close,
  };
}
