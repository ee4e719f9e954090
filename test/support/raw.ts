import { type Answer, eventually } from "./harness.ts";

/** A connection that sends requests literally, for requests that no client sends. */
interface RawConnection {
  send(text: string): void;
  /** Everything received so far. */
  received(): string;
  /** Resolves when the server has closed it. */
  closed: Promise<void>;
}

export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const closed = Promise.withResolvers<void>();
  let received = "";
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, bytes) => {
        received += bytes.toString();
      },
      close: () => closed.resolve(),
      error: (_socket, error) => closed.reject(error),
    },
  });
  return { send: (text) => void socket.write(text), received: () => received, closed: closed.promise };
}

/**
 * Sends a request in parts: `rest` gets a function that sends more after the first part. The answer is everything
 * received until the server closed the connection.
 */
export async function sendRaw(
  url: string,
  first: string,
  rest: (send: (text: string) => void) => Promise<unknown>,
): Promise<Answer> {
  const connection = await connectRaw(url);
  connection.send(first);
  await rest(connection.send);
  await connection.closed;
  return readAnswer(connection.received());
}

/** Sends a request on a connection that stays open, like a load balancer's. The answer is a JSON object. */
export async function askRaw(connection: RawConnection, path: string): Promise<Answer> {
  const before = connection.received().length;
  connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const text = await eventually("an answer", () => {
    const answer = connection.received().slice(before);
    return answer.endsWith("}") ? answer : undefined;
  });
  return readAnswer(text);
}

/** Posts JSON on a connection that stays open; undefined if it was closed before a complete answer. */
export async function postRaw(
  connection: RawConnection,
  path: string,
  key: string,
  body: string,
): Promise<Answer | undefined> {
  const before = connection.received().length;
  const length = Buffer.byteLength(body);
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  const isWhole = () => {
    const [head = "", text = ""] = connection.received().slice(before).split("\r\n\r\n");
    const wanted = /^content-length: (\d+)$/im.exec(head)?.[1];
    return wanted !== undefined && Buffer.byteLength(text) >= Number(wanted);
  };
  let isClosed = false;
  void connection.closed
    .catch(() => {})
    .then(() => {
      isClosed = true;
    });
  await eventually("an answer, or the end of the connection", () => isWhole() || isClosed);
  return isWhole() ? readAnswer(connection.received().slice(before)) : undefined;
}

function readAnswer(received: string): Answer {
  const [head = "", text = ""] = received.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const isJson = /json/.test(headers.get("content-type") ?? "") && text !== "";
  return { status: Number(statusLine.split(" ")[1]), headers, body: isJson ? JSON.parse(text) : null, text };
}
