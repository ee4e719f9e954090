import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SettingError } from "../../../src/app/config/reading.ts";
import { AddressError } from "../../../src/app/front/http-server.ts";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

let folder: string;
let socket: string;
let server: TestServer;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-socket-"));
  socket = join(folder, "http.sock");
  const tcp = await startServer();
  await tcp.stop();
  server = await startServer({
    config: {
      httpSocket: socket,
      publicUrl: "https://waybill.example.com",
      trustedProxies: parseCidrs(["10.0.0.0/8"]),
    },
  });
  const { createAccountWithoutUsers } = await import(
    "../../../src/access/accounts/operator/administration.ts"
  );
  const { issueKey } = await import("../../../src/access/keys/service.ts");
  const { operatorIn } = await import("../../../src/infra/http/principal.ts");
  const account = await createAccountWithoutUsers(server.deps, "Proxied");
  key = (await issueKey(server.deps, operatorIn(account.id), { name: "x", environment: "sandbox" })).secret;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://waybill.example.com${path}`, { unix: socket, headers });

test("its group may call, and nobody else; no port is opened", () => {
  expect(statSync(socket).mode & 0o777).toBe(0o660);
  expect(server.urls).toEqual([]);
  expect(server.url).toBe("https://waybill.example.com");
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["192.0.2.1, 203.0.113.7", "203.0.113.7"],
  ["203.0.113.8, 10.1.2.3", "203.0.113.8"],
  ["[2001:db8::1]:443", "2001:db8::1"],
])("of %s the client is %s", async (forwarded, address) => {
  const headers = { "x-api-key": key, "x-forwarded-for": forwarded };
  expect((await ask("/api/v1/platform/account", headers)).status).toBe(200);
  const logged = (await (await ask("/api/v1/platform/requests?limit=1", headers)).json()) as {
    data: { address: string }[];
  };
  expect(logged.data[0]?.address).toBe(address);
});

test.each([undefined, "", "unknown", "203.0.113.7, "])(
  "without a client (%j) it is refused",
  async (forwarded) => {
    const answer = await ask("/healthz", forwarded === undefined ? {} : { "x-forwarded-for": forwarded });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      "client_unknown",
    ]);
  },
);

describe("where it cannot be", () => {
  const start = (httpSocket: string, dataDir = join(folder, "other")) =>
    startServer({ config: { httpSocket, publicUrl: "https://x.example" }, dataDir, makesFolder: true });

  test("in the data folder, over a file, in a folder that is missing", async () => {
    const data = join(folder, "data");
    await expect(start(join(data, "x.sock"), data)).rejects.toThrow(/must be outside the data folder/);
    const file = join(folder, "file");
    writeFileSync(file, "kept");
    await expect(start(file)).rejects.toThrow(SettingError);
    expect(await Bun.file(file).text()).toBe("kept");
    await expect(start(join(folder, "missing", "x.sock"))).rejects.toThrow(/its folder must exist/);
    expect(existsSync(join(folder, "other"))).toBe(false);
  });

  test("where another server is; a leftover of a killed one goes", async () => {
    await expect(start(socket)).rejects.toThrow(AddressError);
    expect((await ask("/healthz", { "x-forwarded-for": "203.0.113.7" })).status).toBe(200);
    const left = join(folder, "left.sock");
    const child = Bun.spawn(
      [
        process.execPath,
        "-e",
        `Bun.serve({ unix: ${JSON.stringify(left)}, fetch: () => new Response() }); console.log(1); setInterval(() => {}, 1000)`,
      ],
      { stdout: "pipe" },
    );
    await child.stdout.getReader().read();
    child.kill("SIGKILL");
    await child.exited;
    expect(existsSync(left)).toBe(true);
    const dataDir = join(folder, "again");
    mkdirSync(dataDir, { mode: 0o700 });
    const again = await start(left, dataDir);
    await again.stop();
    expect(existsSync(left)).toBe(false);
  });
});
