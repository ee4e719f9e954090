import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { executable, signUp } from "../slow/executable.ts";
import { platform } from "../support/fixtures.ts";

/** A process that listens, until the block ends: `await using server = await startWaybill(…)`. */
export interface Served extends AsyncDisposable {
  url: string;
  pid: number;
}

export interface Keys {
  sandbox: string;
  live: string;
}

const root = join(import.meta.dir, "../..");
const file = (name: string) => join(import.meta.dir, name);
const answerPollMs = 50;
/** `USER_HZ`, which is 100 on every platform of Linux that Bun runs on: proc(5). */
const ticksPerSecond = 100;
/** What the measured account may ask is not what is measured, and lines of log are not either. */
const settings = ["--host", "127.0.0.1", "--default-tier", "unlimited", "--log-level", "error"];

/** The executable, as an operator runs it. */
export function startWaybill(dataDir: string, ...more: string[]): Promise<Served> {
  return startProcess([executable, "serve", ...settings, "--port", "0", "--data", dataDir, ...more]);
}

/** The executable with HTTPS of its own. */
export function startSecureWaybill(dataDir: string, pair: { cert: string; key: string }): Promise<Served> {
  const where = ["--https-port", "0", "--http-port", "0", "--public-url", "https://127.0.0.1"];
  const files = ["--tls-cert", pair.cert, "--tls-key", pair.key];
  return startProcess([executable, "serve", ...settings, ...where, ...files, "--data", dataDir]);
}

/** The server from the sources, where a slow disk can take the place of the real one. */
export function startOverSlowDisk(dataDir: string): Promise<Served> {
  const command = [process.execPath, file("slow-disk.ts"), "serve"];
  return startProcess([...command, ...settings, "--port", "0", "--data", dataDir]);
}

export function startFloor(dataDir: string): Promise<Served> {
  return startProcess([process.execPath, file("floor.ts"), dataDir]);
}

/** The least that taking positions can do, with so many drivers. */
export function startDriversFloor(dataDir: string, drivers: number): Promise<Served> {
  return startProcess([process.execPath, file("drivers-floor.ts"), dataDir, String(drivers)]);
}

/** What takes deliveries. */
export function startReceiver(): Promise<Served> {
  return startProcess([process.execPath, file("receiver.ts")]);
}

/** Carriers that answer Waybill's carrier protocol. */
export function startCarriers(): Promise<Served> {
  return startProcess([process.execPath, file("carriers.ts")]);
}

/** The least that quoting can do, at these carriers. */
export function startQuotingFloor(dataDir: string, carriers: readonly string[]): Promise<Served> {
  return startProcess([process.execPath, file("quoting-floor.ts"), dataDir, ...carriers]);
}

/** A new account's keys. */
export async function makeKeys({ url }: Served, email = "bench@example.com"): Promise<Keys> {
  return (await signUp(url, email)).keys;
}

/** Makes an endpoint. */
export async function subscribe(server: Served, key: string, url: string, events: string[]): Promise<void> {
  const response = await fetch(`${server.url}${platform}/webhooks`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ url, events }),
  });
  if (!response.ok) throw new Error(`an endpoint was refused: ${await response.text()}`);
}

/** Memory that is its own or shared, as the system has it in use for the process now. */
export function residentMegabytes({ pid }: Served): number {
  const { stdout } = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]);
  return Number(stdout.toString()) / 1024;
}

/** Processor time that the process has taken so far, in µs; 0 where the system has no `/proc`. */
export function processorMicros({ pid }: Served): number {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return 0;
  const text = readFileSync(stat, "utf8");
  // By proc(5), utime and stime are the 12th and 13th after the name, which may hold blanks.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
}

/** Builds the executable where it is older than what it is made of. */
export async function buildExecutable(say: (text: string) => void): Promise<void> {
  if (changedAt(executable) > Math.max(...sources().map(changedAt))) return;
  say("Building the executable");
  const build = Bun.spawnSync([process.execPath, "run", "build.ts"], { cwd: root });
  if (!build.success) throw new Error(`the executable cannot be built:\n${build.stderr.toString()}`);
}

function sources(): string[] {
  const made = new Bun.Glob("{src,migrations}/**/*").scanSync({ cwd: root });
  return ["build.ts", "package.json", "bun.lock", ...made].map((name) => join(root, name));
}

/** 0 for what is not there. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Whoever ends the bench ends them too. */
const running = new Set<Bun.Subprocess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Resolves when it has said where it listens, or answers at the `url` that it was given. */
export async function startProcess(
  command: string[],
  { env = {}, url }: { env?: Record<string, string>; url?: string } = {},
): Promise<Served> {
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "inherit" });
  running.add(child);
  const found = url === undefined ? await saidUrl(child.stdout) : await answeringUrl(url, child);
  if (found === undefined) throw new Error(`${command.join(" ")} ended with exit code ${await child.exited}`);
  return { url: found, pid: child.pid, [Symbol.asyncDispose]: () => stop(child) };
}

/** Undefined when the output ends. */
async function saidUrl(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> {
  let said = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    said += text;
    const [url] = /https?:\/\/127\.0\.0\.1:\d+(?=[\s,])/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Undefined when the process ends. */
async function answeringUrl(url: string, child: Bun.Subprocess): Promise<string | undefined> {
  while (child.exitCode === null) {
    const answered = await fetch(url).catch(() => undefined);
    if (answered) return url;
    await Bun.sleep(answerPollMs);
  }
  return undefined;
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGTERM");
  await child.exited;
  running.delete(child);
}
