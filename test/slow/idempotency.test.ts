import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { restart, serve, signUp } from "./executable.ts";

/** Killed while equal requests run: whoever repeats them finds one effect and gets one answer. */

const kills = 5;
const requestsAtOnce = 50;
const momentMsMax = 12;
const shipments = `${platform}/shipments`;

interface Answer {
  status: number;
  replayed: boolean;
  text: string;
}

test("50 equal requests, a kill in the middle, 50 more: one shipment and equal answers", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-idempotency-"));
  const data = join(cwd, "data");
  const env = { WAYBILL_LOG_LEVEL: "error" };
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);

  /** Undefined where the connection broke. */
  async function create(number: number): Promise<Answer | undefined> {
    try {
      const response = await fetch(serving.url + shipments, {
        method: "POST",
        signal: serving.gone,
        headers: {
          "x-api-key": keys.live,
          "content-type": "application/json",
          "idempotency-key": `order ${number}`,
        },
        body: JSON.stringify(shipmentBody({ reference: `ORD-${number}` })),
      });
      const replayed = response.headers.get("idempotent-replayed") === "true";
      return { status: response.status, replayed, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  const atOnce = (number: number) =>
    Promise.all(Array.from({ length: requestsAtOnce }, () => create(number)));

  for (let number = 1; number <= kills; number += 1) {
    const running = atOnce(number);
    await Bun.sleep(Math.random() * momentMsMax);
    serving = await restart(serving, data, { cwd, env });
    const before = (await running).filter((answer) => answer !== undefined);
    const after = (await atOnce(number)).filter((answer) => answer !== undefined);
    expect(after.length).toBe(requestsAtOnce);
    expect(new Set([...before, ...after].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(after[0]?.status).toBe(201);
    expect([...before, ...after].filter(({ replayed }) => !replayed).length).toBeLessThanOrEqual(1);
    const found = await fetch(`${serving.url}${shipments}?reference=ORD-${number}`, {
      headers: { "x-api-key": keys.live },
    });
    expect(((await found.json()) as { data: unknown[] }).data.length).toBe(1);
  }
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  rmSync(cwd, { recursive: true });
});
