import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { command } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { eventually } from "../support/harness.ts";
import { mountDisk } from "../support/mount.ts";
import { testWith } from "../support/test-with.ts";

/** A log that cannot be written never ends a server, and never changes what it ends with. */

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

interface Output {
  stdout: number | "ignore";
  stderr: number | "pipe";
}

function serving({ stdout, stderr }: Output) {
  const [port, metricsPort] = [freePort(), freePort()];
  const flags = ["--port", String(port), "--metrics", `127.0.0.1:${metricsPort}`];
  const child = Bun.spawn(
    [...command, "serve", "--data", join(folder.path, "data"), "--min-free-mb", "0", ...flags],
    { env: {}, stdin: "ignore", stdout, stderr },
  );
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  return {
    child,
    get,
    /** Resolves when it answers; rejects where it has ended before. */
    ready: () =>
      eventually("an answer", async () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return (await get("/readyz"))?.status === 200 || undefined;
      }),
    async dropped(): Promise<number> {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^waybill_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    },
    end() {
      child.kill("SIGTERM");
      return child.exited;
    },
  };
}

test("on a full disk: it starts, serves, counts, and ends in order", async () => {
  const full = openSync("/dev/full", "w");
  const server = serving({ stdout: full, stderr: full });
  await server.ready();
  const before = await server.dropped();
  // The lines of the migrations, at least.
  expect(before).toBeGreaterThan(0);
  await server.get("/no/such/path");
  await eventually("the request's line", async () => (await server.dropped()) > before || undefined);

  const second = serving({ stdout: full, stderr: full });
  expect(await second.child.exited).toBe(exitCodes.tryLater.code);
  expect(await server.end()).toBe(exitCodes.done.code);
  closeSync(full);
});

test("into a pipe that nobody reads any more: it goes on, and ends in order", async () => {
  const server = serving({ stdout: "ignore", stderr: "pipe" });
  await (server.child.stderr as ReadableStream).cancel();
  await server.ready();
  await server.get("/no/such/path");
  await eventually("a line that is dropped", async () => (await server.dropped()) > 0 || undefined);
  expect(await server.end()).toBe(exitCodes.done.code);
});

testWith("mounts", "on a disk with space again: a line says how many are missing", async () => {
  using disk = mountDisk("size=64k");
  const path = join(disk.path, "waybill.log");
  const log = openSync(path, "a");
  const server = serving({ stdout: "ignore", stderr: log });
  await server.ready();
  const filler = join(disk.path, "filler");
  try {
    writeFileSync(filler, "x".repeat(64 * 1024));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  }
  await eventually("a line that is dropped", async () => {
    expect((await server.get("/no/such/path"))?.status).toBe(404);
    return (await server.dropped()) > 0 || undefined;
  });
  rmSync(filler);
  const told = await eventually("the count", async () => {
    await server.get("/no/such/path");
    return /^.*log lines were dropped.*$/m.exec(readFileSync(path, "utf8"))?.[0];
  });
  expect(JSON.parse(told)).toMatchObject({ level: 40, dropped: await server.dropped(), reason: "ENOSPC" });
  expect(await server.end()).toBe(exitCodes.done.code);
  closeSync(log);
});
