import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesPerMb } from "../../src/infra/units.ts";

/** A booking as the example carrier keeps it. */
interface Entry {
  job: { assignment_id: string; delivery: { contact: { name: string } } };
  reference: string;
  step: number;
  cancelled: boolean;
}

/** The example of the guide as a process of its own, behind a front that misbehaves on request. */
export interface ExampleCarrier {
  secret: string;
  /** The base URL under which the carrier has this fault. */
  baseUrl(fault?: Fault): string;
  /** Under this one it answers questions for offers with this body. */
  saying(body: unknown): string;
  /** The requests that reached the front, as `POST /bookings`, and their webhook ids. */
  requests: { call: string; id: string }[];
  /** Every line of the carrier's ledger, oldest first. */
  ledger(): Entry[];
  stop(): Promise<void>;
}

type Fault = keyof typeof faults | "well";
type Misbehave = (front: Front, request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Front {
  /** Forwards the request to the example. */
  forward(): Promise<Response>;
  path: string;
  /** How often this call came, this one included. */
  times: number;
}

const slowMs = 4_000;
/** A repeatable request goes out again at once where a kept connection breaks. */
const lostTimes = 2;
const hugeBytes = 10 * bytesPerMb;
const text = (response: ServerResponse, status: number, body: string) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(body);

/** The first call of this path goes unheard, or is heard and gets no answer. */
const holding =
  (path: RegExp, how: "unheard" | "unanswered"): Misbehave =>
  async (front, _, response) => {
    const isHeld = path.test(front.path) && front.times === 1;
    if (isHeld && how === "unheard") return;
    const answer = await front.forward();
    if (!isHeld) await pass(answer, response);
  };

const faults = {
  booking_unheard: holding(/^\/bookings$/, "unheard"),
  booking_unanswered: holding(/^\/bookings$/, "unanswered"),
  cancellation_unheard: holding(/\/cancellation$/, "unheard"),
  cancellation_unanswered: holding(/\/cancellation$/, "unanswered"),
  /** It drops every booking without a word. */
  mute: async (front, request, response) => {
    if (front.path === "/bookings") request.socket.destroy();
    else await pass(await front.forward(), response);
  },
  slow: async (front, _, response) => {
    await Bun.sleep(slowMs);
    await pass(await front.forward(), response);
  },
  silent: async () => {},
  broken: async (_, __, response) => text(response, 500, '{"error": "boom"}'),
  redirecting: async (_, __, response) => void response.writeHead(307, { location: "/well/quotes" }).end(),
  html: async (_, __, response) => text(response, 200, "<html>Maintenance</html>"),
  huge: async (_, __, response) => text(response, 200, JSON.stringify({ offers: "x".repeat(hugeBytes) })),
  forging: async (front, request, response) => {
    request.headers["webhook-signature"] = "v1,AAAA";
    await pass(await front.forward(), response);
  },
  /** It books, and the first answers are lost. */
  lost: async (front, request, response) => {
    const answer = await front.forward();
    if (front.path === "/bookings" && front.times <= lostTimes) request.socket.destroy();
    else await pass(answer, response);
  },
  /** It decides bookings and cancellations later. */
  pending: async (front, _, response) => {
    if (front.path === "/bookings") text(response, 202, "{}");
    else if (front.path.endsWith("/cancellation")) text(response, 200, '{"status": "pending", "fee": null}');
    else await pass(await front.forward(), response);
  },
  rejecting: async (front, _, response) => {
    const rejected = { reason_code: "no_supply", message: "No driver is free." };
    if (front.path === "/bookings") text(response, 409, JSON.stringify({ rejected }));
    else await pass(await front.forward(), response);
  },
  firm: async (front, _, response) => {
    const refused = { reason_code: "other", message: "The driver is at the door." };
    if (front.path.endsWith("/cancellation")) text(response, 409, JSON.stringify({ refused }));
    else await pass(await front.forward(), response);
  },
  /** It books each request anew, and believes anybody. */
  careless: async (front, request, response) => {
    const { times, path } = front;
    if (path === "/bookings") text(response, 201, `{"reference": "B-${times}", "confirmed": true}`);
    else if (path === "/quotes") text(response, 200, JSON.stringify({ offers: [offer] }));
    else request.socket.destroy();
  },
} as const satisfies Record<string, Misbehave>;

/** An offer that fits. */
export const offer = {
  service: { code: "express", name: "Express" },
  price: { amount: 777, currency: "EUR" },
  estimated_pickup_at: null,
  estimated_delivery_at: null,
};

async function pass(answer: Response, response: ServerResponse): Promise<void> {
  const body = await answer.text();
  response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
}

export async function startExampleCarrier(env: Record<string, string> = {}): Promise<ExampleCarrier> {
  const secret = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
  const folder = mkdtempSync(join(tmpdir(), "waybill-carrier-"));
  const ledger = join(folder, "bookings.jsonl");
  const child = Bun.spawn([process.execPath, "examples/carrier.mjs"], {
    env: { ...process.env, PORT: "0", LEDGER: ledger, WAYBILL_SECRET: secret, ...env },
    stdout: "pipe",
  });
  const port = await portOf(child.stdout);
  const requests: ExampleCarrier["requests"] = [];
  const times = new Map<string, number>();
  const sayings: string[] = [];

  const front = createServer(async (request, response) => {
    const [, name = "", ...rest] = (request.url ?? "").split("/");
    const path = `/${rest.join("/")}`;
    const call = `${request.method} ${path}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ call, id: String(request.headers["webhook-id"]) });
    const place = `${call} ${request.headers["webhook-id"]}`;
    times.set(place, (times.get(place) ?? 0) + 1);
    const forward = () =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: request.method ?? "POST",
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      });
    const given: Front = { forward, path, times: times.get(place) ?? 1 };
    const said = name.startsWith("say-") ? sayings[Number(name.slice(4))] : undefined;
    if (said !== undefined) text(response, 200, said);
    else if (name in faults) await faults[name as keyof typeof faults](given, request, response);
    else await pass(await forward(), response);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    secret,
    requests,
    baseUrl: (fault = "well") => `${origin}/${fault}`,
    saying: (body) => `${origin}/say-${sayings.push(JSON.stringify(body)) - 1}`,
    ledger: () =>
      // What stands behind the last line break is still being written.
      readFileSync(ledger, { encoding: "utf8", flag: "a+" })
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    async stop() {
      front.closeAllConnections();
      front.close();
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The port where the example listens, once it does. */
export async function portOf(output: ReadableStream<Uint8Array>): Promise<number> {
  let read = "";
  for await (const chunk of output) {
    read += new TextDecoder().decode(chunk);
    const port = /port (\d+)\n/.exec(read)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`the example carrier did not start: ${read}`);
}
