import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AddressError } from "../../src/app/front/http-server.ts";
import { start } from "../../src/app/server.ts";
import { listShipments } from "../../src/delivery/orders/shipments/list.ts";
import type { Config } from "../../src/infra/config.ts";
import { createClock } from "../support/clock.ts";
import { callerOf, platform, shipmentBody } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";
import { askRaw, connectRaw, postRaw } from "../support/raw.ts";

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

test("a port belongs to one server; who cannot have it makes nothing, and may try again", async () => {
  const port = Number(new URL(server.url).port);
  const data = join(folder, "data");
  const refused = startServer({ config: { port }, dataDir: data, makesFolder: true });
  await expect(refused).rejects.toBeInstanceOf(AddressError);
  await expect(refused).rejects.toThrow(
    `cannot listen on --host 127.0.0.1 --port ${port} (EADDRINUSE): the port is in use`,
  );
  expect(existsSync(data)).toBe(false);
  const again = await startServer({ dataDir: data });
  await again.stop();
});

test("who calls while it is being opened is answered when it is", async () => {
  const port = freePort();
  // A folder of its own: it listens at once, and migrates while the call waits.
  const { config } = server.deps;
  const starting = start({ ...config, port, data: join(folder, "opening") });
  const early = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect([early.status, await early.json()]).toMatchObject([200, { status: "ok" }]);
  await (await starting).stop();
});

describe("what cannot be listened on or done is named, and nothing is made for it", () => {
  const refusals: [what: string, config: Partial<Config>, sentence: RegExp][] = [
    [
      "no name of a host",
      { host: "foo bar" },
      /^cannot listen on --host foo bar --port 0 .*such as 127\.0\.0\.1, ::1/,
    ],
    [
      "a name that leads nowhere",
      { host: "nosuch.invalid" },
      /^cannot listen on --host nosuch\.invalid .*such as 127\.0\.0\.1/,
    ],
    ["another machine's address", { host: "192.0.2.1" }, /EADDRNOTAVAIL.*this machine has no such address/],
    [
      "a mail server without a sender",
      { smtpUrl: "smtp://mail.example.com" },
      /^WAYBILL_SMTP_URL requires WAYBILL_SMTP_FROM/,
    ],
  ];
  test.each(refusals)("%s", async (_what, config, sentence) => {
    const data = join(folder, "nothing");
    const refused = startServer({ config, dataDir: data, makesFolder: true });
    await expect(refused).rejects.toThrow(sentence);
    expect(existsSync(data)).toBe(false);
  });
});

describe("stopping", () => {
  test("is seen at /readyz while requests are still answered, as long as was asked for", async () => {
    const stopping = await startServer({ config: { shutdownDelaySeconds: 2 } });
    const { sandbox } = await stopping.account();
    const { sleep } = Bun;
    const delay = Promise.withResolvers<void>();
    using _sleeps = spyOn(Bun, "sleep").mockImplementation((ms) =>
      ms === 2_000 ? delay.promise : sleep(ms as number),
    );
    const kept = await connectRaw(stopping.url);
    const before = await askRaw(kept, "/readyz");
    expect([before.status, before.headers.get("connection")]).toEqual([200, null]);
    const stopped = stopping.stop();
    const told = await askRaw(kept, "/readyz");
    expect([told.status, told.body.code]).toEqual([503, "shutting_down"]);
    expect(told.headers.get("connection")).toBe("close");
    const made = await sandbox.post(`${platform}/shipments`, shipmentBody());
    expect([made.status, made.headers.get("connection")]).toEqual([201, "close"]);
    delay.resolve();
    await stopped;
    await expect(fetch(`${stopping.url}/readyz`)).rejects.toThrow();
  });

  test("answers who asks on a connection it kept, and tells it to close", async () => {
    const stopping = await startServer();
    const kept = await Promise.all(Array.from({ length: 8 }, () => connectRaw(stopping.url)));
    for (const connection of kept) await askRaw(connection, "/healthz");
    const stopped = stopping.stop();
    // By now a server that said nothing would have closed them.
    await Bun.sleep(5);
    const told = await Promise.all(kept.map((connection) => askRaw(connection, "/healthz")));
    for (const { status, headers } of told)
      expect([status, headers.get("connection")]).toEqual([200, "close"]);
    await Promise.all([stopped, ...kept.map(({ closed }) => closed)]);
  });

  test("runs nothing without an answer: what was asked when it stopped is answered whole, or was never run", async () => {
    const dataDir = join(folder, "stopped");
    const stopping = await startServer({ dataDir });
    const { liveKey, accountId } = await stopping.account();
    const answered = new Set<string>();
    const cut = new Set<string>();
    let underWay = 0;
    const client = async (name: number) => {
      let connection = await connectRaw(stopping.url);
      for (let count = 0; ; count += 1) {
        const reference = `${name}-${count}`;
        const body = JSON.stringify(shipmentBody({ reference }));
        underWay += 1;
        const answer = await postRaw(connection, `${platform}/shipments`, liveKey, body);
        underWay -= 1;
        if (answer === undefined) return void cut.add(reference);
        expect([answer.status, answer.body.reference]).toEqual([201, reference]);
        answered.add(reference);
        if (answer.headers.get("connection") === "close") {
          const next = await connectRaw(stopping.url).catch(() => undefined);
          if (next === undefined) return;
          connection = next;
        }
      }
    };
    const clients = Array.from({ length: 8 }, (_, name) => client(name));
    await eventually("a load", () => answered.size > 50 && underWay > 4);
    await stopping.stop();
    await Promise.all(clients);
    const again = await startServer({ dataDir });
    const caller = callerOf(accountId, "live");
    const stored: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = listShipments(again.deps, caller, { limit: 100, ...(cursor ? { cursor } : {}) });
      stored.push(...page.data.map(({ reference }) => reference ?? ""));
      cursor = page.next_cursor;
    }
    expect(stored.toSorted()).toEqual([...answered].toSorted());
    expect(stored.filter((reference) => cut.has(reference))).toEqual([]);
    await again.stop();
  });
});

test("a data folder that cannot be used is named", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  await expect(startServer({ dataDir: file })).rejects.toThrow(`cannot use the data folder ${file}`);
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
