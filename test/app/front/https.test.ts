import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccountWithoutUsers } from "../../../src/access/accounts/operator/administration.ts";
import { issueKey } from "../../../src/access/keys/service.ts";
import { takeAddress } from "../../../src/app/front/listener.ts";
import type { Running } from "../../../src/app/server.ts";
import { operatorIn } from "../../../src/infra/http/principal.ts";
import { elsewhere, expired, renewed } from "../../support/certificate-pairs.ts";
import { platform, shipmentBody } from "../../support/fixtures.ts";
import { eventually } from "../../support/harness.ts";
import { connectRaw } from "../../support/raw.ts";
import {
  askSecure,
  connectSecure,
  first,
  type PairPaths,
  secureConfig,
  servedName,
  startSecure,
  writePair,
} from "./support.ts";

let folder: string;
let paths: PairPaths;
let server: Running;
let key: string;
/** Where only this machine gets to, and plain HTTP. */
let inner: string;
let plain: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-https-"));
  paths = writePair(folder, first);
  server = await startSecure(folder, paths);
  [, plain = "", inner = ""] = server.urls;
  const account = await createAccountWithoutUsers(server.deps, "Secure");
  const input = { name: "Secure", environment: "sandbox" as const };
  key = (await issueKey(server.deps, operatorIn(account.id), input)).secret;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** The address that the request log has of the newest request. */
async function loggedAddress(options: object, headers: string): Promise<string> {
  const connection = await connectSecure(server.url, options);
  await askSecure(connection, "/api/v1/platform/account", `X-API-Key: ${key}\r\n${headers}`);
  const listed = await askSecure(connection, "/api/v1/platform/requests?limit=1", `X-API-Key: ${key}\r\n`);
  connection.socket.destroy();
  return JSON.parse(listed.split("\r\n\r\n")[1] ?? "").data[0].address;
}

describe("the client", () => {
  test("is the one who connected, whatever headers say", async () => {
    expect(await loggedAddress({ localAddress: "127.0.0.3" }, "")).toBe("127.0.0.3");
    const lies = "X-Forwarded-For: 203.0.113.7\r\nX-Real-IP: 203.0.113.7\r\nForwarded: for=203.0.113.7\r\n";
    expect(await loggedAddress({ localAddress: "127.0.0.4" }, lies)).toBe("127.0.0.4");
  });

  test("cannot come past TLS: who calls the inner address is refused", async () => {
    const answer = await fetch(`${inner}/healthz`, { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      "client_unknown",
    ]);
  });
});

describe("TLS", () => {
  test.each(["TLSv1.2", "TLSv1.3"] as const)("speaks %s, and HTTP/1.1 by ALPN", async (version) => {
    const { socket } = await connectSecure(server.url, { minVersion: version, maxVersion: version });
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, "http/1.1"]);
    socket.destroy();
  });

  test("refuses what is older, and what is no TLS", async () => {
    const old = connectSecure(server.url, { minVersion: "TLSv1", maxVersion: "TLSv1.1" });
    await expect(old).rejects.toThrow();
    const { port } = new URL(server.url);
    const connection = await connectRaw(`http://127.0.0.1:${port}`);
    connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await connection.closed;
    expect(connection.received()).not.toContain("HTTP/1.1");
  });

  test("one connection carries many requests", async () => {
    const connection = await connectSecure(server.url);
    for (let count = 0; count < 20; count += 1)
      expect(await askSecure(connection, "/healthz")).toStartWith("HTTP/1.1 200");
    connection.socket.destroy();
  });

  test("a stream arrives as it is written", async () => {
    const stream = await connectSecure(server.url);
    const headers = `Host: x\r\nX-API-Key: ${key}\r\n`;
    stream.send(`GET ${platform}/events/stream HTTP/1.1\r\n${headers}\r\n`);
    await eventually("its first frame", () => stream.received().includes("\n\n"));
    const before = stream.received().length;
    const made = await fetch(`${server.url}${platform}/shipments`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(shipmentBody()),
      tls: { rejectUnauthorized: false },
    });
    expect(made.status).toBe(201);
    await eventually("its event", () => stream.received().slice(before).includes("shipment.created"));
    // It has not ended.
    expect(stream.socket.readyState).toBe("open");
    stream.socket.destroy();
  });

  test("a large body and a large answer arrive whole", async () => {
    const answer = await fetch(`${server.url}/api/v1/openapi.json`, { tls: { rejectUnauthorized: false } });
    const document = await answer.text();
    expect(JSON.parse(document).openapi).toStartWith("3.");
    const refused = await fetch(`${server.url}/api/v1/platform/shipments`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ reference: "x".repeat(100_000) }),
      tls: { rejectUnauthorized: false },
    });
    expect(refused.status).toBe(422);
  });
});

