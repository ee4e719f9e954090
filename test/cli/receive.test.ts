import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finished } from "../support/child.ts";
import { advance, createAssigned, createQuoted, createShipment, platform } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import {
  type Client,
  createClient,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { startReceiver, verify } from "../support/receiver.ts";
import { begin, type Ongoing, run, serve } from "./run.ts";

/** Processes are started, and the machine may have other work. */
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

interface Said {
  said: "connected" | "disconnected" | "event";
  id: string;
  type: string;
  status: number | null;
  error: string | null;
  secret: string;
}

/** `waybill listen --json`, once it is connected. */
async function listen(args: readonly string[], key = account.sandboxKey, url = server.url) {
  const env = { WAYBILL_API_KEY: key, WAYBILL_URL: url };
  const listening = begin(["listen", "--json", ...args], { env });
  const first = await eventually("its first line", () => saidBy(listening)[0]);
  return { listening, secret: first.secret };
}

function saidBy({ lines }: Ongoing): Said[] {
  return lines.map((line) => JSON.parse(line) as Said);
}

const eventsOf = (listening: Ongoing) => saidBy(listening).filter(({ said }) => said === "event");

async function logOf(client: Client): Promise<{ id: string; type: string }[]> {
  return (await client.get(`${platform}/events?limit=100`)).body.data.reverse();
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe("waybill listen", () => {
  test("forwards every event in order, signed, with the bytes that webhooks get, and ends well at Ctrl-C", async () => {
    const [receiver, endpoint] = [startReceiver(), startReceiver()];
    await account.sandbox.post(`${platform}/webhooks`, { url: endpoint.url, events: ["*"] });
    const before = (await logOf(account.sandbox)).length;
    const { listening, secret } = await listen(["--forward-to", receiver.url]);
    const { shipment } = await createAssigned(account.sandbox);
    await advance(account.sandbox, shipment.id, "delivered");
    const events = (await logOf(account.sandbox)).slice(before);
    await eventually("all events", () => eventsOf(listening).length >= events.length || undefined);

    expect(eventsOf(listening).map(({ id, type, status }) => [id, type, status])).toEqual(
      events.map(({ id, type }) => [id, type, 200]),
    );
    for (const received of receiver.received) verify(secret, received);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(idsOf(events));
    await eventually("all webhooks", () => endpoint.received.length >= events.length || undefined);
    const sent = new Map(endpoint.received.map(({ headers, body }) => [headers["webhook-id"], body]));
    expect(receiver.received.map(({ body }) => body)).toEqual(idsOf(events).map((id) => sent.get(id) ?? ""));
    expect(await listening.end("SIGINT")).toMatchObject({ exitCode: 0, stderr: "" });
    await Promise.all([receiver.stop(), endpoint.stop()]);
  });

  test("forwards only the types that were asked for", async () => {
    const receiver = startReceiver();
    const types = "tracking.*,shipment.delivered";
    const { listening } = await listen(["--forward-to", receiver.url, "--events", types]);
    const { shipment } = await createAssigned(account.sandbox);
    await advance(account.sandbox, shipment.id, "delivered");
    await eventually("the delivery", () =>
      eventsOf(listening).some(({ type }) => type === "shipment.delivered"),
    );
    const seen = new Set(receiver.received.map(({ event }) => event.type));
    expect(seen).toEqual(
      new Set(["tracking.substatus_changed", "tracking.approaching", "shipment.delivered"]),
    );
    await listening.end();
    await receiver.stop();
  });

  test("shows what a receiver answers, and goes on without trying again", async () => {
    const receiver = startReceiver();
    const answers = [
      () => new Response(null, { status: 500 }),
      () => Response.redirect("http://127.0.0.1:1/elsewhere", 302),
      () => new Response("ok"),
    ];
    receiver.answer = (number) => answers[number]?.() ?? new Response("ok");
    const { listening } = await listen(["--forward-to", receiver.url, "--events", "shipment.created"]);
    for (let count = 0; count < 3; count += 1) await createShipment(account.sandbox);
    await eventually("three events", () => eventsOf(listening).length >= 3 || undefined);
    await receiver.stop();
    await createShipment(account.sandbox);
    await eventually("the fourth", () => eventsOf(listening).length >= 4 || undefined);
    expect(eventsOf(listening).map(({ status, error }) => [status, error])).toEqual([
      [500, null],
      [302, null],
      [200, null],
      [null, "connection refused"],
    ]);
    expect(receiver.received).toHaveLength(3);
    await listening.end();
  });

  test("tells people: the secret, and a line for each event", async () => {
    const receiver = startReceiver();
    const args = ["listen", "--forward-to", receiver.url, "--events", "shipment.created"];
    const listening = begin([...args, "--api-key", account.sandboxKey, "--url", server.url]);
    await eventually("the beginning", () => listening.lines.some((line) => line.includes("Ctrl-C")));
    await createShipment(account.sandbox);
    await eventually("the event", () => listening.lines.some((line) => line.includes("shipment.created")));
    const { stdout } = await listening.end();
    expect(stdout).toContain(`Forwarding sandbox events of ${server.url} to ${receiver.url}`);
    expect(stdout).toMatch(/Signing secret {3}whsec_[\w+/]{43}=\n/);
    expect(stdout).toMatch(/\n\d\d:\d\d:\d\d {2}shipment\.created {11,}evt_\w{26} {2}→ 200 in \d+ ms/);
    await receiver.stop();
  });

  test("signs with the same secret for the same key, which is told without a server", async () => {
    const other = await server.account();
    const told = async (key: string) =>
      (await run(["listen", "--print-secret", "--api-key", key])).stdout.trim();
    const { listening, secret } = await listen([]);
    await listening.end();
    expect(await told(account.sandboxKey)).toBe(secret);
    expect(await told(other.sandboxKey)).not.toBe(secret);
  });

  test("is ended by the end of its key, and says so", async () => {
    const owner = await server.account();
    const { listening } = await listen([], owner.sandboxKey);
    for (const { id } of (await owner.session.get("/api/v1/keys")).body.data) {
      await owner.session.delete(`/api/v1/keys/${id}`);
    }
    expect(await listening.exited).toBe(1);
    expect((await listening.end()).stderr).toContain("(api_key_revoked)");
  });
});

describe("refused with one line that says what to do", () => {
  const refused = (args: readonly string[], env: Record<string, string> = {}): Promise<Finished> =>
    run(["listen", ...args], { env: { WAYBILL_URL: server.url, ...env } });

  test("a live key, before anything is asked of the server", async () => {
    const { exitCode, stderr } = await refused(["--api-key", account.liveKey, "--url", "http://127.0.0.1:1"]);
    expect([exitCode, stderr]).toEqual([
      2,
      "waybill: this command needs a sandbox key (wb_sandbox_…), not a live key; set it with --api-key or WAYBILL_API_KEY\n",
    ]);
  });

  test("no key, half a key, and one of another installation", async () => {
    const none = await refused([]);
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      expect.stringContaining("--api-key or WAYBILL_API_KEY"),
    ]);
    const half = await refused([], { WAYBILL_API_KEY: account.sandboxKey.slice(0, -2) });
    expect([half.exitCode, half.stderr]).toEqual([2, expect.stringContaining("is invalid or incomplete")]);
    const other = await startServer();
    const { sandboxKey } = await other.account();
    await other.stop();
    const foreign = await refused([], { WAYBILL_API_KEY: sandboxKey });
    expect([foreign.exitCode, foreign.stderr]).toEqual([1, expect.stringContaining("(api_key_invalid)")]);
  });

  test("a key without the scope", async () => {
    const body = { name: "other", environment: "sandbox", scopes: ["shipments:read"] };
    const { secret } = (await account.session.post("/api/v1/keys", body)).body;
    const { exitCode, stderr } = await refused([], { WAYBILL_API_KEY: secret });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("events:read")]);
  });

  test("a server that does not answer, or is another", async () => {
    const env = { WAYBILL_API_KEY: account.sandboxKey };
    const nobody = await refused(["--url", "http://127.0.0.1:1"], env);
    expect([nobody.exitCode, nobody.stderr]).toEqual([
      1,
      expect.stringContaining("start Waybill with `waybill dev`"),
    ]);
    const page = Bun.serve({ port: 0, fetch: () => new Response("<h1>Shop</h1>", { status: 404 }) });
    const other = await refused(["--url", `http://127.0.0.1:${page.port}`], env);
    expect([other.exitCode, other.stderr]).toEqual([
      1,
      expect.stringContaining("is not Waybill (status 404)"),
    ]);
    await page.stop(true);
  });

  test("a target that is no address, and types that there are not", async () => {
    const env = { WAYBILL_API_KEY: account.sandboxKey };
    for (const args of [
      ["--forward-to", "localhost:3000/hook"],
      ["--events", "shipment.eaten"],
      ["--events", "shipping.*"],
    ]) {
      const { exitCode, stderr } = await refused(args, env);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`waybill: ${args[0]}`)]);
    }
  });
});

