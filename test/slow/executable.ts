import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Finished, finish } from "../support/child.ts";
import { type Client, createClient } from "../support/harness.ts";

/** The compiled executable, run as an operator runs it: `bun run build.ts` makes it. */
export const executable = join(import.meta.dir, "../../dist/waybill");

/** Once a process has ended, what it sent is in this machine's memory. */
const lastAnswersMs = 1_000;
const originPattern = /http:\/\/127\.0\.0\.1:\d+/;

export interface Serving {
  url: string;
  pid: number;
  /** Aborted when it has ended and nothing that it answered can be on the way: what it has not answered it never will. */
  gone: AbortSignal;
  /** All it has said so far. */
  stdout(): string;
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGINT"): void;
  exited: Promise<Finished>;
}

interface Run {
  cwd: string;
  env?: Record<string, string>;
  /** Ends what should have ended by itself; the exit code is then not its own. */
  timeoutMs?: number;
}

function spawn(args: readonly string[], { cwd, env = {}, timeoutMs }: Run) {
  if (!existsSync(executable)) throw new Error(`${executable} is missing; run build.ts first`);
  return Bun.spawn([executable, ...args], {
    cwd,
    env,
    stdout: "pipe",
    stderr: "pipe",
    killSignal: "SIGKILL",
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  });
}

/** Runs a command to its end. */
export function run(args: readonly string[], options: Run): Promise<Finished> {
  return finish(spawn(args, options));
}

/** Starts `serve` on a free port and resolves when it says where it listens; rejects if it ends before. */
export function serve(dataDir: string, options: Run): Promise<Serving> {
  const where = ["--host", "127.0.0.1", "--port", "0", "--data", dataDir];
  return serveWith([...where, "--default-tier", "unlimited"], options);
}

export async function serveWith(args: string[], options: Run): Promise<Serving> {
  const child = spawn(["serve", ...args], options);
  let said = "";
  const ready = Promise.withResolvers<string>();
  const reading = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += chunk;
      const [url] = originPattern.exec(said) ?? [];
      if (url !== undefined && said.includes("\n")) ready.resolve(url);
    }
  })();
  const exited = (async () => {
    const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited, reading]);
    ready.reject(new Error(`it ended with exit code ${exitCode}: ${stderr}`));
    return { exitCode, stdout: said, stderr };
  })();
  const url = await ready.promise;
  const gone = new AbortController();
  void exited.then(() => setTimeout(() => gone.abort(), lastAnswersMs).unref());
  return {
    url,
    pid: child.pid,
    gone: gone.signal,
    stdout: () => said,
    kill: (signal) => child.kill(signal),
    exited,
  };
}

/** A client whose requests end with the server: some that were sent to a killed one are never answered nor refused. */
export const clientOf = ({ url, gone }: Serving, headers: Record<string, string>): Client =>
  createClient(url, headers, { signal: gone });

/** Ends it in the middle of whatever it does, as a power cut or `kill -9` would, and starts it again. */
export async function restart(serving: Serving, dataDir: string, options: Run): Promise<Serving> {
  serving.kill("SIGKILL");
  await serving.exited;
  return serve(dataDir, options);
}

export interface Account {
  keys: { sandbox: string; live: string };
  /** Of a session. */
  cookie: string;
}

/** Signs up, and issues a key for each environment. */
export async function signUp(url: string, email = "tester@example.com"): Promise<Account> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const post = (path: string, body: unknown, cookie = "") =>
    fetch(url + path, { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) });
  const signedUp = await post("/api/v1/auth/sign-up", {
    email,
    password: "a long enough passphrase",
    account_name: "Test",
  });
  if (!signedUp.ok) throw new Error(`sign-up gave ${signedUp.status}`);
  const cookie = signedUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  const makeKey = async (environment: "sandbox" | "live") => {
    const made = await post("/api/v1/keys", { name: "test", environment }, cookie);
    return ((await made.json()) as { secret: string }).secret;
  };
  return { keys: { sandbox: await makeKey("sandbox"), live: await makeKey("live") }, cookie };
}
