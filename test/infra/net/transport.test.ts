import { afterEach, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { hosts, listen, reset, send, serve, tickMs } from "./transport-harness.ts";

const capBytes = 16 * 1024;

afterEach(reset);

describe("an answer", () => {
  test("comes to a request that arrives as it was given, under the name that was asked for", async () => {
    let seen: unknown;
    const port = serve(async (request) => {
      const { method, url, headers } = request;
      seen = {
        method,
        path: url.replace(/^.*?:\d+/, ""),
        headers: headers.toJSON(),
        body: await request.text(),
      };
      return new Response("Grüße", {
        status: 202,
        headers: [
          ["X-Kind", "a"],
          ["X-Kind", "b"],
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ],
      });
    });
    hosts.set("hooks.example", ["127.0.0.1"]);
    const headers = { "User-Agent": "Waybill", "webhook-id": "evt_1", HOST: "evil.example" };
    const result = await send(`http://hooks.example.:${port}/in?x=%20#y`, { headers });
    expect(seen).toMatchObject({ method: "POST", path: "/in?x=%20", body: "{}" });
    expect(seen).toHaveProperty("headers.host", `hooks.example:${port}`);
    expect(seen).toHaveProperty("headers.user-agent", "Waybill");
    expect(seen).toHaveProperty("headers.webhook-id", "evt_1");
    expect(seen).toHaveProperty("headers.accept-encoding", "identity");
    expect(seen).toHaveProperty("headers.content-length", "2");
    expect(result).toMatchObject({ kind: "response", status: 202, body: "Grüße", truncated: false });
    expect(result).toHaveProperty("headers.x-kind", ["a, b"]);
    expect(result).toHaveProperty("headers.set-cookie", ["a=1", "b=2"]);
    expect(result.durationMs).toBe(tickMs);
  });

  test.each([301, 302, 303, 307, 308])("%d is an answer: nobody goes where it points", async (status) => {
    const paths: string[] = [];
    const port = serve((request) => {
      paths.push(new URL(request.url).pathname);
      return new Response(null, { status, headers: { location: `http://127.0.0.1:${port}/elsewhere` } });
    });
    const result = await send(`http://127.0.0.1:${port}/here`);
    expect(result).toMatchObject({ kind: "response", status, body: "" });
    expect(result).toHaveProperty("headers.location");
    expect(paths).toEqual(["/here"]);
  });

  test.each([204, 400, 410, 429, 500, 503])("%d is handed on", async (status) => {
    const port = serve(() => new Response(null, { status, headers: { "retry-after": "9" } }));
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: "response", status, body: "", truncated: false });
    expect(result).toHaveProperty("headers.retry-after", ["9"]);
  });

  test("keeps a connection for the next request", async () => {
    let connections = 0;
    const port = await listen((socket) => {
      connections++;
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    });
    for (let i = 0; i < 3; i++) expect(await send(`http://127.0.0.1:${port}/`)).toHaveProperty("status", 200);
    expect(connections).toBe(1);
  });
});

