import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { SettingError } from "../../src/app/config/reading.ts";
import { openMemory } from "../../src/app/front/acme/memory.ts";
import { moveSecrets } from "../../src/app/secret-key.ts";
import { createVault } from "../../src/infra/secrets/vault.ts";
import { run } from "../cli/run.ts";
import { readApart } from "../support/bytes.ts";
import { databaseRows } from "../support/database.ts";
import { advance, createAssigned, platform, withPin } from "../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { type Receiver, startReceiver, verify } from "../support/receiver.ts";

/** Secrets at rest, over starts and stops of a server on one folder. */

const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const headerValue = "Bearer a-value-of-ones-own";
const path = `${platform}/webhooks`;

let folder: string;
let dataDir: string;
let receiver: Receiver;
let account: TestAccount;
let endpoint: { id: string; secret: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-test-"));
  dataDir = join(folder, "data");
  receiver = startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

const begin = (secretKey: Uint8Array | null) => startServer({ dataDir, config: { secretKey } });

async function register(server: TestServer): Promise<void> {
  account = await server.account();
  const input = { url: receiver.url, events: ["webhook.test"], headers: { authorization: headerValue } };
  endpoint = (await account.sandbox.post(path, input)).body;
}

/** The account's endpoint is signed for with its old secret and sent its old header. */
async function expectSigned(server: TestServer): Promise<void> {
  const before = receiver.received.length;
  const client = server.client({ "x-api-key": account.sandboxKey });
  expect((await client.post(`${path}/${endpoint.id}/test`)).status).toBe(202);
  const received = await eventually("a delivery", () => receiver.received[before]);
  verify(endpoint.secret, received);
  expect(received.headers.authorization).toBe(headerValue);
}

function isPlain(server: TestServer): boolean {
  const rows = JSON.stringify(databaseRows(server)["sandbox.webhook_endpoints"]);
  const [secret, header] = [rows.includes(endpoint.secret), rows.includes(headerValue)];
  expect(secret).toBe(header);
  return secret;
}

async function during(
  secretKey: Uint8Array | null,
  look: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await begin(secretKey);
  try {
    await look(server);
  } finally {
    await server.stop();
  }
}

async function filesOf(): Promise<Record<string, string>> {
  const names = [...new Bun.Glob("*.db*").scanSync(dataDir)].sort();
  const hash = async (name: string) =>
    new Bun.CryptoHasher("sha256").update(await Bun.file(join(dataDir, name)).arrayBuffer()).digest("hex");
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hash(name)])));
}

