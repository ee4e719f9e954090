import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { run, serve, serveWith } from "./executable.ts";

/** The executable alone in an empty folder, with an empty environment. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-binary-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const stackTrace = /\n\s+at .+:\d+|\.ts:\d+|node_modules|\$bunfs/;
let folders = 0;

/** The lines of the log that are more than information; pino's levels. */
function complaints(log: string): string[] {
  const lines = log.split("\n").filter((line) => line !== "");
  return lines.filter((line) => !line.startsWith("{") || JSON.parse(line).level > 30);
}

/** An empty folder of its own. */
function emptyFolder(): string {
  folders += 1;
  const path = join(folder, String(folders));
  mkdirSync(path);
  return path;
}

describe("the command line", () => {
  test("--help of every command that --help names", async () => {
    const cwd = emptyFolder();
    const help = await run(["--help"], { cwd });
    expect([help.exitCode, help.stderr]).toEqual([0, ""]);
    const [, list = ""] = /Commands:\n(.*?)\n\n/s.exec(help.stdout) ?? [];
    const listed = list.matchAll(/^ {2}([a-z-]+)/gm);
    const commands = [...listed].map(([, name]) => name ?? "").filter((name) => name !== "help");
    expect(commands).toContain("serve");
    for (const command of commands) {
      const answer = await run([command, "--help"], { cwd });
      expect([command, answer.exitCode, answer.stderr]).toEqual([command, 0, ""]);
      expect(answer.stdout).toContain(`waybill ${command}`);
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("--version is a version", async () => {
    const answer = await run(["--version"], { cwd: emptyFolder() });
    expect([answer.exitCode, answer.stderr]).toEqual([0, ""]);
    expect(answer.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  const misunderstood: [string[], RegExp][] = [
    [["serve", "--prot", "80"], /--prot/],
    [["serve", "--port", "eighty"], /--port must be a whole number/],
    [["serve", "--port"], /--port/],
    [["serve", "extra"], /argument/],
    [["sevre"], /sevre/],
    [["--wrong"], /--wrong/],
  ];
  test.each(misunderstood)("%p: exit code 2 and a sentence, no stack, no files", async (args, sentence) => {
    const cwd = emptyFolder();
    const answer = await run(args, { cwd });
    expect(answer.exitCode).toBe(2);
    expect(answer.stderr).toMatch(sentence);
    expect(answer.stderr).not.toMatch(stackTrace);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("a variable that cannot be used is named", async () => {
    const answer = await run(["serve"], { cwd: emptyFolder(), env: { WAYBILL_QUOTE_LIFETIME_SECONDS: "0" } });
    expect(answer.exitCode).toBe(2);
    expect(answer.stderr).toContain("WAYBILL_QUOTE_LIFETIME_SECONDS must be a whole number");
    expect(answer.stderr).not.toMatch(stackTrace);
  });
});

describe("serve", () => {
  test("is healthy and ready, keeps its data to itself, and SIGTERM ends it with 0 while a stream is open", async () => {
    const cwd = emptyFolder();
    const data = join(cwd, "data");
    const serving = await serve(data, { cwd });
    for (const path of ["/healthz", "/readyz"]) {
      expect([path, (await fetch(serving.url + path)).status]).toEqual([path, 200]);
    }
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(readdirSync(cwd)).toEqual(["data"]);
    const signedUp = await signUp(serving.url);
    const stream = await openStream(serving.url, signedUp);
    expect(stream.status).toBe(200);
    let got = "";
    const decoder = new TextDecoder();
    for await (const bytes of stream.body ?? []) {
      got += decoder.decode(bytes);
      if (got.includes("event: status")) serving.kill("SIGTERM");
    }
    const { exitCode, stderr } = await serving.exited;
    expect([exitCode, complaints(stderr)]).toEqual([0, []]);
    // What the reader got, it got whole.
    expect(got).toMatch(/event: status\n.*\n\n$/s);
  });

  /** The thread, its fonts and its pictures are all inside. */
  async function expectLabels(url: string, { key, shipmentId }: SignedUp): Promise<void> {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const shipment = `${url}/api/v1/platform/shipments/${shipmentId}`;
    const body = JSON.stringify({ strategy: "cheapest" });
    await fetch(`${shipment}/assignments`, { method: "POST", headers, body });
    for (const [format, beginning] of [
      ["pdf", "%PDF"],
      ["png", "\x89PNG"],
    ]) {
      const answer = await fetch(`${shipment}/label?format=${format}`, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, bytes.toString("latin1", 0, 4)]).toEqual([200, beginning ?? ""]);
    }
  }

  test("draws labels, and keeps what it was told over a restart", async () => {
    const cwd = emptyFolder();
    const data = join(cwd, "data");
    const first = await serve(data, { cwd });
    const account = await signUp(first.url);
    const { key, shipmentId } = account;
    await expectLabels(first.url, account);
    first.kill("SIGTERM");
    await first.exited;
    const second = await serve(data, { cwd });
    const answer = await fetch(`${second.url}/api/v1/platform/shipments/${shipmentId}`, {
      headers: { "x-api-key": key },
    });
    expect([answer.status, ((await answer.json()) as { id: string }).id]).toEqual([200, shipmentId]);
    second.kill("SIGTERM");
    expect((await second.exited).exitCode).toBe(0);
  });

  test("a second process on the same data folder is refused in a sentence; the first goes on", async () => {
    const cwd = emptyFolder();
    const data = join(cwd, "data");
    const first = await serve(data, { cwd });
    const second = await run(["serve", "--port", "0", "--data", data], { cwd });
    expect(second.exitCode).toBe(exitCodes.tryLater.code);
    expect(second.stderr).toContain(data);
    expect(second.stderr).toMatch(/^waybill: Another waybill process is using .*choose another[^\n]*\n$/);
    expect(second.stderr).not.toMatch(stackTrace);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    first.kill("SIGKILL");
    await first.exited;
    const third = await serve(data, { cwd });
    third.kill("SIGTERM");
    expect((await third.exited).exitCode).toBe(0);
  });

  test.each([[["--data", "data"]], [["--data", "./deep/data"]], [[]]])(
    "a data folder named relative to the current one, %p",
    async (args) => {
      const cwd = emptyFolder();
      mkdirSync(join(cwd, "deep"));
      const serving = await serveWith(["--port", "0", ...args], { cwd });
      expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
      serving.kill("SIGTERM");
      expect((await serving.exited).exitCode).toBe(0);
    },
  );

  test("a port that is taken is said in a sentence", async () => {
    const cwd = emptyFolder();
    await using taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
    const data = join(cwd, "data");
    const args = ["serve", "--port", String(taken.port), "--data", data, "--log-level", "error"];
    const second = await run(args, { cwd });
    expect([second.exitCode, second.stdout]).toEqual([exitCodes.tryLater.code, ""]);
    expect(second.stderr).toContain(`--port ${taken.port}`);
    expect(existsSync(data)).toBe(false);
    expect(second.stderr).not.toMatch(stackTrace);
  });

  test("a data folder that cannot be made is said in a sentence", async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, "file"), "");
    const answer = await run(["serve", "--port", "0", "--data", join(cwd, "file", "data")], { cwd });
    expect(answer.exitCode).not.toBe(0);
    expect(answer.stderr).toContain(join(cwd, "file"));
    expect(answer.stderr).not.toMatch(stackTrace);
  });

  test(".env and bunfig.toml of the current folder are not read", async () => {
    const cwd = emptyFolder();
    const trap = join(cwd, "sprung");
    writeFileSync(join(cwd, ".env"), "WAYBILL_PORT=nonsense\nWAYBILL_SIGNUP=closed\n");
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
    writeFileSync(join(cwd, "preload.ts"), `await Bun.write(${JSON.stringify(trap)}, "");`);
    const serving = await serve(join(cwd, "data"), { cwd });
    await signUp(serving.url);
    serving.kill("SIGTERM");
    expect((await serving.exited).exitCode).toBe(0);
    expect(existsSync(trap)).toBe(false);
  });

  test.each(["development", "production", "test"])(
    "NODE_ENV=%s: whatever goes wrong, the answer is a problem without a stack",
    async (mode) => {
      const cwd = emptyFolder();
      const serving = await serve(join(cwd, "data"), { cwd, env: { NODE_ENV: mode } });
      const { key } = await signUp(serving.url);
      const json = { "x-api-key": key, "content-type": "application/json" };
      const requests: [string, RequestInit, number][] = [
        ["/nowhere", {}, 404],
        ["/api/v1/platform/shipments", {}, 401],
        ["/api/v1/platform/shipments", { method: "PUT", headers: json }, 405],
        ["/api/v1/platform/shipments", { method: "POST", headers: json, body: "{" }, 400],
        ["/api/v1/platform/shipments", { method: "POST", headers: json, body: "[1]" }, 422],
        [
          "/api/v1/platform/shipments",
          { method: "POST", headers: { ...json, "content-type": "text/plain" }, body: "x" },
          415,
        ],
        ["/api/v1/platform/shipments", { method: "POST", headers: json, body: "x".repeat(2e6) }, 413],
        ["/api/v1/platform/shipments?limit=x", { headers: json }, 400],
        ["/api/v1/platform/shipments/%00%ff", { headers: json }, 404],
        ["/api/v1/platform/shipments/%", { headers: json }, 404],
        ["/api/v1/platform/shipments/shp_1'--", { headers: json }, 404],
      ];
      for (const [path, init, status] of requests) {
        const answer = await fetch(serving.url + path, init);
        const text = await answer.text();
        expect([path, answer.status]).toEqual([path, status]);
        expect([path, answer.headers.get("content-type")]).toEqual([path, "application/problem+json"]);
        expect(text).not.toMatch(stackTrace);
      }
      for (const raw of ["GET\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "\0\0\0"]) {
        const said = await sendRaw(serving.url, raw);
        expect(said).toStartWith("HTTP/1.1 400 ");
        expect(said).not.toMatch(stackTrace);
      }
      expect((await fetch(`${serving.url}/healthz`)).status).toBe(200);
      serving.kill("SIGTERM");
      const { exitCode, stderr } = await serving.exited;
      expect([exitCode, complaints(stderr)]).toEqual([0, []]);
    },
  );
});

interface SignedUp {
  key: string;
  shipmentId: string;
}

/** An account, a sandbox key and a shipment, all by the API. */
async function signUp(url: string): Promise<SignedUp> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const signedUp = await fetch(`${url}/api/v1/auth/sign-up`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      email: `someone-${Date.now()}@example.com`,
      password: "a long enough passphrase",
      account_name: "Test",
    }),
  });
  if (!signedUp.ok) throw new Error(`sign-up gave ${signedUp.status}`);
  const cookie = signedUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await fetch(`${url}/api/v1/keys`, {
    method: "POST",
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: "test", environment: "sandbox" }),
  });
  const { secret: key } = (await made.json()) as { secret: string };
  const address = { line1: "Torstr. 1", city: "Berlin", country: "DE" };
  const stop = { contact: { name: "A" }, address };
  const shipment = await fetch(`${url}/api/v1/platform/shipments`, {
    method: "POST",
    headers: { ...headers, "x-api-key": key },
    body: JSON.stringify({ pickup: stop, delivery: stop, parcels: [{ weight_grams: 1 }] }),
  });
  const { id } = (await shipment.json()) as { id: string };
  return { key, shipmentId: id };
}

function openStream(url: string, { key, shipmentId }: SignedUp): Promise<Response> {
  return fetch(`${url}/api/v1/platform/tracking/${shipmentId}/stream`, { headers: { "x-api-key": key } });
}

/** What the server says to bytes that are no request, until it hangs up. */
function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let said = "";
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(said));
  });
}
