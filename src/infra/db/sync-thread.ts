import { syncWorkerUrl } from "./packaged.ts";

export type SyncRequest =
  | { kind: "open"; path: string; nativeBinding: string | undefined; durable: boolean }
  | { kind: "sync" }
  | { kind: "checkpoint" }
  | { kind: "close" };

export type SyncReply = { done: boolean } | { failed: string };

/** The main thread's side of one `sync-worker.ts`. A promise rejects if the request failed or the worker ended. */
interface SyncThread {
  /** Starts the worker and opens the log, which must exist. Otherwise the first request does. */
  start(): Promise<void>;
  sync(): Promise<void>;
  /** False if a reader was in the way or the disk is full. */
  checkpoint(): Promise<boolean>;
  /** Ends the worker with a message: never terminate a thread that owns a database. */
  close(): Promise<void>;
}

/** A worker for `syncThread`, which comes up while the main thread does other things. It has no database yet. */
export function syncWorker(): Worker {
  return new Worker(syncWorkerUrl);
}

/** @param upcoming the worker, if it was made before */
export function syncThread(
  path: string,
  nativeBinding: string | undefined,
  durable = true,
  upcoming?: Worker,
): SyncThread {
  const asked: PromiseWithResolvers<boolean>[] = [];
  let opened: Promise<Worker> | undefined;
  let ended = false;

  function request(worker: Worker, message: SyncRequest): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>();
    if (ended) answer.reject(new Error("The sync thread has ended"));
    else asked.push(answer);
    worker.postMessage(message);
    return answer.promise;
  }

  async function open(): Promise<Worker> {
    const worker = upcoming ?? syncWorker();
    worker.onmessage = ({ data }: MessageEvent<SyncReply>) => {
      const answer = asked.shift();
      if ("failed" in data) answer?.reject(new Error(data.failed));
      else answer?.resolve(data.done);
    };
    worker.addEventListener("close", () => {
      ended = true;
      for (const answer of asked.splice(0)) answer.reject(new Error("The sync thread has ended"));
    });
    await request(worker, { kind: "open", path, nativeBinding, durable });
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
    await request(worker, { kind: "close" });
    await closed;
  }

  return {
    start: async () => void (await start()),
    sync: async () => void (await request(await start(), { kind: "sync" })),
    checkpoint: async () => request(await start(), { kind: "checkpoint" }),
    close,
  };
}