describe("connections", () => {
  test("that the server has closed meanwhile are replaced", async () => {
    let connections = 0;
    let requests = 0;
    const port = await listen((socket) => {
      connections++;
      let answered = 0;
      socket.on("data", () => {
        // The second request on a connection meets its end.
        if (++answered > 1) return socket.destroy();
        requests++;
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      });
    });
    for (let i = 0; i < 3; i++) expect(await send(`http://127.0.0.1:${port}/`)).toHaveProperty("status", 200);
    expect([connections, requests]).toEqual([3, 3]);
  });

  test.each([
    ["inside the answer's body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"],
    ["inside its headers", "HTTP/1.1 200 OK\r\nx-a"],
    ["after an interim answer", "HTTP/1.1 100 Continue\r\n\r\n"],
  ])("that end %s are not replaced: the server has the request", async (_, begun) => {
    let requests = 0;
    const port = await listen((socket) => {
      socket.on("data", () => {
        if (++requests === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        else socket.write(begun, () => void turnsOver().then(() => socket.resetAndDestroy()));
      });
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toHaveProperty("status", 200);
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: "error", error: "connect" });
    expect(requests).toBe(2);
  });

  test("are replaced by a new one, not by another that was kept", async () => {
    let connections = 0;
    let requests = 0;
    const both = Promise.withResolvers<void>();
    const port = await listen((socket) => {
      connections++;
      socket.on("data", async () => {
        if (++requests > 2) return socket.resetAndDestroy();
        if (requests === 2) both.resolve();
        await both.promise;
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      });
    });
    const url = `http://127.0.0.1:${port}/`;
    await Promise.all([send(url), send(url)]);
    expect(await send(url)).toMatchObject({ kind: "error", error: "connect" });
    expect([connections, requests]).toEqual([3, 4]);
  });

  test("as many as are asked for are open at once", async () => {
    const count = 1_024;
    const everybody = Promise.withResolvers<void>();
    let waiting = 0;
    const port = serve(async () => {
      if (++waiting === count) everybody.resolve();
      await everybody.promise;
      return new Response();
    });
    const results = await Promise.all(
      Array.from({ length: count }, () => send(`http://127.0.0.1:${port}/`, { timeoutMs: 30_000 })),
    );
    expect(results.filter((result) => result.kind === "response" && result.status === 200)).toHaveLength(
      count,
    );
  });
});

describe("a long answer", () => {
  test("comes byte by byte", async () => {
    const port = await listen((socket) => {
      const bytes = [..."HTTP/1.1 200 OK\r\nx-a: b\r\ncontent-length: 5\r\n\r\nslow!"];
      const drip = () => {
        const next = bytes.shift();
        if (next !== undefined && socket.writable) socket.write(next, () => setImmediate(drip));
      };
      socket.once("data", drip);
    });
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ status: 200, headers: { "x-a": ["b"] }, body: "slow!" });
  });

  test("that drips longer than the time allows is no answer", async () => {
    const port = await listen((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n");
      const drip = () => void (socket.writable && socket.write("a", () => setTimeout(drip, 5)));
      drip();
    });
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 200 });
    expect(result).toMatchObject({ kind: "error", error: "timeout" });
  });

  test.each([
    ["of exactly 16 KiB is whole", "a".repeat(capBytes), capBytes, false],
    ["of one byte more is cut", "a".repeat(capBytes + 1), capBytes, true],
    ["is not cut inside a character", `a${"é".repeat(capBytes)}`, capBytes / 2, true],
    ["may have bytes that are no text", new Uint8Array(3).fill(255), 3, false],
  ])("%s", async (_, content, characters, truncated) => {
    const port = serve(() => new Response(content));
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: "response", truncated });
    expect(result).toHaveProperty("body.length", characters);
    expect(result).toHaveProperty("body", expect.not.stringMatching(/a\uFFFD|é\uFFFD/));
  });

  test("without an end is left, and the server notices", async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const port = await listen((socket) => {
      socket.on("close", () => resolve());
      const pour = () => void (socket.writable && socket.write("a".repeat(capBytes)) && setImmediate(pour));
      socket.on("drain", pour);
      socket.write("HTTP/1.1 200 OK\r\n\r\n", pour);
    });
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: true });
    await left;
  });

  test("that is a compressed bomb stays compressed", async () => {
    const bomb = Bun.gzipSync(new Uint8Array(50_000_000));
    expect(bomb.byteLength).toBeGreaterThan(capBytes);
    const port = serve(() => new Response(bomb, { headers: { "content-encoding": "gzip" } }));
    const result = await send(`http://127.0.0.1:${port}/`, { headers: { "accept-encoding": "gzip" } });
    expect(result).toMatchObject({ kind: "response", truncated: true });
    expect(result).toHaveProperty("headers.content-encoding", ["gzip"]);
    expect(result.kind === "response" && result.body.charCodeAt(0)).toBe(0x1f);
  });

  test("of headers is listed whole, as far as it is read", async () => {
    const headers = Array.from({ length: 30 }, (_, i) => `x-${i}: ${"a".repeat(1000)}\r\n`).join("");
    const port = await listen((socket) => {
      socket.on("data", () =>
        socket.write(`HTTP/1.1 200 OK\r\n${headers}x-last: b\r\nX-Last: c, d\r\ncontent-length: 0\r\n\r\n`),
      );
    });
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ status: 200, headers: { "x-last": ["b", "c, d"] } });
  });
});

describe("no answer", () => {
  test("in time, whether headers or body are missing", async () => {
    const silent = await listen(() => {});
    const slow = await listen((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"));
    for (const port of [silent, slow]) {
      const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 200 });
      expect(result).toMatchObject({ kind: "error", error: "timeout" });
      expect(result).toHaveProperty("message", "No complete answer within 0.2 s.");
    }
  });

  test("that another protocol takes over from: the connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen((socket) => {
      socket.on("close", () => closed.resolve());
      socket.once("data", () =>
        socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
      );
    });
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: "error", error: "connect" });
    expect(result).toHaveProperty("message", expect.stringContaining("switched to another protocol (101)"));
    await closed.promise;
  });

  test.each(["000", "099"])("with the status %s, which HTTP does not have", async (status) => {
    const port = await listen((socket) => {
      socket.on("data", () => socket.write(`HTTP/1.1 ${status} OK\r\ncontent-length: 0\r\n\r\n`));
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: "error", error: "connect" });
  });

  test("where nothing listens", async () => {
    const result = await send(`http://127.0.0.1:${await findClosedPort()}/`);
    expect(result).toMatchObject({ kind: "error", error: "connect", durationMs: tickMs });
  });

  test.each([
    ["closed at once", ""],
    ["closed inside the headers", "HTTP/1.1 200 OK\r\nx-a"],
    ["closed inside the body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"],
    ["not HTTP", "220 mail.example ESMTP\r\n\r\n"],
  ])("that is complete: %s", async (_, answer) => {
    let requests = 0;
    const answerOnce = (socket: Socket) => socket.on("data", () => void socket.end(answer, () => requests++));
    const port = await listen(answerOnce, "0.0.0.0");
    hosts.set("hooks.example", ["127.0.0.1", "127.0.0.2"]);
    const result = await send(`http://hooks.example:${port}/`);
    expect(result).toMatchObject({ kind: "error", error: "connect" });
    expect(requests).toBe(1);
  });

  test("where the port speaks no TLS", async () => {
    const port = serve(() => new Response());
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: "error", error: "tls" });
  });

  test("to a header that HTTP does not allow", async () => {
    const bad = send("http://127.0.0.1:1024/", { headers: { "x-a": "a\r\nb: c" } });
    await expect(bad).rejects.toThrow(TypeError);
  });
});

/** By then the client has read what was written before: it runs in the same process, and a busy kernel takes a while. */
async function turnsOver(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Bun.sleep(1);
}

async function findClosedPort(): Promise<number> {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const port = server.port ?? 0;
  await server.stop(true);
  return port;
}
