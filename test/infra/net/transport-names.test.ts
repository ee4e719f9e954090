import { afterEach, describe, expect, jest, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { createTransport, type Transport } from "../../../src/infra/net/transport.ts";
import {
  hosts,
  lookups,
  loopback,
  reset,
  send,
  serve,
  tick,
  transport,
  wording,
} from "./transport-harness.ts";

afterEach(reset);

async function addressesOf(from: Transport, hostname: string): Promise<string[]> {
  const judged = await from.judge({
    url: `http://${hostname}/`,
    allow: loopback,
    httpAllowed: true,
    wording,
  });
  if (!judged.allowed) throw new Error(judged.detail);
  return judged.addresses;
}

describe("names", () => {
  test("are looked up once for each request, and only what was judged is called", async () => {
    let requests = 0;
    const port = serve(() => new Response(String(++requests)));
    hosts.set("hooks.example", ["127.0.0.1"]);
    expect(await send(`http://hooks.example:${port}/`)).toHaveProperty("status", 200);
    hosts.set("hooks.example", ["127.0.0.1", "10.0.0.1"]);
    const rebound = await send(`http://hooks.example:${port}/`);
    expect(rebound).toMatchObject({ kind: "error", error: "refused_address" });
    expect(rebound).toHaveProperty("message", expect.not.stringContaining("10.0.0.1"));
    expect(rebound).toHaveProperty("detail", "hooks.example has 127.0.0.1, 10.0.0.1");
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
    const url = origin.startsWith("file") ? origin : `${origin}:${port}`;
    const result = await send(`${url}/a-secret?token=secret`, { allow, httpAllowed });
    expect(result).toMatchObject({ kind: "error", error: "refused_address" });
    expect(JSON.stringify(result)).not.toContain("secret");
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
    expect(await addressesOf(transport, "hooks.example")).toEqual([]);
    expect(await send("http://hooks.example/")).toMatchObject({ kind: "error", error: "dns" });
  });

  test("that many request at once are looked up once, and again by the next call", async () => {
    hosts.set("hooks.example", ["127.0.0.1"]);
    const port = serve(() => new Response("here"));
    const results = await Promise.all([1, 2, 3].map(() => send(`http://hooks.example:${port}/`)));
    expect(results.map((result) => result.kind)).toEqual(["response", "response", "response"]);
    expect(lookups).toHaveLength(1);
    await send(`http://hooks.example:${port}/`);
    expect(lookups).toHaveLength(2);
  });

  test("give IPv4 first, each address once", async () => {
    hosts.set("hooks.example", ["2a00::1", "192.0.2.7", "2a00::1", "192.0.2.1"]);
    const judged = await transport.judge({
      url: "http://hooks.example/",
      allow: everywhere,
      httpAllowed: true,
      wording,
    });
    expect(judged).toHaveProperty("addresses", ["192.0.2.7", "192.0.2.1", "2a00::1"]);
  });

  test("are not waited for longer than 5 s", async () => {
    jest.useFakeTimers();
    try {
      const silent = createTransport({ now: tick, lookup: () => new Promise(() => {}) });
      const addresses = addressesOf(silent, "hooks.example");
      jest.advanceTimersByTime(5_000);
      expect(await addresses).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });

  test("are looked up in the hosts file too", async () => {
    const real = createTransport({ now: tick });
    const judged = await real.judge({
      url: "http://localhost/",
      allow: everywhere,
      httpAllowed: true,
      wording,
    });
    expect(judged).toHaveProperty("addresses", expect.arrayContaining(["127.0.0.1"]));
  });
});

const everywhere = parseCidrs(["0.0.0.0/0", "::/0"]);

describe("the installation itself", () => {
  const own = {
    publicUrl: new URL("https://waybill.example"),
    listeningUrls: [new URL("http://127.0.0.1:8080"), new URL("http://0.0.0.0:9090")],
  };
  const judge = (url: string, addresses: string[]) => {
    const lookup = () => Promise.resolve(addresses);
    const from = createTransport({
      now: tick,
      lookup,
      own: () => own,
      machine: () => ["203.0.113.8", "2a00::8"],
    });
    return from.judge({ url, allow: everywhere, httpAllowed: true, wording });
  };

  test.each([
    ["https://waybill.example/hook", "203.0.113.7"],
    ["https://waybill.example./hook", "203.0.113.7"],
    ["https://WAYBILL.example:443/hook", "203.0.113.7"],
    ["http://127.0.0.1:8080/", ""],
    ["http://127.0.0.2:8080/", ""],
    ["http://[::ffff:127.0.0.1]:8080/", ""],
    ["http://[::1]:8080/", ""],
    ["http://0.0.0.0:8080/", ""],
    ["http://[::]:8080/", ""],
    ["http://203.0.113.8:8080/", ""],
    ["http://[::ffff:203.0.113.8]:8080/", ""],
    ["http://other.example:8080/", "127.0.0.1"],
    ["https://other.example:8080/", "::1"],
    ["http://other.example:8080/", "203.0.113.8"],
    ["http://other.example:8080/", "2a00:0::8"],
    ["http://127.0.0.1:9090/metrics", ""],
    ["http://[2a00::8]:9090/metrics", ""],
    ["http://other.example:9090/metrics", "203.0.113.8"],
  ])("%p (%s) is refused, whatever is allowed", async (url, address) => {
    const refused = { allowed: false, message: expect.stringContaining("is not an allowed destination") };
    expect(await judge(url, [address])).toMatchObject(refused);
  });

  test("is refused where one address of several is its own", async () => {
    const addresses = ["203.0.113.7", "203.0.113.8"];
    expect(await judge("http://other.example:8080/", addresses)).toHaveProperty("allowed", false);
  });

  test.each([
    ["https://waybill.example:8443/", "203.0.113.7"],
    ["https://hooks.waybill.example/", "203.0.113.7"],
    ["http://other.example:8080/", "203.0.113.7"],
    ["http://127.0.0.1:8081/", ""],
    ["http://203.0.113.8:8081/", ""],
    ["http://localhost/", "127.0.0.1"],
  ])("%p (%s) is something else", async (url, address) => {
    expect(await judge(url, [address])).toHaveProperty("allowed", true);
  });
});

describe("another service of this machine", () => {
  const machine = ["93.184.216.34", "2a00:1450::8", "10.1.2.3"];
  const judge = (url: string, allow: readonly string[] = [], addresses: string[] = []) => {
    const lookup = () => Promise.resolve(addresses);
    const from = createTransport({ now: tick, lookup, machine: () => machine });
    return from.judge({ url, allow: parseCidrs(allow), httpAllowed: true, wording });
  };

  test.each([
    ["its public address", "http://93.184.216.34:2375/containers/json", []],
    ["its public address at an ordinary port", "https://93.184.216.34/", []],
    ["the same address, mapped", "http://[::ffff:93.184.216.34]:2375/", []],
    ["the same address, by NAT64", "http://[64:ff9b::5db8:d822]:2375/", []],
    ["its public IPv6 address", "http://[2a00:1450:0::8]:2375/", []],
    ["a name of its address", "http://other.example:2375/", ["93.184.216.34"]],
    ["a name with its address among others", "http://other.example:2375/", ["1.1.1.1", "2a00:1450::8"]],
  ])("%s is refused at any port", async (_, url, addresses) => {
    expect(await judge(url, [], addresses)).toMatchObject({ allowed: false });
    expect(await judge(url, ["10.0.0.0/8", "93.184.216.35"], addresses)).toMatchObject({ allowed: false });
  });

  test.each([
    ["http://93.184.216.34:2375/", "93.184.216.34"],
    ["http://[::ffff:93.184.216.34]:2375/", "93.184.216.0/24"],
    ["http://[2a00:1450::8]:2375/", "2a00:1450::/32"],
    ["http://10.1.2.3:2375/", "10.0.0.0/8"],
  ])("%s is allowed by %s", async (url, allow) => {
    expect(await judge(url, [allow])).toHaveProperty("allowed", true);
  });

  test("is known by the addresses that this machine has now", async () => {
    const real = createTransport({ now: tick });
    const found = Object.values(networkInterfaces()).flatMap((each = []) => each);
    const outside = found.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
    for (const { address, family } of outside) {
      const host = family === "IPv6" ? `[${address}]` : address;
      const target = { url: `http://${host}:2375/`, httpAllowed: true, wording };
      expect(await real.judge({ ...target, allow: [] })).toHaveProperty("allowed", false);
      expect(await real.judge({ ...target, allow: everywhere })).toHaveProperty("allowed", true);
    }
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

test("plain http only to listed addresses: a public one, and a name that has one, must take https", async () => {
  const port = serve(() => new Response("ok"));
  const rules = { httpAllowed: "to_allowed" } as const;
  expect(await send(`http://127.0.0.1:${port}`, rules)).toMatchObject({ status: 200 });
  hosts.set("listed.example", ["127.0.0.1"]);
  expect(await send(`http://listed.example:${port}`, rules)).toMatchObject({ status: 200 });
  hosts.set("public.example", ["127.0.0.1", "93.184.216.34"]);
  for (const host of ["public.example", "93.184.216.34"]) {
    const result = await send(`http://${host}:${port}`, rules);
    expect(result).toMatchObject({ error: "refused_address", message: wording.target.https_required });
  }
});

test("a caller's signal ends the request with its reason", async () => {
  const port = serve(() => new Promise<Response>(() => {}));
  const controller = new AbortController();
  const result = send(`http://127.0.0.1:${port}`, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(result).rejects.toThrow("enough");
});