async function expectRefused(secretKey: Uint8Array | null, sentence: string): Promise<void> {
  const before = await filesOf();
  const refusal = await begin(secretKey).then(
    (server) => server.stop(),
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(SettingError);
  expect((refusal as Error).message).toContain(sentence);
  expect(await filesOf()).toEqual(before);
}

describe("the key", () => {
  test("without one secrets are kept as they are; the first start with one encrypts them", async () => {
    await during(null, async (server) => {
      await register(server);
      expect(isPlain(server)).toBe(true);
    });
    await during(one, async (server) => {
      expect(isPlain(server)).toBe(false);
      await expectSigned(server);
    });
  });

  test("with one a start needs no space on the disk: reads go on", async () => {
    await during(one, register);
    const full = await startServer({ dataDir, config: { secretKey: one, minFreeMb: 1_000_000_000 } });
    const client = full.client({ "x-api-key": account.sandboxKey });
    expect((await client.get(`${path}/${endpoint.id}`)).status).toBe(200);
    const refused = await client.patch(`${path}/${endpoint.id}`, { description: "More" });
    expect(refused.body.code).toBe("storage_full");
    await full.stop();
  });

  test("with one nothing is ever kept in plain: at registering, rotating and changing", async () => {
    await during(one, async (server) => {
      await register(server);
      expect(isPlain(server)).toBe(false);
      await expectSigned(server);
      const rotated = await account.sandbox.post(`${path}/${endpoint.id}/rotate-secret`, {});
      await account.sandbox.patch(`${path}/${endpoint.id}`, { headers: { "x-more": "another value" } });
      const rows = JSON.stringify(databaseRows(server));
      for (const text of [rotated.body.secret, endpoint.secret, headerValue, "another value"]) {
        expect(rows).not.toContain(text);
      }
      // Both sign during the grace.
      await expectSigned(server);
    });
  });

  test("what was plain before is nowhere in the databases and their logs, old pages included", async () => {
    await during(null, async (server) => {
      await register(server);
      // Enough of them that some rows are moved, and their old places kept.
      for (let times = 0; times < 40; times += 1) {
        await account.sandbox.patch(`${path}/${endpoint.id}`, { description: "d".repeat(times * 12) });
      }
    });
    const holdsPlain = async () => {
      const names = [...new Bun.Glob("{live,sandbox}.db*").scanSync(dataDir)];
      const files = names.map((name) => readApart(join(dataDir, name)));
      return files.some((bytes) => [endpoint.secret, headerValue].some((text) => bytes.includes(text)));
    };
    expect(await holdsPlain()).toBe(true);
    await during(one, async () => expect(await holdsPlain()).toBe(false));
    expect(await holdsPlain()).toBe(false);
  });

  test("a sealed secret moved to another endpoint does not open there", async () => {
    await during(one, async (server) => {
      await register(server);
      const { deps } = server;
      const row = databaseRows(server)["sandbox.webhook_endpoints"]?.[0];
      const [{ secret }] = JSON.parse(String(row?.secrets));
      expect(deps.vault.open(secret, `${endpoint.id}/secret`)).toBe(endpoint.secret);
      expect(() => deps.vault.open(secret, "whe_other/secret")).toThrow();
    });
  });

  test("PINs that an earlier version stored beside a key are encrypted by the next start, and stay the same", async () => {
    const pinOf = (server: TestServer, id: string) =>
      server.client({ "x-api-key": account.sandboxKey }).get(`${platform}/shipments/${id}/pin`);
    const ids: string[] = [];
    await during(one, async (server) => {
      await register(server);
      for (const text of ['"0815"', '"4711"']) {
        const { shipment } = await createAssigned(account.sandbox, withPin);
        ids.push(shipment.id);
        const { db } = server.deps.stores.platform("sandbox");
        db.run(sql`UPDATE shipments SET pin = ${text} WHERE id = ${shipment.id}`);
      }
    });
    await during(one, async (server) => {
      const rows = JSON.stringify(databaseRows(server)["sandbox.shipments"]?.map(({ pin }) => pin));
      expect(rows).not.toMatch(/0815|4711/);
      const pins = await Promise.all(ids.map((id) => pinOf(server, id)));
      expect(pins.map(({ body }) => body.pin)).toEqual(["0815", "4711"]);
      const client = server.client({ "x-api-key": account.sandboxKey });
      await advance(client, ids[0] ?? "", "delivered");
      const { body } = await client.get(`${platform}/tracking/${ids[0]}`);
      expect(body.proof_of_delivery.pin).toEqual({ verified: true, attempts: 1 });
    });
    expect(
      (
        await run(["secrets", "rotate", "--plain", "--data", dataDir], {
          env: { WAYBILL_SECRET_KEY: Buffer.from(one).toString("base64") },
        })
      ).stdout,
    ).toContain("2 PINs, 2 tracking links and 0 second factors are no longer encrypted");
    await during(null, async (server) => expect((await pinOf(server, ids[1] ?? "")).body.pin).toBe("4711"));
  });

  test("a wrong or a missing one is refused in a line, and no file is changed", async () => {
    await during(one, register);
    await expectRefused(other, "WAYBILL_SECRET_KEY does not match the secrets");
    await expectRefused(null, "set their key in WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE");
    await during(one, expectSigned);
  });

  test("serve ends with 2 and says why; the key is nowhere in what it says", async () => {
    await during(one, register);
    const key = Buffer.from(other).toString("base64");
    const env = { WAYBILL_SECRET_KEY: key };
    const ended = await run(["serve", "--data", dataDir, "--port", "0"], { env });
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr.split("\n")).toHaveLength(2);
    expect(ended.stderr).toStartWith("waybill: WAYBILL_SECRET_KEY does not match");
    expect(ended.stderr).not.toContain(key);
  });

  test("commands that need no secret need no key", async () => {
    await during(one, register);
    const made = await run(["user", "password", account.email, "--password-stdin", "--data", dataDir], {
      input: "another long passphrase",
    });
    expect(made.exitCode).toBe(0);
  });
});

