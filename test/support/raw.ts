import type { Answer } from "./harness.ts";

/**
 * Sends a request as it stands, for what no client sends: `rest` gets how to send more after its first part.
 * The answer is all that came until the server closed the connection.
 */
export async function sendRaw(
  url: string,
  first: string,
  rest: (send: (text: string) => void) => Promise<unknown>,
): Promise<Answer> {
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
  socket.write(first);
  await rest((text) => socket.write(text));
  await closed.promise;
  const [head = "", text = ""] = received.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: JSON.parse(text), text };
}
