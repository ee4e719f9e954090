import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { verifyProofFile } from "../../src/delivery/orders/proof-file/verifying.ts";
import type { Clock } from "../../src/infra/clock.ts";
import { createLog } from "../../src/infra/log/log.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { createClock } from "../support/clock.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../support/harness.ts";
import { startReceiver, verify } from "../support/receiver.ts";
import { folderNames, type Held, unpack } from "./folders.ts";

/** Whoever has used an older version goes on with what they hold: nothing of it ends with the upgrade. */

/**
 * Cursors that are refused on purpose: the oldest have no signature, and the list of shipments went by another order
 * until it was searched in parts.
 */
const refusedCursors = {
  events: ["2026-11-20-first"],
  shipments: ["2026-11-20-first", "2026-11-21-commands", "2026-11-21-backlogs"],
};
/** Made before accounts were in tiers. */
const withoutTiers = ["2026-11-20-first"];
/** Made when entries were chained from the first one, and new accounts showed proofs behind digits only. */
const chained = ["2026-11-29-columns"];

/** Entries that are older than the chain have no hash. It begins with the first new one, and says so. */
async function expectChainAfterUpgrade(client: Client, id: string, isChained: boolean): Promise<void> {
  const again = await client.post(`${platform}/shipments/${id}/quotes?wait_seconds=0`);
  expect([200, 201, 202]).toContain(again.status);
  const entries = await eventually("a new entry", async () => {
    const { body } = await client.get(`${platform}/tracking/${id}`);
    const found = body.entries as { hash: string | null }[];
    return found.at(-1)?.hash == null ? undefined : found;
  });
  const first = entries.findIndex(({ hash }) => hash !== null);
  const { body: file } = await client.get(`${platform}/shipments/${id}/proof.json`);
  expect(first > 0).toBe(!isChained);
  expect(file.begins_at).toBe(first + 1);
  expect(verifyProofFile(file, file.head).problems).toEqual([]);
}

describe.each(folderNames)("a killed folder of %s", (name) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let held: Held;
  /** The second start of this version. The first upgraded the folder while what its users hold was new. */
  let server: TestServer;
  let sessionStatus: number;
  let tiers: unknown[];
  /** What each of the two starts warned of. */
  const warnings: string[][] = [];

  beforeAll(async () => {
    folder = temporaryFolder();
    const dataDir = join(folder.path, "data");
    const start = (clock?: Clock) => {
      const told: string[] = [];
      warnings.push(told);
      const warn = (_: unknown, message?: unknown) => void told.push(String(message));
      const log = { ...createLog("silent"), warn };
      return startServer({ dataDir, replacements: { log, ...(clock && { clock }) } });
    };
    held = await unpack(name, dataDir);
    const first = await start(createClock(held.madeAt));
    const session = first.client({ cookie: held.cookie, "sec-fetch-site": "same-origin" });
    sessionStatus = (await session.get("/api/v1/auth/session")).status;
    tiers = first.deps.stores.accounts.db.all("SELECT tier FROM accounts");
    await first.stop();
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    folder[Symbol.dispose]();
  });

  test("opens with its session, as long as that lasts", () => {
    expect(sessionStatus).toBe(200);
  });

  test("key, password, shipments and cursor work", async () => {
    const withKey = server.client({ "x-api-key": held.key });
    for (const id of held.shipments) {
      const { status, body } = await withKey.get(`${platform}/shipments/${id}`);
      expect([status, body.reference]).toEqual([200, "before the upgrade"]);
      await expectChainAfterUpgrade(withKey, id, chained.includes(name));
    }
    // Who was there before shows proofs to everybody with the link, as then.
    const { body: account } = await withKey.get(`${platform}/account`);
    expect(account.brand.proof_behind_digits).toBe(chained.includes(name));
    const { email, password } = held;
    expect((await server.client().post("/api/v1/auth/sign-in", { email, password })).status).toBe(200);
    for (const list of ["events", "shipments"] as const) {
      const cursor = encodeURIComponent(held.cursors[list]);
      const next = await withKey.get(`${platform}/${list}?limit=1&cursor=${cursor}`);
      const isRefused = refusedCursors[list].includes(name);
      expect([list, next.status]).toEqual([list, isRefused ? 400 : 200]);
      expect(isRefused ? next.body.code : next.body.data.length).toBe(isRefused ? "cursor_invalid" : 1);
    }
  });

  test("its webhook endpoint is sent to, signed with its secret", async () => {
    const { key, endpoint } = held;
    await using stack = new AsyncDisposableStack();
    const receiver = stack.adopt(startReceiver(), ({ stop }) => stop());
    const withKey = server.client({ "x-api-key": key });
    const changed = await withKey.patch(`${platform}/webhooks/${endpoint.id}`, { url: receiver.url });
    expect(changed.status).toBe(200);
    const { body } = await withKey.post(`${platform}/shipments`, shipmentBody());
    const sent = await eventually("the webhook", () =>
      receiver.received.find((request) => request.body.includes(body.id)),
    );
    verify(endpoint.secret, sent);
  });

  test("accounts older than tiers are in the one without limits; the start says how many, once", () => {
    const isOlder = withoutTiers.includes(name);
    expect(tiers).toEqual([{ tier: isOlder ? "unlimited" : "free" }]);
    const news = "1 account is older than tiers and now in tier unlimited";
    expect(warnings).toEqual([isOlder ? [news] : [], []]);
  });
});
