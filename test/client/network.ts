import { createServer, type ServerResponse } from "node:http";
import { createWaybill } from "waybill-client";

/** What a request meets: the API's network has its bad days. */
export type Act = (response: ServerResponse) => void;

interface Asked {
  method: string | undefined;
  key: string | string[] | undefined;
  body: string;
}

/** What arrived, in order. */
export const asked: Asked[] = [];
let stop = async () => {};

/** For after each test. */
export async function stopNetwork(): Promise<void> {
  await stop();
  asked.length = 0;
}

/** A client whose first request meets the first act, and so on; all that follow the last one. */
export async function clientOf(acts: Act[], options: { maxRetries?: number } = {}) {
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const body = (await Array.fromAsync(request)).join("");
    asked.push({ method, key: headers["idempotency-key"], body });
    acts[Math.min(asked.length, acts.length) - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const port = typeof address === "object" ? address?.port : undefined;
  return createWaybill({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: "wb_sandbox_test", ...options });
}

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Act =>
  (response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers });
    response.end(JSON.stringify(body));
  };
export const good = answer(200, { id: "shp_1" });
export const refuse = (status: number, retryAfter = "0") =>
  answer(status, { status, code: "busy", detail: "Try again." }, { "retry-after": retryAfter });
export const breakOff: Act = (response) => response.destroy();
export const breakInside: Act = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":', () => response.destroy());
};
export const hang: Act = () => {};
