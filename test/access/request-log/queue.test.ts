import { describe, expect, test } from "bun:test";
import { type Chunk, createQueue } from "../../../src/access/request-log/queue.ts";
import { logEntry } from "./log-entry.ts";

const plenty = { requestsMax: 1_000, bytesMax: 1_000_000 };
const long = "x".repeat(10_000);

function queueOf(limits: { chunk?: object; all?: object } = {}) {
  const queue = createQueue({ chunk: { ...plenty, ...limits.chunk }, all: { ...plenty, ...limits.all } });
  const add = (number: number, responseBody?: string) => {
    const entry = logEntry(`req_${number}`);
    return queue.add({ accountId: "acct_1", environment: "sandbox", entry, bodyBytes: null, responseBody });
  };
  const takeAll = () => Array.from({ length: queue.length }, () => idsOf(queue.take()));
  return { queue, add, takeAll };
}

const idsOf = (chunk: Chunk | undefined) => chunk?.requests.map(({ entry }) => entry.id);

describe("the queue of requests", () => {
  test("returns each once, in chunks, oldest first", () => {
    const { queue, add, takeAll } = queueOf({ chunk: { requestsMax: 2 } });
    for (const number of [1, 2, 3]) expect(add(number)).toBe(0);
    expect(queue.length).toBe(2);
    expect(idsOf(queue.take())).toEqual(["req_1", "req_2"]);
    add(4);
    expect(takeAll()).toEqual([["req_3", "req_4"]]);
    expect([queue.length, queue.take()]).toEqual([0, undefined]);
  });

  test("begins another chunk after long bodies", () => {
    const { add, takeAll } = queueOf({ chunk: { bytesMax: 5_000 } });
    for (const number of [1, 2]) add(number, long);
    expect(takeAll()).toEqual([["req_1"], ["req_2"]]);
  });

  test("that is full drops the oldest chunk and says how many requests that were", () => {
    const { add, takeAll } = queueOf({ chunk: { requestsMax: 2 }, all: { requestsMax: 4 } });
    for (const number of [1, 2, 3, 4]) expect(add(number)).toBe(0);
    expect(add(5)).toBe(2);
    expect(add(6)).toBe(0);
    expect(takeAll()).toEqual([
      ["req_3", "req_4"],
      ["req_5", "req_6"],
    ]);
  });

  test("is full of long bodies too, and has room again when they are gone", () => {
    const { add, takeAll } = queueOf({ chunk: { requestsMax: 1 }, all: { bytesMax: 25_000 } });
    expect([1, 2, 3].map((number) => add(number, long))).toEqual([0, 0, 1]);
    expect(takeAll()).toEqual([["req_2"], ["req_3"]]);
    expect([4, 5].map((number) => add(number, long))).toEqual([0, 0]);
  });

  test("takes an unwritten chunk back in its place, and drops the oldest of all", () => {
    const { queue, add, takeAll } = queueOf({ chunk: { requestsMax: 1 }, all: { requestsMax: 2 } });
    for (const number of [1, 2]) add(number);
    const taken = queue.take();
    if (taken === undefined) throw new Error("the queue is empty");
    expect(queue.putBack(taken)).toBe(0);
    expect(idsOf(queue.take())).toEqual(["req_1"]);
    add(3);
    expect(queue.putBack(taken)).toBe(1);
    expect(takeAll()).toEqual([["req_2"], ["req_3"]]);
  });
});
