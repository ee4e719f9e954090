import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "../../src/infra/ids.ts";
import { finish } from "../support/child.ts";

/** A real Karrio server: its packages of PyPI in the versions of `requirements.txt`, on SQLite with one worker. */

const requirements = join(import.meta.dir, "requirements.txt");
const startPolls = 240;
const pollMs = 500;
/** The machine has other work, too. */
const politely = ["nice", "-n", "10"];

export interface Karrio extends AsyncDisposable {
  url: string;
  liveKey: string;
  testKey: string;
  call(method: string, path: string, body?: unknown, key?: string): Promise<{ status: number; body: Body }>;
  /** Runs a script in Karrio's shell. @returns the line that begins with the word, without it */
  runScript(name: string, word: string, env?: Record<string, string>): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: another program's JSON
type Body = any;

/** Kept for the next run, under the hash of what is installed. */
function cacheFolder(): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  return join(cache, "waybill-tools", `karrio-${sha256Hex(readFileSync(requirements)).slice(0, 12)}`);
}

/** Installs Karrio and makes an empty database, where no run before has. */
export async function installKarrio(say: (text: string) => void): Promise<string> {
  const folder = cacheFolder();
  if (existsSync(join(folder, "empty.sqlite3"))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  say("Installing Karrio, about two minutes");
  await runCommand(["python3", "-m", "venv", join(folder, "venv")], {});
  const pip = [join(folder, "venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check"];
  await runCommand([...pip, "--no-deps", "-r", requirements], {});
  say("Making Karrio's database, about two minutes");
  await runCommand([join(folder, "venv/bin/karrio"), "migrate"], settings(folder, "making.sqlite3"));
  renameSync(join(folder, "making.sqlite3"), join(folder, "empty.sqlite3"));
  return folder;
}

/** Starts it over a fresh database in `work`. */
export async function startKarrio(installed: string, work: string, port: number): Promise<Karrio> {
  copyFileSync(join(installed, "empty.sqlite3"), join(work, "karrio.sqlite3"));
  const env = settings(work, "karrio.sqlite3");
  const bin = join(installed, "venv/bin");
  const runScript: Karrio["runScript"] = async (name, word, more = {}) => {
    const script = Bun.file(join(import.meta.dir, name));
    const output = await runCommand([join(bin, "karrio"), "shell"], { ...env, ...more }, script);
    const lines = output.split("\n").filter((line) => line.startsWith(`${word} `));
    if (lines.length === 0) throw new Error(`${name} said nothing:\n${output}`);
    return lines.map((line) => line.slice(word.length + 1).trim()).join("\n");
  };
  const keys = Object.fromEntries(
    (await runScript("keys.py", "KEY")).split("\n").map((line) => line.split(" ")),
  );
  // One request at a time: Karrio's transactions get in each other's way on SQLite.
  const serving = [
    "--bind",
    `127.0.0.1:${port}`,
    "--workers",
    "1",
    "--worker-class",
    "sync",
    "--timeout",
    "300",
  ];
  const child = Bun.spawn(
    [...politely, join(bin, "gunicorn"), "karrio.server.wsgi:application", ...serving],
    {
      env,
      stdout: Bun.file(join(work, "karrio.log")),
      stderr: Bun.file(join(work, "karrio-errors.log")),
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    url,
    liveKey: keys.live,
    testKey: keys.test,
    runScript,
    async call(method, path, body, key = keys.live) {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Token ${key}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

function settings(work: string, database: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: work,
    SECRET_KEY: "upstreams",
    JWT_SECRET: "upstreams",
    DEBUG_MODE: "false",
    DATABASE_ENGINE: "sqlite3",
    DATABASE_NAME: join(work, database),
    WORK_DIR: work,
    LOG_DIR: work,
    STATIC_ROOT_DIR: join(work, "static"),
    ALLOWED_HOSTS: "*",
    ENABLE_ALL_PLUGINS_BY_DEFAULT: "true",
    LOG_LEVEL: "WARNING",
    // Tasks run in the request that makes them.
    WORKER_IMMEDIATE_MODE: "true",
    USER_RATE_LIMIT: "100000/minute",
    CARRIER_REQUEST_RATE_LIMIT: "100000/minute",
  };
}

async function runCommand(
  command: string[],
  env: Record<string, string>,
  stdin?: Bun.BunFile,
): Promise<string> {
  const child = Bun.spawn([...politely, ...command], {
    env: { ...process.env, ...env },
    stdin: stdin ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const { exitCode, stdout, stderr } = await finish(child);
  if (exitCode === 0) return stdout;
  throw new Error(`${command.slice(0, 3).join(" ")} failed:\n${(stderr || stdout).slice(-2_000)}`);
}

async function answering(url: string, child: Bun.Subprocess): Promise<void> {
  for (let poll = 0; poll < startPolls; poll += 1) {
    if (child.exitCode !== null) throw new Error(`Karrio ended with exit code ${child.exitCode}`);
    const answered = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return;
    await Bun.sleep(pollMs);
  }
  throw new Error("Karrio did not start");
}
