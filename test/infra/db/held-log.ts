import { type Connection, openConnection } from "../../../src/infra/db/connection.ts";
import { groupCommit } from "../../../src/infra/db/group-commit.ts";

/** A store's inner part over a log whose syncs and checkpoints end when the test says so. */
export function commitsOverHeldLog({ waits = true, logLimitBytes = Number.POSITIVE_INFINITY } = {}) {
  const connection = openConnection(":memory:", undefined);
  connection.exec("CREATE TABLE items (body TEXT NOT NULL UNIQUE) STRICT");
  const syncs: PromiseWithResolvers<void>[] = [];
  const checkpoints: PromiseWithResolvers<boolean>[] = [];
  const broken: unknown[] = [];
  const heard: string[] = [];
  const log = {
    sizeBytes: 0,
    sync: () => pushed(syncs).promise,
    checkpoint: () => pushed(checkpoints).promise,
  };
  const commits = groupCommit({
    connection,
    log: { sync: log.sync, checkpoint: log.checkpoint, sizeBytes: () => log.sizeBytes },
    waits,
    logLimitBytes,
    onBroken: (error) => broken.push(error),
  });
  const insert = (body: string) => connection.prepare("INSERT INTO items (body) VALUES (?)").run(body);

  /** Writes one item and notes when its caller hears of it. */
  function add(body: string, then: () => void = () => {}) {
    const answer = commits.write(() => {
      insert(body);
      then();
    });
    answer.then(
      () => heard.push(body),
      () => heard.push(`not ${body}`),
    );
    return answer;
  }
  return { connection, commits, log, syncs, checkpoints, broken, heard, add };
}

function pushed<T>(list: PromiseWithResolvers<T>[]): PromiseWithResolvers<T> {
  const one = Promise.withResolvers<T>();
  list.push(one);
  return one;
}

/** Lets the writes that wait be committed, and their answers be heard. */
export async function turn() {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

export function itemsIn(connection: Connection): unknown[] {
  return connection.prepare("SELECT body FROM items ORDER BY rowid").pluck().all();
}

/** What a write does that is refused. */
export const fail = () => {
  throw new Error("refused");
};
