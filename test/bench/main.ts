/**
 * `bun run bench`: what Waybill does per second, each beside a floor measured in the same run on the same
 * machine: the same number of requests to a bare server that answers the same bytes. The load shares the
 * machine with what it measures, so the shares say more than the figures.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Table from "cli-table3";
import { platform, shipmentBody } from "../support/fixtures.ts";

const connections = 64;
const startsCount = 10;
const livesCount = 200;

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const scratch = mkdtempSync(join(tmpdir(), "waybill-bench-"));
const table = new Table({
  head: ["What", "per second", "p50 ms", "p99 ms", "floor per second", "share of the floor"],
  style: { head: [], border: [], compact: true },
});

try {
  await benchStart();
  await benchRequests();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(table.toString());

async function benchStart(): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < startsCount; index += 1) {
    progress(`starting ${index + 1} of ${startsCount}`);
    const begun = performance.now();
    const server = await serve(join(scratch, `start-${index}`));
    await fetch(`${server.url}/readyz`);
    times.push(performance.now() - begun);
    await server.stop();
  }
  const floor: number[] = [];
  for (let index = 0; index < startsCount; index += 1) {
    const begun = performance.now();
    const bare = await serveBare("{}");
    await fetch(bare.url);
    floor.push(performance.now() - begun);
    await bare.stop();
  }
  const [own, bare] = [summary(times, 0), summary(floor, 0)];
  table.push([
    "start to first answer (floor: bare server, ms)",
    "",
    own.p50Ms.toFixed(0),
    own.p99Ms.toFixed(0),
    bare.p50Ms.toFixed(0),
    "",
  ]);
}

async function benchRequests(): Promise<void> {
  const server = await serve(join(scratch, "data"));
  const keys = await signUp(server.url);
  const body = JSON.stringify(shipmentBody());
  const create = (key: string) => () =>
    send(`${server.url}${platform}/shipments`, { method: "POST", body, headers: headersOf(key) });
  const shipment = await (await create(keys.live)()).text();
  const { id } = JSON.parse(shipment);
  const bare = await serveBare(shipment);
  const floorOf = async (count: number) =>
    (await load(count, () => send(bare.url, { method: "POST", body, headers: headersOf(keys.live) })))
      .perSecond;

  await compare("create a live shipment", 5000, create(keys.live), floorOf);
  await compare("create a sandbox shipment", 3000, create(keys.sandbox), floorOf);
  const get = (path: string) => () =>
    send(`${server.url}${platform}${path}`, { headers: headersOf(keys.live) });
  await compare("read a shipment", 10_000, get(`/shipments/${id}`), floorOf);
  await compare("list 20 shipments", 3000, get("/shipments"), floorOf);
  await compare("whole sandbox lives", livesCount, () => wholeLife(server.url, keys.sandbox), floorOf);
  await bare.stop();
  await server.stop();
}

async function compare(
  what: string,
  count: number,
  request: () => Promise<unknown>,
  floorOf: (count: number) => Promise<number>,
): Promise<void> {
  progress(what);
  const { perSecond, p50Ms, p99Ms } = await load(count, request);
  const floor = await floorOf(Math.max(count, 5000));
  const share = `${((perSecond / floor) * 100).toFixed(0)} %`;
  table.push([what, perSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1), floor.toFixed(0), share]);
}

/** Created, quoted, accepted and delivered, at the simulator's instant speed. */
async function wholeLife(url: string, key: string): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(`${url}${platform}${path}`, {
      method,
      headers: headersOf(key),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const { id } = await call("POST", "/shipments", shipmentBody({ simulation: { speed: "instant" } }));
  await call("GET", `/shipments/${id}/quotes`);
  await call("POST", `/shipments/${id}/assignments`, { strategy: "cheapest" });
  for (let look = 0; look < 1000; look += 1) {
    if ((await call("GET", `/shipments/${id}`)).status === "delivered") return;
    await Bun.sleep(5);
  }
  throw new Error("a shipment was not delivered");
}

async function load(count: number, request: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  let begun = 0;
  const startedMs = performance.now();
  const worker = async () => {
    while (begun < count) {
      begun += 1;
      const at = performance.now();
      await request();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return summary(times, (performance.now() - startedMs) / 1000);
}

function summary(times: number[], seconds: number): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: seconds === 0 ? 0 : times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return new Response(await response.arrayBuffer());
}

function headersOf(key: string): Record<string, string> {
  return { "x-api-key": key, "content-type": "application/json" };
}

/** The executable where it was built, else the sources. */
async function serve(dataDir: string) {
  const built = join(import.meta.dir, "../../dist/waybill");
  const command = (await Bun.file(built).exists()) ? [built] : [process.execPath, "run", "src/main.ts"];
  return spawnServer([...command, "serve", "--port", "0", "--log-level", "error", "--data", dataDir]);
}

async function serveBare(answer: string) {
  const code = `const answer = ${JSON.stringify(answer)};
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, async fetch(request) {
      await request.text();
      return new Response(answer, { headers: { "content-type": "application/json" } });
    } });
    console.log(String(server.url).slice(0, -1));`;
  return spawnServer([process.execPath, "-e", code]);
}

async function spawnServer(command: string[]) {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
    if (url && text.includes("\n")) {
      return {
        url,
        async stop() {
          child.kill("SIGTERM");
          await child.exited;
        },
      };
    }
  }
  throw new Error(`${command[0]} did not start`);
}

async function signUp(url: string): Promise<{ sandbox: string; live: string }> {
  const response = await fetch(`${url}/api/v1/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: "bench@example.com",
      password: "a long enough passphrase",
      account_name: "Bench",
    }),
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const issue = async (environment: string) => {
    const answer = await fetch(`${url}/api/v1/keys`, {
      method: "POST",
      headers: { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" },
      body: JSON.stringify({ name: "bench", environment }),
    });
    return ((await answer.json()) as { secret: string }).secret;
  };
  return { sandbox: await issue("sandbox"), live: await issue("live") };
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K\r`);
}
