import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { changeAccount } from "../../src/access/accounts/operator/administration.ts";
import { flushRequests } from "../../src/access/request-log/recording.ts";
import { examineDataFolder } from "../../src/app/doctor/doctor.ts";
import { tokenHash } from "../../src/infra/stored-links.ts";
import { run } from "../cli/run.ts";
import { valuesInFiles } from "../support/bytes.ts";
import { makeDataFolder } from "../support/data-folder.ts";
import { advance, createAssigned, kreuzberg, platform, shipmentBody } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { mailSettings, readMail, startMailServer } from "../support/mail-server.ts";
import { type Receiver, startReceiver, verify } from "../support/receiver.ts";

/**
 * Whoever has a tracking link sees the delivery. With a secret key no file of the data folder holds a token, whatever
 * happens to the shipment; and each link that was handed out opens, also after an upgrade, a rotation and a restore.
 */

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
const pathOf = (url: string) => new URL(url).pathname;

let dataDir: string;
let receiver: Receiver;
beforeEach(async () => {
  dataDir = await makeDataFolder();
  receiver = startReceiver();
  // It answers with what it got.
  receiver.answer = (number) =>
    new Response(receiver.received[number]?.body, { headers: { "x-echo": urlsIn(number).join() } });
});
afterEach(async () => {
  await receiver.stop();
  rmSync(dataDir, { recursive: true });
});

const urlsIn = (number: number) => receiver.received[number]?.body.match(/http[^"]*\/t\/[^"]*/g) ?? [];

async function during<T>(
  secretKey: Uint8Array | null,
  look: (server: TestServer) => Promise<T>,
  config: Record<string, unknown> = {},
): Promise<T> {
  const server = await startServer({ dataDir, config: { secretKey, ...config } });
  try {
    return await look(server);
  } finally {
    await server.stop();
  }
}

/** A whole life in the sandbox, with all that stores what is sent and answered. @returns the links */
async function live(server: TestServer, account: TestAccount): Promise<Set<string>> {
  const { sandbox } = account;
  const urls = new Set<string>();
  const hook = await sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["*"] });
  await sandbox.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["*"] });
  const once = { "idempotency-key": "once" };
  const body = shipmentBody({ simulation: { speed: "manual" } });
  const created = await sandbox.post(`${platform}/shipments`, body, once);
  const again = await sandbox.post(`${platform}/shipments`, body, once);
  expect([created.status, again.body]).toEqual([201, created.body]);
  urls.add(created.body.tracking_url);
  const { shipment } = await createAssigned(sandbox);
  urls.add(shipment.tracking_url);
  const path = `${platform}/shipments/${shipment.id}`;
  expect((await sandbox.patch(path, { reference: "again" })).status).toBe(200);
  expect((await advance(sandbox, shipment.id, "delivered")).status).toBe(200);
  expect((await sandbox.post(`${path}/return`, {}, { "idempotency-key": "back" })).status).toBe(201);
  const renewed = await sandbox.post(
    `${platform}/shipments/${created.body.id}/tracking-link`,
    {},
    { "idempotency-key": "link" },
  );
  expect(renewed.status).toBe(200);
  urls.add(renewed.body.tracking_url);
  expect((await sandbox.get(pathOf(shipment.tracking_url))).status).toBe(200);
  expect((await sandbox.get(`/api/v1/track/${tokenOf(shipment.tracking_url)}`)).status).toBe(200);
  const exported = await sandbox.get(`${platform}/export`);
  expect(exported.text).toContain(shipment.tracking_url);
  for (const [index, { body: sent }] of receiver.received.entries()) {
    verify(hook.body.secret, receiver.received[index] as never);
    expect(sent).not.toContain("/t/~");
  }
  expect((await sandbox.post(`${path}/redaction`, {})).status).toBe(200);
  const { body: shipments } = await sandbox.get(`${platform}/shipments?limit=100`);
  for (const { tracking_url: url } of shipments.data) urls.add(url);
  await eventually("the last deliveries", async () => {
    const { body: rest } = await sandbox.get(
      `${platform}/webhooks/${hook.body.id}/deliveries?status=pending`,
    );
    return rest.data.length === 0 || undefined;
  });
  await flushRequests(server.deps);
  return urls;
}

