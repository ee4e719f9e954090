/**
 * `bun build.ts` makes `dist/waybill` for this machine, then runs it where nothing of this checkout can help it:
 * it must migrate, serve, be healthy and stop. Ends with exit code 1 where one of that fails.
 */
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BunPlugin } from "bun";

const executable = join(import.meta.dir, "dist/waybill");
const tryOutTimeoutMs = 20_000;

/** The two places that differ between the sources and the executable. */
const packaged: BunPlugin = {
  name: "packaged",
  setup(build) {
    build.onLoad({ filter: /[/\\]src[/\\]db[/\\]packaged\.ts$/ }, () => ({
      loader: "ts",
      contents: `
        import addon from ${JSON.stringify(addonForThisMachine())} with { type: "file" };
        export const addonFile = addon;
        export const syncWorkerUrl = new URL("./db/sync-worker.ts", import.meta.url);
      `,
    }));
    // The driver's own search begins at the folder it was bundled from.
    build.onLoad({ filter: /[/\\]better-sqlite3[/\\]lib[/\\]binding\.js$/ }, () => ({
      loader: "js",
      contents: "exports.getBinding = (path) => require(path);",
    }));
  },
};

function addonForThisMachine(): string {
  const require = createRequire(import.meta.url);
  const driver = join(require.resolve("better-sqlite3"), "..");
  const path = require(join(driver, "binding.js")).getPrebuildPath();
  if (path === null) throw new Error(`better-sqlite3 has no addon for ${process.platform}-${process.arch}`);
  return path;
}

async function compile() {
  await Bun.build({
    entrypoints: ["src/main.ts", "src/db/sync-worker.ts"].map((file) => join(import.meta.dir, file)),
    outdir: join(import.meta.dir, "dist"),
    target: "bun",
    format: "esm",
    bytecode: true,
    // Renamed identifiers would break Elysia, which reads the source of its handlers.
    minify: { whitespace: true, syntax: true, identifiers: false },
    define: { "process.env.NODE_ENV": '"production"' },
    sourcemap: "linked",
    compile: { outfile: executable, autoloadDotenv: false, autoloadBunfig: false },
    plugins: [packaged],
  });
}

/** Runs a copy of the executable alone in an empty folder, with an empty environment. */
async function tryOut() {
  const folder = await mkdtemp(join(tmpdir(), "waybill-build-"));
  const copy = join(folder, "waybill");
  const dataDir = join(folder, "data");
  await copyFile(executable, copy);
  const server = Bun.spawn([copy, "serve", "--host", "127.0.0.1", "--port", "0", "--data", dataDir], {
    cwd: folder,
    env: {},
    stdout: "pipe",
    stderr: "inherit",
    timeout: tryOutTimeoutMs,
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

console.log("Compiling dist/waybill");
await compile();
console.log("Running it in an empty folder");
await tryOut();
console.log(`Done: ${(Bun.file(executable).size / 1e6).toFixed(0)} MB`);
