import { describe, expect, test } from "bun:test";
import { createBacklog, type LoggedRequest } from "../../src/requests/backlog.ts";

function request(number: number, body: string | null = null): LoggedRequest {
  return {
    id: `req_${number}`,
    accountId: "acct_1",
    environment: "sandbox",
    keyId: null,
    method: "GET",
    path: "/",
    route: "getAccount",
    status: 200,
    code: null,
    durationMs: 1,
    address: "127.0.0.1",
    createdAt: 0,
    requestBody: body,
    responseBody: null,
  };
}

const ids = (requests: LoggedRequest[]) => requests.map(({ id }) => id);

describe("a backlog", () => {
  test("gives back what it got, oldest first, once", () => {
    const backlog = createBacklog({ requestsMax: 10, charactersMax: 100 });
    for (const number of [1, 2, 3]) backlog.add(request(number));
    expect(backlog.length).toBe(3);
    expect(ids(backlog.take(2))).toEqual(["req_1", "req_2"]);
    expect(ids(backlog.take(2))).toEqual(["req_3"]);
    expect(backlog.length).toBe(0);
    expect(backlog.takeDropped()).toBe(0);
  });

  test("that is full drops the oldest and says how many", () => {
    const backlog = createBacklog({ requestsMax: 2, charactersMax: 100 });
    for (const number of [1, 2, 3, 4, 5]) backlog.add(request(number));
    expect(backlog.takeDropped()).toBe(3);
    expect(backlog.takeDropped()).toBe(0);
    expect(ids(backlog.take(9))).toEqual(["req_4", "req_5"]);
  });

  test("is full of long bodies too, and has room again when they are gone", () => {
    const backlog = createBacklog({ requestsMax: 10, charactersMax: 100 });
    backlog.add(request(1, "x".repeat(60)));
    backlog.add(request(2, "x".repeat(60)));
    expect(ids(backlog.take(9))).toEqual(["req_2"]);
    backlog.add(request(3, "x".repeat(90)));
    expect(ids(backlog.take(9))).toEqual(["req_3"]);
    expect(backlog.takeDropped()).toBe(1);
  });

  test("takes back what could not be written, in its place, and drops the oldest of all", () => {
    const backlog = createBacklog({ requestsMax: 3, charactersMax: 100 });
    for (const number of [1, 2, 3]) backlog.add(request(number));
    const taken = backlog.take(2);
    backlog.add(request(4));
    backlog.putBack(taken);
    expect(backlog.takeDropped()).toBe(1);
    expect(ids(backlog.take(9))).toEqual(["req_2", "req_3", "req_4"]);
  });
});