test("no file holds a token of a sandbox shipment, and everybody who may have it gets it", async () => {
  const urls = await during(first, async (server) => {
    const account = await server.account();
    const made = await live(server, account);
    const { sandbox } = account;
    // What is read says what was sent.
    const { body: events } = await sandbox.get(`${platform}/events?limit=100`);
    const inEvents = new Set<string>(JSON.stringify(events).match(/http[^"]*\/t\/[^"]*/g));
    const shown = new Set(receiver.received.flatMap((_, number) => urlsIn(number)));
    const { body: inbox } = await sandbox.get(`${platform}/sandbox/inbox?limit=100`);
    const inInbox = new Set<string>(
      inbox.data.flatMap(({ body }: { body: string }) => body.match(/http[^"]*\/t\/[^"]*/g) ?? []),
    );
    // All but the link that was replaced are shown in older events.
    for (const url of [...inEvents, ...inInbox].filter((each) => !each.includes("/t/~"))) {
      expect(made).toContain(url);
    }
    expect(shown.size).toBeGreaterThan(2);
    expect([...inEvents].filter((url) => !url.includes("/t/~")).length).toBeGreaterThan(1);
    const one = events.data.find(({ type }: { type: string }) => type === "shipment.quoted");
    expect((await sandbox.get(`${platform}/events/${one.id}`)).body).toEqual(one);
    expect(valuesInFiles(dataDir, [...made].map(tokenOf))).toEqual([]);
    return made;
  });
  expect(valuesInFiles(dataDir, [...urls].map(tokenOf))).toEqual([]);
  // The search finds what is there: the hashes.
  const hashes = [...urls].map((url) => tokenHash(tokenOf(url)));
  expect(valuesInFiles(dataDir, hashes).length).toBeGreaterThan(2);
});

test("no file holds a token of a live shipment whose recipient gets mails with it", async () => {
  const mail = await startMailServer();
  try {
    await during(
      first,
      async (server) => {
        const account = await server.account();
        const fleet = await addOpenFleet(server, account.accountId, {}, "live");
        await account.session.patch(
          `${platform}/account`,
          { recipient_mail: true },
          { "x-environment": "live" },
        );
        await changeAccount(server.deps, account.accountId, { recipientMailAllowed: true });
        const contact = { name: "Alex", email: "alex@example.com" };
        const { id, assignmentId } = await acceptFleet(account.live, fleet, {
          delivery: { contact, address: kreuzberg },
        });
        const { body } = await account.live.get(`${platform}/shipments/${id}`);
        const report = (number: number, type: string, more: object) => ({
          id: `r-${number}`,
          assignment_id: assignmentId,
          at: new Date().toISOString(),
          type,
          ...more,
        });
        const driver = { name: "Kim I.", vehicle: { type: "bicycle" } };
        const reported = await account.live.post(`${platform}/carriers/${fleet}/reports`, [
          report(1, "progress", { substatus: "picked_up", driver }),
          report(2, "delivered", { proof: { recipient_name: "Alex" } }),
        ]);
        expect(reported.status).toBe(200);
        const letters = await eventually("a mail", () =>
          mail.taken.length > 0 ? mail.taken.map(readMail) : undefined,
        );
        expect(JSON.stringify(letters)).toContain(tokenOf(body.tracking_url));
        await flushRequests(server.deps);
        expect(valuesInFiles(dataDir, [tokenOf(body.tracking_url)])).toEqual([]);
      },
      mailSettings(mail),
    );
  } finally {
    await mail.stop();
  }
});

test("the hash, which the database holds, opens nothing; another account's mark shows nothing", async () => {
  await during(first, async (server) => {
    const [account, thief] = [await server.account(), await server.account()];
    const { shipment } = await createAssigned(account.sandbox);
    const token = tokenOf(shipment.tracking_url);
    const hash = tokenHash(token);
    for (const forged of [hash, `~${hash}`]) {
      expect((await thief.sandbox.get(`/api/v1/track/${forged}`)).status).toBe(404);
    }
    const marked = { tracking_url: `http://localhost/t/~${hash}` };
    const { body } = await thief.sandbox.post(`${platform}/shipments`, shipmentBody({ metadata: marked }), {
      "idempotency-key": "mark",
    });
    const events = await thief.sandbox.get(`${platform}/shipments/${body.id}/events`);
    expect(events.text).toContain(`/t/~${hash}`);
    expect(events.text).not.toContain(token);
  });
});

test("with too little space a start converts nothing: links open, and a later start goes on", async () => {
  const urls = await during(first, async (server) => {
    const account = await server.account();
    const { shipment } = await createAssigned(account.sandbox);
    asBefore(server, [shipment.tracking_url]);
    return [shipment.tracking_url];
  });
  const tokens = urls.map(tokenOf);
  const statusOf = async (server: TestServer) =>
    (await server.client().get(`/api/v1/track/${tokens[0]}`)).status;
  await during(first, async (server) => expect(await statusOf(server)).toBe(200), {
    minFreeMb: 1_000_000_000,
  });
  expect(valuesInFiles(dataDir, tokens)).toHaveLength(1);
  await during(first, async (server) => expect(await statusOf(server)).toBe(200));
  expect(valuesInFiles(dataDir, tokens)).toEqual([]);
});

