import { dlopen } from "bun:ffi";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../support/harness.ts";
import { type Serving, serve } from "./executable.ts";

/** The kernel's own datagram socket, in the place of systemd's. */
const { symbols: libc } = dlopen("libc.so.6", {
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  bind: { args: ["i32", "buffer", "u32"], returns: "i32" },
  recv: { args: ["i32", "buffer", "u64", "i32"], returns: "i64" },
  close: { args: ["i32"], returns: "i32" },
});
const unixFamily = 1;
const datagram = 2;
const doNotWait = 0x40;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-notify-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function listenAt(name: string) {
  const descriptor = libc.socket(unixFamily, datagram, 0);
  const address = Buffer.concat([Buffer.from([unixFamily, 0]), Buffer.from(name.replace(/^@/, "\0"))]);
  expect(libc.bind(descriptor, address, address.length)).toBe(0);
  const heard: string[] = [];
  const listen = () => {
    const buffer = Buffer.alloc(4096);
    for (;;) {
      const bytes = Number(libc.recv(descriptor, buffer, buffer.length, doNotWait));
      if (bytes < 0) return heard;
      heard.push(buffer.toString("utf8", 0, bytes));
    }
  };
  // The kernel keeps ten. Whoever says more waits until somebody reads.
  const reading = setInterval(listen, 10);
  /** Until it was said so often. */
  const wait = async (state: string, times = 1) => {
    const count = () => listen().filter((entry) => entry === state).length;
    await eventually(`${times} times ${state}`, () => count() >= times || undefined);
  };
  const close = () => {
    clearInterval(reading);
    libc.close(descriptor);
  };
  return { listen, wait, close };
}

async function stop(serving: Serving): Promise<void> {
  serving.kill("SIGTERM");
  const { exitCode, stderr } = await serving.exited;
  expect([exitCode, stderr]).toEqual([0, ""]);
}

test.each([
  ["a path", () => join(folder, "notify")],
  ["no file", () => `@${folder}`],
])(
  "a supervisor whose socket is %s hears when it is ready, that it lives, and when it stops",
  async (_kind, socket) => {
    const supervisor = listenAt(socket());
    const serving = await start({ NOTIFY_SOCKET: socket(), WATCHDOG_USEC: "100000" });
    await supervisor.wait("READY=1");
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
    await supervisor.wait("WATCHDOG=1", 3);
    expect(supervisor.listen()).not.toContain("STOPPING=1");
    await stop(serving);
    const [first, ...others] = supervisor.listen();
    expect(first).toBe("READY=1");
    expect(new Set(others)).toEqual(new Set(["WATCHDOG=1", "STOPPING=1"]));
    supervisor.close();
  },
);

test("one that asks for no watchdog hears no more than it asked for", async () => {
  const socket = join(folder, "quiet");
  const supervisor = listenAt(socket);
  const serving = await start({ NOTIFY_SOCKET: socket });
  await supervisor.wait("READY=1");
  await stop(serving);
  expect(supervisor.listen()).toEqual(["READY=1", "STOPPING=1"]);
  supervisor.close();
});

test("one that does not listen is named, and the server goes on", async () => {
  const socket = join(folder, "nobody");
  const serving = await start({ NOTIFY_SOCKET: socket });
  expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
  serving.kill("SIGTERM");
  const { exitCode, stderr } = await serving.exited;
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`"READY=1" to ${socket}`);
});

test("one hears nothing of a process that cannot start", async () => {
  const socket = join(folder, "failing");
  const supervisor = listenAt(socket);
  const serving = await start({ NOTIFY_SOCKET: socket });
  await expect(start({ NOTIFY_SOCKET: socket })).rejects.toThrow("Another waybill process");
  expect(supervisor.listen().filter((entry) => entry === "READY=1")).toEqual(["READY=1"]);
  await stop(serving);
  supervisor.close();
});

function start(env: Record<string, string>): Promise<Serving> {
  return serve(join(folder, "data"), { cwd: folder, env: { ...env, WAYBILL_LOG_LEVEL: "warn" } });
}
