import { describe, expect, test } from "bun:test";
import { commitsOverHeldLog, fail, itemsIn, turn } from "./held-log.ts";

describe("nothing is answered before a sync that started after its commit", () => {
  test("results and refusals alike wait, in order", async () => {
    const { connection, syncs, heard, add } = commitsOverHeldLog();
    void add("a");
    add("b", fail).catch(() => {});
    await turn();
    expect(itemsIn(connection)).toEqual(["a"]);
    expect(heard).toEqual([]);
    syncs[0]?.resolve();
    await turn();
    expect(heard).toEqual(["a", "not b"]);
    expect(syncs).toHaveLength(1);
  });

  test("commits made while a sync runs share the next one", async () => {
    const { syncs, heard, add } = commitsOverHeldLog();
    void add("a");
    await turn();
    void add("b");
    await turn();
    void add("c");
    await turn();
    expect(syncs).toHaveLength(1);
    syncs[0]?.resolve();
    await turn();
    expect(heard).toEqual(["a"]);
    expect(syncs).toHaveLength(2);
    syncs[1]?.resolve();
    await turn();
    expect(heard).toEqual(["a", "b", "c"]);
    expect(syncs).toHaveLength(2);
  });

  test("a function that changes nothing waits for the commits it may have read, and causes no sync", async () => {
    const { connection, commits, syncs, add } = commitsOverHeldLog();
    const heard: unknown[] = [];
    const read = () => commits.write(() => itemsIn(connection)).then((bodies) => heard.push(bodies));
    await read();
    expect(syncs).toHaveLength(0);
    void add("a");
    await turn();
    void read();
    await turn();
    expect(heard).toEqual([[]]);
    syncs[0]?.resolve();
    await turn();
    expect(heard).toEqual([[], ["a"]]);
    expect(syncs).toHaveLength(1);
  });

  test("a write that another one calls shares its transaction, and one that is refused too", async () => {
    const { connection, syncs, heard, add } = commitsOverHeldLog();
    void add("a", () => void add("b", () => add("c", fail).catch(() => {})));
    await new Promise(setImmediate);
    expect([itemsIn(connection), syncs.length]).toEqual([["a", "b"], 1]);
    syncs[0]?.resolve();
    await turn();
    expect(heard).toEqual(["a", "b", "not c"]);
  });

  test("synced() and onSynced() report when the commits so far are durable", async () => {
    const { commits, syncs, add } = commitsOverHeldLog();
    let wakes = 0;
    let synced = false;
    const stop = commits.onSynced(() => wakes++);
    await commits.synced();
    void add("a");
    await turn();
    void commits.synced().then(() => {
      synced = true;
    });
    await turn();
    expect({ wakes, synced }).toEqual({ wakes: 0, synced: false });
    syncs[0]?.resolve();
    await turn();
    expect({ wakes, synced }).toEqual({ wakes: 1, synced: true });
    stop();
    void add("b");
    await turn();
    syncs[1]?.resolve();
    await turn();
    expect(wakes).toBe(1);
  });

  test("a store that does not wait answers after the commit, without a sync", async () => {
    const { commits, syncs, add } = commitsOverHeldLog({ waits: false });
    let wakes = 0;
    commits.onSynced(() => wakes++);
    await add("a");
    await commits.synced();
    expect(wakes).toBe(1);
    expect(syncs).toHaveLength(0);
  });

  test("after a failed sync nothing is answered", async () => {
    const { syncs, broken, heard, add } = commitsOverHeldLog();
    void add("a");
    await turn();
    syncs[0]?.reject(new Error("EIO"));
    await turn();
    void add("b");
    await turn();
    expect(broken).toEqual([new Error("EIO")]);
    expect(heard).toEqual([]);
    expect(syncs).toHaveLength(1);
  });
});

describe("a log past its limit is emptied", () => {
  test("while writes are held and reads go on", async () => {
    const { connection, log, checkpoints, heard, add } = commitsOverHeldLog({
      waits: false,
      logLimitBytes: 100,
    });
    log.sizeBytes = 100;
    await add("a");
    expect(checkpoints).toHaveLength(1);
    void add("b");
    await turn();
    expect(heard).toEqual(["a"]);
    expect(itemsIn(connection)).toEqual(["a"]);
    log.sizeBytes = 1;
    checkpoints[0]?.resolve(true);
    await turn();
    await turn();
    expect(heard).toEqual(["a", "b"]);
    expect(checkpoints).toHaveLength(1);
  });

  test("and if a reader prevents it, again after it has grown by a quarter", async () => {
    const { log, checkpoints, add } = commitsOverHeldLog({ waits: false, logLimitBytes: 100 });
    log.sizeBytes = 100;
    await add("a");
    checkpoints[0]?.resolve(false);
    await turn();
    log.sizeBytes = 124;
    await add("b");
    expect(checkpoints).toHaveLength(1);
    log.sizeBytes = 125;
    await add("c");
    expect(checkpoints).toHaveLength(2);
  });

  test("and a small one at once when a caller asks, who hears of it even if a reader is in the way", async () => {
    const { commits, checkpoints, heard, add } = commitsOverHeldLog({ waits: false });
    for (const emptied of [true, false]) {
      void add(`before ${emptied}`);
      void commits.emptyLog().then(() => heard.push(`asked ${emptied}`));
      await turn();
      void add(`after ${emptied}`);
      await turn();
      checkpoints.at(-1)?.resolve(emptied);
      await turn();
      await turn();
    }
    expect(checkpoints).toHaveLength(2);
    expect(heard).toEqual(
      ["true", "false"].flatMap((which) => [`before ${which}`, `asked ${which}`, `after ${which}`]),
    );
  });

  test("a checkpoint that fails ends it all", async () => {
    const { log, checkpoints, broken, heard, add } = commitsOverHeldLog({ waits: false, logLimitBytes: 100 });
    log.sizeBytes = 100;
    await add("a");
    checkpoints[0]?.reject(new Error("EIO"));
    await turn();
    void add("b");
    await turn();
    expect(broken).toEqual([new Error("EIO")]);
    expect(heard).toEqual(["a"]);
  });
});

test("drain answers the writes before it and refuses the ones after it", async () => {
  const { commits, syncs, heard, add } = commitsOverHeldLog();
  void add("a");
  let drained = false;
  void commits.drain().then(() => {
    drained = true;
  });
  await turn();
  await expect(add("b")).rejects.toMatchObject({ code: "shutting_down" });
  expect(drained).toBe(false);
  syncs[0]?.resolve();
  await turn();
  expect(drained).toBe(true);
  expect(heard).toEqual(["not b", "a"]);
});
