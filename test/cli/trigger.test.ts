import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eventTypes } from "../../src/messaging/events/event.ts";
import type { Finished } from "../support/child.ts";
import { platform } from "../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { startReceiver, verify } from "../support/receiver.ts";
import { follow } from "../support/stream.ts";
import { run } from "./run.ts";

/** Processes are started, and the machine may have other work. */
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const called = (args: readonly string[], key = account.sandboxKey, more = {}): Promise<Finished> =>
  run(args, { env: { WAYBILL_URL: server.url, WAYBILL_API_KEY: key, ...more } });

describe("waybill trigger", () => {
  test.each([...eventTypes])("makes %s, which the list and the stream have", async (type) => {
    const own = await server.account();
    const stream = await follow(`${server.url}${platform}/events/stream`, { "x-api-key": own.sandboxKey });
    const { exitCode, stdout, stderr } = await called(["trigger", type, "--json"], own.sandboxKey);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const made = JSON.parse(stdout);
    const listed = (await own.sandbox.get(`${platform}/events?limit=100`)).body.data;
    const idsOfType = listed.filter((event: { type: string }) => event.type === type);
    expect(made.events).toContainEqual({ id: idsOfType[0]?.id, type });
    const streamed: string[] = [];
    while (!streamed.includes(type)) streamed.push((await stream.next())?.event ?? "");
    stream.leave();
    if (made.shipment_id === null) return expect(made.events).toHaveLength(1);
    const shipment = await own.sandbox.get(`${platform}/shipments/${made.shipment_id}`);
    expect(shipment.body.id).toBe(idsOfType[0].data.shipment?.id ?? idsOfType[0].data.shipment_id);
  });

  test("tells people which events there are now, and takes the way that they choose", async () => {
    const { stdout } = await called(["trigger", "shipment.delivered", "--outcome", "delayed"]);
    expect(stdout).toMatch(
      /^Created shipment shp_\w{26} and these events:\n\n {2}shipment\.created {12}evt_\w{26}\n/,
    );
    expect(stdout).toMatch(/\n {2}tracking\.eta_changed {8}evt_\w{26}\n/);
    // What `waybill listen` shows in the same second, though it is no event of the shipment.
    expect(stdout).toMatch(/\n {2}charge\.created {14}evt_\w{26}\n/);
    expect((await called(["trigger", "webhook.disabled"])).stdout).toMatch(
      /^Created a sample event:\n\n {2}webhook\.disabled {2}evt_\w{26}\n$/,
    );
  });

  test("says that a server which responds with pages is not Waybill", async () => {
    const pages = Bun.serve({ port: 0, fetch: () => new Response("<h1>Hello</h1>") });
    const url = pages.url.origin;
    const { exitCode, stderr } = await called(["trigger", "shipment.created", "--url", url]);
    await pages.stop(true);
    expect([exitCode, stderr]).toEqual([
      1,
      `waybill: the server at ${url} is not Waybill (status 200); set the URL with --url\n`,
    ]);
  });

  test("refuses what it cannot do in a line", async () => {
    const live = await called(["trigger", "shipment.delivered"], account.liveKey);
    expect([live.exitCode, live.stderr]).toEqual([2, expect.stringContaining("needs a sandbox key")]);
    const unknown = await called(["trigger", "shipment.eaten"]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("use shipment.created,")]);
    const sample = await called(["trigger", "webhook.test", "--outcome", "lost"]);
    expect([sample.exitCode, sample.stderr]).toEqual([2, expect.stringContaining("--outcome")]);
    const elsewhere = await called(["trigger", "shipment.delivered", "--outcome", "lost"]);
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
      1,
      expect.stringMatching(/\(transition_not_allowed\)[\s\S]+\nwaybill: Allowed: [\w, ]*\bfailed\b/),
    ]);
  });
});

describe("waybill events resend", () => {
  test("sends to the endpoints that asked for it, or to the one that is named", async () => {
    const own = await server.account();
    const [one, other] = [startReceiver(), startReceiver()];
    const { body } = await own.sandbox.post(`${platform}/sandbox/events`, { type: "shipment.expired" });
    const resend = (...args: string[]) => called(["events", "resend", body.id, ...args], own.sandboxKey);
    expect((await resend()).stdout).toContain("No enabled endpoint subscribes to it");
    await own.sandbox.post(`${platform}/webhooks`, { url: one.url, events: ["*"] });
    const named = await own.sandbox.post(`${platform}/webhooks`, {
      url: other.url,
      events: ["webhook.test"],
    });
    expect((await resend()).stdout).toBe("Sent again to 1 endpoint.\n");
    expect(JSON.parse((await resend("--webhook", named.body.id, "--json")).stdout)).toEqual({ queued: 1 });
    await eventually("both", () => (one.received.length === 1 && other.received.length === 1) || undefined);
    expect(other.received[0]?.headers["webhook-id"]).toBe(body.id);
    await Promise.all([one.stop(), other.stop()]);
  });

  test("forwards to an address on this machine, signed as `waybill listen` signs", async () => {
    const [receiver, endpoint] = [startReceiver(), startReceiver()];
    await account.sandbox.post(`${platform}/webhooks`, { url: endpoint.url, events: ["shipment.expired"] });
    const { body } = await account.sandbox.post(`${platform}/sandbox/events`, { type: "shipment.expired" });
    const forwarding = ["events", "resend", body.id, "--forward-to", receiver.url];
    expect((await called(forwarding)).stdout).toMatch(/^evt_\w{26} {2}→ 200 in \d+ ms\n$/);
    expect((await called(forwarding, undefined, { HTTP_PROXY: "http://127.0.0.1:1" })).exitCode).toBe(0);
    const [received] = receiver.received;
    const secret = (await called(["listen", "--print-secret"])).stdout.trim();
    if (received) verify(secret, received);
    await eventually("the webhook", () => endpoint.received.length || undefined);
    expect(received?.body).toBe(endpoint.received[0]?.body ?? "");

    receiver.answer = () => new Response(null, { status: 500 });
    expect(await called(forwarding)).toMatchObject({
      exitCode: 1,
      stderr: `waybill: ${receiver.url} did not accept the event\n`,
    });
    await Promise.all([receiver.stop(), endpoint.stop()]);
  });

  test("refuses what it cannot do in a line", async () => {
    const unknown = "evt_01m7x5rdwme1ct34p92xd7wpnk";
    const missing = await called(["events", "resend", unknown]);
    expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining("(not_found)")]);
    const both = await called([
      "events",
      "resend",
      unknown,
      "--webhook",
      "whe_1",
      "--forward-to",
      "http://a.test",
    ]);
    expect([both.exitCode, both.stderr]).toEqual([
      2,
      expect.stringContaining("either --webhook or --forward-to"),
    ]);
    const live = await called(
      ["events", "resend", unknown, "--forward-to", "http://a.test"],
      account.liveKey,
    );
    expect([live.exitCode, live.stderr]).toEqual([2, expect.stringContaining("needs a sandbox key")]);
  });
});
