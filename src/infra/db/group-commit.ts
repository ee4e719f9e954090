import { threadCpuMs } from "../clock.ts";
import { AppError } from "../errors.ts";
import { bytesPerMb } from "../units.ts";
import { type Holder, holderNow, holdThread } from "../waiting/stretches.ts";
import { batchRunner, type Settle, type Write } from "./batch.ts";
import type { Connection } from "./connection.ts";

/** The most functions in one transaction. */
const batchMax = 128;
/** After so much processor time no other one begins in it, so that others have turns in between. */
const batchBeginsMs = 8;

/** A log of this size starts a checkpoint. It bounds the disk space, the time to recover and the pause. */
export const logLimitBytes = 24 * bytesPerMb;

/** The log of one database, seen from the main thread. Neither `sync` nor `checkpoint` runs on it. */
interface CommitLog {
  /** Resolves when everything in the log at the call is on the disk. After a rejection it may not be. */
  sync(): Promise<void>;
  /** Empties the log. Call it while nobody writes. False if it was not possible now. */
  checkpoint(): Promise<boolean>;
  sizeBytes(): number;
}

/** How often, and how many times, a log that somebody reads is tried again. Writers wait 100 ms for each try. */
const emptyAgainMs = 30_000;
const emptyTriesMax = 20;

/** Writes on its own account, such as what a timer does. */
const unknownWriter: Holder = { name: "write" };
/** Tells listeners of commits: streams, loops of jobs, caches. */
const committer: Holder = { name: "commit" };

interface GroupCommitOptions {
  connection: Connection;
  log: CommitLog;
  /** Whether callers are answered only after the sync that follows their commit. */
  waits: boolean;
  /** A log of this size triggers a checkpoint. */
  logLimitBytes: number;
  /** Receives the number of writes that shared a transaction. */
  onBatch?: ((writes: number) => void) | undefined;
  /** Called when a sync or checkpoint failed: writes may be lost, and no later sync can prove otherwise. */
  onBroken(error: unknown): void;
}

export interface GroupCommit {
  write<T>(run: () => T): Promise<T>;
  /** Whether any transaction has changed something. */
  hasCommitted(): boolean;
  synced(): Promise<void>;
  onSynced(listener: () => void): () => void;
  /** Empties the log, whatever its size, after the writes so far. `Store.emptyLog` says what stands in the way. */
  emptyLog(): Promise<boolean>;
  /** Refuses new writes. Resolves when every earlier one is answered and the last work on the log is done. */
  drain(): Promise<void>;
}

/**
 * Writes that arrive in one turn of the event loop commit as one transaction, with those that they call; what takes
 * longer goes on in the next turn. Callers get their answers, results and refusals alike, after a sync that started when
 * the commit had returned, in the order of arrival. Commits made while a sync runs share the next sync.
 */
export function groupCommit(options: GroupCommitOptions): GroupCommit {
  const { connection, log, waits, logLimitBytes, onBatch, onBroken } = options;
  const runBatch = batchRunner(connection);
  const queue: Write[] = [];
  const answers: { commit: number; settles: Settle[] }[] = [];
  const listeners = new Set<() => void>();
  /** Callers that want the log empty. They hear whether it is. */
  const emptying: ((emptied: boolean) => void)[] = [];
  let commits = 0;
  let syncedCommits = 0;
  let turnIsDue = false;
  let syncIsRunning = false;
  let checkpointing: Promise<void> | undefined;
  let checkpointAtBytes = logLimitBytes;
  let draining = false;

  function scheduleTurn() {
    if (turnIsDue || checkpointing !== undefined || queue.length === 0) return;
    turnIsDue = true;
    setImmediate(takeTurn);
  }

  function takeTurn() {
    turnIsDue = false;
    const endMs = threadCpuMs() + batchBeginsMs;
    const mayGoOn = () => threadCpuMs() < endMs;
    const { settles, changed, full } = runBatch(queue, batchMax, mayGoOn);
    onBatch?.(settles.length);
    if (changed) commits += 1;
    answers.push({ commit: commits, settles });
    if (waits) startSync();
    else advanceTo(commits);
    answer();
    // Emptying the log frees space on a full disk.
    if (full || emptying.length > 0 || log.sizeBytes() >= checkpointAtBytes) checkpointing = checkpoint();
    scheduleTurn();
  }

  function startSync() {
    if (syncIsRunning || syncedCommits === commits) return;
    syncIsRunning = true;
    const upTo = commits;
    log.sync().then(() => {
      syncIsRunning = false;
      advanceTo(upTo);
      startSync();
      answer();
    }, onBroken);
  }

  function advanceTo(commit: number) {
    if (commit === syncedCommits) return;
    syncedCommits = commit;
    holdThread(committer);
    for (const listener of listeners) listener();
  }

  /** Answers that depend on commits up to n wait for the sync of n: a refusal may depend on rows read before. */
  function answer() {
    while (answers[0] !== undefined && answers[0].commit <= syncedCommits) {
      for (const settle of answers.shift()?.settles ?? []) settle();
    }
  }

  /** Holds the queue meanwhile. After a failed checkpoint the log may grow by a quarter before the next one. */
  async function checkpoint() {
    const waiting = emptying.splice(0);
    try {
      const emptied = await log.checkpoint();
      checkpointAtBytes = emptied ? logLimitBytes : log.sizeBytes() + logLimitBytes / 4;
      checkpointing = undefined;
      for (const settle of waiting) settle(emptied);
      scheduleTurn();
    } catch (error) {
      onBroken(error);
    }
  }

  function write<T>(run: () => T): Promise<T> {
    if (draining) return Promise.reject(new AppError("shutting_down"));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const who = holderNow() ?? unknownWriter;
    queue.push({
      run() {
        holdThread(who);
        const result = run();
        return () => {
          holdThread(who);
          resolve(result);
        };
      },
      reject,
    });
    scheduleTurn();
    return promise;
  }

  function synced(): Promise<void> {
    if (syncedCommits === commits) return Promise.resolve();
    return new Promise((resolve) => answers.push({ commit: commits, settles: [resolve] }));
  }

  function onSynced(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  async function emptyLog(tries = 1): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    await write(() => void emptying.push(resolve));
    const isEmpty = await promise;
    // Closing empties it too.
    if (!isEmpty && tries < emptyTriesMax)
      setTimeout(() => emptyLog(tries + 1).catch(() => {}), emptyAgainMs).unref();
    return isEmpty;
  }

  async function drain() {
    const last = write(() => {}).catch(() => {});
    draining = true;
    await last;
    await checkpointing;
  }

  return { write, hasCommitted: () => commits > 0, synced, onSynced, emptyLog: () => emptyLog(), drain };
}
