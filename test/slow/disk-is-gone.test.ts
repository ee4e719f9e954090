import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { certificate, certificateKey } from "../support/certificate.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { codeWith, runGuide } from "../support/guide-code.ts";
import { createClient, eventually } from "../support/harness.ts";
import { type Received, verify } from "../support/receiver.ts";
import { run, serve, signUp } from "./executable.ts";

/** The guide "The disk is gone", walked with its own commands. */

const guide = "disk-is-gone.md";

/** An endpoint that fails until it is repaired. */
function startReceiver() {
  const receiver = { isRepaired: false, received: [] as Received[] };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert: certificate, key: certificateKey },
    async fetch(request) {
      const body = await request.text();
      receiver.received.push({ headers: Object.fromEntries(request.headers), body, event: JSON.parse(body) });
      return new Response("", { status: receiver.isRepaired ? 200 : 500 });
    },
  });
  return Object.assign(receiver, {
    url: `https://127.0.0.1:${server.port}/`,
    [Symbol.asyncDispose]: () => server.stop(true),
  });
}

test("a backup and the key are enough: keys work, webhooks go on, and what is newer is gone", async () => {
  await using stack = new AsyncDisposableStack();
  const cwd = mkdtempSync(join(tmpdir(), "waybill-disk-gone-"));
  stack.defer(() => rmSync(cwd, { recursive: true }));
  await using receiver = startReceiver();
  const authority = join(cwd, "authority.pem");
  await Bun.write(authority, certificate);
  const places = {
    "/etc/waybill.env": join(cwd, "elsewhere/waybill.env"),
    "/var/lib/private": join(cwd, "new-machine"),
    "/var/lib/private/waybill": join(cwd, "new-machine/waybill"),
    "/var/lib/private/waybill-backups": join(cwd, "other-disk"),
  };
  const settings = {
    WAYBILL_BACKUP_FOLDER: places["/var/lib/private/waybill-backups"],
    WAYBILL_SECRET_KEY: Buffer.alloc(32, "walk").toString("base64"),
    WAYBILL_LOG_LEVEL: "error",
    WAYBILL_EXIT_WITH_PARENT: "true",
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    // A delivery has attempts left when the backup is taken, however long that takes.
    WAYBILL_WEBHOOK_SCHEDULE: ["0", ...Array(49).fill("2")].join(),
  };
  mkdirSync(dirname(places["/etc/waybill.env"]));
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(places["/etc/waybill.env"], lines.join(""), { mode: 0o600 });
  const env = { ...settings, NODE_EXTRA_CA_CERTS: authority };

  const oldDisk = join(cwd, "old-disk");
  const old = await serve(oldDisk, { cwd, env });
  const account = await signUp(old.url);
  const headers = { "x-api-key": account.keys.live };
  const before = createClient(old.url, headers);
  const endpoint = await before.post(`${platform}/webhooks`, {
    url: receiver.url,
    events: ["shipment.created"],
  });
  const kept = await createShipment(before);
  await eventually("a first attempt", () => receiver.received.length > 0 || undefined);
  const backup = await run(["backup", "--data", oldDisk], { cwd, env });
  expect([backup.exitCode, backup.stderr]).toEqual([0, expect.any(String)]);
  const later = await createShipment(before);
  old.kill("SIGKILL");
  await old.exited;
  rmSync(oldDisk, { recursive: true });

  await runGuide(cwd, await codeWith(guide, "restore --check", places));
  const said = await runGuide(cwd, await codeWith(guide, "waybill doctor", places));
  expect(said).toContain("1 pending webhook deliver");
  expect(said).toContain("Everything is as it should be.");
  receiver.isRepaired = true;
  const attemptsBefore = receiver.received.length;
  const now = await serve(places["/var/lib/private/waybill"], { cwd, env });
  const client = createClient(now.url, headers);
  expect((await client.get(`${platform}/shipments/${kept.id}`)).status).toBe(200);
  expect((await client.get(`${platform}/shipments/${later.id}`)).status).toBe(404);
  const made = await createShipment(client);
  for (const { id } of [kept, made]) {
    const sent = await eventually("its webhook", () =>
      receiver.received.slice(attemptsBefore).find(({ body }) => body.includes(id)),
    );
    verify(endpoint.body.secret, sent);
    // A repeated delivery has the id of the first attempt: receivers know it.
    const ids = receiver.received
      .filter(({ body }) => body.includes(id))
      .map((one) => one.headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
  }
  now.kill("SIGTERM");
  expect((await now.exited).exitCode).toBe(0);
});
