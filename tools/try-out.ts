import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const timeoutMs = 20_000;

/**
 * Runs a copy of the executable alone in an empty folder, with an empty environment, where nothing of this checkout
 * can help it: it must migrate, serve, be healthy and stop. @throws Error with what it does not do
 */
export async function tryOut(executable: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "waybill-build-"));
  const copy = join(folder, "waybill");
  const dataDir = join(folder, "data");
  await copyFile(executable, copy);
  const server = Bun.spawn([copy, "serve", "--host", "127.0.0.1", "--port", "0", "--data", dataDir], {
    cwd: folder,
    env: {},
    stdout: "pipe",
    stderr: "inherit",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  try {
    const origin = await originOf(server.stdout);
    for (const path of ["/healthz", "/readyz"]) {
      const { status } = await fetch(origin + path);
      must(status === 200, `GET ${path} answered ${status}`);
    }
    must(existsSync(join(dataDir, "live.db")), "no database was made");
    if (process.platform === "linux") await mustLoadOnlyFrom(folder, server.pid);
    server.kill("SIGTERM");
    const exitCode = await server.exited;
    must(exitCode === 0, `SIGTERM ended it with exit code ${exitCode}`);
  } finally {
    server.kill("SIGKILL");
    await server.exited;
    await rm(folder, { recursive: true });
  }
}

/** Reads on until the line that says where it listens. */
async function originOf(output: ReadableStream<Uint8Array>): Promise<string> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: true });
    const [origin] = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(text) ?? [];
    if (origin !== undefined) return origin;
    must(!done, `it did not say where it listens, only: ${text}`);
  }
}

/** The addon in its memory is the one that it unpacked, not one of this checkout. */
async function mustLoadOnlyFrom(folder: string, pid: number) {
  const maps = await readFile(`/proc/${pid}/maps`, "utf8");
  const addons = new Set(maps.match(/\/\S+\.node$/gm));
  must(addons.size === 1, `it loaded these addons: ${[...addons].join(", ")}`);
  for (const addon of addons) must(addon.startsWith(folder), `it loaded ${addon}`);
}

function must(holds: boolean, complaint: string) {
  if (!holds) throw new Error(`The executable does not work alone: ${complaint}`);
}