test("nothing is missed and nothing comes twice when the server is killed and started again", async () => {
  const data = mkdtempSync(join(tmpdir(), "waybill-listen-"));
  const start = async (port: string) => {
    const serving = await serve([
      "--data",
      data,
      "--port",
      port,
      "--ready-json",
      "--default-tier",
      "unlimited",
    ]);
    return { serving, url: JSON.parse(serving.said).url as string };
  };
  const port = String(freePort());
  const first = await start(port);
  const { url } = first;
  const created = await run(["init", "--email", "a@example.com", "--data", data, "--password-stdin"], {
    input: "a long enough passphrase",
  });
  expect(created.exitCode).toBe(0);
  const options = ["--account", "a@example.com", "--environment", "sandbox", "--name", "CI", "--data", data];
  const key = (await run(["key", "create", ...options])).stdout.trim();
  const client = createClient(url, { "x-api-key": key });
  const receiver = startReceiver();
  const { listening, secret } = await listen(["--forward-to", receiver.url], key, url);

  // Nothing has come yet when it is killed for the first time.
  await first.serving.kill("SIGKILL");
  let serving = (await start(port)).serving;
  for (let round = 0; round < 3; round += 1) {
    await createQuoted(client);
    await serving.kill("SIGKILL");
    serving = (await start(port)).serving;
    await createQuoted(client);
  }
  const events = await logOf(client);
  expect(events.length).toBeGreaterThanOrEqual(12);
  await eventually("all events", () => eventsOf(listening).length >= events.length || undefined);
  expect(idsOf(eventsOf(listening))).toEqual(idsOf(events));
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(idsOf(events));
  for (const received of receiver.received) verify(secret, received);
  expect((await listening.end()).exitCode).toBe(0);
  await serving.kill();
  await receiver.stop();
  rmSync(data, { recursive: true });
});
