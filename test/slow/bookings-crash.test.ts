import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startExampleCarrier } from "../support/example-carrier.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { clientOf, restart, serve, signUp } from "./executable.ts";

const jobs = 60;
/** How many bookings the carrier has when Waybill is killed. */
const killsAt = [1, 15, 30, 45];
const workers = 6;

test("killed in every phase of bookings and cancellations: the carrier's ledger has each job once", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-bookings-"));
  const data = join(cwd, "data");
  const env = {
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    WAYBILL_LOG_LEVEL: "error",
    WAYBILL_SECRET_KEY: randomBytes(32).toString("base64"),
  };
  const example = await startExampleCarrier();
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);
  const client = () => clientOf(serving, { "x-api-key": keys.live });
  const created = await client().post(`${platform}/carriers`, {
    kind: "http",
    code: "example",
    name: "Example",
    // The first answers to each booking are lost, too.
    settings: { base_url: example.baseUrl("lost"), signing_secret: example.secret, quote_seconds: 10 },
  });
  expect(created.status).toBe(201);

  const shipments: string[] = [];
  for (let made = 0; made < jobs; made += 1) {
    const { body } = await client().post(`${platform}/shipments`, shipmentBody());
    await client().get(`${platform}/shipments/${body.id}/quotes?wait_seconds=20`);
    shipments.push(body.id);
  }
  const waiting = [...shipments];
  const assignments = new Map<string, string>();
  const accepting = Promise.all(
    Array.from({ length: workers }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const path = `${platform}/shipments/${id}/assignments`;
        // A request to a killed server fails; the same key makes its repetition safe.
        const headers = { "idempotency-key": `accept-${id}` };
        const answer = await eventually("accepted", () =>
          client()
            .post(path, { strategy: "cheapest" }, headers)
            .then((given) => (given.status === 201 ? given : undefined))
            .catch(() => undefined),
        );
        assignments.set(id, answer.body.id);
      }
    }),
  );
  const booked = () => new Set(example.ledger().map(({ job }) => job.assignment_id));
  for (const count of killsAt) {
    await eventually(`${count} bookings`, () => (booked().size >= count ? true : undefined));
    serving = await restart(serving, data, { cwd, env });
  }
  await accepting;

  const cancelled = shipments.filter((_, index) => index % 2 === 0);
  const cancelling = Promise.all(
    cancelled.map((id) =>
      eventually("cancelled", () =>
        client()
          .post(`${platform}/shipments/${id}/cancellation`, {}, { "idempotency-key": `cancel-${id}` })
          .then(({ status }) => (status === 200 || status === 202 ? true : undefined))
          .catch(() => undefined),
      ),
    ),
  );
  serving = await restart(serving, data, { cwd, env });
  await cancelling;
  for (const id of shipments) {
    const wanted = cancelled.includes(id) ? "cancelled" : "assigned";
    await eventually(`${wanted}, and the carrier knows`, async () => {
      const { body } = await client().get(`${platform}/shipments/${id}`);
      const isSettled = wanted === "cancelled" || body.substatus === "confirmed";
      return body.status === wanted && isSettled ? true : undefined;
    });
  }
  for (const id of shipments) {
    const lines = example.ledger().filter(({ job }) => job.assignment_id === assignments.get(id));
    const bookings = lines.filter((line) => !line.cancelled);
    // One that was cancelled before it was sent never came.
    expect(bookings.length).toBeLessThanOrEqual(1);
    if (cancelled.includes(id)) expect(bookings.length === 0 || lines.at(-1)?.cancelled).toBe(true);
    else expect([bookings.length, lines.length]).toEqual([1, 1]);
  }
  expect(booked().size).toBeLessThanOrEqual(jobs);
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  await example.stop();
  rmSync(cwd, { recursive: true });
}, 180_000);
