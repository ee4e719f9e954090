import { afterEach, describe, expect, jest, test } from "bun:test";
import { createTransport } from "../../src/webhooks/transport.ts";
import { hosts, lookups, loopback, reset, send, serve, tick, transport } from "./transport-harness.ts";

afterEach(reset);

describe("names", () => {
  test("are looked up once for each request, and only what was judged is called", async () => {
    let requests = 0;
    const port = serve(() => new Response(String(++requests)));
    hosts.set("hooks.example", ["127.0.0.1"]);
    expect(await send(`http://hooks.example:${port}/`)).toHaveProperty("status", 200);
    hosts.set("hooks.example", ["127.0.0.1", "10.0.0.1"]);
    const rebound = await send(`http://hooks.example:${port}/`);
    expect(rebound).toMatchObject({ kind: "error", error: "refused_address" });
    expect(JSON.stringify(rebound)).not.toContain("10.0.0.1");
    expect(lookups).toEqual(["hooks.example", "hooks.example"]);
    expect(requests).toBe(1);
  });

  test.each([
    ["a loopback name", "http://localhost", [], true],
    ["a loopback address", "http://127.0.0.1", [], true],
    ["an IPv6 loopback address", "http://[::1]", loopback, true],
    ["http where https is due", "http://127.0.0.1", loopback, false],
    ["another scheme", "file://localhost", loopback, true],
  ])("%s is refused before any connection", async (_, origin, allow, httpAllowed) => {
    let requests = 0;
    const port = serve(() => new Response(String(++requests)));
    hosts.set("localhost", ["127.0.0.1"]);
    const url = origin.startsWith("file") ? origin : `${origin}:${port}/`;
    const result = await send(url, { allow, httpAllowed });
    expect(result).toMatchObject({ kind: "error", error: "refused_address" });
    expect(requests).toBe(0);
  });

  test("with several addresses are tried until one accepts the connection", async () => {
    const port = serve(() => new Response("here"));
    hosts.set("hooks.example", ["127.0.0.3", "127.0.0.2", "127.0.0.1"]);
    expect(await send(`http://hooks.example:${port}/`)).toHaveProperty("body", "here");
    hosts.set("hooks.example", ["127.0.0.4", "127.0.0.3", "127.0.0.2", "127.0.0.1"]);
    expect(await send(`http://hooks.example:${port}/`)).toHaveProperty("error", "connect");
  });

  test("that do not resolve are a dns error", async () => {
    expect(await transport.resolve("hooks.example")).toEqual([]);
    expect(await send("http://hooks.example/")).toMatchObject({ kind: "error", error: "dns" });
  });

  test("give IPv4 first, each address once", async () => {
    hosts.set("hooks.example", ["2a00::1", "192.0.2.7", "2a00::1", "192.0.2.1"]);
    expect(await transport.resolve("hooks.example")).toEqual(["192.0.2.7", "192.0.2.1", "2a00::1"]);
  });

  test("are not waited for longer than 5 s", async () => {
    jest.useFakeTimers();
    try {
      const silent = createTransport({ now: tick, lookup: () => new Promise(() => {}) });
      const addresses = silent.resolve("hooks.example");
      jest.advanceTimersByTime(5_000);
      expect(await addresses).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });

  test("are looked up in the hosts file too", async () => {
    const real = createTransport({ now: tick });
    expect(await real.resolve("localhost")).toContain("127.0.0.1");
    expect(await real.resolve("127.0.0.1")).toEqual(["127.0.0.1"]);
  });
});

describe("proxies", () => {
  const variables = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

  test.each(variables)("%s in the environment is ignored", async (variable) => {
    let proxied = 0;
    const proxy = serve(() => new Response(String(++proxied), { status: 502 }));
    const port = serve(() => new Response("direct"));
    const before = process.env[variable];
    process.env[variable] = `http://127.0.0.1:${proxy}`;
    try {
      const scheme = variable.toLowerCase() === "https_proxy" ? "https" : "http";
      await fetch(`${scheme}://127.0.0.1:${port}/`).catch(() => undefined);
      expect(proxied).toBe(1);
      const result = await send(`${scheme}://127.0.0.1:${port}/`);
      expect(result).toMatchObject(scheme === "http" ? { body: "direct" } : { error: "tls" });
      expect(proxied).toBe(1);
    } finally {
      if (before === undefined) delete process.env[variable];
      else process.env[variable] = before;
    }
  });
});
