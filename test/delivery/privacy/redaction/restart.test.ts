import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { findShipment } from "../../../../src/delivery/lifecycle/state/reading.ts";
import { beginRedaction, continueRedaction } from "../../../../src/delivery/privacy/redaction/steps.ts";
import { redactionStore } from "../../../../src/delivery/privacy/redaction/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { makeDataFolder } from "../../../support/data-folder.ts";
import { platform } from "../../../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../../../support/harness.ts";
import { deliverMarked, expectClean, type MarkedTrip, valuesOf } from "../../../support/redaction.ts";

/** Whatever step a redaction had made when the server stopped, the next start ends it. */

const sandboxOf = ({ deps }: TestServer) => deps.stores.platform("sandbox");
const waiting = (server: TestServer) =>
  sandboxOf(server).db.get<{ n: number }>(sql`SELECT count(*) AS n FROM redactions`)?.n;

/** Makes so many steps of a redaction. @returns whether it has another one */
async function redactSteps({ deps }: TestServer, { id }: MarkedTrip, steps: number): Promise<boolean> {
  await write(deps, "sandbox", (writing) => {
    const shipment = findShipment(writing.tx, id);
    if (shipment) beginRedaction(writing, shipment);
  });
  for (let step = 0; step < steps; step += 1) {
    const isMore = await write(deps, "sandbox", (writing) => continueRedaction(writing, id));
    if (!isMore) return false;
  }
  return true;
}

test("a stop between any two steps ends whole after the next start", async () => {
  const dataDir = await makeDataFolder();
  let server = await startServer({ dataDir });
  try {
    const account = await server.account();
    const trips: MarkedTrip[] = [];
    // Nothing but this test makes a step.
    const stopJobs = () => Promise.all(server.deps.loops.map((loop) => loop.stop(5_000)));
    for (let index = 0; index < 10; index += 1)
      trips.push(await deliverMarked(server, account, `trip-${index}`));
    await stopJobs();
    const isMore: boolean[] = [];
    for (const [steps, trip] of trips.entries()) isMore.push(await redactSteps(server, trip, steps));
    // Steps of every stage were among them, and the last trips had no step left.
    expect(isMore).toContain(true);
    expect(isMore.at(-1)).toBe(false);
    const stages = trips.map(({ id }) => redactionStore(sandboxOf(server).db).find(id)?.stage);
    expect(new Set(stages)).toEqual(new Set(["rows", "files"]));
    await server.stop();

    server = await startServer({ dataDir });
    await eventually("the end of all redactions", () => waiting(server) === 0 || undefined);
    await expectClean(dataDir, trips.flatMap(valuesOf));
    const client = server.client({ "x-api-key": account.sandboxKey });
    for (const { id } of trips) {
      const { body } = await client.get(`${platform}/shipments/${id}/events?limit=100`);
      const types = body.data.map(({ type }: { type: string }) => type);
      expect(types.filter((type: string) => type === "shipment.redacted")).toHaveLength(1);
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
});

test("a long history is rewritten in steps, and its event comes when all of them are done", async () => {
  const server = await startServer();
  try {
    const account = await server.account();
    const { id } = await deliverMarked(server, account, "long");
    await Promise.all(server.deps.loops.map((loop) => loop.stop(5_000)));
    await write(server.deps, "sandbox", ({ tx }) => {
      tx.run(sql`WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 1000)
        INSERT INTO events (id, account_id, type, shipment_id, sequence, body, sample, created_at)
        SELECT 'evt_long' || value, account_id, type, shipment_id, NULL, body, 0, created_at
        FROM events, numbers WHERE shipment_id = ${id} AND sequence = 1`);
    });
    const told = () =>
      sandboxOf(server).db.get<{ n: number }>(
        sql`SELECT count(*) AS n FROM events WHERE shipment_id = ${id} AND type = 'shipment.redacted'`,
      )?.n;
    const left = () =>
      sandboxOf(server).db.get<{ n: number }>(
        sql`SELECT count(*) AS n FROM events WHERE shipment_id = ${id} AND is_redacted = 0 AND type <> 'shipment.redacted'`,
      )?.n ?? 0;
    await write(server.deps, "sandbox", (writing) => {
      const shipment = findShipment(writing.tx, id);
      if (shipment) beginRedaction(writing, shipment);
    });
    const lefts: number[] = [];
    while (left() > 0) {
      expect(told()).toBe(0);
      lefts.push(left());
      await write(server.deps, "sandbox", (writing) => continueRedaction(writing, id));
    }
    expect(lefts.length).toBeGreaterThan(5);
    await write(server.deps, "sandbox", (writing) => continueRedaction(writing, id));
    expect(told()).toBe(1);
  } finally {
    await server.stop();
  }
});
