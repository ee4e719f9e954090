import { systemClock } from "../clock.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import type { StorageLog } from "./observers.ts";
import type { WorkerStore } from "./store.ts";

/** What a Worker needs to open a database. */
export interface WriterFile {
  path: string;
  nativeBinding: string | undefined;
  durable: boolean;
}

export type WriterRequest =
  | { kind: "open"; file: WriterFile }
  | { kind: "run"; id: number; task: string; input: unknown }
  | { kind: "close" };

/** Why a task failed: an `AppError` if there is a code. */
export interface WriterRefusal {
  code?: ErrorCode | undefined;
  message: string | undefined;
  cause?: string | undefined;
}

export type WriterReply =
  | { done: number }
  | { failed: number; refusal: WriterRefusal }
  /** SQLite has met damage. */
  | { damage: string }
  /** A checkpoint failed: writes may be lost. */
  | { broken: string };

interface WriterThread {
  run: WorkerStore["run"];
  /** Lets running tasks commit and closes the file; continues without the thread if the disk does not answer. */
  close(): Promise<void>;
}

interface WriterOptions {
  /** A module that calls `serveTasks`; undefined if nobody writes. */
  url: URL | undefined;
  file: WriterFile;
  log: StorageLog;
  onDamage(error: Error): void;
  onBroken(error: Error): void;
}

/** A thread that ends at once must not be started in a loop. */
const restartAfterMs = 1_000;
const closeMaxMs = 10_000;

/**
 * The main thread's side of one `writer-worker.ts`. The first task starts the thread. If the thread ends, its tasks
 * reject, and a later task starts another.
 */
export function writerThread({ url, file, log, onDamage, onBroken }: WriterOptions): WriterThread {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let worker: Worker | undefined;
  let startableAt = 0;
  let tasks = 0;
  let isClosing = false;

  function receive(reply: WriterReply): void {
    if ("damage" in reply) return onDamage(new Error(reply.damage));
    if ("broken" in reply) return onBroken(new Error(reply.broken));
    const id = "done" in reply ? reply.done : reply.failed;
    const task = waiting.get(id);
    waiting.delete(id);
    if ("done" in reply) task?.resolve();
    else task?.reject(errorOf(reply.refusal));
  }

  function start(): Worker {
    if (url === undefined) throw new Error(`${file.path} was opened for reading`);
    if (systemClock.monotonic() < startableAt)
      throw new Error(`The thread that writes ${file.path} has ended`);
    const started = new Worker(url);
    started.onmessage = ({ data }: MessageEvent<WriterReply>) => receive(data);
    started.onerror = (event) => {
      event.preventDefault();
      log.error({ file: file.path, err: event.message }, "A thread that writes a database failed");
    };
    started.addEventListener("close", noteEnd);
    started.postMessage({ kind: "open", file } satisfies WriterRequest);
    return started;
  }

  function noteEnd(): void {
    worker = undefined;
    startableAt = systemClock.monotonic() + restartAfterMs;
    for (const { reject } of waiting.values())
      reject(new Error(`The thread that writes ${file.path} has ended`));
    waiting.clear();
    if (!isClosing)
      log.error({ file: file.path }, "A thread that writes a database ended; it restarts when needed");
  }

  async function run(task: { name: string }, input: unknown, moved: ArrayBuffer[] = []): Promise<void> {
    if (isClosing) throw new AppError("shutting_down");
    worker ??= start();
    tasks += 1;
    const result = Promise.withResolvers<void>();
    worker.postMessage({ kind: "run", id: tasks, task: task.name, input } satisfies WriterRequest, moved);
    waiting.set(tasks, result);
    return result.promise;
  }

  async function close(): Promise<void> {
    isClosing = true;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker?.addEventListener("close", resolve));
    worker.postMessage({ kind: "close" } satisfies WriterRequest);
    // It is never terminated: a thread that owns a database ends by itself.
    if (!(await settlesWithin(closeMaxMs, ended)))
      log.warn({ file: file.path }, "A thread that writes a database is still busy; closing without it");
  }

  return { run, close };
}

function errorOf({ code, message, cause }: WriterRefusal): Error {
  if (code === undefined) return new Error(message);
  return new AppError(code, {
    ...(message !== undefined && { detail: message }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  });
}
