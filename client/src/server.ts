import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Readable } from "node:stream";

export interface ServerOptions {
  /**
   * The executable. By default `WAYBILL_EXECUTABLE`, or else the one of the installed package `waybill`, or else
   * `waybill` of the path.
   */
  executable?: string;
  /** More flags of `waybill serve`, such as `["--default-tier", "free"]`. */
  args?: readonly string[];
  /** A seed gives its keys, ids and quotes again every time. */
  seed?: string;
}

interface Server {
  url: string;
  key: string;
  stop(): Promise<void>;
}

/** What `--ready-json` prints. */
export interface ServerReady {
  url: string;
  sandbox_key: string;
  live_key: string;
}

/** @throws Error with what the server said if it does not start, or with the command that installs what is missing */
export async function startServer({ executable, args = [], seed }: ServerOptions): Promise<Server> {
  const { WAYBILL_EXECUTABLE, ...env } = process.env;
  const file = executable || WAYBILL_EXECUTABLE || installedExecutable() || "waybill";
  const flags = ["serve", "--ephemeral", "--port", "0", "--ready-json", "--exit-with-parent"];
  const seeded = seed === undefined ? [] : ["--seed", seed];
  const child = spawn(file, [...flags, ...seeded, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { url, sandbox_key: key } = await readReady(child, file);
  // A test run that does not stop the server ends all the same, and the server with it.
  child.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Readable & { unref?(): void }).unref?.();
  child.stderr.pipe(process.stderr);
  const stop = () => {
    child.ref();
    child.kill("SIGTERM");
    return exited;
  };
  return { url, key, stop };
}

/** Of the package `waybill` beside this one or in the project, if it is there. */
function installedExecutable(): string | undefined {
  for (const place of [import.meta.url, join(process.cwd(), "package.json")]) {
    const require = createRequire(place);
    try {
      require.resolve("waybill/executable");
    } catch {
      continue;
    }
    return require("waybill/executable").executable();
  }
  return undefined;
}

function readReady(child: ChildProcessByStdio<null, Readable, Readable>, file: string): Promise<ServerReady> {
  return new Promise((resolve, reject) => {
    let line = "";
    let said = "";
    const note = (chunk: Buffer) => {
      said += chunk;
    };
    child.stderr.on("data", note);
    child.stdout.on("data", (chunk: Buffer) => {
      line += chunk;
      if (!line.includes("\n")) return;
      child.stderr.off("data", note);
      resolve(JSON.parse(line));
    });
    child.once("error", ({ message }) => reject(new Error(`${file} does not start: ${message}. ${hint}`)));
    child.once("close", (code) => reject(new Error(`${file} ended with exit code ${code}: ${said.trim()}`)));
  });
}

const hint = "Run `npm install --save-dev waybill`, or name the executable in WAYBILL_EXECUTABLE.";
