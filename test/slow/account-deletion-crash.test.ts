import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { ofAccount } from "../../src/access/accounts/deletion/deletion-store.ts";
import { handleOf } from "../../src/infra/db/handle.ts";
import { ownedTables } from "../../src/infra/db/owned-rows.ts";
import type { Db } from "../../src/infra/db/store.ts";
import { platform } from "../support/fixtures.ts";
import { createClient, eventually } from "../support/harness.ts";
import { expectClean, holding, markedBody, marker } from "../support/redaction.ts";
import { restart, run, serve, signUp } from "./executable.ts";

/** Kills the executable while it deletes an account: the next start deletes the rest, from every database and file. */

const kills = 3;
/** More of them follow until one came in the middle, which a busy machine may miss. */
const killsMax = 12;
const shipmentsOfEach = 6;
const momentMsMax = 25;
const env = { WAYBILL_LOG_LEVEL: "error" };
const databases = ["accounts", "live", "sandbox", "telemetry"];

const { requirements: _required, ...delivery } = markedBody.delivery;
const body = {
  ...markedBody,
  delivery,
  simulation: { speed: "instant" },
  accept: { strategy: "cheapest" },
};

/** Reads a database from outside, as the server writes it. */
function reading<T>(data: string, name: string, read: (db: Db) => T): T {
  const connection = new Database(join(data, `${name}.db`), { readonly: true });
  try {
    return read(handleOf(connection));
  } finally {
    connection.close();
  }
}

const stageOf = (data: string, id: string): string | undefined =>
  reading(data, "accounts", (db) =>
    db.get<{ stage: string }>(sql`SELECT stage FROM account_deletions WHERE account_id = ${id}`),
  )?.stage;

/** Tables with rows of the account, as `database.table`. */
const tablesWith = (data: string, id: string): string[] =>
  databases.flatMap((name) =>
    reading(data, name, (db) =>
      ownedTables(db, ofAccount)
        .filter(({ name: table, condition }) => {
          const where = sql.raw(condition.replaceAll("?", `'${id}'`));
          return db.get(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE ${where} LIMIT 1`) !== undefined;
        })
        .map(({ name: table }) => `${name}.${table}`),
    ),
  );

test("killed while it deletes an account: the next start leaves no row and no value of it", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-deletion-crash-"));
  const data = join(cwd, "data");
  let serving = await serve(data, { cwd, env });
  const stages: (string | undefined)[] = [];
  for (let kill = 0; kill < kills || (kill < killsMax && !stages.includes("erasing")); kill += 1) {
    const email = `owner${kill}.${marker}@example.com`;
    const { keys } = await signUp(serving.url, email);
    const client = createClient(serving.url, { "x-api-key": keys.sandbox });
    const { body: account } = await client.get(`${platform}/account`);
    const ids = await Promise.all(
      Array.from({ length: shipmentsOfEach }, async () => {
        const made = await client.post(`${platform}/shipments`, body);
        expect(made.status).toBe(201);
        return made.body.id as string;
      }),
    );
    for (const id of ids) {
      await eventually("the delivery", async () => {
        const { body: read } = await client.get(`${platform}/shipments/${id}`);
        return read.status === "delivered" || undefined;
      });
    }
    expect(holding(data, [marker]).length).toBeGreaterThan(0);
    expect(tablesWith(data, account.id).length).toBeGreaterThan(5);

    // The command may hear of it later than the files show it.
    const asking = run(["account", "delete", account.id, "--now", "--data", data], { cwd });
    await eventually("its beginning", () => (stageOf(data, account.id) ?? "waiting") !== "waiting");
    await Bun.sleep(Math.random() * momentMsMax);
    serving.kill("SIGKILL");
    await Promise.all([serving.exited, asking]);
    stages.push(stageOf(data, account.id));
    serving = await restart(serving, data, { cwd, env });
    await eventually("its end", () => stageOf(data, account.id) === "gone" || undefined);
    expect(tablesWith(data, account.id)).toEqual([]);
    await expectClean(data, [marker]);
  }
  expect(stages).toContain("erasing");
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  rmSync(cwd, { recursive: true });
});
