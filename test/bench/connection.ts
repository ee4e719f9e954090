/**
 * HTTP/1.1 over a socket that stays open, one request at a time. What measures shares the cores with what is
 * measured: the requests are bytes made beforehand, and of an answer no more is read than its end takes.
 */

export interface Answer {
  status: number;
  body: string;
}

export interface Connection {
  /** Rejects when the server closes the connection instead. */
  send(request: Buffer): Promise<Answer>;
  close(): void;
}

const headEndMark = "\r\n\r\n";
const lastChunk = Buffer.from("0\r\n\r\n");

export async function connect(url: string): Promise<Connection> {
  const { hostname, port, protocol } = new URL(url);
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let received: Buffer | undefined;
  let unsent: Buffer | undefined;
  const fail = (error: Error) => waiting?.reject(error);
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    ...(protocol === "https:" && { tls: { rejectUnauthorized: false } }),
    socket: {
      data(_socket, bytes) {
        received = received === undefined ? bytes : Buffer.concat([received, bytes]);
        const answer = readAnswer(received);
        if (answer === undefined) return;
        received = undefined;
        waiting?.resolve(answer);
      },
      drain: flush,
      close: () => fail(new Error(`${url} closed the connection`)),
      error: (_socket, error) => fail(error),
    },
  });

  function flush() {
    if (unsent === undefined) return;
    const written = socket.write(unsent);
    unsent = written < unsent.length ? unsent.subarray(written) : undefined;
  }

  return {
    send(request) {
      waiting = Promise.withResolvers();
      unsent = request;
      flush();
      return waiting.promise;
    },
    close: () => socket.end(),
  };
}

/** A whole request; every header that a program sends, and none that a browser does. */
export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const own = body === undefined ? {} : { "Content-Type": "application/json" };
  const all = { Host: "127.0.0.1", ...own, ...headers, "Content-Length": String(Buffer.byteLength(text)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}

/** The answer when all of it is there; in chunks where its length is not said. @throws Error for a body whose length is not said */
function readAnswer(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf(headEndMark);
  if (headEnd === -1) return undefined;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    if (!bytes.subarray(-lastChunk.length).equals(lastChunk)) return undefined;
    return { status, body: bytes.toString("utf8", headEnd + headEndMark.length) };
  }
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 204 && status !== 304) throw new Error(`no length is said: ${head}`);
  const bodyAt = headEnd + headEndMark.length;
  const end = bodyAt + Number(length ?? 0);
  return bytes.length < end ? undefined : { status, body: bytes.toString("utf8", bodyAt, end) };
}
