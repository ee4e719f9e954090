import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "./support/clock.ts";
import { platform } from "./support/fixtures.ts";
import { startServer, type TestServer } from "./support/harness.ts";

const clock = createClock();
let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  folder = mkdtempSync(join(tmpdir(), "waybill-server-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a port belongs to one server; who cannot have it leaves its data folder free", async () => {
  const port = Number(new URL(server.url).port);
  const data = join(folder, "data");
  await expect(startServer({ config: { port }, dataDir: data })).rejects.toMatchObject({
    code: "EADDRINUSE",
    syscall: "listen",
  });
  const again = await startServer({ dataDir: data });
  await again.stop();
});

test("a data folder that cannot be used is named", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  await expect(startServer({ dataDir: file })).rejects.toThrow(`the data folder ${file} cannot be used`);
});

test("links are addresses that somebody can call, also where it listens everywhere", async () => {
  const everywhere = await startServer({ config: { host: "0.0.0.0" } });
  expect(everywhere.url).toMatch(/^http:\/\/localhost:\d+$/);
  expect((await fetch(`${everywhere.url}/healthz`)).status).toBe(200);
  await everywhere.stop();
});

test("a revoked key stays revoked when the clock steps back", async () => {
  const { session, sandbox } = await server.account();
  const keys = (await session.get("/api/v1/keys")).body.data;
  for (const key of keys) await session.delete(`/api/v1/keys/${key.id}`);
  clock.advance(-60);
  const answer = await sandbox.get(`${platform}/shipments`);
  expect([answer.status, answer.body.code]).toEqual([401, "api_key_revoked"]);
  clock.advance(60);
});

test("a short host name leads to the same routes", async () => {
  const { hostname, port } = new URL(server.url);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) =>
          void socket.write("GET /healthz HTTP/1.1\r\nHost: api\r\nConnection: close\r\n\r\n"),
        data: (_socket, bytes) => {
          text += bytes.toString();
        },
        close: () => resolve(text),
        error: (_socket, error) => reject(error),
      },
    });
  });
  expect(answer).toStartWith("HTTP/1.1 200");
});

test("a compressed body is refused, not misread", async () => {
  const { sandbox } = await server.account();
  const answer = await sandbox.post(`${platform}/shipments`, {}, { "content-encoding": "gzip" });
  expect([answer.status, answer.body.code]).toEqual([415, "unsupported_media_type"]);
});
