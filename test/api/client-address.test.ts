import { describe, expect, test } from "bun:test";
import type { Server } from "bun";
import { clientOf, standsBehind } from "../../src/api/client-address.ts";
import type { Deps } from "../../src/infra/deps.ts";
import type { Client } from "../../src/infra/http/principal.ts";
import { parseCidrs } from "../../src/infra/net/address.ts";
import { createClock } from "../support/clock.ts";

const clock = createClock();

function createDeps(trusted: string[] = []) {
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => warnings.push(fields) };
  const deps = { realClock: clock, log, config: { trustedProxies: parseCidrs(trusted) } } as unknown as Deps;
  const from = (peer: string, forwarded?: string): Client => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const server = { requestIP: () => ({ address: peer }) } as unknown as Server<unknown>;
    return clientOf(deps, new Request("http://localhost/", { headers }), server) as Client;
  };
  return { deps, from, warnings };
}

describe("behind a trusted proxy", () => {
  const { from, warnings } = createDeps(["127.0.0.1/32", "10.0.0.0/8"]);
  test.each([
    ["203.0.113.77", "203.0.113.77"],
    ["203.0.113.77:4100", "203.0.113.77"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["2001:db8::1%eth0", "2001:db8::1"],
    [" 203.0.113.77 , 10.0.0.1:80", "203.0.113.77"],
    ["192.0.2.1, 203.0.113.77", "203.0.113.77"],
  ])("%j is a request of %s", (forwarded, address) => {
    expect(from("127.0.0.1", forwarded)).toEqual({ address, isShared: false });
    expect(warnings).toEqual([]);
  });

  test("a client without an address is one of many", () => {
    for (const forwarded of ["unknown", "_hidden", "", "203.0.113", "1.2.3.4:x", "[2001:db8::1"]) {
      expect(from("127.0.0.1", forwarded)).toEqual({ address: "127.0.0.1", isShared: true });
    }
  });

  test("the proxy itself is one", () => {
    expect(from("127.0.0.1")).toEqual({ address: "127.0.0.1", isShared: false });
    expect(from("127.0.0.1", "10.0.0.9")).toEqual({ address: "10.0.0.9", isShared: false });
  });
});

describe("an undeclared proxy", () => {
  test.each([
    "127.0.0.1",
    "::1",
    "10.0.0.7",
    "172.17.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "fd00::1",
    "fe80::1%eth0",
  ])("at %s stands for many people", (peer) => {
    const { from } = createDeps();
    expect(from(peer, "203.0.113.77")).toEqual({ address: peer.replace("%eth0", ""), isShared: true });
    expect(from(peer).isShared).toBe(false);
  });

  test("is not believed at a public address: strangers could send the header too", () => {
    const { from } = createDeps();
    expect(from("203.0.113.5", "198.51.100.1")).toEqual({ address: "203.0.113.5", isShared: false });
  });

  test("stands behind a declared one as well", () => {
    const { from } = createDeps(["127.0.0.1/32"]);
    const client = from("127.0.0.1", "203.0.113.77, 10.0.0.5");
    expect(client).toEqual({ address: "10.0.0.5", isShared: true });
  });

  test("is warned of, once an hour", () => {
    const { from, warnings } = createDeps();
    from("127.0.0.1");
    expect(warnings).toEqual([]);
    for (const peer of ["127.0.0.1", "127.0.0.1", "203.0.113.5"]) from(peer, "198.51.100.1");
    expect(warnings).toEqual([{ proxy: "127.0.0.1" }]);
    clock.advance(3_600);
    from("203.0.113.5", "198.51.100.1");
    expect(warnings).toEqual([{ proxy: "127.0.0.1" }, { proxy: "203.0.113.5" }]);
  });

  test("is not what a client behind a trusted proxy claims to be", () => {
    const { from, warnings } = createDeps(["127.0.0.1/32"]);
    expect(from("127.0.0.1", "1.2.3.4, 203.0.113.77")).toEqual({ address: "203.0.113.77", isShared: false });
    expect(warnings).toEqual([]);
  });
});

test("behind a front, the port counts of the address that the front connects from", () => {
  const { deps } = createDeps();
  const from = (address: string, port: number) => {
    const server = { requestIP: () => ({ address, port }) } as unknown as Server<unknown>;
    standsBehind(server, (known) => (known === 4100 ? "203.0.113.7" : undefined));
    return clientOf(deps, new Request("http://localhost/"), server);
  };
  expect(from("127.0.0.1", 4100)).toEqual({ address: "203.0.113.7", isShared: false });
  expect(from("127.0.0.1", 4101)).toBeUndefined();
  // Whoever is on this machine can bind the same port of another loopback address.
  expect(from("127.0.0.2", 4100)).toBeUndefined();
});
