import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Config } from "../../src/infra/config.ts";
import { createLog, type Log } from "../../src/infra/log/log.ts";
import { createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { startServer } from "../support/harness.ts";

/** What a shipment's responses are after its row was broken behind Waybill's back. */
async function respond(validateAnswers: Config["validateAnswers"], count: number) {
  const errors: unknown[] = [];
  const log: Log = Object.assign(Object.create(createLog("silent")), {
    error: ({ err }: { err: Error }, message: string) => errors.push([message, err.message]),
  });
  const server = await startServer({ config: { validateAnswers }, replacements: { log } });
  const { sandbox, sandboxKey } = await server.account();
  const { id } = await createShipment(sandbox);
  await server.deps.stores
    .platform("sandbox")
    .write((tx) => void tx.run(sql`UPDATE shipments SET parcels = '{"x":"secret"}'`));
  const statuses = new Map<number, number>();
  const bodies: string[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    const headers = { "X-API-Key": sandboxKey };
    const response = await fetch(`${server.url}${platform}/shipments/${id}`, { headers });
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    bodies.push(await response.text());
  }
  await server.stop();
  return { statuses: [...statuses], errors, bodies };
}

const misfit = "The response of getShipment does not fit its schema: /parcels: Expected array";

test("all: a response that does not fit becomes a 500 without its content", async () => {
  // The schema is compiled on the way.
  const count = 40;
  const { statuses, errors, bodies } = await respond("all", count);
  expect(statuses).toEqual([[500, count]]);
  expect(errors).toEqual(Array(count).fill(["Request failed", misfit]));
  expect(bodies.join()).not.toContain("secret");
});

test("sample: one of 64 responses is checked; one that does not fit is sent, and logged as an error", async () => {
  const { statuses, errors } = await respond("sample", 128);
  expect(statuses).toEqual([[200, 128]]);
  expect(errors).toEqual([
    ["A response does not fit its schema", misfit],
    ["A response does not fit its schema", misfit],
  ]);
});

test("none: no response is checked", async () => {
  expect(await respond("none", 128)).toMatchObject({ statuses: [[200, 128]], errors: [] });
});

test("all: a kept response of an earlier version, which lacks a member of today, is replayed as it was", async () => {
  const server = await startServer({ config: { validateAnswers: "all" } });
  const { sandboxKey } = await server.account();
  const create = async () => {
    const response = await fetch(`${server.url}${platform}/shipments`, {
      method: "POST",
      headers: {
        "X-API-Key": sandboxKey,
        "Content-Type": "application/json",
        "Idempotency-Key": "of-earlier",
      },
      body: JSON.stringify(shipmentBody()),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const { body } = await create();
  await server.deps.stores
    .platform("sandbox")
    .write((tx) => void tx.run(sql`UPDATE idempotency_keys SET answer = json_remove(answer, '$.warnings')`));
  const { warnings, ...earlier } = body;
  expect(warnings).toEqual([]);
  expect(await create()).toEqual({ status: 201, body: earlier });
  await server.stop();
});
