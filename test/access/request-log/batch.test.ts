import { describe, expect, test } from "bun:test";
import { type Batch, inBatches, type LoggedRequest } from "../../../src/access/request-log/batch.ts";
import type { LogEntry } from "../../../src/access/request-log/request.ts";
import { logEntry } from "./log-entry.ts";

const plenty = { requestsMax: 1_000, charactersMax: 1_000_000 };
const long = { request: "x".repeat(600), response: null };

function logged(number: number, change: Partial<LoggedRequest> = {}): LoggedRequest {
  const entry = logEntry(`req_${number}`);
  return { accountId: "acct_1", environment: "sandbox", entry, bodies: null, ...change };
}

const entriesOf = (batch: Batch): LogEntry[] => JSON.parse(`[${batch.entries.join()}]`);
const ids = (batches: Batch[]) => batches.map((batch) => entriesOf(batch).map(({ id }) => id));

describe("batches", () => {
  test("group an account's requests in one environment, in their order", () => {
    const batches = inBatches([
      logged(1),
      logged(2, { accountId: "acct_2" }),
      logged(3),
      logged(4, { environment: "live" }),
    ]);
    expect(batches.map(({ accountId, environment }) => `${accountId} ${environment}`)).toEqual([
      "acct_1 sandbox",
      "acct_2 sandbox",
      "acct_1 live",
    ]);
    expect(ids(batches)).toEqual([["req_1", "req_3"], ["req_2"], ["req_4"]]);
    expect(inBatches([])).toEqual([]);
  });

  test("describe what they hold", () => {
    const bodies = { request: '{"a":1}', response: null };
    const [batch] = inBatches([
      logged(5, { entry: logEntry("req_5", { createdAt: 60, status: 404 }), bodies }),
      logged(3, { entry: logEntry("req_3", { createdAt: 70 }) }),
      logged(8, { entry: logEntry("req_8", { createdAt: 50 }) }),
    ]);
    expect(batch).toMatchObject({
      firstId: "req_3",
      lastId: "req_8",
      oldestAt: 50,
      newestAt: 70,
      refused: 1,
    });
    expect(JSON.parse(`{${batch?.bodies.join()}}`)).toEqual({ req_5: bodies });
  });

  test("are full at a number of requests, or of characters", () => {
    const requests = [logged(1), logged(2), logged(3, { accountId: "acct_2" }), logged(4)];
    expect(ids(inBatches(requests, { ...plenty, requestsMax: 2 }))).toEqual([
      ["req_1", "req_2"],
      ["req_3"],
      ["req_4"],
    ]);
    const longOnes = [logged(1, { bodies: long }), logged(2, { bodies: long })];
    expect(ids(inBatches(longOnes, { ...plenty, charactersMax: 700 }))).toEqual([["req_1"], ["req_2"]]);
  });
});
