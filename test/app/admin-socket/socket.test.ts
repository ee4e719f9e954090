import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askServer, socketPath } from "../../../src/app/admin-socket/socket.ts";
import { linesOf } from "../../infra/db/support.ts";
import { command } from "../../support/command.ts";
import { startServer, type TestServer } from "../../support/harness.ts";
import { testWith } from "../../support/test-with.ts";

let folder: string;
let data: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-socket-"));
  data = join(folder, "data");
  server = await startServer({ dataDir: data });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const input = { account: "nobody@example.com", tier: "free" };

describe("the socket", () => {
  test("is open to its owner alone, in a folder that is closed to others", () => {
    expect(statSync(socketPath(data)).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });

  test("is the only way: no path that listens on the network does what it does", async () => {
    const { paths } = (await server.client().get("/api/v1/openapi.json")).body;
    expect(Object.keys(paths).filter((path) => /control|command/.test(path))).toEqual([]);
    const answer = await server.client().post("/control", { name: "account tier", input });
    expect([answer.status, answer.body.code]).toEqual([404, "path_not_found"]);
  });

  test("says what is wrong with an input, and what it does not know", async () => {
    const wrong = askServer(data, "account tier", { ...input, extra: 1 });
    await expect(wrong).rejects.toMatchObject({
      code: "validation_failed",
      options: { errors: [{ pointer: "#/extra", code: "unknown_field", detail: "is an unknown field" }] },
    });
    const response = await fetch("http://localhost/", { unix: socketPath(data), method: "POST", body: "{" });
    expect(await response.json()).toEqual({
      refusal: { code: "internal", options: { detail: "The server's log has the cause." } },
    });
    for (const name of ["nothing", "constructor", "__proto__"]) {
      await expect(askServer(data, name as never, {})).rejects.toMatchObject({ code: "path_not_found" });
    }
  });

  test("is gone when the server has stopped; without one nobody is asked", async () => {
    const own = join(folder, "own");
    const short = await startServer({ dataDir: own });
    expect(existsSync(socketPath(own))).toBe(true);
    await short.stop();
    expect(existsSync(socketPath(own))).toBe(false);
    expect(await askServer(own, "schemas", {})).toBeUndefined();
  });

  test("replaces what a killed server left", async () => {
    const own = join(folder, "left");
    mkdirSync(own, { mode: 0o700 });
    writeFileSync(socketPath(own), "");
    const next = await startServer({ dataDir: own });
    expect(await askServer(own, "schemas", {})).toEqual({
      result: expect.objectContaining({ accounts: expect.any(String) }),
    });
    await next.stop();
  });

  testWith("root", "is not for another user, who is told whose it is", async () => {
    const revoke = [...command, "key", "revoke", "key_1", "--data", data];
    chmodSync(folder, 0o755);
    const whoIs = async () => {
      const child = Bun.spawn(["setpriv", "--reuid=12345", "--clear-groups", ...revoke], { stderr: "pipe" });
      return [await child.exited, await new Response(child.stderr).text()];
    };
    const told = (path: string) =>
      `waybill: ${path} belongs to user 0, but this process runs as user 12345: run waybill as its owner, or choose another data folder with --data\n`;
    expect(await whoIs()).toEqual([73, told(data)]);
    chmodSync(data, 0o777);
    expect(await whoIs()).toEqual([73, told(socketPath(data))]);
    chmodSync(data, 0o700);
  });

  testWith("root", "is for root too, whoever runs the server", async () => {
    const own = join(folder, "somebody");
    mkdirSync(own, { mode: 0o777 });
    chownSync(own, 12345, 12345);
    const child = Bun.spawn(
      ["setpriv", "--reuid=12345", "--clear-groups", ...command, "serve", "--port", "0", "--data", own],
      { stdout: "pipe", stderr: "ignore" },
    );
    await linesOf(child.stdout).next();
    expect(await askServer(own, "schemas", {})).toMatchObject({ result: { accounts: expect.any(String) } });
    child.kill();
    expect(await child.exited).toBe(0);
  });

  test("works in a folder of a long name too", async () => {
    const own = join(folder, "x".repeat(120));
    const deep = await startServer({ dataDir: own });
    expect(await askServer(own, "schemas", {})).toMatchObject({ result: {} });
    await deep.stop();
  });
});
