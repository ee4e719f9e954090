import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { countOpenStreams, countStream } from "../../src/api/open-streams.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { DriverPrincipal } from "../../src/infra/http/principal.ts";
import { nextTurn } from "../../src/infra/waiting/turns.ts";
import { platform } from "../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { follow } from "../support/stream.ts";

/** How many streams are open. Those of drivers are bounded together: they leave room for those of accounts. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const count = (number: number, environment: Environment) =>
  countStream(server.deps, { kind: "driver", driverId: `drv-${number}`, environment } as DriverPrincipal);

test("all drivers of an environment have 2,000 streams, whoever they are; one that ends makes room once", () => {
  const others = countOpenStreams();
  const ends = Array.from({ length: 2_000 }, (_, number) => count(number, "sandbox"));
  expect(() => count(2_000, "sandbox")).toThrow("too many open streams");
  // Those of the sandbox take nothing from live.
  ends.push(count(2_000, "live"));
  expect(countOpenStreams()).toBe(others + 2_001);
  expect([ends[0]?.(), ends[0]?.()]).toEqual([true, false]);
  ends.push(count(2_000, "sandbox"));
  expect(() => count(2_001, "sandbox")).toThrow("too many open streams");
  for (const end of ends) end();
  expect(countOpenStreams()).toBe(others);
});

test("readers that hang up while they wait for their turn are not counted, and nobody waits for them", async () => {
  const { sandboxKey } = await server.account();
  const { hostname, port } = new URL(server.url);
  for (let turns = 0; turns < 10; turns += 1) {
    const sockets = Array.from({ length: 40 }, (_, index) => {
      const path = index % 2 === 0 ? "/stream" : "/events/stream";
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET ${platform}${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${sandboxKey}\r\n\r\n`,
      );
      return socket.on("error", () => {});
    });
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    for (const socket of sockets) socket.destroy();
  }
  const reader = await follow(`${server.url}${platform}/events/stream`, { "x-api-key": sandboxKey });
  expect(reader.status).toBe(200);
  await eventually("only the one who stayed", () => countOpenStreams() === 1 || undefined);
  reader.leave();
  await eventually("nobody", () => countOpenStreams() === 0 || undefined);
});
