import { statSync } from "node:fs";
import { AppError } from "../errors.ts";
import { emptyLog, openConnection } from "./connection.ts";
import { watchDamage } from "./damage.ts";
import { groupCommit, logLimitBytes } from "./group-commit.ts";
import { handleOf } from "./handle.ts";
import { asRefusal } from "./storage-error.ts";
import type { Db, TaskStore, Tx, WorkerTask } from "./store.ts";
import type { WriterFile, WriterRefusal, WriterReply, WriterRequest } from "./writer-thread.ts";

declare const self: Worker;

interface Writer extends TaskStore {
  close(): Promise<void>;
}

/**
 * Makes this Worker the one writer of a database: it runs `tasks` as the main thread asks for them. The file is opened
 * for the first one, and again for the next if that fails.
 */
export function serveTasks(tasks: readonly WorkerTask<never>[]): void {
  const known = new Map(tasks.map((task) => [task.name, task as WorkerTask<unknown>]));
  const reply = (message: WriterReply) => self.postMessage(message);
  let file: WriterFile;
  let writer: Writer | undefined;

  async function run(name: string, input: unknown): Promise<void> {
    const task = known.get(name);
    if (task === undefined) throw new Error(`No task is called ${name}`);
    writer ??= openWriter(file, reply);
    await task.work(writer, input);
  }

  self.onmessage = async ({ data }: MessageEvent<WriterRequest>) => {
    switch (data.kind) {
      case "open":
        file = data.file;
        return;
      case "run":
        await run(data.task, data.input).then(
          () => reply({ done: data.id }),
          (error) => reply({ failed: data.id, refusal: refusalOf(error) }),
        );
        return;
      case "close":
        await writer?.close();
        self.onmessage = null;
    }
  };
}

/** Opens a writer whose syncs nobody waits for. Checkpoints run here, between two transactions. */
function openWriter(
  { path, nativeBinding, durable }: WriterFile,
  reply: (message: WriterReply) => void,
): Writer {
  const connection = openConnection(path, nativeBinding, durable);
  watchDamage(connection, (error) => reply({ damage: error.message }));
  const log = {
    sync: async () => {},
    checkpoint: async () => emptyLog(connection),
    sizeBytes: () => statSync(`${path}-wal`).size,
  };
  const onBroken = (error: unknown) => reply({ broken: textOf(error) });
  const commits = groupCommit({ connection, log, waits: false, logLimitBytes, onBroken });
  const db: Db = handleOf(connection);
  return {
    db,
    write: (fn) => commits.write(() => fn(db as Tx)),
    emptyLog: commits.emptyLog,
    async close() {
      await commits.drain();
      connection.close();
    },
  };
}

function refusalOf(error: unknown): WriterRefusal {
  const refusal = asRefusal(error);
  if (!(refusal instanceof AppError)) return { message: textOf(refusal) };
  const { code, cause, options } = refusal;
  return { code, message: options.detail, cause: cause === undefined ? undefined : textOf(cause) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
