import { afterAll, beforeAll, expect, test } from "bun:test";
import { countOpenStreams, countStream } from "../../src/api/open-streams.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { DriverPrincipal } from "../../src/infra/http/principal.ts";
import { startServer, type TestServer } from "../support/harness.ts";

/** Streams of drivers are bounded together: they leave room for those of accounts. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const count = (number: number, environment: Environment) =>
  countStream(server.deps, { kind: "driver", driverId: `drv-${number}`, environment } as DriverPrincipal);

test("all drivers of an environment have 2,000 streams, whoever they are; one that ends makes room once", () => {
  const ends = Array.from({ length: 2_000 }, (_, number) => count(number, "sandbox"));
  expect(() => count(2_000, "sandbox")).toThrow("too many open streams");
  // Those of the sandbox take nothing from live.
  ends.push(count(2_000, "live"));
  expect(countOpenStreams()).toBe(2_001);
  expect([ends[0]?.(), ends[0]?.()]).toEqual([true, false]);
  ends.push(count(2_000, "sandbox"));
  expect(() => count(2_001, "sandbox")).toThrow("too many open streams");
  for (const end of ends) end();
  expect(countOpenStreams()).toBe(0);
});