/** Puts the rows back as versions before this wrote them: the token in clear in each place. */
function asBefore({ deps }: TestServer, urls: readonly string[]): void {
  const { db } = deps.stores.platform("sandbox");
  for (const token of urls.map(tokenOf)) {
    const [open, marked] = [`/t/${token}`, `/t/~${tokenHash(token)}`];
    db.run(sql`UPDATE events SET body = replace(body, ${marked}, ${open})`);
    db.run(sql`UPDATE idempotency_keys SET answer = replace(answer, ${marked}, ${open})`);
    db.run(sql`UPDATE webhook_attempts SET response_body = ${open} WHERE delivery_id IN
      (SELECT webhook_deliveries.id FROM webhook_deliveries JOIN events ON events.id = event_id
       WHERE instr(body, ${open}) > 0)`);
    db.run(
      sql`UPDATE shipments SET tracking_hash = ${token}, sealed_token = NULL WHERE tracking_hash = ${tokenHash(token)}`,
    );
  }
}

test.each([
  ["beside a key", first],
  ["without a key", null],
])(
  "what an earlier version stored %s is moved by the next start, and every link opens as before",
  async (_, key) => {
    let account: TestAccount | undefined;
    let urls: string[] = [];
    let before: unknown;
    const look = async (server: TestServer) => {
      const client = server.client({ "x-api-key": account?.sandboxKey ?? "" });
      for (const url of urls) expect([url, (await client.get(pathOf(url))).status]).toEqual([url, 200]);
      const { body } = await client.get(`${platform}/shipments?limit=100`);
      const events = await client.get(`${platform}/events?limit=100`);
      return { shipments: body.data, events: events.body.data };
    };
    // A public address that stays, as a port does not.
    const config = { publicUrl: "http://waybill.example.com" };
    await during(
      key,
      async (server) => {
        account = await server.account();
        await live(server, account);
        const { body } = await account.sandbox.get(`${platform}/shipments?limit=100`);
        urls = body.data.map(({ tracking_url }: { tracking_url: string }) => tracking_url);
        before = await look(server);
        asBefore(server, urls);
      },
      config,
    );
    const tokens = urls.map(tokenOf);
    expect(urls.length).toBeGreaterThan(2);
    expect(valuesInFiles(dataDir, tokens)).toHaveLength(tokens.length);

    await during(
      key,
      async (server) => {
        expect(await look(server)).toEqual(before as never);
        const { db } = server.deps.stores.platform("sandbox");
        const places = ["SELECT body AS text FROM events", "SELECT answer AS text FROM idempotency_keys"];
        places.push("SELECT response_body AS text FROM webhook_attempts");
        const texts = places.flatMap((place) => db.all<{ text: string | null }>(sql.raw(place)));
        expect(JSON.stringify(texts)).toContain("/t/~");
        for (const token of tokens) expect(JSON.stringify(texts)).not.toContain(token);
        const client = server.client({ "x-api-key": account?.sandboxKey ?? "" });
        const again = await client.post(
          `${platform}/shipments`,
          shipmentBody({ simulation: { speed: "manual" } }),
          { "idempotency-key": "once" },
        );
        expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
      },
      config,
    );
    // Without a key the token stands in its column, as a PIN does.
    expect(valuesInFiles(dataDir, tokens)).toHaveLength(key === null ? tokens.length : 0);

    // The first key, or another.
    const file = join(dataDir, "..", `${crypto.randomUUID()}.key`);
    await Bun.write(file, Buffer.from(second).toString("base64"));
    const rotated = await run(["secrets", "rotate", "--data", dataDir, "--new-key-file", file, "--json"], {
      env: key === null ? {} : { WAYBILL_SECRET_KEY: Buffer.from(key).toString("base64") },
    });
    rmSync(file);
    expect([rotated.exitCode, JSON.parse(rotated.stdout).links]).toEqual([0, tokens.length]);
    await during(second, async (server) => expect(await look(server)).toEqual(before as never), config);
    expect(valuesInFiles(dataDir, tokens)).toEqual([]);
    const place = { dataDir, nativeBinding: undefined, now: Date.now(), onExamine() {} };
    const { checks } = await examineDataFolder({ ...place, config: { secretKey: second, minFreeMb: 0 } });
    const secrets = checks.filter(({ check, database }) => check === "secrets" && database === "sandbox");
    expect(secrets.map(({ message }) => message)).toEqual([`${tokens.length + 2} secrets can be read.`]);
  },
);
