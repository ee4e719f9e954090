import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { csvOf, importsPath, orderCells, shipmentFields, shopDefaults } from "../support/order-lists.ts";
import { restart, serve, signUp } from "./executable.ts";

/** Killed while it makes many orders of one request: each is made once, and none is missing. */

const kills = 4;
/** Far more than are made until the first kill, however late this process sees that it is time for it. */
const importRows = 1_500;
const momentMsMax = 60;
const env = { WAYBILL_LOG_LEVEL: "error" };

// biome-ignore lint/suspicious/noExplicitAny: a test asserts what is in there
type Body = any;

/** A server that can be killed, and how to call it. */
async function startKillable() {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-orders-"));
  const data = join(cwd, "data");
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);

  /** Undefined where the connection broke. */
  async function send(path: string, init: RequestInit): Promise<{ status: number; body: Body } | undefined> {
    try {
      const headers = { "x-api-key": keys.live, "content-type": "application/json", ...init.headers };
      const response = await fetch(serving.url + path, { ...init, headers, signal: serving.gone });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  }

  async function references(): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await send(
        `${platform}/shipments?limit=100${cursor === null ? "" : `&cursor=${cursor}`}`,
        {},
      );
      found.push(...(page?.body.data ?? []).map(({ reference }: Body) => reference));
      cursor = page?.body.next_cursor;
    } while (cursor !== null);
    return found.toSorted();
  }

  return {
    send,
    references,
    async restart(): Promise<void> {
      serving = await restart(serving, data, { cwd, env });
    },
    async stop(): Promise<void> {
      serving.kill("SIGTERM");
      expect((await serving.exited).exitCode).toBe(0);
      rmSync(cwd, { recursive: true });
    },
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("an import that is killed while it runs makes each confirmed row once", async () => {
  const server = await startKillable();
  const numbers = numbered(importRows);
  const made = await server.send(importsPath, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: csvOf(numbers.map(orderCells)),
  });
  const path = `${importsPath}/${made?.body.id}`;
  const settled = () =>
    eventually("the import is checked", async () => {
      const answer = await server.send(path, {});
      return answer?.body.status === "checking" ? undefined : answer?.body;
    });
  // Killed while it reads and checks, too: that begins again.
  await Bun.sleep(Math.random() * momentMsMax);
  await server.restart();
  const { columns } = await settled();
  const patch = (body: object) => server.send(path, { method: "PATCH", body: JSON.stringify(body) });
  await patch({ columns: columns.map(({ index }: Body) => ({ index, field: null })) });
  const fields = shipmentFields.map((field, index) => ({ index, field }));
  expect((await patch({ columns: fields, defaults: shopDefaults }))?.status).toBe(200);
  await Bun.sleep(Math.random() * momentMsMax);
  await server.restart();
  expect(await settled()).toMatchObject({ status: "ready", rows: importRows, valid: importRows });

  const confirmed = await server.send(`${path}/confirmation`, {
    method: "POST",
    body: JSON.stringify({ rows: importRows }),
  });
  expect(confirmed?.status).toBe(202);
  let cut = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const least = kill * 40;
    await eventually("more rows are made", async () => {
      const answer = await server.send(path, {});
      return (answer?.body.created ?? 0) >= least || undefined;
    });
    await Bun.sleep(Math.random() * momentMsMax);
    const { body } = (await server.send(path, {})) ?? {};
    if (body?.status === "running") cut += 1;
    await server.restart();
  }
  expect(cut).toBeGreaterThan(0);
  const done = await eventually("the import is done", async () => {
    const answer = await server.send(path, {});
    return answer?.body.status === "running" ? undefined : answer?.body;
  });
  expect(done).toMatchObject({ status: "done", created: importRows, failed: 0, problem: null });
  expect(await server.references()).toEqual(numbers.map((number) => `ORD-${number}`).toSorted());
  const events = await server.send(`${platform}/events?type=import.completed`, {});
  expect(events?.body.data).toHaveLength(1);
  await server.stop();
});

test("a batch with an Idempotency-Key that is killed and repeated makes each item once", async () => {
  const server = await startKillable();
  const numbers = numbered(100);
  const items = numbers.map((number) => shipmentBody({ reference: `ORD-${number}` }));
  const send = () =>
    server.send(`${platform}/shipments/batch`, {
      method: "POST",
      headers: { "idempotency-key": "a whole day" },
      body: JSON.stringify({ shipments: items }),
    });
  for (let kill = 1; kill <= kills; kill += 1) {
    const running = send();
    await Bun.sleep(Math.random() * momentMsMax);
    await server.restart();
    await running;
  }
  const answer = await send();
  expect(answer?.status).toBe(200);
  const results: Body[] = answer?.body.data;
  expect(results.map(({ index, shipment }) => [index, shipment?.reference])).toEqual(
    numbers.map((number) => [number - 1, `ORD-${number}`]),
  );
  expect(await server.references()).toEqual(numbers.map((number) => `ORD-${number}`).toSorted());
  await server.stop();
});
