import { afterEach, beforeEach, expect, test } from "bun:test";
import { createConnection, type Socket } from "node:net";
import { startTlsFront, type TlsFront } from "../../../src/app/front/tls-front.ts";
import { eventually } from "../../support/harness.ts";
import { askSecure, connectSecure, first } from "./support.ts";

/** The front alone, with limits that a test reaches. */

const limits = { handshakes: 12, handshakesPerAddress: 8, handshakeMs: 60_000, silentMs: 60_000 };

let inner: Bun.Server<undefined>;
let seen: (string | undefined)[];
let front: TlsFront;
beforeEach(() => {
  seen = [];
  inner = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request, server) {
      seen.push(front.clientOn(server.requestIP(request)?.port ?? 0));
      return new Response("ok");
    },
  });
});
afterEach(async () => {
  front.stopListening();
  await front.close();
  await inner.stop(true);
});

async function begin(changed: Partial<typeof limits> = {}, host = "127.0.0.1"): Promise<string> {
  const address = { host, port: 0 };
  front = await startTlsFront(address, Number(inner.port), { ...limits, ...changed });
  front.renew({ ...first, names: [], validFrom: new Date(0), validTo: new Date(0) });
  return `https://127.0.0.1:${front.port}`;
}

/** Connects and says nothing. */
async function beSilent(localAddress: string): Promise<Socket> {
  const socket = createConnection({ host: "127.0.0.1", port: front.port, localAddress });
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

test("of handshakes that go on, the oldest of an address ends when it has too many; whoever comes is served", async () => {
  const url = await begin();
  const silent: Socket[] = [];
  for (let count = 0; count < 20; count += 1) silent.push(await beSilent("127.0.0.5"));
  const other = await beSilent("127.0.0.6");
  const connection = await connectSecure(url, { localAddress: "127.0.0.5" });
  expect(await askSecure(connection, "/")).toStartWith("HTTP/1.1 200");
  for (const socket of silent) socket.resume();
  await eventually("their end", () => silent.filter(isOpen).length <= limits.handshakesPerAddress);
  expect(silent.slice(-limits.handshakesPerAddress + 1).every(isOpen)).toBe(true);
  expect(isOpen(other)).toBe(true);
  connection.socket.destroy();
  for (const socket of [...silent, other]) socket.destroy();
});

test("of all addresses together, the oldest ends", async () => {
  await begin();
  const silent: Socket[] = [];
  for (let count = 0; count < 15; count += 1) silent.push((await beSilent(`127.0.1.${count + 1}`)).resume());
  await eventually("the end of three", () => silent.filter(isOpen).length === limits.handshakes);
  expect(silent.slice(3).every(isOpen)).toBe(true);
  for (const socket of silent) socket.destroy();
});

test("a handshake has an end, and the inner server never hears of it", async () => {
  await begin({ handshakeMs: 100 });
  const socket = (await beSilent("127.0.0.1")).resume();
  await eventually("the end of the handshake", () => !isOpen(socket));
  expect(seen).toEqual([]);
});

test("a silence after the handshake has an end, and the inner server never hears of it", async () => {
  const { closed } = await connectSecure(await begin({ silentMs: 100 }));
  await closed;
  expect(seen).toEqual([]);
});

test("without a certificate no handshake succeeds", async () => {
  front = await startTlsFront({ host: "127.0.0.1", port: 0 }, Number(inner.port), limits);
  await expect(connectSecure(`https://127.0.0.1:${front.port}`)).rejects.toThrow();
});

test("all addresses take IPv4, whose addresses are written as such; an ended connection is forgotten", async () => {
  const url = await begin({}, "::");
  const connection = await connectSecure(url, { localAddress: "127.0.0.7" });
  await askSecure(connection, "/");
  expect(seen).toEqual(["127.0.0.7"]);
  connection.socket.destroy();
  const ports = Array.from({ length: 65_536 }, (_, port) => port);
  await eventually("that nobody is known", () => ports.every((port) => front.clientOn(port) === undefined));
});

test("a client that leaves ends what waits behind", async () => {
  const url = await begin();
  const arrived = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  inner.reload({
    fetch(request) {
      request.signal.addEventListener("abort", () => left.resolve());
      arrived.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const connection = await connectSecure(url);
  connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await arrived.promise;
  connection.socket.end();
  await left.promise;
});

test("an answer arrives though the server behind does not read the body, however much of it is still on its way", async () => {
  const url = await begin();
  inner.reload({
    fetch: () => new Response("too large", { status: 413, headers: { connection: "close" } }),
  });
  const body = "x".repeat(9_000_000);
  for (let count = 0; count < 10; count += 1) {
    const connection = await connectSecure(url);
    connection.send(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await connection.closed;
    expect(connection.received()).toStartWith("HTTP/1.1 413");
  }
});
