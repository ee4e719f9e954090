import { describe, expect, test } from "bun:test";
import { threadCpuMs } from "../../../src/infra/clock.ts";
import type { Connection } from "../../../src/infra/db/connection.ts";
import { commitsOverHeldLog, fail, itemsIn, turn } from "./held-log.ts";

describe("one turn of the event loop is one transaction", () => {
  test("a function that throws is undone alone", async () => {
    const { connection, syncs, heard, add } = commitsOverHeldLog();
    const answers = [add("a"), add("b", fail), add("c")];
    await turn();
    expect(itemsIn(connection)).toEqual(["a", "c"]);
    syncs[0]?.resolve();
    const settled = await Promise.allSettled(answers);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await answers[1]?.catch((error) => error.message)).toBe("refused");
    expect(heard).toEqual(["a", "not b", "c"]);
  });

  test("a violated constraint is undone alone, and reaches its caller as it is", async () => {
    const { connection, add } = commitsOverHeldLog({ waits: false });
    await add("a");
    const answers = [add("b"), add("a"), add("c")];
    const [, refused] = await Promise.allSettled(answers);
    expect(refused).toMatchObject({ reason: { code: "SQLITE_CONSTRAINT_UNIQUE" } });
    expect(itemsIn(connection)).toEqual(["a", "b", "c"]);
  });

  test("a function sees what the ones before it in the turn wrote", async () => {
    const { connection, commits, add } = commitsOverHeldLog({ waits: false });
    void add("a");
    expect(await commits.write(() => itemsIn(connection))).toEqual(["a"]);
  });

  test("what takes long goes on in the next turn", async () => {
    const { connection, add } = commitsOverHeldLog({ waits: false });
    const long = () => {
      const until = threadCpuMs() + 10;
      while (threadCpuMs() < until);
    };
    const answers = ["a", "b", "c"].map((body) => add(body, long));
    const seen: number[] = [];
    for (let turns = 0; turns < 3; turns += 1) {
      await new Promise(setImmediate);
      seen.push(itemsIn(connection).length);
    }
    expect(seen).toEqual([1, 2, 3]);
    await Promise.all(answers);
  });

  test("more than one batch arriving at once are all answered, in order", async () => {
    const { connection, heard, add } = commitsOverHeldLog({ waits: false });
    const bodies = Array.from({ length: 1_000 }, (_, index) => `item ${index}`);
    await Promise.all(bodies.map((body) => add(body)));
    expect(itemsIn(connection)).toEqual(bodies);
    expect(heard).toEqual(bodies);
  });
});

describe("an error that ends the transaction refuses the whole batch", () => {
  const full = (connection: Connection) => {
    const pages = connection.pragma("page_count", { simple: true });
    connection.pragma(`max_page_count = ${pages}`);
  };
  const large = "x".repeat(100_000);

  test("a full disk: none of the batch is kept or answered as done, and later writes work", async () => {
    const { connection, checkpoints, add } = commitsOverHeldLog({ waits: false });
    full(connection);
    const settled = Promise.allSettled([add("a"), add(large), add("c")]);
    await turn();
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "storage_full", status: 503 } });
    }
    expect(itemsIn(connection)).toEqual([]);
    expect(checkpoints).toHaveLength(1);
    checkpoints[0]?.resolve(false);
    connection.pragma("max_page_count = 1000");
    await add("a");
    expect(itemsIn(connection)).toEqual(["a"]);
  });

  test("even where the function caught it", async () => {
    const { connection, commits } = commitsOverHeldLog({ waits: false });
    full(connection);
    const insert = connection.prepare("INSERT INTO items (body) VALUES (?)");
    const answer = commits.write(() => {
      try {
        insert.run(large);
      } catch {
        return "done";
      }
    });
    await expect(answer).rejects.toMatchObject({ code: "storage_unavailable" });
    await turn();
    expect(itemsIn(connection)).toEqual([]);
  });

  test("a commit that fails", async () => {
    const { connection, commits, add } = commitsOverHeldLog({ waits: false });
    connection.exec(
      "CREATE TABLE parts (item TEXT REFERENCES items (body) DEFERRABLE INITIALLY DEFERRED) STRICT",
    );
    const answers = [add("a"), commits.write(() => connection.exec("INSERT INTO parts VALUES ('none')"))];
    const settled = await Promise.allSettled(answers);
    for (const outcome of settled) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "storage_unavailable" } });
    }
    expect(connection.inTransaction).toBe(false);
    expect(itemsIn(connection)).toEqual([]);
    await add("b");
  });
});
