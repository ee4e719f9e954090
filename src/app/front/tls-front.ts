import { connect, type Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { idleTimeoutSeconds } from "../../api/idle-timeout.ts";
import type { Pair } from "./pair.ts";

/**
 * Takes TLS connections and passes their bytes on to the HTTP server behind, which listens on this machine only. Nothing
 * is parsed or added. Bun's own server cannot change its certificate without losing connections.
 */

const msPerSecond = 1_000;
/** Handshakes under way. Past these limits the oldest one ends, so that whoever comes now is served. */
const limits = {
  handshakes: 1_024,
  handshakesPerAddress: 128,
  handshakeMs: 10 * msPerSecond,
  /** From the handshake to the first byte. */
  silentMs: idleTimeoutSeconds * msPerSecond,
};
/** How long the last bytes may take to leave after the connection behind has ended. */
const leavingMs = 10 * msPerSecond;
/** Requests that were read before their connection ended still ask who sent them. */
const rememberedMs = 1 * msPerSecond;
const settings = { minVersion: "TLSv1.2", ALPNProtocols: ["http/1.1"] } as const;

interface Client {
  address: string;
}
/** By the local port of its inner connection. */
type Clients = Map<number, Client>;

export interface TlsFront {
  /** The one that was asked for, or of all addresses those that the machine has. */
  readonly host: string;
  readonly port: number;
  /** The client whose bytes arrive behind from this local port; undefined for a connection that is not the front's. */
  clientOn(port: number): string | undefined;
  /** New connections get this certificate; those that are open keep theirs. */
  renew(pair: Pair): void;
  /** Takes no further connections. */
  stopListening(): void;
  /** Ends what is still open, after its last bytes have left. */
  close(): Promise<void>;
}

/** Without a certificate yet, handshakes fail. @throws Error with the `code` of the system if it cannot listen */
export async function startTlsFront(
  address: { host: string; port: number },
  innerPort: number,
  { handshakes, handshakesPerAddress, handshakeMs, silentMs } = limits,
): Promise<TlsFront> {
  const clients: Clients = new Map();
  const opening = new Map<TLSSocket, string>();
  const open = new Set<TLSSocket>();
  const server = createServer({ ...settings, handshakeTimeout: handshakeMs, noDelay: true });
  server.on("connection", (raw) => {
    const socket = raw as TLSSocket;
    opening.set(socket, clientAddress(socket));
    socket.on("error", () => socket.destroy());
    socket.once("close", () => opening.delete(socket));
    if (opening.size > handshakes) opening.keys().next().value?.destroy();
    if (opening.size > handshakesPerAddress)
      endOldestOf(opening, clientAddress(socket), handshakesPerAddress);
  });
  server.on("secureConnection", (socket) => {
    opening.delete(socket);
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    passOn(socket, { innerPort, silentMs, clients });
  });
  // The client's fault: its socket ends.
  server.on("tlsClientError", (_error, socket) => void socket.destroy());
  const host = await listening(server, address);
  return {
    host,
    port: (server.address() as { port: number }).port,
    clientOn: (port) => clients.get(port)?.address,
    renew: ({ cert, key }) => server.setSecureContext({ ...settings, cert, key }),
    stopListening() {
      server.close();
      for (const socket of opening.keys()) socket.destroy();
    },
    async close() {
      server.close();
      const ends = [...open].map((socket) => new Promise((resolve) => void socket.once("close", resolve)));
      for (const socket of open) socket.destroySoon();
      await Promise.race([Promise.all(ends), Bun.sleep(rememberedMs)]);
      for (const socket of open) socket.destroy();
    },
  };
}

/** `::` takes IPv4 too, and is missing on machines without IPv6. @returns the host that it listens on */
async function listening(
  server: ReturnType<typeof createServer>,
  { host, port }: { host: string; port: number },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, () => resolve());
  try {
    await promise;
    return host;
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (host !== "::" || !/^(EAFNOSUPPORT|EADDRNOTAVAIL)$/.test(code)) throw error;
    return listening(server, { host: "0.0.0.0", port });
  } finally {
    server.off("error", reject);
  }
}

/** Waybill speaks of IPv4 addresses as such, also where a socket takes both kinds. */
function clientAddress({ remoteAddress = "" }: TLSSocket): string {
  return remoteAddress.replace(/^::ffff:(?=[\d.]+$)/i, "");
}

function endOldestOf(opening: Map<TLSSocket, string>, address: string, max: number): void {
  const same = [...opening].filter(([, from]) => from === address);
  if (same.length > max) same[0]?.[0].destroy();
}

/** Connects behind when the first byte arrives: whoever says nothing takes nothing there. */
function passOn(
  socket: TLSSocket,
  { innerPort, silentMs, clients }: { innerPort: number; silentMs: number; clients: Clients },
): void {
  const client = { address: clientAddress(socket) };
  const silent = setTimeout(() => socket.destroy(), silentMs);
  socket.once("close", () => clearTimeout(silent));
  socket.once("data", (first) => {
    clearTimeout(silent);
    socket.pause();
    const inner = connect({ host: "127.0.0.1", port: innerPort, noDelay: true });
    dropUnread(inner);
    let port: number | undefined;
    inner.once("connect", () => {
      port = inner.localPort;
      if (port === undefined || socket.destroyed) return void inner.destroy();
      clients.set(port, client);
      inner.write(first);
      socket.pipe(inner);
      inner.pipe(socket);
    });
    socket.once("close", () => inner.destroy());
    // What follows is its close.
    inner.on("error", () => {});
    inner.once("close", () => {
      socket.end();
      // Who is still sending hears the answer only if that is taken.
      socket.unpipe(inner).resume();
      setTimeout(() => socket.destroy(), leavingMs).unref();
      setTimeout(forget, rememberedMs, clients, port, client).unref();
    });
  });
}

/**
 * The server behind may answer and close before it has read everything, as it does with a body that is too large. What
 * it does not read is dropped: an error would end the socket here, and its answer would never be read.
 */
function dropUnread(inner: Socket): void {
  const write = inner._write;
  inner._write = (chunk, encoding, done) =>
    write.call(inner, chunk, encoding, (error) => done(isClosed(error) ? null : error));
}

function isClosed(error: (Error & { code?: string }) | null | undefined): boolean {
  return /^(EPIPE|ECONNRESET|ECANCELED)$/.test(error?.code ?? "");
}

/** The port may be another connection's by now. */
function forget(clients: Clients, port: number | undefined, client: Client): void {
  if (port !== undefined && clients.get(port) === client) clients.delete(port);
}
