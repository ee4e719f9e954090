import { afterEach, describe, expect, test } from "bun:test";
import { targetProblems } from "../../../src/infra/net/target-url.ts";
import { listen, reset, send, serve } from "./transport-harness.ts";

afterEach(reset);

const kib = 1024;
const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

describe("a request", () => {
  test("has the method that was asked for, and no body where none was given", async () => {
    let seen: unknown;
    const port = serve(async (request) => {
      const { method, headers } = request;
      const length = headers.get("content-length") ?? headers.get("transfer-encoding");
      seen = { method, length, body: await request.text() };
      return Response.json({ bookings: [] });
    });
    const result = await send(`http://127.0.0.1:${port}/bookings`, { method: "GET", body: undefined });
    expect(seen).toEqual({ method: "GET", length: null, body: "" });
    expect(result).toMatchObject({ kind: "response", status: 200, body: '{"bookings":[]}' });
  });

  test.each(["PUT", "PATCH", "DELETE"] as const)("can be a %s with a body", async (method) => {
    const port = serve(async (request) => new Response(`${request.method} ${await request.text()}`));
    expect(await send(`http://127.0.0.1:${port}/`, { method })).toHaveProperty("body", `${method} {}`);
  });

  test("with a body of more bytes than it may have is not sent", async () => {
    let requests = 0;
    const port = serve(async (request) => {
      requests += 1;
      return new Response(String((await request.bytes()).byteLength));
    });
    const url = `http://127.0.0.1:${port}/`;
    const sendBytes = (count: number) => send(url, { body: new Uint8Array(count), requestBytesMax: 8 });
    expect(await sendBytes(8)).toHaveProperty("body", "8");
    expect(sendBytes(9)).rejects.toThrow(RangeError);
    expect(requests).toBe(1);
  });

  test("to a private address is refused in the words that were given", async () => {
    let connections = 0;
    const port = await listen((socket) => {
      connections += 1;
      socket.end(ok);
    });
    const words = "Carriers are called at public addresses.";
    const wording = { server: "The carrier", target: { ...targetProblems, address: words } };
    const url = `http://127.0.0.1:${port}/`;
    const result = await send(url, { method: "GET", body: undefined, allow: [], wording });
    expect(result).toMatchObject({ kind: "error", error: "refused_address", message: words });
    expect(connections).toBe(0);
  });
});

describe("an answer", () => {
  test.each(["truncate", "refuse"] as const)("as long as it may be is read whole: %s", async (longAnswer) => {
    const port = serve(() => new Response("a".repeat(100 * kib)));
    const result = await send(`http://127.0.0.1:${port}/`, { answerBytesMax: 100 * kib, longAnswer });
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: false });
    expect(result).toHaveProperty("body.length", 100 * kib);
  });

  test("that is longer is an error, where its beginning is of no use", async () => {
    const port = serve(() => new Response("a".repeat(2 * kib + 1)));
    const limits = { answerBytesMax: 2 * kib, longAnswer: "refuse" } as const;
    expect(await send(`http://127.0.0.1:${port}/`, limits)).toMatchObject({
      kind: "error",
      error: "connect",
      message: "The server sent an answer of more than 2 KiB.",
    });
  });

  test("that is longer is cut, where its beginning is wanted", async () => {
    const port = serve(() => new Response("a".repeat(2 * kib + 1)));
    const result = await send(`http://127.0.0.1:${port}/`, { answerBytesMax: 2 * kib });
    expect(result).toMatchObject({ kind: "response", truncated: true });
    expect(result).toHaveProperty("body.length", 2 * kib);
  });

  test("may arrive in chunks of one byte, however long it may be", async () => {
    const chunks = `${"1\r\na\r\n".repeat(100 * kib)}0\r\n\r\n`;
    const port = await listen((socket) =>
      socket.once(
        "data",
        () => void socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}`),
      ),
    );
    const result = await send(`http://127.0.0.1:${port}/`, { answerBytesMax: 100 * kib });
    expect(result).toMatchObject({ kind: "response", truncated: false });
    expect(result).toHaveProperty("body.length", 100 * kib);
  });
});

describe("a request that may arrive once only", () => {
  test("has its own connection", async () => {
    let connections = 0;
    const port = await listen((socket) => {
      connections += 1;
      socket.on("data", () => void socket.write(ok));
    });
    const url = `http://127.0.0.1:${port}/`;
    expect(await send(url)).toHaveProperty("status", 200);
    for (let i = 0; i < 2; i++)
      expect(await send(url, { isRepeatable: false })).toHaveProperty("status", 200);
    expect(connections).toBe(3);
  });

  test("is not sent again when its connection closes without an answer", async () => {
    let requests = 0;
    const port = await listen((socket) => {
      socket.on("data", () => {
        requests += 1;
        if (requests === 1) socket.write(ok);
        else socket.destroy();
      });
    });
    const url = `http://127.0.0.1:${port}/`;
    expect(await send(url)).toHaveProperty("status", 200);
    expect(await send(url, { isRepeatable: false })).toMatchObject({ kind: "error", error: "connect" });
    expect(requests).toBe(2);
  });
});