describe("requests that two servers could read differently", () => {
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
  test.each([
    ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["two lengths", "Content-Length: 0\r\nContent-Length: 36\r\n\r\n"],
    ["a length with a sign", "Content-Length: +36\r\n\r\n"],
    ["an encoding twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"],
    ["a header that is folded", "X: a\r\n Content-Length: 36\r\n\r\n"],
  ])("%s: the second one is never run", async (_what, rest) => {
    const connection = await connectSecure(server.url);
    connection.send(`POST /healthz HTTP/1.1\r\nHost: x\r\n${rest}${smuggled}`);
    await eventually("an answer", () => connection.received().includes("\r\n\r\n") || undefined);
    expect(connection.received()).not.toContain("HTTP/1.1 2");
    connection.socket.destroy();
  });
});

describe("the plain port", () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(plain + path, { redirect: "manual", ...init });

  test("leads nowhere before HTTPS has its certificate: a browser keeps a permanent redirect", async () => {
    const starting = await takeAddress(secureConfig(folder, paths));
    const [, port = ""] = starting.urls;
    const early = await fetch(port, { redirect: "manual" });
    expect([early.status, await early.text()]).toEqual([503, "Waiting for the certificate\n"]);
    expect(early.headers.get("location")).toBeNull();
    await starting.close();
  });

  test("redirects to the public URL, not to what the request names", async () => {
    for (const body of [undefined, "x".repeat(10_000)]) {
      const method = body === undefined ? "GET" : "POST";
      const headers = { host: "evil.example" };
      const answer = await ask("/t/abc?x=1", { method, headers, ...(body && { body }) });
      expect([answer.status, answer.headers.get("location")]).toEqual([308, "https://127.0.0.1/t/abc?x=1"]);
    }
    const doubled = await ask("//evil.example/x");
    expect(doubled.headers.get("location")).toStartWith("https://127.0.0.1/");
  });

  test("answers /healthz, and has no challenge that nobody asked for", async () => {
    const health = await ask("/healthz");
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    expect((await ask("/.well-known/acme-challenge/abc")).status).toBe(404);
  });
});

describe("certificates", () => {
  test("a new pair is served to new connections, and open ones go on", async () => {
    const kept = await connectSecure(server.url);
    expect(await servedName(server.url)).toBe("Waybill test");
    writePair(folder, renewed);
    await eventually("the new one", async () => (await servedName(server.url)) === "Waybill test, renewed");
    expect(await askSecure(kept, "/healthz")).toStartWith("HTTP/1.1 200");
    kept.socket.destroy();
  });

  test.each([
    ["a key of another", { cert: first.cert, key: renewed.key }],
    ["an expired one", expired],
    ["one for another name", elsewhere],
    ["no certificate", { cert: "nothing", key: first.key }],
  ])("%s is refused, and the one before stays; the next whole pair is taken", async (_what, broken) => {
    const log: string[] = [];
    const error = server.deps.log.error;
    server.deps.log.error = ((_fields: object, text: string) => void log.push(text)) as typeof error;
    writePair(folder, broken);
    await eventually("the refusal", () => log.some((text) => text.includes("The one before stays")));
    server.deps.log.error = error;
    const before = await servedName(server.url);
    const next = before === "Waybill test" ? renewed : first;
    writePair(folder, next);
    await eventually("the whole pair", async () => (await servedName(server.url)) !== before);
  });

  test("a file that is gone changes nothing", async () => {
    const before = await servedName(server.url);
    rmSync(paths.tlsCert);
    // The log says so at the second look.
    const log: string[] = [];
    const error = server.deps.log.error;
    server.deps.log.error = ((_fields: object, text: string) => void log.push(text)) as typeof error;
    await eventually("the refusal", () => log.length > 0);
    server.deps.log.error = error;
    expect(await servedName(server.url)).toBe(before);
    writeFileSync(paths.tlsCert, first.cert);
  });
});

test("it stops as without TLS: who waits is answered, told to close, and nobody is left", async () => {
  const own = mkdtempSync(join(tmpdir(), "waybill-https-stop-"));
  const stopping = await startSecure(own, writePair(own, first));
  const kept = await Promise.all(Array.from({ length: 8 }, () => connectSecure(stopping.url)));
  for (const connection of kept) await askSecure(connection, "/healthz");
  const { port } = new URL(stopping.url);
  const silent = createConnection(Number(port), "127.0.0.1");
  const ended = new Promise((resolve) => silent.once("close", resolve));
  silent.on("error", () => {});
  await new Promise((resolve) => silent.once("connect", resolve));
  const stopped = stopping.stop();
  const told = await Promise.all(kept.map((connection) => askSecure(connection, "/healthz")));
  for (const answer of told) expect(answer).toMatch(/^HTTP\/1\.1 200.*\r\nconnection: close\r\n/is);
  await Promise.all([stopped, ended, ...kept.map(({ closed }) => closed)]);
  await expect(connectSecure(stopping.url)).rejects.toThrow();
  rmSync(own, { recursive: true });
});
