import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { first, startSecure, writePair } from "../app/front/support.ts";
import { freePort } from "../support/free-port.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { run } from "./run.ts";

let folder: string;
let socket: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-health-"));
  socket = join(folder, "http.sock");
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const check = (args: string[] = [], env: Record<string, string> = {}) =>
  run(["healthcheck", ...args], { env });

test("to a port it names no client, which would look like a proxy that nobody declared", async () => {
  const warned: string[] = [];
  const { warn } = server.deps.log;
  server.deps.log.warn = ((_fields: object, text: string) => void warned.push(text)) as typeof warn;
  expect((await check([server.url])).exitCode).toBe(0);
  server.deps.log.warn = warn;
  expect(warned).toEqual([]);
});

test("a server that is alive: 0, by its URL or by the variables of `serve`", async () => {
  expect(await check([server.url])).toEqual({ exitCode: 0, stdout: "ok\n", stderr: "" });
  const { port } = new URL(server.url);
  expect((await check([], { WAYBILL_PORT: port, WAYBILL_HOST: "0.0.0.0" })).exitCode).toBe(0);
  // A proxy of the environment is for other machines.
  const proxied = { WAYBILL_PORT: port, http_proxy: `http://127.0.0.1:${freePort()}` };
  expect((await check([], proxied)).exitCode).toBe(0);
});

test("with HTTPS, and on a proxy's socket", async () => {
  const httpPort = freePort();
  const paths = writePair(folder, first);
  const secure = await startSecure(folder, { ...paths, httpPort, httpSocket: socket });
  const variables = { WAYBILL_TLS_CERT: paths.tlsCert, WAYBILL_TLS_KEY: paths.tlsKey };
  expect((await check([], { ...variables, WAYBILL_HTTP_PORT: String(httpPort) })).exitCode).toBe(0);
  expect((await check([secure.url])).exitCode).toBe(0);
  expect((await check([], { WAYBILL_HTTP_SOCKET: socket })).exitCode).toBe(0);
  await secure.stop();
  // An address of its own is asked there, not at 127.0.0.1.
  const elsewhere = await startSecure(folder, { ...paths, host: "127.0.0.8", httpPort });
  const there = { ...variables, WAYBILL_HOST: "127.0.0.8", WAYBILL_HTTP_PORT: String(httpPort) };
  expect(await check([], there)).toEqual({ exitCode: 0, stdout: "ok\n", stderr: "" });
  await elsewhere.stop();
  const gone = await check([], { WAYBILL_HTTP_SOCKET: socket });
  expect([gone.exitCode, gone.stdout]).toEqual([1, ""]);
});

test("one that is not there, answers something else, or is no URL: 1, and why", async () => {
  const gone = await check([`http://127.0.0.1:${freePort()}`]);
  expect([gone.exitCode, gone.stdout]).toEqual([1, ""]);
  expect(gone.stderr).toMatch(/^waybill: http:\/\/127\.0\.0\.1:\d+\/healthz gave no response: .+\n$/);
  const other = await check([`${server.url}/nothing`]);
  expect(other).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `waybill: ${server.url}/nothing answered 404\n`,
  });
  const none = await check(["ftp://x"]);
  expect(none).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: 'waybill: the URL must begin with http:// or https://; it is "ftp://x"\n',
  });
});
