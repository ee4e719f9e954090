import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { carrierStore } from "../../../../src/delivery/carriers/store.ts";
import { forgetCarrierSecrets } from "../../../../src/delivery/connections/setup/jobs.ts";
import { backUpNow } from "../../../../src/infra/backups/service.ts";
import { write } from "../../../../src/infra/deps.ts";
import { createQuoted, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { playKind } from "../../../support/played-kind.ts";

/** What follows a change of a carrier, also if the process is killed in between. */

const carriers = `${platform}/carriers`;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer({
    config: { secretKey: new Uint8Array(32).fill(9) },
    replacements: { kinds: playKind().kinds },
  });
  account = await server.account();
});
afterAll(() => server.stop());

let count = 0;
async function setUp(settings: object = {}): Promise<Answer["body"]> {
  count += 1;
  const base_url = "https://example.com/waybill";
  const body = { kind: "played", code: `c${count}`, name: "Played", settings: { base_url, ...settings } };
  const answer = await account.live.post(carriers, body);
  expect(answer.status).toBe(201);
  return answer.body;
}

/** The commit of a change, after which the process was killed. */
function commitOnly(id: string, change: object): Promise<void> {
  return write(server.deps, "live", ({ tx, now }) => {
    const row = carrierStore(tx).find(id);
    if (row) carrierStore(tx).update({ ...row, ...change, updatedAt: now, unsettled: true });
  });
}

const rowOf = (id: string) => carrierStore(server.deps.stores.platform("live").db).find(id);

test("a pause that was committed withdraws the quotes, and a deletion ends the tokens, whoever was killed", async () => {
  const { id } = await setUp();
  const { secret } = (await account.live.post(`${carriers}/${id}/tokens`, { name: "server" })).body;
  const carrierServer = server.client({ authorization: `Bearer ${secret}` });
  const { shipment, quotes } = await createQuoted(account.live);
  expect(quotes.map(({ carrier }: Answer["body"]) => carrier.id)).toContain(id);

  await commitOnly(id, { status: "paused" });
  await eventually("a settled pause", () => rowOf(id)?.unsettled === false || undefined);
  const { body } = await account.live.get(`${platform}/shipments/${shipment.id}/quotes`);
  const own = body.data.filter(({ carrier }: Answer["body"]) => carrier.id === id);
  expect(own.map(({ status }: Answer["body"]) => status)).toEqual(["withdrawn"]);
  expect((await carrierServer.get("/api/v1/carrier/me")).body.status).toBe("paused");

  await commitOnly(id, { deletedAt: server.deps.clock.now() });
  await eventually("a settled deletion", () => rowOf(id)?.unsettled === false || undefined);
  expect((await carrierServer.get("/api/v1/carrier/me")).body.code).toBe("token_revoked");
});

test("a deleted carrier's secrets are deleted once nothing more must be told to it nor asked", async () => {
  const { id } = await setUp();
  await account.live.delete(`${carriers}/${id}`);
  await setUp();
  const { shipment } = await createQuoted(account.live);
  const accepted = await account.live.post(`${platform}/shipments/${shipment.id}/assignments`, {
    strategy: "cheapest",
  });
  expect(accepted.status).toBe(201);
  const { db } = server.deps.stores.platform("live");
  const forget = () => forgetCarrierSecrets(server.deps).run(server.deps.clock.now());
  const far = server.deps.clock.now() + 1e9;
  await write(server.deps, "live", ({ tx }) => {
    tx.run(sql`INSERT INTO carrier_calls (assignment_id, carrier_id, kind, attempts, due_at)
      VALUES (${accepted.body.id}, ${id}, 'cancel', 0, ${far})`);
  });
  await forget();
  expect(Object.keys(rowOf(id)?.secrets ?? {})).toEqual(["signing_secret"]);
  await write(
    server.deps,
    "live",
    ({ tx }) => void tx.run(sql`DELETE FROM carrier_calls WHERE carrier_id = ${id}`),
  );
  await write(server.deps, "live", ({ tx }) => {
    tx.run(sql`INSERT INTO trackers (assignment_id, carrier_id, awaits, due_at, failures)
      VALUES (${accepted.body.id}, ${id}, 'refund', ${far}, 0)`);
  });
  await forget();
  expect(Object.keys(rowOf(id)?.secrets ?? {})).toEqual(["signing_secret"]);
  await write(
    server.deps,
    "live",
    ({ tx }) => void tx.run(sql`DELETE FROM trackers WHERE carrier_id = ${id}`),
  );
  await forget();
  expect(rowOf(id)?.secrets).toEqual({});
  expect(db.all(sql`SELECT 1 FROM carriers WHERE id = ${id}`)).toHaveLength(1);
});

test("a backup holds no secret of a carrier in the clear", async () => {
  const secrets = { signing_secret: "whsec_aW4gbm8gYmFja3VwIGF0IGFsbCE=", api_key: "never-in-a-backup" };
  const { id } = await setUp(secrets);
  const folder = mkdtempSync(join(tmpdir(), "waybill-carrier-backup-"));
  const { path } = await backUpNow(server.deps, folder);
  const files = readdirSync(path).map((name) => readFileSync(join(path, name)));
  const holds = (text: string) => files.some((bytes) => bytes.includes(text));
  expect(holds(id)).toBe(true);
  for (const secret of Object.values(secrets)) expect(holds(secret)).toBe(false);
  rmSync(folder, { recursive: true });
});
