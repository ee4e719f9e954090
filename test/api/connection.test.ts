import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { databaseRows } from "../support/database.ts";
import { platform } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";

/** Requests that no client library sends: HTTP by hand. */

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;

/** Sends these bytes and reads until the server closes the connection, as it is asked to. */
function send(request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () =>
      socket.write(request, "latin1"),
    );
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      answer += text;
    });
    // A server that refuses what is still being sent may reset the connection.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

function get(target: string, headers: Record<string, string> = {}): Promise<string> {
  const all = { Host: "localhost", Connection: "close", "X-API-Key": account.sandboxKey, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return send(`GET ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

const statusOf = (answer: string) => Number(answer.split(" ", 2)[1]);

const refused: [name: string, status: number, ask: () => Promise<string>][] = [
  ["a key of 1 MB", 431, () => get(path, { "X-API-Key": "k".repeat(1024 * 1024) })],
  ["a header of 20 KB", 431, () => get(path, { "X-Other": "o".repeat(20_000) })],
  [
    "10 000 parameters",
    431,
    () => get(`${path}?${Array.from({ length: 10_000 }, (_, n) => `p${n}=1`).join("&")}`),
  ],
  ["a key of 15 KB", 401, () => get(path, { "X-API-Key": "k".repeat(15_000) })],
  ["a key with a tab", 401, () => get(path, { "X-API-Key": "a\tb" })],
  ...["\0", "\x01", "\x0b", "\x1b", "\r", "\n"].map((character): [string, number, () => Promise<string>] => [
    `a header with ${JSON.stringify(character)}`,
    400,
    () => get(path, { "X-Other": `a${character}b` }),
  ]),
  ["a path that is no UTF-8", 404, () => get(`${path}/\xff`)],
  ["a path with an invalid code", 404, () => get(`${path}/%FF`)],
  ["a public path with an invalid code", 404, () => get("/api/v1/track/%FF")],
];

describe("is refused, stores nothing and leaves the server answering", () => {
  test.each(refused)("%s", async (_name, status, ask) => {
    const before = databaseRows(server);
    expect(statusOf(await ask())).toBe(status);
    expect(databaseRows(server)).toEqual(before);
    expect(statusOf(await get(path))).toBe(200);
  });
});

test.each(["%", "[::1", "x:99999"])("a Host that is no host name does no harm: %s", async (host) => {
  for (const target of [path, `${path}?limit=1`, "/healthz"]) {
    expect(await get(target, { Host: host })).toMatch(/^HTTP\/1\.1 (200|400|404) /);
  }
});