describe("waybill secrets rotate", () => {
  const file = async (name: string, key: Uint8Array) => {
    await Bun.write(join(folder, name), `${Buffer.from(key).toString("base64")}\n`);
    return join(folder, name);
  };
  const rotate = async (from: Uint8Array | null, ...flags: string[]) =>
    run(["secrets", "rotate", "--data", dataDir, ...flags], {
      env: from === null ? {} : { WAYBILL_SECRET_KEY_FILE: await file("old.key", from) },
    });

  test("goes to another key, and from none and back to none", async () => {
    await during(null, register);
    const first = await rotate(null, "--new-key-file", await file("new.key", one), "--json");
    expect([first.exitCode, JSON.parse(first.stdout)]).toEqual([
      0,
      { endpoints: 1, carriers: 0, pins: 0, links: 0, second_factors: 0 },
    ]);
    await during(one, expectSigned);
    const second = await rotate(one, "--new-key-file", await file("new.key", other));
    expect(second.stdout).toBe(
      "The secrets of 1 webhook endpoint, 0 carriers, 0 PINs, 0 tracking links and 0 second factors are encrypted with the new key. Start the server with it.\n" +
        "Earlier backups need the former key: keep it until they are gone, and take a backup after the start.\n",
    );
    await expectRefused(one, "does not match");
    await during(other, expectSigned);
    expect((await rotate(other, "--plain")).exitCode).toBe(0);
    await during(null, async (server) => {
      expect(isPlain(server)).toBe(true);
      await expectSigned(server);
    });
  });

  test("the key and the account of HTTPS go with it, and so they do at the first start with a key", async () => {
    const vaultOf = (key: Uint8Array | null) => createVault(key, (count) => new Uint8Array(count));
    const memoryOf = (key: Uint8Array | null) =>
      openMemory(dataDir, vaultOf(key), "a.example", "https://ca.example/");
    await during(null, register);
    memoryOf(null).keep({ accountKey: "ACCOUNT KEY", pending: null, certificate: null, renewals: 0 });
    await during(one, async () => {
      expect(readFileSync(join(dataDir, "https.json"), "utf8")).not.toContain("ACCOUNT KEY");
    });
    expect((await rotate(one, "--new-key-file", await file("new.key", other))).exitCode).toBe(0);
    expect(memoryOf(other).secrets?.accountKey).toBe("ACCOUNT KEY");
  });

  test("interrupted, it starts with neither key, and is made good with both", async () => {
    await during(one, async (server) => {
      await register(server);
      // All but its end.
      await moveSecrets(server.deps, other);
    });
    for (const key of [one, other, null])
      await expectRefused(key, "was interrupted: run `waybill secrets rotate`");
    const third = await rotate(one, "--new-key-file", await file("third.key", new Uint8Array(32).fill(3)));
    expect([third.exitCode, third.stdout]).toEqual([2, ""]);
    expect((await rotate(one, "--new-key-file", await file("new.key", other))).exitCode).toBe(0);
    await during(other, expectSigned);
  });

  test("the first start with a key, interrupted, goes on at the next", async () => {
    await during(null, async (server) => {
      await register(server);
      await moveSecrets(server.deps, one);
    });
    await expectRefused(other, "was interrupted");
    await during(one, async (server) => {
      expect(isPlain(server)).toBe(false);
      await expectSigned(server);
    });
  });

  test("beside a running server it does nothing, and says that the folder is in use", async () => {
    await during(one, async (server) => {
      await register(server);
      const before = databaseRows(server);
      const ended = await rotate(one, "--new-key-file", await file("new.key", other));
      expect(ended.exitCode).toBe(75);
      expect(databaseRows(server)).toEqual(before);
    });
  });

  test("the wrong old key, no new one, two of them, one that is none, no installation: refused, nothing changed", async () => {
    await during(one, register);
    const before = await filesOf();
    const next = await file("new.key", other);
    await Bun.write(join(folder, "bad.key"), "too short");
    const refused: [Uint8Array | null, string[], string][] = [
      [other, ["--new-key-file", next], "does not match"],
      [null, ["--new-key-file", next], "set their key in WAYBILL_SECRET_KEY"],
      [null, ["--plain"], "--plain needs the current key"],
      [one, [], "use either --new-key-file or --plain"],
      [one, ["--plain", "--new-key-file", next], "use either --new-key-file or --plain"],
      [one, ["--new-key-file", join(folder, "bad.key")], "--new-key-file must be 32 random bytes"],
      [one, ["--new-key-file", join(folder, "none.key")], "cannot be read (ENOENT)"],
    ];
    for (const [from, flags, sentence] of refused) {
      const ended = await rotate(from, ...flags);
      expect([ended.exitCode, ended.stdout]).toEqual([2, ""]);
      expect(ended.stderr).toContain(sentence);
      expect(ended.stderr).not.toContain("too short");
    }
    expect(await filesOf()).toEqual(before);
    const nowhere = await run(["secrets", "rotate", "--data", join(folder, "none"), "--new-key-file", next]);
    expect(nowhere.exitCode).toBe(73);
  });
});
