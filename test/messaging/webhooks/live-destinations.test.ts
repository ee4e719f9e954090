import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { authority, expired, vouched, vouchedKey } from "../../support/certificate.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { platform } from "../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../support/harness.ts";
import { type Receiver, startReceiver, verify } from "../../support/receiver.ts";

/** Live webhooks and carriers on the operator's own machine: plain http where it is allowed, and an own authority. */

const path = `${platform}/webhooks`;
let folder: string;
let receiver: Receiver;
let trusting: TestServer;
let plain: TestServer;
const servers: Bun.Server<undefined>[] = [];
beforeAll(async () => {
  folder = await makeDataFolder();
  const caFile = join(folder, "ca.pem");
  await Bun.write(caFile, `# Ours\n${authority}`);
  receiver = startReceiver();
  trusting = await startServer({ config: { caFile, secretKey: new Uint8Array(32).fill(1) } });
  plain = await startServer();
});
afterAll(async () => {
  await trusting.stop();
  await plain.stop();
  await receiver.stop();
  for (const server of servers) await server.stop(true);
  rmSync(folder, { recursive: true });
});

const serveTls = (cert: string) => {
  const served = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert, key: vouchedKey },
    fetch: () => Response.json({}),
  });
  servers.push(served);
  return `https://127.0.0.1:${served.port}/hook`;
};

/** The first attempt at a test of a new endpoint. */
async function attemptAt(client: Client, url: string) {
  const { status, body } = await client.post(path, { url, events: ["webhook.test"] });
  expect(status).toBe(201);
  const sent = await client.post(`${path}/${body.id}/test`);
  const { attempts } = await eventually("an attempt", async () => {
    const { body: delivery } = await client.get(`${path}/${body.id}/deliveries/${sent.body.id}`);
    return delivery.attempts.length > 0 ? delivery : undefined;
  });
  const [{ error, message, response }] = attempts;
  return { error, message, status: response?.status ?? null, secret: body.secret };
}

test("a live endpoint may have plain http where the operator allows the address", async () => {
  const { live } = await trusting.account();
  const { secret, ...attempt } = await attemptAt(live, receiver.url);
  expect(attempt).toEqual({ error: null, message: null, status: 200 });
  verify(secret, receiver.received.at(-1) as never);
});

test("plain http to what the operator does not allow is refused in live, when it is set up and when it is changed", async () => {
  const strict = await startServer({ config: { webhookAllowCidrs: [] } });
  try {
    const { live } = await strict.account();
    const { body: endpoint } = await live.post(path, { url: "https://1.1.1.1/", events: ["webhook.test"] });
    for (const url of ["http://1.1.1.1/", receiver.url, "http://no-such-host.example/"]) {
      const refusals = [
        await live.post(path, { url, events: ["*"] }),
        await live.patch(`${path}/${endpoint.id}`, { url }),
      ];
      for (const { status, body } of refusals) {
        expect([status, body.code]).toEqual([422, "destination_not_allowed"]);
        expect(body.detail).toContain(
          "for addresses that the operator allows with WAYBILL_WEBHOOK_ALLOW_CIDRS",
        );
      }
    }
  } finally {
    await strict.stop();
  }
  // Allowed is what the list has, and no public address beside it.
  const { live } = await plain.account();
  for (const url of ["http://1.1.1.1/", "http://no-such-host.example/"]) {
    expect((await live.post(path, { url, events: ["*"] })).body.code).toBe("destination_not_allowed");
  }
});

test("a certificate of an own authority is trusted with a CA file, and what is wrong stands in the attempt", async () => {
  const [good, old] = [serveTls(vouched), serveTls(expired)];
  const [{ live }, { live: without }] = [await trusting.account(), await plain.account()];
  expect(await attemptAt(live, good)).toMatchObject({ error: null, status: 200 });
  expect(await attemptAt(live, old)).toMatchObject({ error: "tls", message: "The certificate has expired." });
  const { error, message } = await attemptAt(without, good);
  expect(error).toBe("tls");
  expect(message).toContain("The certificate is from an unknown authority");
  expect(message).toContain("WAYBILL_CA_FILE");
});

test("a live carrier with such a certificate is reached too", async () => {
  const { live } = await trusting.account();
  const url = serveTls(vouched);
  const carrier = { kind: "http", code: "own", name: "Own", settings: { base_url: url } };
  const { status, body } = await live.post(`${platform}/carriers`, carrier);
  expect(status).toBe(201);
  const check = await live.post(`${platform}/carriers/${body.id}/check`, {});
  const reachable = check.body.points.find(({ code }: { code: string }) => code === "reachable");
  expect(reachable).toMatchObject({ passed: true });
});

test("a URL with a user name or a password is refused with the reason, and nothing of it is repeated", async () => {
  const { live, sandbox } = await trusting.account();
  const secret = "s3cret";
  for (const client of [live, sandbox])
    for (const credentials of [`user:${secret}@`, `${secret}@`, `:${secret}@`, `us%40er:${secret}@`]) {
      const url = `https://${credentials}example.com/hook`;
      const field = {
        pointer: "#/url",
        code: "destination_not_allowed",
        detail: "must not contain a user name or password: logs and pages show URLs",
      };
      const { status, body, text } = await client.post(path, { url, events: ["*"] });
      expect([url, status, body.errors]).toEqual([url, 422, [field]]);
      expect(body.detail).toContain("`headers`");
      expect(text).not.toContain(secret);
      const carrier = await client.post(`${platform}/carriers`, {
        name: "Ours",
        code: "ours",
        kind: "http",
        settings: { base_url: url },
      });
      expect([carrier.status, carrier.body.errors]).toEqual([
        422,
        [{ ...field, pointer: "#/settings/base_url" }],
      ]);
      expect(carrier.text).not.toContain(secret);
      const { body: hook } = await client.post(path, { url: "https://example.com/hook", events: ["*"] });
      const changed = await client.patch(`${path}/${hook.id}`, { url });
      expect([changed.status, changed.body.errors]).toEqual([422, [field]]);
    }
  // What it says instead works.
  const headers = { authorization: "Basic dXNlcjpwYXNz" };
  const { status, body } = await live.post(path, { url: "https://example.com/hook", events: ["*"], headers });
  expect([status, body.header_names]).toEqual([201, ["authorization"]]);
});
