import { afterEach, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { listen, reset, send } from "./transport-harness.ts";

afterEach(reset);

// A flood ends at the bound. The kernel's buffers take a few megabytes more than what is read.
const floodBytes = 64 * 1024 * 1024;
const buffersMaxBytes = 16 * 1024 * 1024;
const pieceBytes = 64 * 1024;

const tooManyBytes = "The server sent more than 256 KiB, and its answer was not complete.";
const tooManyInterim = "The server sent more than 8 interim answers (1xx) before its answer.";
const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

interface Flood {
  port: number;
  /** How many bytes the connection took, when it is closed. */
  taken: Promise<number>;
}

/** Answers a request with `first`, and then with `piece` again and again. */
async function flood(first: string, piece: string): Promise<Flood> {
  const taken = Promise.withResolvers<number>();
  const pieces = Buffer.from(piece.repeat(Math.ceil(pieceBytes / piece.length)));
  const port = await listen((socket) => {
    socket.on("close", () => taken.resolve(socket.bytesWritten));
    socket.once("data", () => {
      socket.write(first);
      pour(socket, pieces);
    });
  });
  return { port, taken: taken.promise };
}

function pour(socket: Socket, pieces: Buffer): void {
  socket.once("drain", () => pour(socket, pieces));
  while (!socket.destroyed && socket.bytesWritten < floodBytes) if (!socket.write(pieces)) return;
}

describe("a server that never stops sending", () => {
  test.each([
    ["103 Early Hints", "", "HTTP/1.1 103 Early Hints\r\n\r\n", tooManyInterim],
    ["100 Continue", "", "HTTP/1.1 100 Continue\r\n\r\n", tooManyInterim],
    ["102 Processing, short", "", "HTTP/1.1 102 \r\n\r\n", tooManyInterim],
    [
      "interim answers with headers",
      "",
      `HTTP/1.1 103 \r\nlink: ${"a".repeat(60_000)}\r\n\r\n`,
      tooManyBytes,
    ],
    ["an endless chunk size", chunked, "0", tooManyBytes],
    ["chunks of many extensions", chunked, `1;${"b".repeat(4_000)}\r\na\r\n`, tooManyBytes],
  ])("with %s is cut off", async (_, first, piece, message) => {
    const { port, taken } = await flood(first, piece);
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000 });
    expect(result).toMatchObject({ kind: "error", error: "connect", message });
    expect(await taken).toBeLessThan(buffersMaxBytes);
  });

  // The parser counts these itself, with words of its own.
  test.each([
    ["an endless chunk extension", `${chunked}1;`, "a"],
    ["trailers", `${chunked}0\r\n`, "x-a: b\r\n"],
  ])("with %s is cut off by the parser", async (_, first, piece) => {
    const { port, taken } = await flood(first, piece);
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000 });
    expect(result).toMatchObject({ kind: "error", error: "connect" });
    expect(await taken).toBeLessThan(buffersMaxBytes);
  });

  test("on an idle kept-alive connection is cut off", async () => {
    const answered = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<number>();
    const port = await listen((socket) => {
      socket.on("close", () => taken.resolve(socket.bytesWritten));
      socket.once("data", () => void socket.write(ok));
      answered.promise.then(() =>
        pour(socket, Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000))),
      );
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toHaveProperty("status", 200);
    answered.resolve();
    expect(await taken.promise).toBeLessThan(buffersMaxBytes);
  });

  test("with interim answers on a kept-alive connection is cut off", async () => {
    const taken = Promise.withResolvers<number>();
    let requests = 0;
    const port = await listen((socket) => {
      socket.on("close", () => taken.resolve(socket.bytesWritten));
      socket.on("data", () => {
        if (++requests === 1) return socket.write(ok);
        return pour(socket, Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(2_000)));
      });
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toHaveProperty("status", 200);
    const result = await send(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000 });
    expect(result).toMatchObject({ kind: "error", error: "connect", message: tooManyInterim });
    expect(await taken.promise).toBeLessThan(buffersMaxBytes);
    expect(requests).toBe(2);
  });
});

describe("an answer of many bytes that HTTP allows", () => {
  const answerWith = (answer: string) =>
    listen((socket) => void socket.on("data", () => void socket.write(answer)));

  test("comes after eight interim answers", async () => {
    const port = await answerWith(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(8)}${ok}`);
    for (let i = 0; i < 3; i++) {
      const result = await send(`http://127.0.0.1:${port}/`);
      expect(result).toMatchObject({ kind: "response", status: 200, body: "ok" });
    }
  });

  test("is read with 60 KiB of headers and 16 KiB in chunks of one byte", async () => {
    const headers = Array.from({ length: 60 }, (_, i) => `x-${i}: ${"a".repeat(1_000)}\r\n`).join("");
    const chunks = `${"1\r\na\r\n".repeat(16 * 1024)}0\r\n\r\n`;
    const port = await answerWith(`${chunked.slice(0, -2)}${headers}\r\n${chunks}`);
    const result = await send(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: "response", status: 200, truncated: false });
    expect(result).toHaveProperty("body.length", 16 * 1024);
  });

  test("is truncated where its body is a megabyte that arrives at once", async () => {
    const port = await answerWith(
      `HTTP/1.1 200 OK\r\ncontent-length: 1048576\r\n\r\n${"a".repeat(1_048_576)}`,
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: "response", truncated: true });
  });
});
