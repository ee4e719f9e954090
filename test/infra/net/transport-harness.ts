// What the tests of the transport share: a transport with a DNS of their own, and servers on loopback.

import { createServer, type Socket } from "node:net";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import type { Wording } from "../../../src/infra/net/failure.ts";
import { targetProblems } from "../../../src/infra/net/target-url.ts";
import { createTransport, type SendRequest } from "../../../src/infra/net/transport.ts";

/** What the clock of the tests moves at each look. */
export const tickMs = 7;
export const wording: Wording = { server: "The server", target: targetProblems };
export const loopback = parseCidrs(["127.0.0.0/8"]);

/** The addresses of each name that resolves. */
export const hosts = new Map<string, string[]>();
/** The names that were looked up, in order. */
export const lookups: string[] = [];
export const transport = createTransport({ now: tick, lookup: lookUpFake, machine: () => [] });

const opened: { stop: () => unknown }[] = [];
let elapsedMs = 0;

/** Belongs after each test. */
export async function reset(): Promise<void> {
  hosts.clear();
  lookups.length = 0;
  for (const server of opened.splice(0)) await server.stop();
}

export function send(url: string, change: Partial<SendRequest> = {}) {
  const body = new TextEncoder().encode("{}");
  return transport.send({
    method: "POST",
    headers: {},
    body,
    timeoutMs: 60_000,
    requestBytesMax: 1024,
    answerBytesMax: 16 * 1024,
    longAnswer: "truncate",
    isRepeatable: true,
    wording,
    allow: loopback,
    httpAllowed: true,
    ...change,
    url,
  });
}

export function tick(): number {
  elapsedMs += tickMs;
  return elapsedMs;
}

async function lookUpFake(hostname: string): Promise<string[]> {
  lookups.push(hostname);
  const addresses = hosts.get(hostname);
  if (!addresses) throw new Error("ENOTFOUND");
  return addresses;
}

export function serve(fetch: (request: Request) => Response | Promise<Response>): number {
  return track(Bun.serve({ hostname: "127.0.0.1", port: 0, fetch }));
}

export function track(server: {
  port?: number | undefined;
  stop: (force: boolean) => Promise<void>;
}): number {
  opened.push({ stop: () => server.stop(true) });
  return server.port ?? 0;
}

/** A server below HTTP, for answers that no HTTP server gives. */
export async function listen(onConnection: (socket: Socket) => void, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  opened.push({
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
