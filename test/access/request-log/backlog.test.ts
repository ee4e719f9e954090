import { describe, expect, test } from "bun:test";
import { type Batch, createBacklog } from "../../../src/access/request-log/backlog.ts";
import type { Bodies, LogEntry } from "../../../src/access/request-log/request.ts";

function entry(number: number, change: Partial<LogEntry> = {}): LogEntry {
  return {
    id: `req_${number}`,
    keyId: null,
    method: "GET",
    path: "/",
    route: "getAccount",
    scope: null,
    status: 200,
    code: null,
    durationMs: 1,
    address: "127.0.0.1",
    createdAt: 0,
    ...change,
  };
}

const plenty = { requestsMax: 1_000, charactersMax: 1_000_000 };

function backlogOf(limits: { batch?: object; all?: object } = {}) {
  const backlog = createBacklog({
    batch: { ...plenty, ...limits.batch },
    all: { ...plenty, ...limits.all },
  });
  const add = (number: number, accountId = "acct_1", bodies: Bodies | null = null) =>
    backlog.add(accountId, "sandbox", entry(number), bodies);
  return { backlog, add };
}

const long = { request: "x".repeat(60), response: null };
const entriesOf = (batch: Batch): LogEntry[] => JSON.parse(`[${batch.entries.join()}]`);
const ids = (batches: Batch[]) => batches.map((batch) => entriesOf(batch).map(({ id }) => id));

describe("a backlog", () => {
  test("groups an account's requests, and returns each once", () => {
    const { backlog, add } = backlogOf();
    add(1);
    add(2, "acct_2");
    add(3);
    backlog.add("acct_1", "live", entry(4), null);
    expect(backlog.length).toBe(3);
    const [first, ...others] = backlog.take(2);
    expect(ids([...(first ? [first] : []), ...others])).toEqual([["req_1", "req_3"], ["req_2"]]);
    // What was taken is closed.
    add(5);
    const rest = backlog.take(9);
    expect(rest.map(({ accountId, environment }) => `${accountId} ${environment}`)).toEqual([
      "acct_1 live",
      "acct_1 sandbox",
    ]);
    expect(ids(rest)).toEqual([["req_4"], ["req_5"]]);
    expect([backlog.length, backlog.takeDropped()]).toEqual([0, 0]);
  });

  test("describes a batch", () => {
    const { backlog } = backlogOf();
    const bodies = { request: '{"a":1}', response: null };
    backlog.add("acct_1", "sandbox", entry(5, { createdAt: 60, status: 404, code: "not_found" }), bodies);
    backlog.add("acct_1", "sandbox", entry(3, { createdAt: 70 }), null);
    backlog.add("acct_1", "sandbox", entry(8, { createdAt: 50 }), null);
    const [batch] = backlog.take(1);
    expect(batch).toMatchObject({
      firstId: "req_3",
      lastId: "req_8",
      oldestAt: 50,
      newestAt: 70,
      refused: 1,
    });
    expect(JSON.parse(`{${batch?.bodies.join()}}`)).toEqual({ req_5: bodies });
  });

  test("begins another batch when one is full, of requests or of bodies", () => {
    const few = backlogOf({ batch: { requestsMax: 2 } });
    for (const number of [1, 2, 3]) few.add(number);
    expect(ids(few.backlog.take(9))).toEqual([["req_1", "req_2"], ["req_3"]]);
    const short = backlogOf({ batch: { charactersMax: 100 } });
    for (const number of [1, 2]) short.add(number, "acct_1", long);
    expect(ids(short.backlog.take(9))).toEqual([["req_1"], ["req_2"]]);
  });

  test("that is full drops the oldest batch and says how many requests that were", () => {
    const { backlog, add } = backlogOf({ batch: { requestsMax: 2 }, all: { requestsMax: 4 } });
    for (const number of [1, 2, 3, 4]) add(number);
    expect(backlog.takeDropped()).toBe(0);
    add(5);
    expect(backlog.takeDropped()).toBe(2);
    expect(backlog.takeDropped()).toBe(0);
    expect(ids(backlog.take(9))).toEqual([["req_3", "req_4"], ["req_5"]]);
  });

  test("is full of long bodies too, and has room again when they are gone", () => {
    const { backlog, add } = backlogOf({ batch: { requestsMax: 1 }, all: { charactersMax: 600 } });
    for (const number of [1, 2, 3]) add(number, "acct_1", long);
    expect(ids(backlog.take(9))).toEqual([["req_2"], ["req_3"]]);
    for (const number of [4, 5]) add(number, "acct_1", long);
    expect(ids(backlog.take(9))).toEqual([["req_4"], ["req_5"]]);
    expect(backlog.takeDropped()).toBe(1);
  });

  test("takes back unwritten batches in their place, and drops the oldest of all", () => {
    const { backlog, add } = backlogOf({ batch: { requestsMax: 1 }, all: { requestsMax: 3 } });
    for (const number of [1, 2, 3]) add(number);
    const taken = backlog.take(2);
    add(4);
    backlog.putBack(taken);
    expect(backlog.takeDropped()).toBe(1);
    expect(ids(backlog.take(9))).toEqual([["req_2"], ["req_3"], ["req_4"]]);
  });
});
