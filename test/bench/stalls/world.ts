import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainCard } from "../../delivery/carriers/kinds/fleet/support.ts";
import { type Account, executable, signUp } from "../../slow/executable.ts";
import { platform, shipmentBody } from "../../support/fixtures.ts";
import { freePort } from "../../support/free-port.ts";
import { type Served, startProcess } from "../server.ts";
import type { Said } from "./ticker.ts";

/** The executable with a ticker inside, which says what held its thread. */

// biome-ignore lint/suspicious/noExplicitAny: the members of answers that are read here are many.
export type Json = any;

export interface Reply {
  status: number;
  body: Json;
  bytes: number;
}

interface Sent {
  headers?: Record<string, string>;
  body?: unknown;
  method?: string;
}

export interface World {
  server: Served;
  /** An account for what is asked with a key, and keys of both environments. */
  account: Account;
  /** Signs up another. */
  another(): Promise<Account>;
  /** Sends a request. Bytes go as they are, anything else as JSON. It reads the answer to its end. */
  send(path: string, sent?: Sent): Promise<Reply>;
  /** `send` with a key. @throws Error for a status from 400 on */
  call(key: string, method: string, path: string, body?: unknown): Promise<Json>;
  measured(): Promise<Measured>;
}

/** Since the last call. */
export interface Measured {
  gap: Said;
  /** The longest stretch of each operation since the start, in ms of processor time. */
  stretches: Map<string, number>;
  peakMegabytes: number;
}

const settings = [
  ...["--host", "127.0.0.1", "--port", "0", "--default-tier", "unlimited", "--log-level", "error"],
  ...["--test-clock", "--deletion-days", "0"],
];
const stretchPattern = /^waybill_event_loop_longest_cpu_seconds\{operation="([^"]+)"\} (\S+)$/gm;

/** Starts it over a folder, which may have data. */
export async function startTicking(dataDir: string): Promise<World & AsyncDisposable> {
  const socket = join(dataDir, "..", `ticker-${freePort()}`);
  const metrics = `127.0.0.1:${freePort()}`;
  const command = [executable, "serve", ...settings, "--data", dataDir, "--metrics", metrics];
  const env = { BUN_OPTIONS: `--preload ${join(import.meta.dir, "ticker.ts")}`, TICKER_SOCKET: socket };
  const server = await startProcess(command, { env });
  let signedUp = 0;
  const another = () => {
    signedUp += 1;
    return signUp(server.url, `stalls-${signedUp}-${freePort()}@example.com`);
  };

  async function send(
    path: string,
    { headers = {}, body, method = body === undefined ? "GET" : "POST" }: Sent = {},
  ) {
    const isRaw = body instanceof Uint8Array || typeof body === "string";
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(body !== undefined && !isRaw && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const bytes = await response.bytes();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    const parsed = isJson && bytes.length > 0 && bytes.length < 4_000_000;
    return {
      status: response.status,
      body: parsed ? JSON.parse(new TextDecoder().decode(bytes).split("\n")[0] ?? "") : undefined,
      bytes: bytes.length,
    };
  }

  async function call(key: string, method: string, path: string, body?: unknown): Promise<Json> {
    const { status, body: answered } = await send(platform + path, {
      method,
      headers: { "x-api-key": key },
      body,
    });
    if (status >= 400) throw new Error(`${method} ${path} gave ${status}: ${JSON.stringify(answered)}`);
    return answered;
  }

  async function measured(): Promise<Measured> {
    const gap = (await (await fetch("http://ticker/", { unix: socket })).json()) as Said;
    const text = await (await fetch(`http://${metrics}/metrics`)).text();
    const stretches = new Map(
      [...text.matchAll(stretchPattern)].map(([, name = "", seconds]) => [name, Number(seconds) * 1_000]),
    );
    const peakMegabytes = takePeak(server.pid);
    return { gap, stretches, peakMegabytes };
  }

  return {
    server,
    account: await another(),
    another,
    send,
    call,
    measured,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The most memory since the last call; the kernel begins to count anew. */
function takePeak(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  return Number(kilobytes) / 1024;
}

/** A fleet of the account with an open card. @returns its id */
export async function addFleet({ call }: World, key: string, code = "riders"): Promise<string> {
  const { id } = await call(key, "POST", "/carriers", {
    kind: "fleet",
    code,
    name: "Riders",
    settings: { dispatch: "manual" },
  });
  await call(key, "PUT", `/carriers/${id}/rate-card`, plainCard);
  return id;
}

export interface Rider {
  id: string;
  /** Its header. */
  phone: Record<string, string>;
}

export async function addRider({ call, send }: World, key: string, fleet: string): Promise<Rider> {
  const { id } = await call(key, "POST", "/drivers", {
    carrier_id: fleet,
    name: "Rider",
    vehicle: { type: "bicycle" },
  });
  const { secret } = await call(key, "POST", `/drivers/${id}/tokens`, { name: "Phone", kind: "driver" });
  const phone = { authorization: `Bearer ${secret}` };
  const on = await send("/api/v1/driver/me/duty", { method: "PUT", headers: phone, body: { on_duty: true } });
  if (on.status >= 400) throw new Error(JSON.stringify(on.body));
  return { id, phone };
}

export interface Job {
  id: string;
  assignmentId: string;
}

/** Booked jobs of the account's fleet. */
export async function addJobs({ call }: World, key: string, fleet: string, count: number): Promise<Job[]> {
  const jobs: Job[] = [];
  while (jobs.length < count) {
    const shipments = Array.from({ length: Math.min(20, count - jobs.length) }, (_, index) =>
      shipmentBody({ carriers: [fleet], reference: `ORD-${jobs.length + index}` }),
    );
    const made = await Promise.all(shipments.map((body) => call(key, "POST", "/shipments", body)));
    for (const { id } of made) {
      const { id: assignmentId } = await call(key, "POST", `/shipments/${id}/assignments`, {
        strategy: "cheapest",
      });
      jobs.push({ id, assignmentId });
    }
  }
  return jobs;
}

/** Gives the jobs to the rider, a hundred at a time. */
export async function assign(
  { call }: World,
  key: string,
  rider: string,
  jobs: readonly Job[],
): Promise<void> {
  for (let from = 0; from < jobs.length; from += 100) {
    const assignment_ids = jobs.slice(from, from + 100).map(({ assignmentId }) => assignmentId);
    const body = { driver_id: rider, assignment_ids, over_capacity: true };
    await call(key, "POST", "/assignments/driver/batch", body);
  }
}

/** Reports from the rider's phone, now. */
export async function report({ send }: World, { phone }: Rider, reports: readonly object[]): Promise<Reply> {
  const at = new Date().toISOString();
  const body = { sent_at: at, reports: reports.map((each) => ({ id: crypto.randomUUID(), at, ...each })) };
  const reply = await send("/api/v1/driver/reports", { headers: phone, body });
  if (reply.status >= 400) throw new Error(JSON.stringify(reply.body));
  return reply;
}
