import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const timeoutMs = 20_000;

/**
 * Runs a copy of the executable in an empty folder with an empty environment, where no file of this checkout can help
 * it. It must migrate, serve, be healthy and stop. @throws Error that says what failed
 */
export async function tryOut(executable: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "waybill-build-"));
  const copy = join(folder, "waybill");
  const dataDir = join(folder, "data");
  await copyFile(executable, copy);
  const flags = ["--host", "127.0.0.1", "--port", "0", "--data", dataDir, "--log-level", "warn"];
  const server = Bun.spawn([copy, "serve", ...flags], {
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
    must(existsSync(join(dataDir, "live.db")), "no database was created");
    if (process.platform === "linux") await mustLoadOnlyFrom(folder, server.pid);
    server.kill("SIGTERM");
    const exitCode = await server.exited;
    must(exitCode === 0, `after SIGTERM it exited with ${exitCode}`);
  } finally {
    server.kill("SIGKILL");
    await server.exited;
    await rm(folder, { recursive: true });
  }
}

/** Reads the URL that the server prints. */
async function originOf(output: ReadableStream<Uint8Array>): Promise<string> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: true });
    const [origin] = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(text) ?? [];
    if (origin !== undefined) return origin;
    must(!done, `it printed no URL, but: ${text}`);
  }
}

/** The loaded addon must be the unpacked one, not one of this checkout. */
async function mustLoadOnlyFrom(folder: string, pid: number) {
  const maps = await readFile(`/proc/${pid}/maps`, "utf8");
  const addons = new Set(maps.match(/\/\S+\.node$/gm));
  must(addons.size === 1, `it loaded these addons: ${[...addons].join(", ")}`);
  for (const addon of addons) must(addon.startsWith(folder), `it loaded ${addon}`);
}

function must(holds: boolean, complaint: string) {
  if (!holds) throw new Error(`The executable failed on its own: ${complaint}`);
}
