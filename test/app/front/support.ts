import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { loadConfig } from "../../../src/app/config/reading.ts";
import type { Replacements } from "../../../src/app/installation.ts";
import { type Running, start } from "../../../src/app/server.ts";
import type { Config } from "../../../src/infra/config.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { eventually } from "../../support/harness.ts";

/** A server with HTTPS of its own, and clients that look at what only TLS shows. */

export const first = { cert: certificate, key: certificateKey };

export interface PairPaths {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

export function writePair(folder: string, { cert, key }: { cert: string; key: string }): PairPaths {
  const paths = { tlsCert: join(folder, "tls.crt"), tlsKey: join(folder, "tls.key") };
  writeFileSync(paths.tlsCert, cert);
  writeFileSync(paths.tlsKey, key);
  return paths;
}

export function startSecure(
  folder: string,
  config: Partial<Config> = {},
  replacements: Replacements = {},
): Promise<Running> {
  return start(secureConfig(folder, config), replacements);
}

export function secureConfig(folder: string, config: Partial<Config>): Config {
  return {
    ...loadConfig({}, {}, {}),
    host: "127.0.0.1",
    httpPort: 0,
    httpsPort: 0,
    data: join(folder, "data"),
    defaultTier: "unlimited",
    logLevel: "silent",
    publicUrl: "https://127.0.0.1",
    ...config,
  };
}

export interface SecureConnection {
  readonly socket: TLSSocket;
  send(text: string): void;
  received(): string;
  readonly closed: Promise<void>;
}

/** Resolves after the handshake; rejects if that fails. */
export async function connectSecure(
  url: string,
  options: ConnectionOptions & { localAddress?: string } = {},
): Promise<SecureConnection> {
  const { hostname, port } = new URL(url);
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let received = "";
  const socket = connect(
    {
      host: hostname,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
      ...options,
    },
    () => opened.resolve(),
  );
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
  });
  socket.on("error", (error) => opened.reject(error));
  socket.on("close", () => closed.resolve());
  await opened.promise;
  return {
    socket,
    send: (text) => void socket.write(text),
    received: () => received,
    closed: closed.promise,
  };
}

/** One request on a connection that stays open; the answer as text. */
export async function askSecure(connection: SecureConnection, path: string, headers = ""): Promise<string> {
  const before = connection.received().length;
  connection.send(`GET ${path} HTTP/1.1\r\nHost: hooks.example\r\n${headers}\r\n`);
  return eventually("an answer", () => {
    const text = connection.received().slice(before);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    return length !== undefined && body.length >= Number(length) ? text : undefined;
  });
}

/** The name in the certificate that a new connection gets. */
export async function servedName(url: string): Promise<string> {
  const { socket } = await connectSecure(url);
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}
